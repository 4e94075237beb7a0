//! What may differ from search to search: which moves, in which order, what is known beforehand, what the table may say.
//!
//! Rust has no specialisation, so a search cannot ask 'does this game know its limits?'. A policy asks for the traits it
//! uses in its bounds, and the search is compiled for the policy.

use ttable::Entry;

use crate::{Bounded, Depth, Evaluate, Game, Guide, Noisy, Ply, Score, Selection};

/// Which stored drafts are good enough for a search to `depth`.
pub trait DepthGate {
    /// Whether an entry searched to `draft` plies may answer for `depth`.
    fn admits(&self, draft: Depth, depth: Depth) -> bool;
}

/// Entries searched at least as deep as asked: for play, and for solving to the end.
#[derive(Clone, Copy, Debug, Default)]
pub struct AtLeast;

impl DepthGate for AtLeast {
    #[inline]
    fn admits(&self, draft: Depth, depth: Depth) -> bool {
        draft >= depth
    }
}

/// Entries searched exactly as deep as asked: with it a depth-limited search gives plain minimax's value.
#[derive(Clone, Copy, Debug, Default)]
pub struct Equal;

impl DepthGate for Equal {
    #[inline]
    fn admits(&self, draft: Depth, depth: Depth) -> bool {
        draft == depth
    }
}

/// What is known of a node's value before its moves are searched: it lies in `lower..=upper`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueRange {
    /// No value below this one is possible.
    pub lower: Score,
    /// No value above this one is possible.
    pub upper: Score,
}

impl ValueRange {
    /// Nothing is known.
    pub const OPEN: Self = Self { lower: Score::MIN, upper: Score::MAX };

    /// The value is known.
    pub const fn exact(score: Score) -> Self {
        Self { lower: score, upper: score }
    }
}

/// How a search treats a game. Every method has a default, so a policy says only what it changes. What a search that plays
/// asks beside this is in [`Selection`], all of it optional.
pub trait Policy<G: Game>: Selection<G> {
    /// Which stored depths count.
    type Gate: DepthGate;

    /// Whether [`rank`](Policy::rank) says anything. Where it is false, no ranks are computed and nothing is sorted.
    const RANKED: bool = false;

    /// Whether the search goes on beyond depth 0 by noisy moves, to depth [`Entry::MIN_DRAFT`].
    const QUIESCENCE: bool = false;

    /// The depth at which a node is a leaf, whatever its moves.
    const HORIZON: Depth = if Self::QUIESCENCE { Entry::MIN_DRAFT } else { 0 };

    /// The depth gate.
    fn gate(&self) -> &Self::Gate;

    /// The key the table is asked for.
    #[inline]
    fn key(&self, game: &G) -> u64 {
        game.key()
    }

    /// What is known without search, `ply` plies from the root. It must settle a finished game.
    #[inline]
    fn known_range(&self, game: &G, ply: Ply) -> ValueRange {
        game.outcome().map_or(ValueRange::OPEN, |outcome| ValueRange::exact(outcome.score(ply)))
    }

    /// The value where the search goes no deeper, or where a game goes on without moves.
    fn leaf(&self, game: &G) -> Score;

    /// Appends the moves to search.
    #[inline]
    fn expand(&self, game: &G, moves: &mut G::List<G::Move>) {
        game.legal_moves(moves);
    }

    /// Whether the side to move may take the leaf's value rather than any move, at depth 0 or below.
    #[inline]
    fn is_calm(&self, game: &G) -> bool {
        let _ = game;
        true
    }

    /// Appends the moves to search at a calm node at depth 0 or below.
    #[inline]
    fn expand_noisy(&self, game: &G, moves: &mut G::List<G::Move>) {
        let _ = (game, moves);
    }

    /// How promising a move is at a node `ply` plies from the root: greater is tried earlier, equal ones in the order
    /// listed. Ranks within ±2,047 leave room for what policies around this one add; beyond that they may tie.
    #[inline]
    fn rank(&self, game: &G, mv: G::Move, ply: Ply) -> i32 {
        let _ = (game, mv, ply);
        0
    }

    /// The last of the moves `tried`, in this order, has failed high at a node with `depth` plies to search, `ply` plies
    /// from the root.
    #[inline]
    fn failed_high(&mut self, game: &G, tried: &[G::Move], depth: Depth, ply: Ply) {
        let _ = (game, tried, depth, ply);
    }
}

/// Any game, every legal move in the game's own order. Where depth runs out the value is a draw.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plain<D = AtLeast>(pub D);

impl<G: Game, D: DepthGate> Selection<G> for Plain<D> {}

impl<G: Game, D: DepthGate> Policy<G> for Plain<D> {
    type Gate = D;

    #[inline]
    fn gate(&self) -> &D {
        &self.0
    }

    #[inline]
    fn leaf(&self, _game: &G) -> Score {
        Score::DRAW
    }
}

/// A game with a static evaluation, which values the positions where depth runs out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Evaluated<D = AtLeast>(pub D);

impl<G: Evaluate, D: DepthGate> Selection<G> for Evaluated<D> {}

impl<G: Evaluate, D: DepthGate> Policy<G> for Evaluated<D> {
    type Gate = D;

    #[inline]
    fn gate(&self) -> &D {
        &self.0
    }

    #[inline]
    fn leaf(&self, game: &G) -> Score {
        Score::plain(i32::from(game.evaluate()))
    }
}

/// A game with a static evaluation and noisy moves: where depth runs out, the search goes on until the position is calm.
#[derive(Clone, Copy, Debug, Default)]
pub struct Quiescent<D = AtLeast>(pub D);

impl<G: Noisy, D: DepthGate> Selection<G> for Quiescent<D> {}

impl<G: Noisy, D: DepthGate> Policy<G> for Quiescent<D> {
    type Gate = D;

    const QUIESCENCE: bool = true;

    #[inline]
    fn gate(&self) -> &D {
        &self.0
    }

    #[inline]
    fn leaf(&self, game: &G) -> Score {
        Score::plain(i32::from(game.evaluate()))
    }

    #[inline]
    fn is_calm(&self, game: &G) -> bool {
        game.is_calm()
    }

    #[inline]
    fn expand_noisy(&self, game: &G, moves: &mut G::List<G::Move>) {
        game.noisy_moves(moves);
    }
}

/// A game that knows its limits and its promising moves: for solving to the end.
#[derive(Clone, Copy, Debug, Default)]
pub struct Guided<D = AtLeast>(pub D);

impl<G: Bounded + Guide, D: DepthGate> Selection<G> for Guided<D> {}

impl<G: Bounded + Guide, D: DepthGate> Policy<G> for Guided<D> {
    type Gate = D;

    const RANKED: bool = true;

    #[inline]
    fn gate(&self) -> &D {
        &self.0
    }

    #[inline]
    fn known_range(&self, game: &G, ply: Ply) -> ValueRange {
        if let Some(outcome) = game.outcome() {
            return ValueRange::exact(outcome.score(ply));
        }
        let (lower, upper) = game.known_range();
        ValueRange { lower: Score::plain(i32::from(lower)), upper: Score::plain(i32::from(upper)) }
    }

    #[inline]
    fn leaf(&self, _game: &G) -> Score {
        Score::DRAW
    }

    #[inline]
    fn expand(&self, game: &G, moves: &mut G::List<G::Move>) {
        game.candidates(moves);
    }

    #[inline]
    fn rank(&self, game: &G, mv: G::Move, _ply: Ply) -> i32 {
        game.rank(mv)
    }
}

/// All of a policy but its ranks, as the policy in the field `inner` has it. For policies that wrap another.
macro_rules! forward_to_inner {
    ($game:ident, $inner:ident) => {
        type Gate = $inner::Gate;

        const QUIESCENCE: bool = $inner::QUIESCENCE;

        #[inline]
        fn gate(&self) -> &$inner::Gate {
            self.inner.gate()
        }

        #[inline]
        fn key(&self, game: &$game) -> u64 {
            self.inner.key(game)
        }

        #[inline]
        fn known_range(&self, game: &$game, ply: Ply) -> ValueRange {
            self.inner.known_range(game, ply)
        }

        #[inline]
        fn leaf(&self, game: &$game) -> Score {
            self.inner.leaf(game)
        }

        #[inline]
        fn expand(&self, game: &$game, moves: &mut $game::List<$game::Move>) {
            self.inner.expand(game, moves);
        }

        #[inline]
        fn is_calm(&self, game: &$game) -> bool {
            self.inner.is_calm(game)
        }

        #[inline]
        fn expand_noisy(&self, game: &$game, moves: &mut $game::List<$game::Move>) {
            self.inner.expand_noisy(game, moves);
        }
    };
}

pub(crate) use forward_to_inner;

/// Another policy with its equally ranked moves in an order of its own, so that threads that share a table part ways.
#[derive(Clone, Copy, Debug)]
pub struct Reordered<P> {
    inner: P,
    salt: u32,
}

impl<P> Reordered<P> {
    /// `inner` with ties broken by `salt`; 0 leaves the order as it is.
    pub const fn new(inner: P, salt: u32) -> Self {
        Self { inner, salt }
    }
}

impl<G: Game, P: Policy<G>> Selection<G> for Reordered<P> {}

impl<G: Game, P: Policy<G>> Policy<G> for Reordered<P> {
    const RANKED: bool = true;

    forward_to_inner!(G, P);

    #[inline]
    fn rank(&self, game: &G, mv: G::Move, ply: Ply) -> i32 {
        let hash = u32::from(game.pack(mv).get()).wrapping_mul(self.salt.wrapping_mul(0x9e37_79b9)) >> 28;
        self.inner.rank(game, mv, ply).saturating_mul(16).saturating_add(hash.cast_signed())
    }

    #[inline]
    fn failed_high(&mut self, game: &G, tried: &[G::Move], depth: Depth, ply: Ply) {
        self.inner.failed_high(game, tried, depth, ply);
    }
}
