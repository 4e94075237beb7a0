//! Counting the positions a number of plies away: the check of every move generator.
//!
//! Depths are bytes. Each ply takes a frame of the stack: 255 of them fit the two MiB that a thread has, and no count gets
//! that far unless nearly every move is forced.

use super::generate::{All, Play, count, generate};
use super::piece::{Black, Side, White};
use super::{Board, Color, Move, MoveList};

/// Number of lines of `depth` plies, 0 to 255: 1 at depth 0. The last ply is counted, not played.
///
/// Draws by repetition, by the fifty-move rule and by insufficient material do not end a line.
pub fn perft(board: &Board, depth: u8) -> u64 {
    if depth == 0 {
        return 1;
    }
    match board.side() {
        Color::White => bulk::<White>(board, depth),
        Color::Black => bulk::<Black>(board, depth),
    }
}

/// [`perft`] by the first move, in the order of generation, 0 to 255 plies deep; nothing at depth 0.
pub fn divide(board: &Board, depth: u8) -> impl Iterator<Item = (Move, u64)> {
    let moves = if depth == 0 { MoveList::new() } else { board.legal_moves() };
    let board = *board;
    moves.into_iter().map(move |mv| (mv, perft(&board.after(mv), depth - 1)))
}

/// Plays every line of `depth` plies, 0 to 255, to its end and shows `leaf` the board there.
pub fn walk(board: &Board, depth: u8, leaf: &mut impl FnMut(&Board)) {
    if depth == 0 {
        return leaf(board);
    }
    match board.side() {
        Color::White => walk_from::<White, _>(board, depth, leaf),
        Color::Black => walk_from::<Black, _>(board, depth, leaf),
    }
}

/// `depth` is at least 1.
fn bulk<S: Side>(board: &Board, depth: u8) -> u64 {
    if depth == 1 {
        return count::<S>(board);
    }
    let mut count = 0;
    generate::<S, All, _>(
        board,
        &mut Play::<S, _>::new(board, |next| count += bulk::<S::Them>(next, depth - 1)),
    );
    count
}

/// `depth` is at least 1.
fn walk_from<S: Side, L: FnMut(&Board)>(board: &Board, depth: u8, leaf: &mut L) {
    if depth == 1 {
        generate::<S, All, _>(board, &mut Play::<S, _>::new(board, leaf));
    } else {
        let next = |next: &Board| walk_from::<S::Them, L>(next, depth - 1, leaf);
        generate::<S, All, _>(board, &mut Play::<S, _>::new(board, next));
    }
}
