//! The command line of the Transpose game-search stack.
//!
//! `transpose help` lists the commands. Answers go to standard output, everything else to standard error.

#![forbid(unsafe_code)]

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
    /// Solves positions: exact scores for the side to move.
    Solve(solve::Arguments),
}

fn main() -> ExitCode {
    match Cli::parse().command {
        Command::Solve(arguments) => solve::run(&arguments),
    }
}
