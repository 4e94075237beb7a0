//! What a search has learnt about moves: killers, counter-moves, and histories with gravity.

use std::num::NonZeroU16;
use std::sync::Arc;

use super::histories::{BEFORE, Histories, LIMIT, TRACES};
use crate::{Depth, Ply};

/// The rank of an even exchange among quiet moves: after the latest killer, before the other and all else, but for killers and
/// counter-moves that give check, which come before.
pub(super) const EVEN: i32 = 5 * LIMIT;
/// How many of the moves [`BEFORE`] a quiet one count where it is reduced: those one and two plies before.
const NEAREST: usize = 2;
/// What a move is filed under as the one before another: its trace; `None` where there is none, or it was a pass.
pub(super) type Trace = Option<u16>;

/// A quiet move as the tables know it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quiet {
    pub(super) packed: NonZeroU16,
    pub(super) trace: u16,
    pub(super) ply: Ply,
    /// What was played one, two and four plies before.
    pub(super) before: [Trace; BEFORE],
}

/// A noisy move, in chess a capture or promotion, as the tables know it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Capture {
    pub(super) trace: u16,
    pub(super) prize: i32,
}

/// Which of the tables are asked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked {
    pub(super) killers: bool,
    pub(super) counter_moves: bool,
    pub(super) continuations: bool,
}

/// All that was learnt.
pub(super) struct Learnt {
    killers: Vec<[Option<NonZeroU16>; 2]>,
    /// By the trace of the move answered.
    counters: Vec<Option<NonZeroU16>>,
    histories: Arc<Histories>,
}

impl Learnt {
    /// Nothing yet.
    pub(super) fn new() -> Self {
        Self::with_histories(Arc::new(Histories::new()))
    }

    /// What another thread at the same search begins with: the histories are the same, now and later.
    pub(super) fn partner(&self) -> Self {
        Self::with_histories(Arc::clone(&self.histories))
    }

    fn with_histories(histories: Arc<Histories>) -> Self {
        Self { killers: Vec::new(), counters: vec![None; TRACES], histories }
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.clear_own();
        match Arc::get_mut(&mut self.histories) {
            Some(histories) => histories.clear_alone(),
            None => self.histories.clear(),
        }
    }

    /// Forgets what partners do not know.
    pub(super) fn clear_own(&mut self) {
        self.killers.clear();
        self.counters.fill(None);
    }

    /// What threads learn together.
    pub(super) fn histories(&self) -> &Histories {
        &self.histories
    }

    /// Forgets the killers of a ply, where a node two plies before is entered: they refuted replies to another position's moves.
    #[inline]
    pub(super) fn forget_killers(&mut self, ply: Ply) {
        if let Some(killers) = self.killers.get_mut(usize::from(ply)) {
            *killers = [None; 2];
        }
    }

    /// Greater is tried earlier: killers, then the counter-move, then by history, which lies within four times ±8,192.
    pub(super) fn rank(&self, quiet: Quiet, asked: Asked) -> i32 {
        let killers = self.killers.get(usize::from(quiet.ply)).copied().unwrap_or_default();
        let is_killer = |place: usize| asked.killers && killers[place] == Some(quiet.packed);
        let is_counter = || {
            asked.counter_moves
                && quiet.before[0]
                    .is_some_and(|trace| self.counters[usize::from(trace) % TRACES] == Some(quiet.packed))
        };
        if is_killer(0) {
            EVEN + 1
        } else if is_killer(1) {
            EVEN - 1
        } else if is_counter() {
            EVEN - 2
        } else {
            self.histories.sum(quiet, if asked.continuations { BEFORE } else { 0 })
        }
    }

    /// The sum of the histories that say how far a move may be reduced: of those after other moves only the nearest.
    pub(super) fn history(&self, quiet: Quiet, continuations: bool) -> i32 {
        self.histories.sum(quiet, if continuations { NEAREST } else { 0 })
    }

    /// A quiet move failed high.
    pub(super) fn refuted(&mut self, best: Quiet, depth: Depth) {
        let ply = usize::from(best.ply);
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(best.packed) {
            *killers = [Some(best.packed), killers[0]];
        }
        if let Some(trace) = best.before[0] {
            self.counters[usize::from(trace) % TRACES] = Some(best.packed);
        }
        self.histories.learn(best, bonus(depth));
    }

    /// A quiet move turned out well: as the table knew, or since no answer to it was good enough.
    pub(super) fn confirmed(&self, quiet: Quiet, depth: Depth) {
        self.histories.learn(quiet, bonus(depth));
    }

    /// A noisy move failed high, or came before the one that did, be it searched or left out.
    pub(super) fn tried_noisy(&self, noisy: Capture, depth: Depth, is_best: bool) {
        self.histories.learn_capture(noisy, if is_best { bonus(depth) } else { -bonus(depth) });
    }

    /// A quiet move came before the one that failed high, be it searched or left out.
    pub(super) fn disappointed(&self, quiet: Quiet, depth: Depth) {
        self.histories.learn(quiet, -bonus(depth));
    }
}

/// A copy learns by itself from now on.
impl Clone for Learnt {
    fn clone(&self) -> Self {
        let histories = Arc::new(Histories::clone(&self.histories));
        Self { killers: self.killers.clone(), counters: self.counters.clone(), histories }
    }
}

/// The more plies the fail-high stands for, the more it says.
fn bonus(depth: Depth) -> i32 {
    let depth = i32::from(depth.clamp(1, 10));
    (16 * depth * depth).min(1_600)
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUIET: Quiet =
        Quiet { packed: NonZeroU16::MAX, trace: 1023, ply: 3, before: [Some(5), Some(u16::MAX), None] };
    const ALL: Asked = Asked { killers: true, counter_moves: true, continuations: true };

    #[test]
    fn histories_stay_within_their_limit_and_yield_to_contradiction() {
        let mut learnt = Learnt::new();
        for _ in 0..10_000 {
            learnt.histories.learn(QUIET, bonus(Depth::MAX));
        }
        let full = learnt.history(QUIET, true);
        assert!((3 * LIMIT * 9 / 10..=3 * LIMIT).contains(&full), "{full}");
        learnt.histories.learn(QUIET, -bonus(10));
        let first = full - learnt.history(QUIET, true);
        learnt.histories.learn(QUIET, -bonus(10));
        let second = full - first - learnt.history(QUIET, true);
        assert!(first > second && second > 0, "{first} > {second}");
        assert_eq!(learnt.history(Quiet { ply: 2, before: [None; BEFORE], ..QUIET }, true), 0);
        learnt.clear();
        assert_eq!(learnt.history(QUIET, true), 0);
    }

    #[test]
    fn the_move_four_plies_before_tells_in_which_order_but_not_how_deep() {
        let learnt = Learnt::new();
        let after = |before| Quiet { before, ..QUIET };
        learnt.confirmed(after([None, None, Some(7)]), 5);
        let asked = [[None; BEFORE], [None, None, Some(7)], [Some(7), None, None], [None, None, Some(8)]];
        let found =
            asked.map(|before| [learnt.rank(after(before), ALL), learnt.history(after(before), true)]);
        let one = bonus(5);
        assert_eq!(found, [[one, one], [2 * one, one], [one, one], [one, one]]);
        let unasked = Asked { continuations: false, ..ALL };
        assert_eq!(learnt.rank(after(asked[1]), unasked), one);
    }

    #[test]
    fn captures_are_told_apart_by_trace_and_prize() {
        let mut learnt = Learnt::new();
        let noisy = |trace, prize| Capture { trace, prize };
        learnt.tried_noisy(noisy(5, 500), 4, true);
        learnt.tried_noisy(noisy(5, 900), 3, false);
        let scores = |learnt: &Learnt| {
            let asked = [noisy(5, 500), noisy(5, 900), noisy(5, 330), noisy(6, 500), noisy(5, -500)];
            asked.map(|noisy| learnt.histories().capture(noisy))
        };
        let expected = [bonus(4), -bonus(3), 0, 0, 0];
        assert_eq!(scores(&learnt), expected);
        assert_eq!([scores(&learnt.partner()), scores(&learnt.clone())], [expected; 2]);
        let (partner, mut alone) = (learnt.partner(), learnt.clone());
        learnt.clear();
        alone.clear();
        assert_eq!([scores(&learnt), scores(&partner), scores(&alone)], [[0; 5]; 3]);
    }

    #[test]
    fn partners_learn_from_each_other_and_copies_do_not() {
        let mut learnt = Learnt::new();
        let (partner, copy) = (learnt.partner(), learnt.clone());
        learnt.refuted(QUIET, 5);
        let histories = [&learnt, &partner, &copy].map(|learnt| learnt.history(QUIET, false));
        assert_eq!(histories, [bonus(5), bonus(5), 0]);
        assert_eq!(learnt.clone().history(QUIET, false), bonus(5));
        assert!(learnt.rank(QUIET, ALL) > partner.rank(QUIET, ALL), "killers are one's own");
    }

    #[test]
    fn killers_come_before_counter_moves_and_those_before_history() {
        let mut learnt = Learnt::new();
        learnt.refuted(QUIET, 5);
        let elsewhere = Quiet { ply: 5, ..QUIET };
        let after_another = Quiet { before: [Some(6), None, None], ..elsewhere };
        let ranks = [QUIET, elsewhere, after_another].map(|quiet| learnt.rank(quiet, ALL));
        assert_eq!(ranks, [EVEN + 1, EVEN - 2, bonus(5)]);
        assert!(EVEN - 2 > (1 + i32::try_from(BEFORE).unwrap()) * LIMIT, "what was learnt comes after both");
        let after = |trace| learnt.rank(Quiet { before: [Some(trace), None, None], ..elsewhere }, ALL);
        let answered: Vec<u16> = (0..TRACES)
            .map(|trace| u16::try_from(trace).unwrap())
            .filter(|&trace| after(trace) == EVEN - 2)
            .collect();
        assert_eq!(answered, [5], "an answer to one move is none to another");
        let none = Asked { killers: false, counter_moves: false, continuations: false };
        assert_eq!(learnt.rank(QUIET, none), bonus(5));
        let other = Quiet { packed: NonZeroU16::MIN, ..QUIET };
        learnt.refuted(other, 5);
        let ranks = [QUIET, other].map(|quiet| learnt.rank(quiet, ALL));
        assert_eq!(
            ranks,
            [EVEN - 1, EVEN + 1],
            "the last two are kept, and an even exchange is tried between them"
        );
        learnt.forget_killers(3);
        assert!(ranks[0] > learnt.rank(QUIET, ALL), "no killer any more");
        learnt.forget_killers(99);
    }
}
