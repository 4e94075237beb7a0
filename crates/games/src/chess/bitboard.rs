//! Sets of squares.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::Square;

/// A set of squares: bit n stands for the square number n.
///
/// Iterating yields the squares from a1 to h8.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct BitBoard(u64);

impl BitBoard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// Every square.
    pub const FULL: Self = Self(!0);
    pub(super) const FILE_A: Self = Self(0x0101_0101_0101_0101);
    pub(super) const FILE_H: Self = Self(0x8080_8080_8080_8080);
    /// The squares of a1's colour.
    pub const DARK: Self = Self(0xaa55_aa55_aa55_aa55);
    /// The first and the eighth rank.
    pub const BACK_RANKS: Self = Self(0xff00_0000_0000_00ff);

    /// The set with these bits.
    #[inline]
    pub const fn new(bits: u64) -> Self {
        Self(bits)
    }

    /// The rank counted from 0; only its low three bits count.
    #[inline]
    pub const fn rank(rank: u8) -> Self {
        Self(0xff << ((rank & 7) * 8))
    }

    /// The bits.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Number of squares, 0 to 64.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is no square.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether there are two squares or more.
    #[inline]
    pub const fn is_several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether the square is in the set.
    #[inline]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.number() & 1 != 0
    }

    /// Whether the sets share a square.
    #[inline]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The squares of this set that are not in the other.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The lowest square, if there is one.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::lowest(self.0)) }
    }

    /// Every square moved `by` numbers on (down if negative), those that leave the board dropped.
    #[inline]
    #[must_use]
    pub(super) const fn shifted(self, by: i8) -> Self {
        if by >= 0 { Self(self.0 << by) } else { Self(self.0 >> -by) }
    }
}

#[expect(
    clippy::copy_iterator,
    reason = "a set of squares is its own iterator, and looping over a copy is what is meant"
)]
impl Iterator for BitBoard {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let first = self.first();
        self.0 &= self.0.wrapping_sub(1);
        first
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.count_ones() as usize;
        (len, Some(len))
    }
}

impl From<Square> for BitBoard {
    fn from(square: Square) -> Self {
        square.bit()
    }
}

impl FromIterator<Square> for BitBoard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | square.bit())
    }
}

impl BitAnd for BitBoard {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for BitBoard {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for BitBoard {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Not for BitBoard {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl BitAndAssign for BitBoard {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for BitBoard {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for BitBoard {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

/// Eight lines, the eighth rank on top, `1` for a square in the set.
impl fmt::Display for BitBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            for file in 0..8 {
                f.write_str(if self.0 >> (rank * 8 + file) & 1 == 0 { "." } else { "1" })?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}

impl fmt::Debug for BitBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
