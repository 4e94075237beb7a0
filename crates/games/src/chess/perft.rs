//! Counting the positions a number of plies away: the check of every move generator.

use super::generate::count;
use super::piece::{Black, Side, White};
use super::{Board, Color, Move, MoveList};

/// Number of lines of `depth` plies: 1 at depth 0. The last ply is counted, not played.
///
/// Draws by repetition, by the fifty-move rule and by insufficient material do not end a line.
pub fn perft(board: &Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    match board.side() {
        Color::White => bulk::<White>(board, depth),
        Color::Black => bulk::<Black>(board, depth),
    }
}

/// [`perft`] by the first move, in the order of generation; nothing at depth 0.
pub fn divide(board: &Board, depth: u32) -> impl Iterator<Item = (Move, u64)> {
    let moves = if depth == 0 { MoveList::new() } else { board.legal_moves() };
    let board = *board;
    moves.into_iter().map(move |mv| (mv, perft(&board.after(mv), depth - 1)))
}

/// Plays every line of `depth` plies to its end and shows `leaf` the board there.
pub fn walk(board: &Board, depth: u32, leaf: &mut impl FnMut(&Board)) {
    if depth == 0 {
        return leaf(board);
    }
    match board.side() {
        Color::White => walk_from::<White>(board, depth, leaf),
        Color::Black => walk_from::<Black>(board, depth, leaf),
    }
}

/// `depth` is at least 1.
fn bulk<S: Side>(board: &Board, depth: u32) -> u64 {
    if depth == 1 {
        return count::<S>(board);
    }
    let mut moves = MoveList::new();
    super::generate::generate::<S, super::generate::All, _>(board, &mut moves);
    let mut count = 0;
    for &mv in &moves {
        count += bulk::<S::Them>(&board.played::<S>(mv), depth - 1);
    }
    count
}

/// `depth` is at least 1.
fn walk_from<S: Side>(board: &Board, depth: u32, leaf: &mut impl FnMut(&Board)) {
    let mut moves = MoveList::new();
    super::generate::generate::<S, super::generate::All, _>(board, &mut moves);
    for &mv in &moves {
        let next = board.played::<S>(mv);
        if depth == 1 {
            leaf(&next);
        } else {
            walk_from::<S::Them>(&next, depth - 1, leaf);
        }
    }
}
