//! Games for the tests: small enough to solve by hand or by minimax, odd enough to find faults.

#![allow(clippy::unwrap_used, reason = "a test may panic")]
#![allow(dead_code, reason = "each test binary uses its own part of this module")]

pub(crate) mod walk;

use std::num::NonZeroU16;

use search::{
    Bounded, Depth, Evaluate, Game, Guide, Noisy, Outcome, Past, Resolve, Resolved, Score, Tactical,
};

/// The move as packed by every game here: its number plus one.
fn packed(mv: u16) -> NonZeroU16 {
    NonZeroU16::MIN.saturating_add(mv)
}

/// A well-mixed number from a position and a purpose (the finaliser of `SplitMix64` over the sum).
pub(crate) fn mix(seed: u64, salt: u64) -> u64 {
    let mut word = seed.wrapping_add(salt.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// A subtraction game: take one to `most` matches; who takes the last one loses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Matches {
    pub(crate) left: u16,
    pub(crate) most: u16,
}

impl Game for Matches {
    type Move = u16;
    type Undo = u16;
    type List<T: Copy> = Vec<T>;

    fn key(&self) -> u64 {
        mix(self.left.into(), self.most.into())
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.left == 0).then_some(Outcome::Win)
    }

    fn legal_moves(&self, moves: &mut Vec<u16>) {
        moves.extend(1..=self.left.min(self.most));
    }

    fn make(&mut self, mv: u16) -> u16 {
        let left = self.left - mv;
        std::mem::replace(&mut self.left, left)
    }

    fn unmake(&mut self, _mv: u16, undo: u16) {
        self.left = undo;
    }

    fn pack(&self, mv: u16) -> NonZeroU16 {
        packed(mv)
    }

    fn unpack(&self, packed: NonZeroU16) -> Option<u16> {
        let mv = packed.get() - 1;
        (1..=self.left.min(self.most)).contains(&mv).then_some(mv)
    }
}

/// A random directed graph to walk on, with cycles, ends of every kind and an evaluation, all from a seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Graph {
    pub(crate) seed: u64,
    pub(crate) nodes: u16,
    pub(crate) at: u16,
}

impl Graph {
    /// The graph of this seed: 8 to 71 nodes, so that walks of a few plies meet again and again.
    pub(crate) fn new(seed: u64) -> Self {
        Self { seed, nodes: 8 + u16::try_from(mix(seed, 1) % 64).unwrap(), at: 0 }
    }

    fn word(&self, salt: u64) -> u64 {
        mix(self.seed ^ (u64::from(self.at) << 32), salt)
    }

    fn moves(&self) -> u16 {
        1 + u16::try_from(self.word(2) % 4).unwrap()
    }

    fn target(&self, mv: u16) -> u16 {
        u16::try_from(self.word(3 + u64::from(mv)) % u64::from(self.nodes)).unwrap()
    }

    /// What the oracle needs: the value where depth runs out.
    pub(crate) fn leaf(&self) -> Score {
        Score::plain(self.evaluate().into())
    }
}

impl Game for Graph {
    type Move = u16;
    type Undo = u16;
    type List<T: Copy> = Vec<T>;

    fn key(&self) -> u64 {
        mix(self.at.into(), 99)
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.at == 0 {
            return None;
        }
        match self.word(20) % 16 {
            0 => Some(Outcome::Win),
            1 => Some(Outcome::Loss),
            2 => Some(Outcome::Draw),
            3 => Some(Outcome::Value(-7)),
            _ => None,
        }
    }

    fn legal_moves(&self, moves: &mut Vec<u16>) {
        moves.extend(0..self.moves());
    }

    fn make(&mut self, mv: u16) -> u16 {
        let target = self.target(mv);
        std::mem::replace(&mut self.at, target)
    }

    fn unmake(&mut self, _mv: u16, undo: u16) {
        self.at = undo;
    }

    fn pack(&self, mv: u16) -> NonZeroU16 {
        packed(mv)
    }

    fn unpack(&self, packed: NonZeroU16) -> Option<u16> {
        Some(packed.get() - 1).filter(|&mv| mv < self.moves())
    }
}

impl Evaluate for Graph {
    fn evaluate(&self) -> i16 {
        i16::try_from(self.word(21) % 9).unwrap() - 4
    }
}

/// Nothing is noisy.
impl Noisy for Graph {
    fn is_calm(&self) -> bool {
        true
    }

    fn noisy_moves(&self, _moves: &mut Vec<u16>) {}
}

/// A game with no other feature than keys told beforehand.
impl Tactical for Graph {
    fn key_after(&self, mv: u16) -> Option<u64> {
        Some(Graph { at: self.target(mv), ..self.clone() }.key())
    }
}

impl Past for Graph {}

/// A random tree by plies whose positions are met by many orders of moves: `Graph` without cycles, played to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layers {
    pub(crate) seed: u64,
    pub(crate) plies: u16,
    pub(crate) ply: u16,
    pub(crate) at: u16,
}

impl Layers {
    const WIDTH: u64 = 6;

    /// The game of this seed, `plies` plies long.
    pub(crate) fn new(seed: u64, plies: u16) -> Self {
        Self { seed, plies, ply: 0, at: 0 }
    }

    /// Plies to the end.
    pub(crate) fn depth(&self) -> Depth {
        Depth::try_from(self.plies - self.ply).unwrap()
    }

    fn word(&self, salt: u64) -> u64 {
        mix(self.seed ^ (u64::from(self.ply) << 48) ^ (u64::from(self.at) << 32), salt)
    }

    fn moves(&self) -> u16 {
        1 + u16::try_from(self.word(2) % 4).unwrap()
    }
}

impl Game for Layers {
    type Move = u16;
    type Undo = u16;
    type List<T: Copy> = Vec<T>;

    fn key(&self) -> u64 {
        mix(self.at.into(), self.ply.into())
    }

    fn outcome(&self) -> Option<Outcome> {
        // A few values only, so that equal scores at the window's edge are common.
        let value = || i16::try_from(self.word(20) % 7).unwrap() - 3;
        (self.ply == self.plies).then(|| Outcome::Value(value()))
    }

    fn legal_moves(&self, moves: &mut Vec<u16>) {
        moves.extend(0..self.moves());
    }

    fn make(&mut self, mv: u16) -> u16 {
        let target = u16::try_from(self.word(3 + u64::from(mv)) % Self::WIDTH).unwrap();
        self.ply += 1;
        std::mem::replace(&mut self.at, target)
    }

    fn unmake(&mut self, _mv: u16, undo: u16) {
        self.ply -= 1;
        self.at = undo;
    }

    fn pack(&self, mv: u16) -> NonZeroU16 {
        packed(mv)
    }

    fn unpack(&self, packed: NonZeroU16) -> Option<u16> {
        Some(packed.get() - 1).filter(|&mv| mv < self.moves())
    }
}

impl Bounded for Layers {
    fn known_range(&self) -> (i16, i16) {
        // Sometimes tight, never wrong: every value lies in −3..=3, and one ply from the end the moves tell.
        if self.ply + 1 < self.plies {
            return (-3, 3);
        }
        let mut child = *self;
        let values = (0..self.moves()).map(|mv| {
            let undo = child.make(mv);
            let outcome = child.outcome();
            child.unmake(mv, undo);
            match outcome {
                Some(Outcome::Value(value)) => -value,
                other => unreachable!("the last ply ends the game, not {other:?}"),
            }
        });
        let best = values.max().unwrap();
        (best, best)
    }
}

impl Guide for Layers {
    fn candidates(&self, moves: &mut Vec<u16>) {
        moves.extend((0..self.moves()).rev());
    }

    fn rank(&self, mv: u16) -> i32 {
        i32::try_from(self.word(40 + u64::from(mv)) % 3).unwrap()
    }
}

impl Resolve for Layers {
    type Move = u16;
    type List<T: Copy> = Vec<T>;

    fn key(&self) -> u64 {
        Game::key(self)
    }

    fn resolve(&mut self) -> Resolved {
        let start = self.ply;
        let same = |game: &Self| (game.ply - start).is_multiple_of(2);
        while self.outcome().is_none() && self.moves() == 1 {
            self.make(0);
        }
        match self.outcome() {
            Some(Outcome::Value(value)) => Resolved::Value(if same(self) { value } else { -value }),
            Some(other) => unreachable!("the last ply ends the game with a value, not {other:?}"),
            None if same(self) => Resolved::Same,
            None => Resolved::Other,
        }
    }

    fn known_range(&self) -> (i16, i16) {
        Bounded::known_range(self)
    }

    fn candidates(&self) -> impl Iterator<Item = u16> {
        let mut moves = Vec::new();
        Guide::candidates(self, &mut moves);
        moves.into_iter()
    }

    fn after(&self, mv: u16) -> Self {
        let mut after = *self;
        after.make(mv);
        after
    }

    fn rank(&self, mv: u16, _child: &Self) -> i32 {
        Guide::rank(self, mv)
    }
}

/// `Layers` with an evaluation that noise upsets: some moves are noisy, and some positions must be answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Skirmish(pub(crate) Layers);

impl Game for Skirmish {
    type Move = u16;
    type Undo = u16;
    type List<T: Copy> = Vec<T>;

    fn key(&self) -> u64 {
        Game::key(&self.0)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn legal_moves(&self, moves: &mut Vec<u16>) {
        self.0.legal_moves(moves);
    }

    fn make(&mut self, mv: u16) -> u16 {
        self.0.make(mv)
    }

    fn unmake(&mut self, mv: u16, undo: u16) {
        self.0.unmake(mv, undo);
    }

    fn pack(&self, mv: u16) -> NonZeroU16 {
        self.0.pack(mv)
    }

    fn unpack(&self, packed: NonZeroU16) -> Option<u16> {
        self.0.unpack(packed)
    }
}

impl Evaluate for Skirmish {
    fn evaluate(&self) -> i16 {
        i16::try_from(self.0.word(60) % 9).unwrap() - 4
    }
}

impl Noisy for Skirmish {
    fn is_calm(&self) -> bool {
        !self.0.word(61).is_multiple_of(5)
    }

    fn noisy_moves(&self, moves: &mut Vec<u16>) {
        moves.extend((0..self.0.moves()).filter(|&mv| self.0.word(62 + u64::from(mv)).is_multiple_of(2)));
    }
}

/// A game with every feature: passing, prizes, keys told beforehand.
impl Tactical for Skirmish {
    fn is_noisy(&self, mv: u16) -> bool {
        self.0.word(62 + u64::from(mv)).is_multiple_of(2)
    }

    fn prize(&self, mv: u16) -> i32 {
        i32::try_from(self.0.word(70 + u64::from(mv)) % 5).unwrap()
    }

    fn exchange(&self, mv: u16) -> i32 {
        self.prize(mv) - i32::from(self.0.word(80 + u64::from(mv)).is_multiple_of(3))
    }

    fn pass(&mut self) -> Option<u16> {
        // As if the turn went over and the position with it.
        (self.is_calm() && self.0.ply < self.0.plies).then(|| self.0.make(0))
    }

    fn take_back_pass(&mut self, undo: u16) {
        self.0.unmake(0, undo);
    }

    fn key_after(&self, mv: u16) -> Option<u64> {
        let mut after = self.clone();
        after.make(mv);
        Some(after.key())
    }
}

impl Past for Skirmish {}
