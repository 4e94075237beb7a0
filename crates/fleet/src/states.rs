//! What the fleet asks of a game's positions.

use games::connect_four::{ConnectFour, Stones};
use games::tic_tac_toe::{Marks, TicTacToe};
use search::{Game, Outcome};

use crate::tally::Standing;

/// Positions as lossless keys, moves by copying, and moves taken back without knowing which was played.
///
/// Every move adds a stone, so a position's ply is its number of stones, and no position comes again.
pub(crate) trait States: Copy + 'static {
    /// The empty board.
    const ROOT: Self;
    /// Bits of a key.
    const KEY_BITS: u32;
    /// The last ply there can be.
    const LAST_PLY: u8;

    /// The position of a key that [`key`](Self::key) or [`canonical`](Self::canonical) gave.
    fn decode(key: u64) -> Self;
    /// Its key, which no other position has.
    fn key(self) -> u64;
    /// The least key of the position and its images.
    fn canonical(self) -> u64;
    /// How many images it has, itself among them.
    fn images(self) -> u64;
    /// Stones on the board.
    fn ply(self) -> u8;
    /// Whether the player who moved last has won.
    fn is_lost(self) -> bool;
    /// Whether no move is left.
    fn is_full(self) -> bool;
    /// The positions after each move, where the game goes on.
    fn children(self) -> impl Iterator<Item = Self>;
    /// All positions that lead here in one move, and perhaps some that cannot arise or whose game is over.
    fn parents(self) -> impl Iterator<Item = Self>;
    /// The value for the side to move, where the game is over.
    fn value(self) -> Option<i16>;

    /// How the game stands.
    #[inline]
    fn standing(self) -> Standing {
        if self.is_lost() {
            // The player who began moved last where the stones are odd.
            if self.ply() % 2 == 1 { Standing::First } else { Standing::Second }
        } else if self.is_full() {
            Standing::Drawn
        } else {
            Standing::Open
        }
    }
}

/// The value of an outcome on the game's own scale. The games here grade their wins themselves.
fn own_value(outcome: Outcome) -> i16 {
    match outcome {
        Outcome::Value(value) => value,
        Outcome::Draw => 0,
        Outcome::Win => 1,
        Outcome::Loss => -1,
    }
}

impl<const W: usize, const H: usize> States for Stones<W, H> {
    const ROOT: Self = Self::EMPTY;
    const KEY_BITS: u32 = Self::KEY_BITS;
    const LAST_PLY: u8 = ConnectFour::<W, H>::AREA;

    #[inline]
    fn decode(key: u64) -> Self {
        Self::decode(key)
    }
    #[inline]
    fn key(self) -> u64 {
        self.key()
    }
    #[inline]
    fn canonical(self) -> u64 {
        self.canonical_key()
    }
    #[inline]
    fn images(self) -> u64 {
        if self.is_symmetric() { 1 } else { 2 }
    }
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "at most 63 stones")]
    fn ply(self) -> u8 {
        self.stones() as u8
    }
    #[inline]
    fn is_lost(self) -> bool {
        self.is_lost()
    }
    #[inline]
    fn is_full(self) -> bool {
        self.is_full()
    }
    #[inline]
    fn children(self) -> impl Iterator<Item = Self> {
        self.children()
    }
    #[inline]
    fn parents(self) -> impl Iterator<Item = Self> {
        self.parents()
    }
    #[inline]
    fn value(self) -> Option<i16> {
        // Most positions are open, and the whole board costs more than the question.
        if !self.is_lost() && !self.is_full() {
            return None;
        }
        ConnectFour::from(self).outcome().map(own_value)
    }
}

impl States for Marks {
    const ROOT: Self = Self::EMPTY;
    const KEY_BITS: u32 = Self::KEY_BITS;
    const LAST_PLY: u8 = 9;

    fn decode(key: u64) -> Self {
        Self::decode(key)
    }
    fn key(self) -> u64 {
        self.key()
    }
    fn canonical(self) -> u64 {
        self.canonical_key()
    }
    fn images(self) -> u64 {
        self.images().count() as u64
    }
    #[expect(clippy::cast_possible_truncation, reason = "at most 9 marks")]
    fn ply(self) -> u8 {
        self.stones() as u8
    }
    fn is_lost(self) -> bool {
        self.is_lost()
    }
    fn is_full(self) -> bool {
        self.is_full()
    }
    fn children(self) -> impl Iterator<Item = Self> {
        self.children()
    }
    fn parents(self) -> impl Iterator<Item = Self> {
        self.parents()
    }
    fn value(self) -> Option<i16> {
        TicTacToe::from(self).outcome().map(own_value)
    }
}
