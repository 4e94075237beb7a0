//! A position that says what it is told to, for questions to the policy.

use std::num::NonZeroU16;

use crate::{AtLeast, Chosen, Evaluate, Game, Noisy, Outcome, Past, Paths, Play, Ply, Tactical};

/// A position that says what it is told to. Moves from [`NOISY`] on stir things up.
#[derive(Clone, Debug)]
pub(super) struct Scene {
    pub(super) key: u64,
    pub(super) left: Option<Ply>,
    pub(super) reversible: Ply,
    pub(super) since: Option<Ply>,
    pub(super) next: Option<Ply>,
    /// Keys of the positions before, the latest first.
    pub(super) before: Vec<u64>,
    pub(super) calm: bool,
    pub(super) structures: [u64; 3],
    pub(super) may_pass: bool,
    pub(super) passes: u32,
}

pub(super) const NOISY: u16 = 100;

impl Default for Scene {
    fn default() -> Self {
        Self {
            key: 0x1234_5678,
            left: None,
            reversible: 9,
            since: None,
            next: None,
            before: Vec::new(),
            calm: true,
            structures: [1, 2, 0],
            may_pass: true,
            passes: 0,
        }
    }
}

impl Game for Scene {
    type Move = u16;
    type Undo = ();
    type List<T: Copy> = Vec<T>;

    fn key(&self) -> u64 {
        self.key
    }

    fn outcome(&self) -> Option<Outcome> {
        None
    }

    fn legal_moves(&self, moves: &mut Vec<u16>) {
        moves.extend([1, NOISY + 1, 2, NOISY + 2, 3, NOISY + 3, 4]);
    }

    fn make(&mut self, _mv: u16) {}

    fn unmake(&mut self, _mv: u16, (): ()) {}

    fn pack(&self, mv: u16) -> NonZeroU16 {
        NonZeroU16::new(mv).unwrap()
    }

    fn unpack(&self, packed: NonZeroU16) -> Option<u16> {
        Some(packed.get()).filter(|&mv| (1..=4).contains(&mv) || (101..=103).contains(&mv))
    }
}

impl Evaluate for Scene {
    fn evaluate(&self) -> i16 {
        77
    }
}

impl Noisy for Scene {
    fn is_calm(&self) -> bool {
        self.calm
    }

    fn noisy_moves(&self, moves: &mut Vec<u16>) {
        moves.push(NOISY + 3);
    }
}

impl Tactical for Scene {
    fn is_noisy(&self, mv: u16) -> bool {
        mv >= NOISY
    }

    fn prize(&self, mv: u16) -> i32 {
        i32::from(mv) * 10
    }

    /// Of the noisy ones the first loses, the second is even, the third wins; of the quiet ones the last loses.
    fn exchange(&self, mv: u16) -> i32 {
        if self.is_noisy(mv) { i32::from(mv) - i32::from(NOISY) - 2 } else { -i32::from(mv == 4) }
    }

    fn structures(&self) -> [u64; 3] {
        self.structures
    }

    fn early_outcome(&self) -> Option<Outcome> {
        (self.key == 0).then_some(Outcome::Value(5))
    }

    fn outcome_without_moves(&self) -> Outcome {
        Outcome::Loss
    }

    fn pass(&mut self) -> Option<()> {
        self.passes += 1;
        self.may_pass.then_some(())
    }

    fn take_back_pass(&mut self, (): ()) {
        self.passes -= 1;
    }

    /// The last two quiet moves give check.
    fn is_calm_after(&self, mv: u16) -> Option<bool> {
        [None, Some(true), Some(false), Some(false)][usize::from(mv % NOISY - 1)]
    }

    fn key_after(&self, mv: u16) -> Option<u64> {
        Some(self.key + u64::from(mv))
    }
}

impl Past for Scene {
    fn drawn_since(&self, _ply: Ply) -> Option<Ply> {
        self.since
    }

    fn drawn_next(&self, _ply: Ply) -> Option<Ply> {
        self.next
    }

    fn plies_left(&self) -> Option<Ply> {
        self.left
    }

    fn reversible_plies(&self) -> Ply {
        self.reversible
    }

    fn each_before(&self, each: impl FnMut(u64)) {
        self.before.iter().copied().for_each(each);
    }
}

/// The policy with all its techniques.
pub(super) type With<H> = Play<Chosen, AtLeast, H>;

pub(super) fn with<H: Paths>(paths: H) -> With<H> {
    Play::with_paths(Chosen::ALL, AtLeast, paths)
}
