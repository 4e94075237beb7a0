//! Trying first what failed high elsewhere.

use std::fmt;
use std::num::NonZeroU16;

use crate::{Depth, Game, Limits, Ply, Policy, Score};

/// Another policy with its equally ranked moves ordered by what the search has learnt: *killers*, the last two moves that
/// failed high at the same ply, then *history*, how often a move of this side failed high anywhere.
///
/// It learns for as long as it lives and knows moves by their packed form alone, so it serves any game. With one thread it
/// is as deterministic as the search. 256 KiB.
///
/// Sources: killers, Akl and Newborn, *The principal continuation and the killer heuristic*, ACM 1977; history,
/// Schaeffer, *The history heuristic*, ICCA Journal 6(3), 1983. A history that pulls towards 0 in proportion to its size
/// ('gravity') is common in chess engines.
#[derive(Clone)]
pub struct History<P> {
    inner: P,
    killers: Vec<[Option<NonZeroU16>; 2]>,
    /// By side (the parity of the ply) and packed move, −[`History::LIMIT`] ..= [`History::LIMIT`].
    scores: Vec<i16>,
}

/// Packed moves.
const MOVES: usize = 1 << 16;

impl<P> History<P> {
    /// The greatest a history score can grow, either way.
    const LIMIT: i32 = 8_192;
    /// What one fail-high at great depth adds at most.
    const MAX_BONUS: i32 = 1_024;
    /// What ranks of the inner policy are multiplied by, so that nothing learnt outweighs them.
    const STEP: i32 = 1 << 16;

    /// `inner`, with nothing learnt yet.
    pub fn new(inner: P) -> Self {
        Self { inner, killers: Vec::new(), scores: vec![0; 2 * MOVES] }
    }

    fn index(packed: NonZeroU16, ply: Ply) -> usize {
        usize::from(ply % 2) * MOVES + usize::from(packed.get())
    }

    /// Moves a score by `bonus`, less the further it already is that way.
    fn learn(&mut self, packed: NonZeroU16, ply: Ply, bonus: i32) {
        let score = &mut self.scores[Self::index(packed, ply)];
        let old = i32::from(*score);
        let new = old + bonus - old * bonus.abs() / Self::LIMIT;
        // |new| is at most LIMIT, as |old| and |bonus| are.
        *score = i16::try_from(new).unwrap_or(*score);
    }
}

impl<P: fmt::Debug> fmt::Debug for History<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("History").field("inner", &self.inner).finish_non_exhaustive()
    }
}

impl<G: Game, P: Policy<G>> Policy<G> for History<P> {
    type Gate = P::Gate;

    const RANKED: bool = true;
    const QUIESCENCE: bool = P::QUIESCENCE;

    #[inline]
    fn gate(&self) -> &P::Gate {
        self.inner.gate()
    }

    #[inline]
    fn key(&self, game: &G) -> u64 {
        self.inner.key(game)
    }

    #[inline]
    fn limits(&self, game: &G, ply: Ply) -> Limits {
        self.inner.limits(game, ply)
    }

    #[inline]
    fn leaf(&self, game: &G) -> Score {
        self.inner.leaf(game)
    }

    #[inline]
    fn expand(&self, game: &G, moves: &mut G::List<G::Move>) {
        self.inner.expand(game, moves);
    }

    #[inline]
    fn is_calm(&self, game: &G) -> bool {
        self.inner.is_calm(game)
    }

    #[inline]
    fn expand_noisy(&self, game: &G, moves: &mut G::List<G::Move>) {
        self.inner.expand_noisy(game, moves);
    }

    fn rank(&self, game: &G, mv: G::Move, ply: Ply) -> i32 {
        let packed = game.pack(mv);
        let killers = self.killers.get(usize::from(ply)).copied().unwrap_or_default();
        let learnt = match killers.iter().position(|&killer| killer == Some(packed)) {
            Some(0) => 2 * Self::LIMIT + 1,
            Some(_) => 2 * Self::LIMIT,
            None => i32::from(self.scores[Self::index(packed, ply)]),
        };
        self.inner.rank(game, mv, ply).saturating_mul(Self::STEP).saturating_add(learnt)
    }

    fn failed_high(&mut self, game: &G, tried: &[G::Move], depth: Depth, ply: Ply) {
        let Some((&best, worse)) = tried.split_last() else { return };
        let depth_squared = i32::from(depth).saturating_mul(i32::from(depth));
        let bonus = depth_squared.saturating_mul(16).clamp(16, Self::MAX_BONUS);
        let packed = game.pack(best);
        self.learn(packed, ply, bonus);
        for &mv in worse {
            self.learn(game.pack(mv), ply, -bonus);
        }
        let ply_index = usize::from(ply);
        if self.killers.len() <= ply_index {
            self.killers.resize(ply_index + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply_index];
        if killers[0] != Some(packed) {
            *killers = [Some(packed), killers[0]];
        }
        self.inner.failed_high(game, tried, depth, ply);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOVE: NonZeroU16 = NonZeroU16::MAX;

    #[test]
    fn scores_stay_within_their_limit_and_forget_the_longer_they_are_contradicted() {
        let mut history = History::new(());
        for _ in 0..10_000 {
            history.learn(MOVE, 3, History::<()>::MAX_BONUS);
            assert!(i32::from(history.scores[History::<()>::index(MOVE, 3)]) <= History::<()>::LIMIT);
        }
        let full = history.scores[History::<()>::index(MOVE, 3)];
        assert!(i32::from(full) > History::<()>::LIMIT / 2);
        history.learn(MOVE, 3, -History::<()>::MAX_BONUS);
        let first = full - history.scores[History::<()>::index(MOVE, 3)];
        history.learn(MOVE, 3, -History::<()>::MAX_BONUS);
        let second = full - first - history.scores[History::<()>::index(MOVE, 3)];
        assert!(first > second && second > 0, "{first} > {second}");
        assert_eq!(history.scores[History::<()>::index(MOVE, 2)], 0, "the other side's is its own");
    }
}
