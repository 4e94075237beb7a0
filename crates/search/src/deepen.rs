//! Iterative deepening with aspiration windows.

use std::ops::RangeInclusive;

use ttable::{Bound, Table};

use crate::{
    Algorithm, Answer, Depth, Full, Game, Limit, MAX_DEPTH, Observer, Policy, Score, Search, Window,
};

/// One finished iteration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Iteration<M> {
    /// Plies searched.
    pub depth: Depth,
    /// The value to that depth, for the side to move.
    pub score: Score,
    /// Best play from the root, if the algorithm collects it; else its first move alone. Empty where no move is known: the game
    /// is over, or its value was settled without one.
    pub line: Vec<M>,
    /// Nodes entered by all iterations so far.
    pub nodes: u64,
}

/// What is told while a value is asked for near another.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Aspiring {
    /// The search in this window begins.
    Asks(Full),
    /// The answer lies outside its window: it is but a bound.
    Failed(Score, Bound),
}

/// How far from the last iteration's score an aspiration window reaches at first, in the game's own units.
const FIRST_REACH: i32 = 16;

impl<T: Table, P, O: Observer, L: Limit, A: Algorithm> Search<T, P, O, L, A> {
    /// Searches to each of `depths` within `0..=`[`MAX_DEPTH`] in turn, and hands each finished iteration to
    /// `progress`. The last one finished, and the reason if the limit was reached before the last depth.
    ///
    /// Each iteration after the first asks with a window around the last score, and widens the side that failed, fourfold
    /// each time, until the value lies inside: it terminates, as a window that reaches a win or loss is opened to the end.
    pub fn deepen<G: Game>(
        &mut self,
        game: &mut G,
        depths: RangeInclusive<Depth>,
        mut progress: impl FnMut(&Iteration<G::Move>),
    ) -> (Option<Iteration<G::Move>>, Option<L::Reason>)
    where
        P: Policy<G>,
    {
        self.policy.begin(game);
        let ended = self.deepen_from(game, depths, &mut progress);
        self.policy.end();
        ended
    }

    fn deepen_from<G: Game>(
        &mut self,
        game: &mut G,
        depths: RangeInclusive<Depth>,
        progress: &mut impl FnMut(&Iteration<G::Move>),
    ) -> (Option<Iteration<G::Move>>, Option<L::Reason>)
    where
        P: Policy<G>,
    {
        let before = self.nodes();
        let mut last: Option<Iteration<G::Move>> = None;
        // Clamped here too, so that no depth is searched twice.
        for depth in (*depths.start()).clamp(0, MAX_DEPTH)..=(*depths.end()).min(MAX_DEPTH) {
            let around = last.as_ref().map(|iteration| iteration.score);
            let answer = match self.aspire(game, depth, around, &mut |_, _| ()) {
                Ok(answer) => answer,
                Err(reason) => return (last, Some(reason)),
            };
            self.policy.iterated(game, answer.best);
            let nodes = self.nodes() - before;
            let iteration =
                Iteration { depth, score: answer.score, line: self.unpacked(game, answer.best), nodes };
            progress(&iteration);
            last = Some(iteration);
        }
        (last, None)
    }

    /// The value to `depth`, asked first near `around`. `told` hears of each window and of each answer outside it.
    pub(crate) fn aspire<G: Game>(
        &mut self,
        game: &mut G,
        depth: Depth,
        around: Option<Score>,
        told: &mut impl FnMut(&Self, Aspiring),
    ) -> Result<Answer<G::Move>, L::Reason>
    where
        P: Policy<G>,
    {
        let Some(around) = around else {
            told(self, Aspiring::Asks(Full::OPEN));
            return self.try_run(game, depth, Full::OPEN);
        };
        let (mut below, mut above) = (FIRST_REACH, FIRST_REACH);
        loop {
            let window = window_around(around, below, above);
            told(self, Aspiring::Asks(window));
            let answer = self.try_run(game, depth, window)?;
            if answer.score <= window.alpha() && window.alpha() > Score::MIN {
                below = below.saturating_mul(4);
                told(self, Aspiring::Failed(answer.score, Bound::Upper));
            } else if answer.score >= window.beta() && window.beta() < Score::MAX {
                above = above.saturating_mul(4);
                told(self, Aspiring::Failed(answer.score, Bound::Lower));
            } else {
                return Ok(answer);
            }
        }
    }

    /// The last run's line as moves, played and taken back; `best` alone if no line was collected.
    pub(crate) fn unpacked<G: Game>(&self, game: &mut G, best: Option<G::Move>) -> Vec<G::Move> {
        let mut line = Vec::new();
        let mut undos = Vec::new();
        for &packed in self.line() {
            let Some(mv) = game.unpack(packed) else { break };
            undos.push((mv, game.make(mv)));
            line.push(mv);
        }
        while let Some((mv, undo)) = undos.pop() {
            game.unmake(mv, undo);
        }
        if line.is_empty() {
            line.extend(best);
        }
        line
    }
}

/// The window that reaches so far from `around`, to the end of the range where that leaves the plain scores.
fn window_around(around: Score, below: i32, above: i32) -> Full {
    let plain = i32::from(Score::PLAIN_MAX);
    let alpha = around.get().saturating_sub(below);
    let beta = around.get().saturating_add(above);
    let alpha = if alpha < -plain { Score::MIN } else { Score::raw(alpha) };
    let beta = if beta > plain { Score::MAX } else { Score::raw(beta) };
    Full::new(alpha, beta).unwrap_or(Full::OPEN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_holds_what_it_is_around_and_opens_to_the_end() {
        for around in
            [Score::loss_in(3), Score::plain(-29_999), Score::DRAW, Score::plain(29_990), Score::win_in(9)]
        {
            for reach in [1, 16, 1 << 20, i32::MAX] {
                let window = window_around(around, reach, reach);
                assert!(window.alpha() < around && around < window.beta());
            }
            assert_eq!(window_around(around, i32::MAX, i32::MAX), Full::OPEN);
        }
        assert_eq!(window_around(Score::win_in(9), 16, 16).beta(), Score::MAX);
        assert_eq!(window_around(Score::loss_in(9), 16, 16).alpha(), Score::MIN);
        let window = |around, below, above| {
            let window = window_around(Score::plain(around), below, above);
            (window.alpha().get(), window.beta().get())
        };
        assert_eq!(window(100, 16, 64), (84, 164));
        // Up to the last of the plain scores, and from there on to the end.
        assert_eq!(window(29_989, 10, 10), (29_979, 29_999));
        assert_eq!(window(29_990, 10, 10), (29_980, 32_767));
        assert_eq!(window(-29_989, 10, 10), (-29_999, -29_979));
        assert_eq!(window(-29_990, 10, 10), (-32_767, -29_980));
    }
}
