//! `transpose perft`: how many lines of moves there are.

mod count;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Args;
use games::chess::{Board, FenError, Move, Rules, lenient};
use ttable::SizeError;

use crate::console::{BAD_INPUT, MAX_THREADS, complain, written};
use count::Counter;

/// Arguments of `transpose perft`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Position to count from [default: the starting position]
    #[arg(long)]
    fen: Option<String>,
    /// Plies, 0 to 255
    #[arg(long)]
    depth: u8,
    /// Prints the count of each first move too, before the whole
    #[arg(long)]
    divide: bool,
    /// Threads to count on
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS))]
    threads: u16,
    /// MiB of a hash table, so that what is met again need not be counted again; 0 for none
    #[arg(long, default_value_t = 0, value_name = "N")]
    hash_mib: u64,
    /// Chess960: castling rights as X-FEN or Shredder-FEN, castling written as king takes rook
    #[arg(long)]
    chess960: bool,
}

/// Why there is no count.
#[derive(Debug, thiserror::Error)]
enum PerftError {
    #[error("--fen: {0}")]
    Fen(#[from] FenError),
    #[error("--hash-mib: {0}")]
    Size(#[from] SizeError),
    #[error("--depth: expected a count below 2^64 - 1, found more at depth {0}")]
    Depth(u8),
}

/// What is printed.
struct Counts {
    board: Board,
    by_move: Vec<(Move, u64)>,
    total: u64,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    match count(arguments) {
        Ok(counts) => written(show(&counts, arguments, &mut io::stdout().lock())),
        Err(error) => {
            complain(&format_args!("error: {error}"));
            ExitCode::from(BAD_INPUT)
        }
    }
}

fn count(arguments: &Arguments) -> Result<Counts, PerftError> {
    let board = read_board(arguments.fen.as_deref(), rules(arguments.chess960))?;
    let counter = Counter::new(arguments.hash_mib)?;
    let by_move = counter.divide(&board, arguments.depth, usize::from(arguments.threads));
    let total = match arguments.depth {
        0 => 1,
        _ => by_move.iter().fold(0_u64, |sum, &(_, count)| sum.saturating_add(count)),
    };
    if total == u64::MAX {
        Err(PerftError::Depth(arguments.depth))
    } else {
        Ok(Counts { board, by_move, total })
    }
}

fn show(counts: &Counts, arguments: &Arguments, out: &mut impl Write) -> io::Result<()> {
    if arguments.divide {
        for &(mv, count) in &counts.by_move {
            writeln!(out, "{} {count}", counts.board.write_uci(mv, rules(arguments.chess960)))?;
        }
    }
    writeln!(out, "{}", counts.total)
}

/// The rules a command line asks for.
pub(crate) fn rules(chess960: bool) -> Rules {
    if chess960 { Rules::Chess960 } else { Rules::Standard }
}

/// The board of a FEN, repairs told on standard error; the starting position without one.
pub(crate) fn read_board(fen: Option<&str>, rules: Rules) -> Result<Board, FenError> {
    let Some(fen) = fen else { return Ok(Board::start()) };
    let (board, repairs) = lenient::read(fen, rules)?;
    for repair in repairs {
        complain(&format_args!("note: --fen: {repair}"));
    }
    Ok(board)
}
