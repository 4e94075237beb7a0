//! All positions of tic-tac-toe.

use std::collections::BTreeSet;

use games::tic_tac_toe::{KeySource, Square, TicTacToe};
use search::Game;

/// The eight symmetries of the board: where each square comes from.
const SYMMETRIES: [[usize; 9]; 8] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8],
    [6, 3, 0, 7, 4, 1, 8, 5, 2],
    [8, 7, 6, 5, 4, 3, 2, 1, 0],
    [2, 5, 8, 1, 4, 7, 0, 3, 6],
    [2, 1, 0, 5, 4, 3, 8, 7, 6],
    [6, 7, 8, 3, 4, 5, 0, 1, 2],
    [0, 3, 6, 1, 4, 7, 2, 5, 8],
    [8, 5, 2, 7, 4, 1, 6, 3, 0],
];

/// Every position that a game can reach, each once, finished games included, in the order of a walk that tries the
/// squares in theirs.
pub fn reachable<K: KeySource>(root: TicTacToe<K>) -> Vec<TicTacToe<K>> {
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    walk(root, &mut |board| {
        let new = seen.insert(code(board, &SYMMETRIES[0]));
        if new {
            found.push(*board);
        }
        new
    });
    found
}

/// Positions a game can reach, those that a rotation or a reflection makes equal counted once.
pub fn distinct_up_to_symmetry() -> usize {
    let boards = reachable(TicTacToe::new());
    let least = |board| SYMMETRIES.iter().map(|symmetry| code(board, symmetry)).min();
    boards.iter().map(least).collect::<BTreeSet<_>>().len()
}

/// Games from the empty board to their ends.
pub fn games() -> u64 {
    let mut games = 0;
    walk(TicTacToe::new(), &mut |board| {
        games += u64::from(board.outcome().is_some());
        true
    });
    games
}

/// Visits the position and, where `visit` says so, those after it.
fn walk<K: KeySource>(mut board: TicTacToe<K>, visit: &mut impl FnMut(&TicTacToe<K>) -> bool) {
    if !visit(&board) || board.outcome().is_some() {
        return;
    }
    let mut moves = <TicTacToe<K> as Game>::List::<Square>::default();
    board.legal_moves(&mut moves);
    for &square in moves.as_slice() {
        board.make(square);
        walk(board, visit);
        board.unmake(square, ());
    }
}

/// The marks on the board, seen through a symmetry, as a number.
fn code<K: KeySource>(board: &TicTacToe<K>, symmetry: &[usize; 9]) -> u32 {
    let cells = board.cells();
    symmetry.iter().fold(0, |code, &square| 3 * code + cells[square].map_or(0, |mark| 1 + mark as u32))
}
