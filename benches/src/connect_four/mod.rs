//! Connect Four to the end of the game: positions to search, and the ways to.

mod classes;

pub use classes::{CLASSES, Class, plies_to_end};

use games::connect_four::{Column, ConnectFour, ThreatBoard};
use search::{AtLeast, Depth, Guided, Observer, Search, Solution, Solver};
use ttable::{Clustered, Exact, HalfLine, LeastWork, Lossless, Table};
use zkeys::SplitMix64;

/// The table for exact solving: keys of 49 bits, scores of −18 to 18. Keys are lossless, so no hit is another position's.
pub type ExactTable =
    Clustered<Exact<Lossless<49, 6, 7, { ConnectFour::<7, 6>::BOTTOM_ROW }>, HalfLine>, LeastWork>;

/// The exact score by the solver that plays forced replies before it searches. The game is not over.
pub fn solve(board: ConnectFour, table: impl Table, observer: impl Observer) -> Solution {
    let (least, greatest) = ConnectFour::<7, 6>::value_range();
    Solver::new(table).with_observer(observer).solve(ThreatBoard::from(board), least, greatest)
}

/// The exact score by the general search, with the game's bounds and move ordering. The game is not over.
pub fn search(mut board: ConnectFour, table: impl Table, observer: impl Observer) -> Solution {
    let (least, greatest) = ConnectFour::<7, 6>::value_range();
    let depth = Depth::from(ConnectFour::<7, 6>::AREA);
    let mut search = Search::new(table).with_policy(Guided(AtLeast)).with_observer(observer);
    let answer = search.solve(&mut board, depth, least, greatest);
    Solution { score: answer.score, nodes: answer.nodes }
}

/// Positions by random play: no game is over, and the side to move has no win at once.
///
/// The same seed gives the same positions everywhere.
#[derive(Clone, Debug)]
pub struct RandomPlay {
    source: SplitMix64,
    stones: u8,
}

impl RandomPlay {
    /// Positions with so many stones, fewer than 42.
    pub const fn new(seed: u64, stones: u8) -> Self {
        Self { source: SplitMix64::new(seed), stones }
    }

    /// Plays on at random from the empty board; `None` if the game ends, or could at once.
    fn attempt(&mut self) -> Option<Drawn> {
        let mut drawn = Drawn { columns: String::new(), board: ConnectFour::new() };
        while drawn.board.stones() < self.stones {
            // Seven columns of 2³² / 7 numbers each: uneven by less than one in 10⁸.
            let number = (u64::from(self.source.next_u32()) * 7) >> 32;
            let column = u8::try_from(number).ok().and_then(|number| Column::from_number(number + 1))?;
            if drawn.board.winner().is_some() {
                return None;
            }
            // A full column is drawn again.
            if drawn.board.play(column).is_ok() {
                drawn.columns.push_str(&column.to_string());
            }
        }
        (drawn.board.winner().is_none() && drawn.board.winning_moves() == 0).then_some(drawn)
    }
}

impl Iterator for RandomPlay {
    type Item = Drawn;

    fn next(&mut self) -> Option<Drawn> {
        loop {
            if let Some(drawn) = self.attempt() {
                return Some(drawn);
            }
        }
    }
}

/// A position and how it came about.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// The columns played, as [`ConnectFour`] reads them.
    pub columns: String,
    /// The position.
    pub board: ConnectFour,
}

/// A set of positions with their true scores for the side to move.
#[derive(Clone, Copy, Debug)]
pub struct Set {
    /// Stones on each board.
    pub stones: u8,
    /// The seed of [`RandomPlay`].
    pub seed: u64,
    /// The scores of its first positions, in order.
    ///
    /// Source: the solver of the crate connect-four-ai 1.0.0, run on the same positions; a test compares them again.
    pub scores: &'static [i8],
}

impl Set {
    /// The positions with their scores.
    pub fn positions(self) -> impl Iterator<Item = (Drawn, i8)> {
        RandomPlay::new(self.seed, self.stones).zip(self.scores.iter().copied())
    }
}

/// The sets the report and the benches search, from late in the game to early.
pub const SETS: [Set; 3] = [
    Set {
        stones: 24,
        seed: 7,
        scores: &[
            -9, -1, 6, 8, -9, 7, -5, -9, 6, -8, -9, -9, 8, 8, -9, -1, -9, -9, 6, -9, 3, 0, 8, 8, -8, 8, 7,
            -9, 2, 8, -6, 1, -9, 3, -9, 7, -9, 0, 5, -9,
        ],
    },
    Set {
        stones: 18,
        seed: 7,
        scores: &[10, -12, -12, -12, 11, 2, 3, 1, -12, -12, -1, -1, 3, -12, 1, 11, 7, -11, -2, -5],
    },
    Set { stones: 14, seed: 7, scores: &[-4, 0, -3, 0, -14, -10, 1, 2, 13, -14] },
];
