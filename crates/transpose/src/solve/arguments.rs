//! What the command line says.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::connect_four::Options;
use super::{connect_four, tic_tac_toe};
use crate::console::MAX_THREADS;

const EXIT_CODES: &str = "Exit code: 0; 1 if a score differs from an expected one; 2 if anything given was bad (the rest \
                          is answered all the same).";

/// Arguments of `transpose solve`.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(super) game: Game,
}

#[derive(Debug, Subcommand)]
pub(super) enum Game {
    /// Connect Four, 7×6 unless told otherwise
    ///
    /// A position is the columns played, 1 to 7, left to right; '' or '-' is the empty board. Its score is for the side
    /// to move: 22 less the winner's number of stones by then, negative if the other side wins, 0 for a draw. So a
    /// move's score is the negated score of the position it leads to. On other boards 22 is one more than the stones of
    /// the player who begins.
    ///
    /// Each answer is a line POSITION SCORE NODES MICROSECONDS, in the input's order. Positions share the table, so
    /// NODES is less where an earlier one has done part of the work.
    #[command(after_help = EXIT_CODES)]
    Connect4 {
        #[command(flatten)]
        common: Common,
        #[command(flatten)]
        options: Options,
    },
    /// Tic-tac-toe
    ///
    /// A position is nine characters X, O or '.', row by row; X begins. Its score is for the side to move: 10 less the
    /// stones on the board when the game is won, negative if the other side wins, 0 for a draw.
    ///
    /// Each answer is a line POSITION SCORE NODES MICROSECONDS, in the input's order.
    #[command(after_help = EXIT_CODES)]
    Tictactoe {
        #[command(flatten)]
        common: Common,
    },
}

impl Game {
    pub(super) fn common(&self) -> &Common {
        match self {
            Self::Connect4 { common, .. } | Self::Tictactoe { common } => common,
        }
    }

    /// MiB of the table.
    pub(super) fn table_mib(&self) -> u64 {
        let default = match self {
            Self::Connect4 { .. } => connect_four::TABLE_MIB,
            Self::Tictactoe { .. } => tic_tac_toe::TABLE_MIB,
        };
        self.common().table_mib.unwrap_or(default)
    }
}

#[derive(Debug, Args)]
pub(super) struct Common {
    /// Positions to solve, before those of the file
    #[arg(value_name = "POSITION", allow_negative_numbers = true)]
    pub(super) positions: Vec<OsString>,
    /// File of positions, one a line, '-' for standard input; a line may carry an expected score after a blank
    #[arg(long, value_name = "PATH")]
    pub(super) file: Option<PathBuf>,
    /// Answers only who wins: 1, 0 or -1 for the side to move (of an expected score only the sign is compared)
    #[arg(long)]
    pub(super) weak: bool,
    /// Size of the table in MiB, never exceeded; Connect Four on 7x6 has use for 16 [default: 64, for tic-tac-toe 1]
    #[arg(long, value_name = "N", conflicts_with = "no_table")]
    table_mib: Option<u64>,
    /// Threads: each takes the next position; a single one is searched by all together
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS))]
    threads: u16,
    /// Searches without a table
    #[arg(long)]
    pub(super) no_table: bool,
    /// Looks positions up in a database of solved ones instead of searching; the board is the database's
    #[arg(long, value_name = "PATH", conflicts_with_all = ["table_mib", "no_table"])]
    pub(super) database: Option<PathBuf>,
    /// Prints each answer as an object with the fields' names
    #[arg(long)]
    pub(super) json: bool,
}

impl Common {
    pub(super) fn threads(&self) -> usize {
        self.threads.into()
    }
}
