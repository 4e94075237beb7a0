//! The command line of the Transpose game-search stack.
//!
//! `transpose help` lists the commands. Answers go to standard output, everything else to standard error.

#![forbid(unsafe_code)]

mod analyse;
mod answers;
mod bench;
mod board;
mod console;
mod engine;
mod files;
#[cfg(feature = "fleet")]
mod fleet;
mod lines;
mod perft;
mod solve;
mod uci;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Searches games by the Transpose stack: Zobrist keys, a transposition table, negamax.
#[derive(Debug, Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Searches chess positions of a file: best moves, scores, lines of best play.
    Analyse(analyse::Arguments),
    /// Counts the nodes of a fixed piece of work: searches of chess positions to a fixed depth.
    Bench(bench::Arguments),
    /// Shows a chess position: its keys, how the game stands, its legal moves.
    Board(board::Arguments),
    /// Enumerates and solves whole games, and batches of positions, on many threads, processes and machines.
    #[cfg(feature = "fleet")]
    Fleet(fleet::Arguments),
    /// Counts the lines of moves from a chess position, the usual check of a move generator.
    Perft(perft::Arguments),
    /// Solves positions: exact scores for the side to move.
    Solve(solve::Arguments),
    /// Plays chess for other programs, over the Universal Chess Interface.
    Uci(uci::Arguments),
}

fn main() -> ExitCode {
    let Cli { command } = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(told) => return tell(&told),
    };
    match command {
        Command::Analyse(arguments) => analyse::run(&arguments),
        Command::Bench(arguments) => bench::run_command(&arguments),
        Command::Board(arguments) => board::run(&arguments),
        #[cfg(feature = "fleet")]
        Command::Fleet(arguments) => fleet::run(&arguments),
        Command::Perft(arguments) => perft::run(&arguments),
        Command::Solve(arguments) => solve::run(&arguments),
        Command::Uci(arguments) => uci::run(&arguments),
    }
}

/// Prints help, the version or what is wrong with the arguments, each where it belongs.
fn tell(told: &clap::Error) -> ExitCode {
    let printed = told.print();
    if told.use_stderr() {
        // If that is closed, there is nobody to tell.
        return ExitCode::from(console::BAD_INPUT);
    }
    console::written(printed.and_then(|()| io::stdout().flush()))
}
