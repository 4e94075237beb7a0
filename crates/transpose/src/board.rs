//! `transpose board`: what a position is, in lines of `name: value`.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Args;
use games::chess::{Color, FenError, Line, Rules, Status, UciError, polyglot};

use crate::console::{BAD_INPUT, complain, written};
use crate::perft::{read_board, rules};

/// Arguments of `transpose board`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Position to show [default: the starting position]
    #[arg(long)]
    fen: Option<String>,
    /// Moves to play from there, as UCI writes them
    #[arg(long, num_args = 0.., value_name = "MOVE")]
    moves: Vec<String>,
    /// Chess960: castling rights as X-FEN or Shredder-FEN, castling written as king takes rook
    #[arg(long)]
    chess960: bool,
    /// Prints a picture of the board first
    #[arg(long)]
    picture: bool,
    /// Prints the board as an SVG image and nothing else
    #[arg(long, conflicts_with = "picture")]
    svg: bool,
}

/// Why there is nothing to show.
#[derive(Debug, thiserror::Error)]
enum BoardError {
    #[error("--fen: {0}")]
    Fen(#[from] FenError),
    #[error("--moves: move {number}: {error}")]
    Move { number: usize, error: UciError },
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    match played(arguments) {
        Ok(line) => written(show(&line, arguments, &mut io::stdout().lock())),
        Err(error) => {
            complain(&format_args!("error: {error}"));
            ExitCode::from(BAD_INPUT)
        }
    }
}

fn played(arguments: &Arguments) -> Result<Line, BoardError> {
    let mut line = Line::new(read_board(arguments.fen.as_deref(), rules(arguments.chess960))?);
    for (text, number) in arguments.moves.iter().zip(1..) {
        let mv = line.board().read_uci(text).map_err(|error| BoardError::Move { number, error })?;
        line.make(mv);
    }
    Ok(line)
}

fn show(line: &Line, arguments: &Arguments, out: &mut impl Write) -> io::Result<()> {
    let board = line.board();
    if arguments.svg {
        return write!(out, "{}", board.svg());
    }
    if arguments.picture {
        writeln!(out, "{}", board.picture())?;
    }
    let rules: Rules = rules(arguments.chess960);
    let moves = board.legal_moves();
    let sorted = |mut texts: Vec<String>| {
        texts.sort();
        texts.join(" ")
    };
    writeln!(out, "fen: {board}")?;
    writeln!(out, "key: {:016x}", board.key())?;
    writeln!(out, "polyglot: {:016x}", polyglot::key(board))?;
    writeln!(out, "side: {}", if board.side() == Color::White { "white" } else { "black" })?;
    writeln!(out, "check: {}", if board.is_check() { "yes" } else { "no" })?;
    writeln!(out, "status: {}", line.status())?;
    if let (Status::Playing, Some(claim)) = (line.status(), line.claim()) {
        writeln!(out, "claim: {claim}")?;
    }
    writeln!(out, "legal: {}", sorted(moves.iter().map(|&mv| board.write_uci(mv, rules)).collect()))?;
    writeln!(out, "san: {}", sorted(moves.iter().map(|&mv| board.write_san(mv)).collect()))
}
