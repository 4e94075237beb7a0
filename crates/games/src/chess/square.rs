//! Squares, and the files and ranks they lie on.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;
use zkeys::Feature;

use super::BitBoard;

/// One of the 64 squares, numbered from a1 = 0 along the ranks to h8 = 63.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// One of the eight files, numbered from a = 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct File(u8);

/// Why a text is no square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected a square, a file a to h and a rank 1 to 8")]
#[non_exhaustive]
pub struct SquareError;

impl Square {
    /// The corner a1, number 0.
    pub const A1: Self = Self(0);
    /// The corner h8, number 63.
    pub const H8: Self = Self(63);

    /// The square with this number; only the low six bits count.
    #[inline]
    pub const fn new(number: u8) -> Self {
        Self(number & 63)
    }

    /// The square on this file and rank, the rank counted from 0; only its low three bits count.
    #[inline]
    pub const fn at(file: File, rank: u8) -> Self {
        Self((rank & 7) << 3 | file.0)
    }

    /// The lowest square of a set of 64 bits that is not empty.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a bit's number is below 64")]
    pub(super) const fn lowest(bits: u64) -> Self {
        Self::new(bits.trailing_zeros() as u8)
    }

    /// The number, 0 to 63.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The number as an index, which the compiler can see is below 64.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// The file.
    #[inline]
    pub const fn file(self) -> File {
        File(self.0 & 7)
    }

    /// The rank, counted from 0.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 >> 3
    }

    /// The set of this square alone.
    #[inline]
    pub const fn bit(self) -> BitBoard {
        BitBoard::new(1 << (self.0 & 63))
    }

    /// The square mirrored to the other side of the board: a1 and a8, e4 and e5.
    #[inline]
    #[must_use]
    pub const fn flipped(self) -> Self {
        Self(self.0 ^ 0b11_1000)
    }

    /// The square `by` further in number, around the end of the board if need be.
    #[inline]
    #[must_use]
    pub(super) const fn offset(self, by: i8) -> Self {
        Self::new(self.0.wrapping_add_signed(by))
    }

    /// All squares, a1 to h8.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..64).map(Self)
    }
}

impl File {
    /// The a-file.
    pub const A: Self = Self(0);
    /// The c-file, where a king castled to the a-side stands.
    pub const C: Self = Self(2);
    /// The d-file, where a rook castled on the a-side stands.
    pub const D: Self = Self(3);
    /// The e-file.
    pub const E: Self = Self(4);
    /// The f-file, where a rook castled on the h-side stands.
    pub const F: Self = Self(5);
    /// The g-file, where a king castled to the h-side stands.
    pub const G: Self = Self(6);
    /// The h-file.
    pub const H: Self = Self(7);

    /// The file with this number; only the low three bits count.
    #[inline]
    pub const fn new(number: u8) -> Self {
        Self(number & 7)
    }

    /// The file called by this letter, of either case.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter.to_ascii_lowercase() {
            lower @ 'a'..='h' => Some(Self(lower as u8 - b'a')),
            _ => None,
        }
    }

    /// The number, 0 to 7.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The lower-case letter.
    pub const fn letter(self) -> char {
        (b'a' + self.0) as char
    }
}

impl Feature for Square {
    const COUNT: usize = 64;

    #[inline]
    fn index(self) -> usize {
        self.index()
    }
}

impl Feature for File {
    const COUNT: usize = 8;

    #[inline]
    fn index(self) -> usize {
        usize::from(self.0 & 7)
    }
}

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Self, SquareError> {
        match *text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Ok(Self::at(File(file - b'a'), rank - b'1')),
            _ => Err(SquareError),
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file().letter(), self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl fmt::Debug for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
