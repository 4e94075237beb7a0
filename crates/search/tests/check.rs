//! `check_game` passes sound games and names what is wrong with broken ones.

mod common;

use std::num::NonZeroU16;

use common::{Graph, Layers, Matches};
use search::{CheckError, Game, Outcome, check_game};

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
