//! The command line of the Transpose game-search stack.
//!
//! `transpose help` lists the commands. Answers go to standard output, everything else to standard error.

#![forbid(unsafe_code)]

mod board;
mod console;
#[cfg(feature = "fleet")]
mod fleet;
mod perft;
mod solve;

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
    /// Shows a chess position: its keys, how the game stands, its legal moves.
    Board(board::Arguments),
    /// Enumerates and solves whole games, and batches of positions, on many threads, processes and machines.
    #[cfg(feature = "fleet")]
    Fleet(fleet::Arguments),
    /// Counts the lines of moves from a chess position, the usual check of a move generator.
    Perft(perft::Arguments),
    /// Solves positions: exact scores for the side to move.
    Solve(solve::Arguments),
}

fn main() -> ExitCode {
    match Cli::parse().command {
        Command::Board(arguments) => board::run(&arguments),
        #[cfg(feature = "fleet")]
        Command::Fleet(arguments) => fleet::run(&arguments),
        Command::Perft(arguments) => perft::run(&arguments),
        Command::Solve(arguments) => solve::run(&arguments),
    }
}
