//! `check_game` and `check_tactical` pass sound games and name what is wrong with broken ones.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::num::NonZeroU16;

use common::{Graph, Layers, Matches, Skirmish};
use search::{
    CheckError, Evaluate, Game, Noisy, Outcome, Tactical, TacticalRule, check_game, check_tactical,
};

#[test]
fn sound_games_pass() {
    for seed in 0..5 {
        assert_eq!(check_game(&Graph::new(seed), Graph::key, 5, 20, seed), Ok(()));
        assert_eq!(check_game(&Layers::new(seed, 9), Layers::key, 5, 20, seed), Ok(()));
        assert_eq!(check_game(&Matches { left: 21, most: 3 }, Matches::key, 5, 20, seed), Ok(()));
    }
}

/// Counts down by one or two, with one thing wrong.
#[derive(Clone, PartialEq, Eq)]
struct Broken {
    left: u16,
    key: u64,
    fault: Fault,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Fault {
    None,
    KeyDrifts,
    KeyDriftsAtOnce,
    MoveTwice,
    PackLoses,
    UnpacksAnything,
    UnmakeForgets,
    OneKeyForAll,
    /// Positions share a key that have as many moves, but others.
    MovesUnlikeKey,
}

impl Broken {
    /// What packed moves start from.
    fn first_pattern(&self) -> u16 {
        if self.fault == Fault::MovesUnlikeKey { 100 * self.left } else { 0 }
    }
}

impl Fault {
    /// The key of a position whose sound key is `left`.
    fn key_of(self, left: u64) -> u64 {
        match self {
            Self::OneKeyForAll => 7,
            Self::MovesUnlikeKey => left.min(2),
            _ => left,
        }
    }
}

impl Game for Broken {
    type Move = u16;
    type Undo = ();
    type List<T: Copy> = Vec<T>;

    fn key(&self) -> u64 {
        self.fault.key_of(self.key)
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.left == 0).then_some(Outcome::Loss)
    }

    fn legal_moves(&self, moves: &mut Vec<u16>) {
        moves.extend(1..=self.left.min(2));
        if self.fault == Fault::MoveTwice && self.left == 5 {
            moves.push(1);
        }
    }

    fn make(&mut self, mv: u16) {
        self.left -= mv;
        self.key = u64::from(self.left);
        let drifts = match self.fault {
            Fault::KeyDrifts => self.left == 3,
            Fault::KeyDriftsAtOnce => self.left == 8,
            _ => false,
        };
        if drifts {
            self.key = 99;
        }
    }

    fn unmake(&mut self, mv: u16, (): ()) {
        self.left += mv;
        self.key = u64::from(self.left);
        if self.fault == Fault::UnmakeForgets && self.left == 4 {
            self.left = 5;
        }
    }

    fn pack(&self, mv: u16) -> NonZeroU16 {
        let lost = self.fault == Fault::PackLoses && mv == 2;
        NonZeroU16::MIN.saturating_add(self.first_pattern() + if lost { 1 } else { mv })
    }

    fn unpack(&self, packed: NonZeroU16) -> Option<u16> {
        let mv = (packed.get() - 1).checked_sub(self.first_pattern())?;
        let legal = (1..=self.left.min(2)).contains(&mv);
        (legal || self.fault == Fault::UnpacksAnything && mv < 3).then_some(mv)
    }
}

fn check(fault: Fault) -> Result<(), CheckError> {
    let rehash = |game: &Broken| fault.key_of(game.left.into());
    check_game(&Broken { left: 9, key: 9, fault }, rehash, 20, 50, 1)
}

#[test]
fn each_fault_is_named() {
    assert_eq!(check(Fault::None), Ok(()));
    assert!(matches!(check(Fault::KeyDrifts), Err(CheckError::Key { fresh: 3, kept: 99, .. })));
    // At the position after the first move.
    let at_once = CheckError::Key { walk: 0, ply: 1, fresh: 8, kept: 99 };
    assert_eq!(check(Fault::KeyDriftsAtOnce), Err(at_once));
    assert!(matches!(check(Fault::MoveTwice), Err(CheckError::Repeated { index: 2, .. })));
    assert!(matches!(check(Fault::PackLoses), Err(CheckError::Packing { walk: 0, ply: 0, index: 1, .. })));
    assert!(matches!(check(Fault::UnpacksAnything), Err(CheckError::Unpacking { walk: 0, ply: 0, .. })));
    assert!(matches!(check(Fault::UnmakeForgets), Err(CheckError::Unmake { .. })));
    assert!(matches!(check(Fault::OneKeyForAll), Err(CheckError::Twins { key: 7, .. })));
    assert!(matches!(check(Fault::MovesUnlikeKey), Err(CheckError::Twins { key: 2, .. })));
}

#[test]
fn messages_name_the_place() {
    let text = CheckError::Key { walk: 2, ply: 11, fresh: 3, kept: 99 }.to_string();
    assert_eq!(text, "walk 2, ply 11: expected key 0x0000000000000003, found 0x0000000000000063");
}

#[test]
fn what_sound_games_tell_passes() {
    for seed in 0..5 {
        assert_eq!(check_tactical(&Graph::new(seed), 5, 20, seed), Ok(()));
        assert_eq!(check_tactical(&Skirmish(Layers::new(seed, 9)), 5, 20, seed), Ok(()));
        assert_eq!(check_tactical(&Astray(Skirmish(Layers::new(seed, 9)), Tale::True), 5, 20, seed), Ok(()));
    }
    for seed in 0..50 {
        let ends = Astray(Skirmish(Layers::new(seed, 2)), Tale::EndsByThePast);
        assert_eq!(check_tactical(&ends, 5, 20, seed), Ok(()));
    }
}

/// The first rule found broken.
fn told(tale: Tale) -> TacticalRule {
    let error = check_tactical(&Astray(Skirmish(Layers::new(1, 9)), tale), 50, 20, 1).unwrap_err();
    assert!(error.to_string().starts_with(&format!("walk {}, ply {}: expected ", error.walk, error.ply)));
    error.rule
}

#[test]
fn each_tale_is_found_out() {
    assert!(
        matches!(told(Tale::QuietLeftOut), TacticalRule::Shares { legal, noisy, quiet } if noisy + quiet == legal - 1)
    );
    assert!(
        matches!(told(Tale::NoisyTwice), TacticalRule::Shares { legal, noisy, quiet } if noisy + quiet == legal + 1)
    );
    assert!(
        matches!(told(Tale::NoisyAndQuiet), TacticalRule::Shares { legal, noisy, quiet } if noisy + quiet == legal)
    );
    assert_eq!(told(Tale::NoiseOtherwise), TacticalRule::Noise { index: 2 });
    assert!(matches!(told(Tale::QuiescenceTwice), TacticalRule::NoisyMoves { index } if index > 0));
    assert!(matches!(told(Tale::QuiescenceIllegal), TacticalRule::NoisyMoves { .. }));
    assert_eq!(told(Tale::GreatTrace), TacticalRule::Trace { index: 1, trace: 1024 });
    assert!(
        matches!(told(Tale::OtherKeyAfter), TacticalRule::KeyAfter { index: 1, made, told } if made == told ^ 1)
    );
    assert!(
        matches!(told(Tale::OtherCalmAfter), TacticalRule::CalmAfter { index: 1, made, told } if made != told)
    );
    assert_eq!(told(Tale::PassNotTakenBack), TacticalRule::Pass);
    assert_eq!(told(Tale::PassRefusedButMade), TacticalRule::Pass);
    assert_eq!(told(Tale::EndsEarly), TacticalRule::End { ended: None, told: Outcome::Draw });
    assert!(matches!(told(Tale::EndsOtherwise), TacticalRule::End { ended: Some(_), told: Outcome::Win }));
}

/// `Skirmish` that tells one thing wrong.
#[derive(Clone, PartialEq)]
struct Astray(Skirmish, Tale);

#[derive(Clone, Copy, PartialEq)]
enum Tale {
    True,
    QuietLeftOut,
    NoisyTwice,
    NoisyAndQuiet,
    NoiseOtherwise,
    QuiescenceTwice,
    QuiescenceIllegal,
    GreatTrace,
    OtherKeyAfter,
    OtherCalmAfter,
    PassNotTakenBack,
    PassRefusedButMade,
    EndsEarly,
    EndsOtherwise,
    /// Where it ends there are moves still, noisy ones, quiet ones or both: nobody asks how it ends without any.
    EndsByThePast,
}

impl Game for Astray {
    type Move = u16;
    type Undo = u16;
    type List<T: Copy> = Vec<T>;

    fn key(&self) -> u64 {
        self.0.key()
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

impl Evaluate for Astray {
    fn evaluate(&self) -> i16 {
        self.0.evaluate()
    }
}

impl Noisy for Astray {
    fn is_calm(&self) -> bool {
        self.0.is_calm()
    }

    fn noisy_moves(&self, moves: &mut Vec<u16>) {
        self.0.noisy_moves(moves);
        match self.1 {
            Tale::QuiescenceTwice => moves.extend(moves.first().copied()),
            Tale::QuiescenceIllegal => moves.push(99),
            _ => {}
        }
    }
}

impl Tactical for Astray {
    fn is_noisy(&self, mv: u16) -> bool {
        self.0.is_noisy(mv) != (self.1 == Tale::NoiseOtherwise && mv == 2)
    }

    fn noisy(&self, moves: &mut Vec<u16>) {
        if self.outcome().is_some() && self.1 != Tale::EndsByThePast {
            return;
        }
        self.0.noisy(moves);
        let mut quiet = Vec::new();
        self.0.quiet(&mut quiet);
        match (self.1, moves.first_mut(), quiet.first()) {
            (Tale::NoisyTwice, Some(&mut noisy), _) => moves.push(noisy),
            // As many as there are legal ones.
            (Tale::NoisyAndQuiet, Some(noisy), Some(&quiet)) => *noisy = quiet,
            _ => {}
        }
    }

    fn quiet(&self, moves: &mut Vec<u16>) {
        if self.outcome().is_some() && self.1 != Tale::EndsByThePast {
            return;
        }
        self.0.quiet(moves);
        if self.1 == Tale::QuietLeftOut {
            moves.pop();
        }
    }

    fn trace(&self, mv: u16) -> u16 {
        if self.1 == Tale::GreatTrace && mv == 1 { 1024 } else { self.0.trace(mv) }
    }

    /// With moves left, this game has not ended; and where it has, its moves do not tell.
    fn early_outcome(&self) -> Option<Outcome> {
        match self.1 {
            Tale::EndsEarly if self.0.0.ply == 3 => Some(Outcome::Draw),
            Tale::EndsOtherwise | Tale::EndsByThePast => None,
            _ => self.0.early_outcome(),
        }
    }

    fn outcome_without_moves(&self) -> Outcome {
        if matches!(self.1, Tale::EndsOtherwise | Tale::EndsByThePast) {
            Outcome::Win
        } else {
            self.0.outcome_without_moves()
        }
    }

    fn pass(&mut self) -> Option<u16> {
        let undo = self.0.pass();
        if self.1 == Tale::PassRefusedButMade { None } else { undo }
    }

    fn take_back_pass(&mut self, undo: u16) {
        if self.1 != Tale::PassNotTakenBack {
            self.0.take_back_pass(undo);
        }
    }

    fn is_calm_after(&self, mv: u16) -> Option<bool> {
        let mut after = self.0.clone();
        after.make(mv);
        Some(after.is_calm() != (self.1 == Tale::OtherCalmAfter && mv == 1))
    }

    fn key_after(&self, mv: u16) -> Option<u64> {
        let key = self.0.key_after(mv)?;
        Some(if self.1 == Tale::OtherKeyAfter && mv == 1 { key ^ 1 } else { key })
    }
}
