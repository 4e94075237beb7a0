//! Chess, asked from outside: facts with a known truth.

mod any_input;
mod counts;
mod keys;
mod mutated;
mod polyglot;
mod positions;
mod properties;
mod returns;
mod searched;
mod status;
mod text;

use games::chess::{Board, Move, Rules, lenient};

/// The board of a FEN that is right in every way.
fn board(fen: &str) -> Board {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The board of a FEN after repairs.
fn repaired(fen: &str) -> Board {
    lenient::read(fen, Rules::Standard).unwrap_or_else(|error| panic!("{fen}: {error}")).0
}

/// The legal move with this text, castling as king takes rook.
fn find(board: &Board, text: &str) -> Option<Move> {
    board.legal_moves().into_iter().find(|mv| mv.to_string() == text)
}

/// The board after these moves.
fn played(fen: &str, moves: &str) -> Board {
    moves.split_whitespace().fold(board(fen), |board, text| {
        board.after(find(&board, text).unwrap_or_else(|| panic!("{text} is not legal in {board}")))
    })
}
