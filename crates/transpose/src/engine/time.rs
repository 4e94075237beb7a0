//! How long to think.

use std::time::Duration;

use games::chess::Move;
use search::Score;

/// The time for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Budget {
    /// Where the move is not in doubt, no iteration is begun after this.
    pub(crate) soft: Duration,
    /// The search ends here, come what may.
    pub(crate) hard: Duration,
}

/// Moves that are planned for where nobody says when the clock is set forward, and percent of a move's share after which no
/// iteration is begun: without and with an increment, which makes good for what was spent.
const WITHOUT_INCREMENT: (u32, u32) = (30, 60);
const WITH_INCREMENT: (u32, u32) = (25, 70);

/// No search is planned shorter: a first move is found by then.
const LEAST: Duration = Duration::from_micros(50);

impl Budget {
    /// All of a fixed time, less what is lost on the way.
    pub(crate) fn fixed(time: Duration, overhead: Duration) -> Self {
        let hard = time.saturating_sub(overhead).max(time / 2).max(LEAST);
        Self { soft: hard, hard }
    }

    /// A share of what is left on the clock.
    ///
    /// `overhead` is what each move costs beyond the search. It is set aside for all moves planned with; where that is
    /// more than there is, moves are made as fast as they can be. No search may take more than two fifths of what is left,
    /// but for the last one before the clock is set forward. So the clock does not run out with no increment either.
    pub(crate) fn share(
        left: Duration,
        increment: Duration,
        until_reset: Option<u32>,
        overhead: Duration,
    ) -> Self {
        // A game of unknown length, or moves until the clock is set forward: planned with up to the horizon.
        let (horizon, percent) = if increment.is_zero() { WITHOUT_INCREMENT } else { WITH_INCREMENT };
        let moves = until_reset.map_or(horizon, |moves| moves.clamp(1, horizon));
        let pool = (left + increment * (moves - 1)).saturating_sub(overhead * (moves + 1));
        let plan = pool / moves;
        let most = if moves == 1 { left * 19 / 20 } else { left * 2 / 5 };
        let hard = (plan * 4).min(most.saturating_sub(overhead)).max(LEAST);
        Self { soft: (plan * percent / 100).clamp(LEAST, hard), hard }
    }
}

/// Judges after each iteration whether another is worth its time.
///
/// The soft limit is stretched while the best move changes, its score falls or other moves take many nodes to refute, and shortened
/// while it stands and the others take few.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    budget: Budget,
    best: Option<Move>,
    score: Score,
    /// Iterations in a row with this best move.
    stable: u32,
    /// There is no other legal move.
    is_forced: bool,
}

impl Pace {
    /// A move that `is_forced`, the only one there is, takes next to nothing of a clock.
    pub(super) fn new(budget: Budget, is_forced: bool) -> Self {
        Self { budget, best: None, score: Score::MIN, stable: 0, is_forced }
    }

    /// Whether to stop `elapsed` after the beginning, an iteration having ended with this move and score; `effort` percent of
    /// its nodes were spent on the move.
    pub(super) fn is_over(
        &mut self,
        (best, effort): (Option<Move>, u8),
        score: Score,
        elapsed: Duration,
    ) -> bool {
        self.stable = if best == self.best { self.stable + 1 } else { 0 };
        let fall = if self.score == Score::MIN { 0 } else { self.score.get() - score.get() };
        (self.best, self.score) = (best, score);
        let Budget { soft, hard } = self.budget;
        // A fixed time is used whole.
        if soft == hard {
            return elapsed >= hard;
        }
        self.is_forced || elapsed >= self.soft(fall, effort).min(hard)
    }

    /// The soft limit as it stands, the score having fallen by so many centipawns.
    fn soft(&self, fall: i32, effort: u8) -> Duration {
        // Percent: half as much again for a new move, down to three quarters for one that has stood for long.
        let for_move = 150 - 15 * self.stable.min(5);
        // Up to twice the time for a pawn lost.
        let for_fall = 100 + fall.clamp(0, 100).unsigned_abs();
        // Less where nearly all nodes went into the move, more where the others were hard to refute.
        let for_effort = 165 - u32::from(effort.min(100));
        self.budget.soft * for_move / 100 * for_fall / 100 * for_effort / 100
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(number: u64) -> Duration {
        Duration::from_millis(number)
    }

    /// Half-moves that a side may have to make in one game.
    const LONG_GAME: u32 = 300;

    #[test]
    fn a_clock_without_increment_is_never_used_up() {
        for overhead in [0, 1, 10, 30] {
            for start in [1, 50, 100, 1_000, 60_000] {
                let mut left = ms(start);
                // Every search to its hard limit, and what a move costs besides half of what is set aside for it.
                for _ in 0..LONG_GAME {
                    let budget = Budget::share(left, Duration::ZERO, None, ms(overhead));
                    assert!(budget.soft <= budget.hard && budget.hard <= (left / 2).max(LEAST), "{budget:?}");
                    if budget.hard == LEAST {
                        break; // as fast as can be: whatever is left, no plan lasts longer
                    }
                    left = left.checked_sub(budget.hard + ms(overhead) / 2).expect("time is left");
                }
            }
        }
    }

    #[test]
    fn fifty_milliseconds_are_enough_for_many_moves() {
        // Ten milliseconds a move are more than there are: no time for thought.
        let hasty = Budget { soft: LEAST, hard: LEAST };
        assert_eq!(Budget::share(ms(50), Duration::ZERO, None, ms(10)), hasty);
        assert_eq!(Budget::share(Duration::ZERO, ms(0), Some(0), ms(0)), hasty);
        let budget = Budget::share(ms(50), Duration::ZERO, None, ms(1));
        assert!(
            LEAST <= budget.soft && budget.soft < ms(1) && LEAST < budget.hard && budget.hard <= ms(3),
            "{budget:?}"
        );
    }

    #[test]
    fn the_last_move_before_the_clock_is_set_forward_may_take_nearly_all() {
        let budget = Budget::share(ms(1_000), Duration::ZERO, Some(1), ms(10));
        assert!(budget.hard > ms(900) && budget.hard <= ms(950), "{budget:?}");
        let two = Budget::share(ms(1_000), Duration::ZERO, Some(2), ms(10));
        assert!(two.hard < ms(500), "{two:?}");
    }

    #[test]
    fn an_increment_is_spent() {
        let without = Budget::share(ms(10_000), ms(0), None, ms(10));
        let with = Budget::share(ms(10_000), ms(1_000), None, ms(10));
        assert!(with.soft > without.soft * 2, "{with:?} {without:?}");
        let wild = Budget::share(ms(u32::MAX.into()), ms(u32::MAX.into()), Some(1), ms(0));
        assert!(wild.hard < ms(u32::MAX.into()));
    }

    #[test]
    fn a_fixed_time_is_used_but_for_the_overhead() {
        assert_eq!(Budget::fixed(ms(1_000), ms(10)).hard, ms(990));
        assert_eq!(Budget::fixed(ms(10), ms(10)).hard, ms(5));
        assert_eq!(Budget::fixed(ms(0), ms(10)).hard, LEAST);
    }

    #[test]
    fn a_fixed_time_is_not_cut_short() {
        for is_forced in [false, true] {
            let mut pace = Pace::new(Budget::fixed(ms(1_000), ms(10)), is_forced);
            let moves = ["e2e4"; 9].map(|text| games::chess::Board::start().read_uci(text).ok());
            assert!(moves.into_iter().all(|mv| !pace.is_over((mv, 100), Score::plain(20), ms(989))));
            assert!(pace.is_over((moves[0], 0), Score::plain(20), ms(990)));
        }
    }

    #[test]
    fn a_steady_move_ends_sooner_than_one_in_doubt() {
        let budget = Budget { soft: ms(100), hard: ms(400) };
        let [one, other] = ["e2e4", "d2d4"].map(|text| games::chess::Board::start().read_uci(text).ok());
        let mut steady = Pace::new(budget, false);
        assert!(
            Pace::new(budget, true).is_over((one, 65), Score::plain(20), ms(0)),
            "no time for the only move"
        );
        for _ in 0..8 {
            steady.is_over((one, 65), Score::plain(20), ms(0));
        }
        assert!(steady.is_over((one, 65), Score::plain(20), ms(80)));
        let mut in_doubt = steady;
        assert!(!in_doubt.is_over((other, 65), Score::plain(20), ms(80)));
        assert!(in_doubt.is_over((one, 65), Score::plain(20), ms(150)));
        let (mut easy, mut hard) = (steady, steady);
        assert!(easy.is_over((one, 95), Score::plain(20), ms(60)));
        assert!(!hard.is_over((one, 35), Score::plain(20), ms(90)), "the other moves take long to refute");
        let mut falling = steady;
        assert!(!falling.is_over((one, 65), Score::plain(-80), ms(149)));
        assert!(falling.is_over((one, 65), Score::plain(-500), ms(400)), "the hard limit holds");
    }
}
