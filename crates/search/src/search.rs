//! A search and its parts: table, policy, observer, limit, algorithm.

use std::convert::Infallible;
use std::num::NonZeroU16;

use ttable::{Entry, Table};

use crate::algorithm::Lines;
use crate::{Algorithm, AlphaBeta, AtLeast, Game, Limit, Observer, Plain, Policy, Score, Window};

/// Plies still to search, at most [`MAX_DEPTH`].
pub type Depth = i16;

/// The deepest search: what a table can say of a draft.
pub const MAX_DEPTH: Depth = Entry::MAX_DRAFT;

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer<M> {
    /// The value for the side to move, or a bound of it where it lies outside the window.
    pub score: Score,
    /// The move that gives the score. `None` where the game is over, where its value was known without a move, and where
    /// several windows were searched and none failed high; not proven best where the search failed low.
    pub best: Option<M>,
    /// Nodes entered, the root included.
    pub nodes: u64,
}

/// A fail-soft search of the alpha-beta family with parts of the caller's choice.
///
/// Made by [`Search::new`] and the `with_` methods; the example is at the head of the crate.
#[derive(Debug)]
pub struct Search<T, P = Plain, O = (), L: Limit = (), A: Algorithm = AlphaBeta> {
    pub(crate) table: T,
    pub(crate) policy: P,
    pub(crate) observer: O,
    pub(crate) limit: L,
    pub(crate) lines: A::Lines,
    pub(crate) nodes: u64,
    pub(crate) stopped: Option<L::Reason>,
    /// A null-move cutoff is being verified: nobody passes.
    pub(crate) verifying: bool,
    /// What the run was asked for, which bounds how far lines are extended.
    pub(crate) aim: Depth,
}

impl<T: Table> Search<T> {
    /// A plain search over `table`, which may be a reference to a shared one.
    pub const fn new(table: T) -> Self {
        Self {
            table,
            policy: Plain(AtLeast),
            observer: (),
            limit: (),
            lines: (),
            nodes: 0,
            stopped: None,
            verifying: false,
            aim: 0,
        }
    }
}

impl<T, P, O, L: Limit, A: Algorithm> Search<T, P, O, L, A> {
    /// The same search with another policy.
    pub fn with_policy<Q>(self, policy: Q) -> Search<T, Q, O, L, A> {
        let Self { table, observer, limit, lines, nodes, stopped, .. } = self;
        Search { table, policy, observer, limit, lines, nodes, stopped, verifying: false, aim: 0 }
    }

    /// The same search, reporting to `observer`, which may be a `&mut` of the caller's.
    pub fn with_observer<N: Observer>(self, observer: N) -> Search<T, P, N, L, A> {
        let Self { table, policy, limit, lines, nodes, stopped, .. } = self;
        Search { table, policy, observer, limit, lines, nodes, stopped, verifying: false, aim: 0 }
    }

    /// The same search, ended by `limit`, which counts its nodes from its making on, over all its runs.
    pub fn with_limit<M: Limit>(self, limit: M) -> Search<T, P, O, M, A> {
        let Self { table, policy, observer, lines, nodes, .. } = self;
        Search { table, policy, observer, limit, lines, nodes, stopped: None, verifying: false, aim: 0 }
    }

    /// The same search by another algorithm.
    pub fn with_algorithm<B: Algorithm>(self) -> Search<T, P, O, L, B> {
        let Self { table, policy, observer, limit, nodes, stopped, .. } = self;
        Search {
            table,
            policy,
            observer,
            limit,
            lines: B::Lines::default(),
            nodes,
            stopped,
            verifying: false,
            aim: 0,
        }
    }

    /// The table.
    pub const fn table(&self) -> &T {
        &self.table
    }

    /// The table, to clear or resize it between runs.
    pub const fn table_mut(&mut self) -> &mut T {
        &mut self.table
    }

    /// The policy, to make it forget what it has learnt between runs.
    pub const fn policy_mut(&mut self) -> &mut P {
        &mut self.policy
    }

    /// The policy, with what it has learnt.
    pub fn into_policy(self) -> P {
        self.policy
    }

    /// Nodes entered by all runs of this search so far, stopped ones included.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The packed moves of the last run's principal variation, from its root; empty if the algorithm collects none, if the
    /// run was stopped, and if it failed low: then no move is known to be best.
    pub fn line(&self) -> &[NonZeroU16] {
        self.lines.line()
    }
}

impl<T: Table, P, O: Observer, A: Algorithm> Search<T, P, O, (), A> {
    /// The value of `game` to `depth` plies (`0..=`[`MAX_DEPTH`], clamped) in `window`.
    pub fn run<G: Game>(&mut self, game: &mut G, depth: Depth, window: impl Window) -> Answer<G::Move>
    where
        P: Policy<G>,
    {
        let answer: Result<_, Infallible> = self.try_run(game, depth, window);
        let Ok(answer) = answer;
        answer
    }
}
