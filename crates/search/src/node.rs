//! What the steps of the recursion hand each other.

use ttable::Bound;

use crate::{Depth, Ply, Score, Window};

/// Whether a stored score with this bound answers for the window.
#[inline]
pub(crate) fn answers(bound: Bound, score: Score, window: impl Window) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::Lower => score >= window.beta(),
        Bound::Upper => score <= window.alpha(),
    }
}

/// Where a node stands in the search.
#[derive(Clone, Copy)]
pub(crate) struct Node<H> {
    pub(crate) handle: H,
    /// Plies still to search.
    pub(crate) depth: Depth,
    /// Plies from the root.
    pub(crate) ply: Ply,
    /// Nothing has to be answered, as far as a search that plays knows; `true` for others.
    pub(crate) calm: bool,
    /// It is an expected Cut-node.
    pub(crate) cut: bool,
}

/// A node's score and the move that gives it.
#[derive(Clone, Copy, Debug)]
pub struct Found<M> {
    pub(crate) score: Score,
    pub(crate) mv: Option<M>,
}

impl<M> Found<M> {
    pub(crate) const fn score(score: Score) -> Self {
        Self { score, mv: None }
    }
}

/// What is offered to the table.
pub(crate) struct Offer<M> {
    pub(crate) found: Found<M>,
    /// The move that the table had before.
    pub(crate) hash_move: Option<M>,
    pub(crate) evaluation: Option<Score>,
    /// Whether the score holds on every path.
    pub(crate) holds: bool,
    /// Of what was asked about the path.
    pub(crate) signature: u64,
}

/// Where the side to move stands without a move.
#[derive(Clone, Copy)]
pub(crate) struct Standing {
    /// Nothing has to be answered.
    pub(crate) calm: bool,
    /// The game's evaluation, where a search that plays has asked.
    pub(crate) own: Option<Score>,
    /// What the position seems to be worth: the same, mended by what was learnt and by what the table knows.
    pub(crate) evaluation: Option<Score>,
    /// What the side to move may be content with instead of a move.
    pub(crate) content: Option<Score>,
    /// It stands better than at its last turn.
    pub(crate) improving: bool,
    /// Plies more for the hash move, −1 to 2.
    pub(crate) extension: Depth,
}

/// What the table had to say.
pub(crate) enum Probed<M> {
    /// The answer.
    Cutoff(Found<M>),
    /// At best a move to try first, and an evaluation.
    Open(Known<M>),
}

/// What the table knows, where that is no answer.
#[derive(Clone, Copy)]
pub(crate) struct Known<M> {
    pub(crate) mv: Option<M>,
    pub(crate) evaluation: Option<i16>,
    /// A value for another depth or window, if it holds wherever the position is met.
    pub(crate) value: Option<KnownValue>,
}

impl<M> Known<M> {
    pub(crate) const NOTHING: Self = Self { mv: None, evaluation: None, value: None };
}

/// A stored value, as seen from the node.
#[derive(Clone, Copy)]
pub(crate) struct KnownValue {
    pub(crate) score: Score,
    pub(crate) bound: Bound,
    pub(crate) draft: Depth,
}
