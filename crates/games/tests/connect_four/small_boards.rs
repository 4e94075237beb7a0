//! Whole small games: what a position claims of its value is held against the value.

use std::collections::{HashMap, HashSet};

use games::connect_four::ConnectFour;
use search::{Bounded, Game, Score};

use crate::{candidates, legal};

/// The value of every position by its lossless key, and what must hold at each of them.
#[derive(Default)]
struct Solved {
    values: HashMap<u64, i32>,
    zobrist_keys: HashSet<u64>,
}

impl Solved {
    fn value<const W: usize, const H: usize>(&mut self, board: &mut ConnectFour<W, H>) -> i32 {
        if let Some(&value) = self.values.get(&board.lossless_key()) {
            return value;
        }
        assert!(self.zobrist_keys.insert(board.key()), "{board:?}: another position has this key");
        let value = match board.outcome() {
            Some(outcome) => outcome.score(0).get(),
            None => self.value_by_moves(board),
        };
        self.values.insert(board.lossless_key(), value);
        value
    }

    fn value_by_moves<const W: usize, const H: usize>(&mut self, board: &mut ConnectFour<W, H>) -> i32 {
        let values: Vec<_> = legal(board)
            .into_iter()
            .map(|column| {
                let undo = board.make(column);
                let value = -self.value(board);
                board.unmake(column, undo);
                (column, value)
            })
            .collect();
        let value = values.iter().map(|&(_, value)| value).max().unwrap();

        let (lower, upper) = board.known_range();
        assert!((i32::from(lower)..=i32::from(upper)).contains(&value), "{value} {lower} {upper} {board:?}");
        let candidates = candidates(board);
        let is_candidate = |(column, _): &&_| candidates.contains(column);
        let best = values.iter().filter(is_candidate).map(|&(_, value)| value).max();
        assert_eq!(best, Some(value), "{board:?}");
        value
    }
}

fn solve<const W: usize, const H: usize>() -> (i32, usize) {
    let mut solved = Solved::default();
    let value = solved.value(&mut ConnectFour::<W, H>::new());
    assert_eq!(Score::plain(value).get(), value);
    (value, solved.values.len())
}

/// Both boards are draws.
///
/// Source: Tromp, John's Connect Four Playground, tables of board sizes.
#[test]
fn four_columns_of_four_are_a_draw_over_161_029_positions() {
    assert_eq!(solve::<4, 4>(), (0, 161_029));
}

#[test]
fn four_columns_of_five_are_a_draw_over_1_706_255_positions() {
    assert_eq!(solve::<4, 5>(), (0, 1_706_255));
}

/// With an odd number of squares the last stone is the first player's, and a win with it is still a win.
#[test]
fn on_an_odd_board_the_last_stone_can_win() {
    let (value, positions) = solve::<5, 3>();
    assert_eq!(value, 0);
    assert!(positions > 10_000);
}
