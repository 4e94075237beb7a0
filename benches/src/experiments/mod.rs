//! The published experiments on tic-tac-toe, run through the crates themselves.
//!
//! Each module runs one experiment and lays its figures out as a [`Sheet`] beside the [`published`] ones. The tests
//! assert the same figures; the sheets show them.
//!
//! *Nodes* counts every call of the search, the root included. A win is worth 10 less the stones on the board, and the
//! squares are tried in their order. Every search here runs to the end of the game, so any stored draft will do.

pub mod birthday;
pub mod collisions;
pub mod generators;
pub mod key_cost;
pub mod keys;
pub mod positions;
pub mod published;
pub mod replacement;
pub mod schemes;
pub mod tree_sizes;
pub mod verification;
pub mod verification_bits;

use self::published::Traffic;
use games::tic_tac_toe::{KeySource, TicTacToe};
use search::{Counts, Depth, DepthGate, Full, Plain, Score, Search};
use ttable::Table;

use crate::sheet::Sheet;

/// How much is run of those experiments that can be made longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// A second or two each.
    Short,
    /// Minutes each.
    Whole,
}

/// An experiment: its name, about how many milliseconds it takes, short and whole, and what makes its tables.
pub type Experiment = (&'static str, [u64; 2], fn(Extent) -> Vec<Sheet>);

/// Every experiment, in the order in which they are best read.
pub const ALL: [Experiment; 9] = [
    ("tree sizes", [600; 2], |_| tree_sizes::sheets()),
    ("A: verification", [600; 2], |_| verification::sheets()),
    ("A: collisions", [600; 2], |_| collisions::sheets()),
    ("verification bits", [2_500; 2], |_| verification_bits::sheets()),
    ("B: replacement", [600; 2], |_| replacement::sheets()),
    ("replacement schemes", [2_000, 400_000], schemes::sheets),
    ("C: key cost", [600; 2], |_| key_cost::sheets()),
    ("birthday", [600; 2], |_| birthday::sheets()),
    ("generators", [600; 2], |_| generators::sheets()),
];

/// What a search of an experiment came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The value for the side to move.
    pub value: i32,
    /// What the search did.
    pub counts: Counts,
}

impl Run {
    /// Stores over a slot that was not empty, whichever position it held: what the experiments call evictions.
    pub const fn overwritten(&self) -> u64 {
        self.counts.updates + self.counts.evictions
    }

    /// What the search did with its table.
    pub const fn traffic(&self) -> Traffic {
        let Counts { nodes, probes, hits, table_cutoffs: cutoffs, .. } = self.counts;
        Traffic { nodes, probes, hits, cutoffs }
    }
}

/// Searches a board to the end of the game with the window (−99, 99).
///
/// # Panics
///
/// Never: −99 is less than 99.
pub fn search<K: KeySource>(mut board: TicTacToe<K>, table: impl Table) -> Run {
    let mut counts = Counts::default();
    let window = Full::new(Score::plain(-99), Score::plain(99)).expect("−99 is less than 99");
    let depth = Depth::from(9 - board.stones());
    let answer = Search::new(table)
        .with_policy(Plain(AnyDraft))
        .with_observer(&mut counts)
        .run(&mut board, depth, window);
    Run { value: answer.score.get(), counts }
}

/// The gate that is always open. Rightly so only where every search runs to the end of the game.
#[derive(Clone, Copy, Debug, Default)]
pub struct AnyDraft;

impl DepthGate for AnyDraft {
    fn admits(&self, _draft: Depth, _depth: Depth) -> bool {
        true
    }
}
