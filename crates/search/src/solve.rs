//! Exact values by null windows.

use std::convert::Infallible;

use ttable::Table;

use crate::{Algorithm, Answer, Depth, Game, Limit, Null, Observer, Policy, Score, Search, Window};

impl<T: Table, P, O: Observer, A: Algorithm> Search<T, P, O, (), A> {
    /// The value of `game` within `lower..=upper`, as [`Search::try_solve`] gives it, without a limit.
    pub fn solve<G: Game>(
        &mut self,
        game: &mut G,
        depth: Depth,
        lower: Score,
        upper: Score,
    ) -> Answer<G::Move>
    where
        P: Policy<G>,
    {
        let answer: Result<_, Infallible> = self.try_solve(game, depth, lower, upper);
        let Ok(answer) = answer;
        answer
    }

    /// The value of `game` to `depth` plies, as [`Search::try_converge`] gives it, without a limit.
    pub fn converge<G: Game>(&mut self, game: &mut G, depth: Depth, guess: Score) -> Answer<G::Move>
    where
        P: Policy<G>,
    {
        let answer: Result<_, Infallible> = self.try_converge(game, depth, guess);
        let Ok(answer) = answer;
        answer
    }
}

impl<T: Table, P, O: Observer, L: Limit, A: Algorithm> Search<T, P, O, L, A> {
    /// The value of `game` within `lower..=upper`, by null windows: each asks whether it is greater than a number between
    /// what is known so far. Searching to `depth` plies must reach every end of the game.
    ///
    /// A value below `lower` is answered by a number that is no greater than `lower`, one above `upper` by one that is no less than
    /// `upper`: on the right side, but not exact. So with −1 and 1 the answer's sign says who wins, for two searches at most.
    /// Where `lower` is greater than `upper` nothing is asked and the answer means nothing.
    ///
    /// Null windows cut more than an open one, and the table keeps what each has learnt.
    ///
    /// # Errors
    ///
    /// The limit's reason, if it was reached first.
    pub fn try_solve<G: Game>(
        &mut self,
        game: &mut G,
        depth: Depth,
        mut lower: Score,
        mut upper: Score,
    ) -> Result<Answer<G::Move>, L::Reason>
    where
        P: Policy<G>,
    {
        let before = self.nodes();
        let mut best = None;
        while lower < upper {
            let answer = self.try_run(game, depth, Null::above(question(lower, upper)))?;
            if answer.score > question(lower, upper) {
                lower = answer.score;
                best = answer.best;
            } else {
                upper = answer.score;
            }
        }
        Ok(Answer { score: lower, best, nodes: self.nodes() - before })
    }

    /// The value of `game` to `depth` plies by null windows that start at `guess` and follow the answers: MTD(f). Few are
    /// needed where the guess is good, say the last iteration's score.
    ///
    /// Source: Plaat, Schaeffer, Pijls and de Bruin, *Best-first fixed-depth minimax algorithms*, Artificial Intelligence
    /// 87, 1996.
    ///
    /// # Errors
    ///
    /// The limit's reason, if it was reached first.
    pub fn try_converge<G: Game>(
        &mut self,
        game: &mut G,
        depth: Depth,
        guess: Score,
    ) -> Result<Answer<G::Move>, L::Reason>
    where
        P: Policy<G>,
    {
        let before = self.nodes();
        let (mut lower, mut upper) = (Score::MIN, Score::MAX);
        let mut best = None;
        let mut at = guess;
        while lower < upper {
            let window = Null::above(if at == lower { at } else { at.pred() });
            let answer = self.try_run(game, depth, window)?;
            at = answer.score;
            if answer.score > window.alpha() {
                lower = answer.score;
                best = answer.best;
            } else {
                upper = answer.score;
            }
        }
        Ok(Answer { score: lower, best, nodes: self.nodes() - before })
    }
}

/// Where to ask next: the middle.
pub(crate) fn question(lower: Score, upper: Score) -> Score {
    Score::raw(lower.get() + (upper.get() - lower.get()).div_euclid(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_always_narrows() {
        for (lower, upper) in
            [(Score::MIN, Score::MAX), (Score::raw(-1), Score::DRAW), (Score::DRAW, Score::raw(1))]
        {
            assert!(lower <= question(lower, upper) && question(lower, upper) < upper);
        }
        for (lower, upper) in (-9..9).flat_map(|lower| (lower + 1..=9).map(move |upper| (lower, upper))) {
            let question = question(Score::plain(lower), Score::plain(upper)).get();
            assert!(lower <= question && question < upper);
        }
    }
}
