//! Trying first what failed high elsewhere.

use std::fmt;
use std::num::NonZeroU16;

use crate::policy::forward_to_inner;
use crate::{Depth, Game, Ply, Policy, Score, Selection, ValueRange};

/// Another policy with its equally ranked moves ordered by what the search has learnt: *killers*, the last two moves that
/// failed high at the same ply, then *history*, how often a move of this side failed high anywhere.
///
/// It learns for as long as it lives and knows moves by their packed form alone, so it serves any game. Sides are told
/// apart by the parity of the ply: clear it before searching a root with the other side to move. With one thread it is
/// as deterministic as the search. 256 KiB.
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
    /// What ranks of the inner policy are multiplied by, so that nothing learnt outweighs them.
    const STEP: i32 = 1 << 16;

    /// `inner`, with nothing learnt yet.
    pub fn new(inner: P) -> Self {
        Self { inner, killers: Vec::new(), scores: vec![0; 2 * MOVES] }
    }

    /// What a fail-high with `depth` plies to search adds: the more, the more nodes it stands for; the least beyond depth 0.
    fn bonus(depth: Depth) -> i32 {
        let depth = i32::from(depth.clamp(1, 8));
        16 * depth * depth
    }

    /// Forgets all that was learnt, for a new game or a root with another side to move.
    pub fn clear(&mut self) {
        self.killers.clear();
        self.scores.fill(0);
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

impl<G: Game, P: Policy<G>> Selection<G> for History<P> {}

impl<G: Game, P: Policy<G>> Policy<G> for History<P> {
    const RANKED: bool = true;

    forward_to_inner!(G, P);

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
        let bonus = Self::bonus(depth);
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
    fn the_bonus_grows_with_depth_and_is_least_beyond_depth_0() {
        let bonus = History::<()>::bonus;
        assert_eq!((bonus(Depth::MIN), bonus(-7), bonus(0), bonus(1)), (16, 16, 16, 16));
        assert_eq!((bonus(2), bonus(8), bonus(Depth::MAX)), (64, 1_024, 1_024));
    }

    #[test]
    fn scores_stay_within_their_limit_and_forget_the_longer_they_are_contradicted() {
        let mut history = History::new(());
        for _ in 0..10_000 {
            history.learn(MOVE, 3, History::<()>::bonus(8));
            assert!(i32::from(history.scores[History::<()>::index(MOVE, 3)]) <= History::<()>::LIMIT);
        }
        let full = history.scores[History::<()>::index(MOVE, 3)];
        assert!(i32::from(full) > History::<()>::LIMIT / 2);
        history.learn(MOVE, 3, -History::<()>::bonus(8));
        let first = full - history.scores[History::<()>::index(MOVE, 3)];
        history.learn(MOVE, 3, -History::<()>::bonus(8));
        let second = full - first - history.scores[History::<()>::index(MOVE, 3)];
        assert!(first > second && second > 0, "{first} > {second}");
        assert_eq!(history.scores[History::<()>::index(MOVE, 2)], 0, "the other side's is its own");
    }
}
