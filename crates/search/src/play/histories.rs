//! How often moves were right, and how far evaluations were off: scores with gravity, which threads may share.

use std::sync::atomic::{AtomicI16, Ordering};

use super::learnt::{Capture, Quiet};
use crate::mixed::mix;
use crate::tactical::STRUCTURES;
use crate::{Depth, Ply};

/// The greatest a history score can grow, either way.
pub(super) const LIMIT: i32 = 8_192;
/// Packed moves.
const MOVES: usize = 1 << 16;
/// Traces of moves, and one more for 'no move'.
pub(super) const TRACES: usize = 1024;
/// How many moves before a quiet one tell what it is worth as an answer: those one, two and four plies before.
pub(super) const BEFORE: usize = 3;
/// Steps of prizes told apart for noisy moves, and how long a step is: in chess, minor pieces count as one.
const PRIZES: usize = 16;
const PRIZE_STEP: i32 = 64;
/// Corrections for each side and part of the position.
const PLACES: usize = 1 << 14;
/// The greatest a correction can grow, and what is one unit of the evaluation.
const CORRECTION_LIMIT: i32 = 1_024;
const CORRECTION_ONE: i32 = 16;

/// The tables. Where a trace does not tell whose move it is, sides are told apart by the parity of the ply. About 6.5 MiB.
///
/// Threads at one search learn from each other here: each would otherwise know half as much, and try moves in another order
/// than the others, who are then of less use to it. Two that learn at the same moment may lose what one of them had to say.
pub(super) struct Histories {
    /// By side and packed move.
    butterfly: Box<[AtomicI16]>,
    /// By the trace of the move one, two or four plies before, and the move's own.
    continuations: [Box<[AtomicI16]>; BEFORE],
    /// Noisy moves, by their trace and what they take.
    captures: Box<[AtomicI16]>,
    /// How far the evaluation was off: by side and part of the position, under the part's hash.
    corrections: Box<[AtomicI16]>,
}

impl Histories {
    /// Nothing yet.
    pub(super) fn new() -> Self {
        let scores = |count| (0..count).map(|_| AtomicI16::new(0)).collect();
        Self {
            butterfly: scores(2 * MOVES),
            continuations: [(); BEFORE].map(|()| scores(TRACES * TRACES)),
            captures: scores(TRACES * PRIZES),
            corrections: scores(2 * STRUCTURES * PLACES),
        }
    }

    /// Forgets all, for everyone.
    pub(super) fn clear(&self) {
        let quiet = self.butterfly.iter().chain(self.continuations.iter().flatten());
        for score in quiet.chain(&self.captures).chain(&self.corrections) {
            score.store(0, Ordering::Relaxed);
        }
    }

    /// Forgets all, faster, where nobody else knows of it.
    pub(super) fn clear_alone(&mut self) {
        let others = [&mut self.butterfly, &mut self.captures, &mut self.corrections];
        // Table by table: the scores of all of them as one run would be set one by one.
        for scores in self.continuations.iter_mut().chain(others) {
            scores.iter_mut().for_each(|score| *score.get_mut() = 0);
        }
    }

    /// The sum of the scores of a quiet move, by itself and after so many of the moves before it.
    pub(super) fn sum(&self, quiet: Quiet, before: usize) -> i32 {
        let mut sum = read(&self.butterfly[butterfly(quiet)]);
        for (table, trace) in self.continuations.iter().zip(quiet.before).take(before) {
            if let Some(trace) = trace {
                sum += read(&table[pair(trace, quiet.trace)]);
            }
        }
        sum
    }

    /// The score of a noisy move.
    pub(super) fn capture(&self, noisy: Capture) -> i32 {
        read(&self.captures[capture(noisy)])
    }

    /// Moves the score of a noisy move by `bonus`.
    pub(super) fn learn_capture(&self, noisy: Capture, bonus: i32) {
        pull(&self.captures[capture(noisy)], bonus, LIMIT);
    }

    /// Moves the scores of a quiet move by `bonus`.
    pub(super) fn learn(&self, quiet: Quiet, bonus: i32) {
        pull(&self.butterfly[butterfly(quiet)], bonus, LIMIT);
        for (table, trace) in self.continuations.iter().zip(quiet.before) {
            if let Some(trace) = trace {
                pull(&table[pair(trace, quiet.trace)], bonus, LIMIT);
            }
        }
    }

    /// What the evaluation is to be mended by ('correction history'), at a node with these structures.
    #[inline]
    pub(super) fn correction(&self, ply: Ply, structures: [u64; STRUCTURES]) -> i32 {
        let sum: i32 = places(ply, structures).map(|place| read(&self.corrections[place])).sum();
        sum / CORRECTION_ONE
    }

    /// The evaluation, as mended, turned out to be off by so much.
    pub(super) fn correct(&self, ply: Ply, structures: [u64; STRUCTURES], depth: Depth, off: i32) {
        let bonus = (off.clamp(-2_000, 2_000) * i32::from(depth) / 8)
            .clamp(-CORRECTION_LIMIT / 4, CORRECTION_LIMIT / 4);
        for place in places(ply, structures) {
            pull(&self.corrections[place], bonus, CORRECTION_LIMIT);
        }
    }
}

impl Clone for Histories {
    fn clone(&self) -> Self {
        let copy = |scores: &[AtomicI16]| -> Box<[AtomicI16]> {
            scores.iter().map(|score| AtomicI16::new(score.load(Ordering::Relaxed))).collect()
        };
        Self {
            butterfly: copy(&self.butterfly),
            continuations: self.continuations.each_ref().map(|scores| copy(scores)),
            captures: copy(&self.captures),
            corrections: copy(&self.corrections),
        }
    }
}

fn butterfly(quiet: Quiet) -> usize {
    usize::from(quiet.ply % 2) * MOVES + usize::from(quiet.packed.get())
}

fn pair(before: u16, trace: u16) -> usize {
    usize::from(before) % TRACES * TRACES + usize::from(trace) % TRACES
}

fn capture(noisy: Capture) -> usize {
    let prize = usize::try_from(noisy.prize / PRIZE_STEP).unwrap_or(0) % PRIZES;
    usize::from(noisy.trace) % TRACES * PRIZES + prize
}

/// Where the corrections for these structures are.
#[inline]
fn places(ply: Ply, structures: [u64; STRUCTURES]) -> impl Iterator<Item = usize> {
    let side = usize::from(ply % 2) * STRUCTURES;
    structures.into_iter().enumerate().filter(|&(_, hash)| hash != 0).map(move |(part, hash)| {
        (side + part) * PLACES + usize::try_from(mix(hash) % PLACES as u64).unwrap_or_default()
    })
}

// Relaxed: a score stands for itself alone.
fn read(score: &AtomicI16) -> i32 {
    score.load(Ordering::Relaxed).into()
}

/// Moves a score by `bonus`, less the further it already is that way ('gravity').
fn pull(score: &AtomicI16, bonus: i32, limit: i32) {
    let old = read(score);
    let new = old + bonus - old * bonus.abs() / limit;
    // |new| is at most the limit, as |old| and |bonus| are.
    if let Ok(new) = i16::try_from(new) {
        score.store(new, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every number below `count` is there just once.
    fn fill(places: impl Iterator<Item = usize>, count: usize) {
        let mut filled = vec![false; count];
        for place in places {
            assert!(!std::mem::replace(&mut filled[place], true), "{place} twice");
        }
        assert!(filled.iter().all(|&is_filled| is_filled));
    }

    #[test]
    fn each_score_has_a_place_of_its_own_and_no_place_is_left() {
        let traces = || (0..1_024).flat_map(|one: u16| (0..1_024).map(move |other: u16| (one, other)));
        fill(traces().map(|(before, trace)| pair(before, trace)), 1_024 * 1_024);
        for (before, trace) in [(0, 1), (1, 0), (1_023, 1_023), (5, 700)] {
            assert_eq!(pair(before, trace), pair(before + 1_024, trace + 2_048), "greater traces wrap");
        }
        let noisy = |trace, prize| capture(Capture { trace, prize });
        let steps = || (0..1_024).flat_map(|trace: u16| (0..16).map(move |step: i32| (trace, step)));
        for within in [0, 63] {
            fill(steps().map(|(trace, step)| noisy(trace, step * 64 + within)), 1_024 * 16);
        }
        assert_eq!(
            [noisy(7, -900), noisy(7, 1_024), noisy(1_031, 64)],
            [noisy(7, 0), noisy(7, 0), noisy(7, 64)]
        );
    }

    #[test]
    fn each_side_s_structures_have_a_range_of_places_of_their_own() {
        let ranges =
            |ply, structures| places(ply, structures).map(|place| place / PLACES).collect::<Vec<_>>();
        for hash in 1..1_000 {
            assert_eq!(
                [0, 1, 2, 7].map(|ply| ranges(ply, [hash; 3])),
                [[0, 1, 2], [3, 4, 5], [0, 1, 2], [3, 4, 5]]
            );
            assert_eq!(ranges(1, [0, hash, 0]), [4], "0 stands for no part");
        }
        let used: std::collections::HashSet<usize> =
            (1..200_000).flat_map(|hash| places(0, [hash, 0, 0])).collect();
        assert!(used.len() > PLACES - 10, "{} places are used", used.len());
    }

    #[test]
    fn corrections_close_the_gap_and_belong_to_their_side_and_structure() {
        let histories = Histories::new();
        let (here, elsewhere) = ([5, 6, 7], [8, 9, 10]);
        for _ in 0..200 {
            let off = 40 - histories.correction(3, here);
            histories.correct(3, here, 8, off);
        }
        assert!((36..=44).contains(&histories.correction(3, here)), "{}", histories.correction(3, here));
        assert_eq!([histories.correction(2, here), histories.correction(3, elsewhere)], [0, 0]);
        let shared = histories.correction(3, [5, 9, 10]);
        assert!(
            0 < shared && shared < histories.correction(3, here),
            "one part of three is the same: {shared}"
        );
        for _ in 0..1_000 {
            histories.correct(4, here, Depth::MAX, i32::MIN);
        }
        let least = -3 * CORRECTION_LIMIT / CORRECTION_ONE;
        assert!((least..=least * 9 / 10).contains(&histories.correction(4, here)));
        for _ in 0..9 {
            histories.correct(3, [0; STRUCTURES], 8, 100);
        }
        assert_eq!(histories.correction(3, [0; STRUCTURES]), 0, "0 stands for no part");
        histories.clear();
        assert_eq!(histories.correction(3, here), 0);
    }
}
