//! The widths a key can have, and blocks of keys of each width.

use core::fmt::{Debug, LowerHex};
use core::hash::Hash;
use core::ops::{BitAnd, BitOr, BitXor, BitXorAssign, Shr};

use crate::{Code, Pcg, SplitMix64};

mod sealed {
    pub trait Sealed {}
}

/// An unsigned integer a key can be: `u32`, `u64` or `u128`. Sealed.
pub trait Word:
    sealed::Sealed
    + Copy
    + Debug
    + Default
    + Ord
    + Hash
    + LowerHex
    + BitXor<Output = Self>
    + BitXorAssign
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Shr<u32, Output = Self>
    + 'static
{
    /// Bits of the word.
    const BITS: u32;
    /// No bit set.
    const ZERO: Self;

    /// The word, zero-extended.
    fn to_u128(self) -> u128;

    /// The low bits of `wide`.
    fn from_u128(wide: u128) -> Self;

    /// Bits that are set.
    fn count_ones(self) -> u32;

    /// The sum modulo 2^[`BITS`](Word::BITS).
    #[must_use]
    fn wrapping_add(self, other: Self) -> Self;

    /// The difference modulo 2^[`BITS`](Word::BITS).
    #[must_use]
    fn wrapping_sub(self, other: Self) -> Self;

    /// The product modulo 2^[`BITS`](Word::BITS).
    #[must_use]
    fn wrapping_mul(self, other: Self) -> Self;

    /// The next word of a generator; of a `u128`, the low half comes first.
    #[cfg(feature = "rand_core")]
    fn draw<R: rand_core::Rng + ?Sized>(rng: &mut R) -> Self;
}

/// Room for the words of one key set while it is built, in layout order. What [`key_set!`](crate::key_set!) fills.
#[derive(Clone, Copy, Debug)]
pub struct Words<W, const N: usize>(pub [W; N]);

impl<W: Copy, const N: usize> Words<W, N> {
    /// The `M` words from `offset` on.
    ///
    /// # Panics
    ///
    /// Where they reach past the end; in a constant that is a compile error.
    #[must_use]
    pub const fn block<const M: usize>(&self, offset: usize) -> [W; M] {
        let mut block = [self.0[0]; M];
        let mut i = 0;
        while i < M {
            block[i] = self.0[offset + i];
            i += 1;
        }
        block
    }
}

/// The low half.
#[expect(clippy::cast_possible_truncation, reason = "the low half is what is wanted")]
pub(crate) const fn low_u32(word: u64) -> u32 {
    word as u32
}

#[cfg(feature = "rand_core")]
fn two_words<R: rand_core::Rng + ?Sized>(rng: &mut R) -> u128 {
    let low = u128::from(rng.next_u64());
    u128::from(rng.next_u64()) << 64 | low
}

macro_rules! words {
    ($($word:ident, $next:ident, $draw:expr;)*) => {$(
        impl sealed::Sealed for $word {}

        impl Word for $word {
            const BITS: u32 = $word::BITS;
            const ZERO: Self = 0;

            #[inline]
            #[allow(clippy::cast_lossless, reason = "one of the three is no widening")]
            fn to_u128(self) -> u128 {
                self as u128
            }

            #[inline]
            #[allow(clippy::cast_possible_truncation, reason = "the low bits are what is wanted")]
            fn from_u128(wide: u128) -> Self {
                wide as $word
            }

            #[inline]
            fn count_ones(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn wrapping_add(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline]
            fn wrapping_sub(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }

            #[inline]
            fn wrapping_mul(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }

            #[cfg(feature = "rand_core")]
            fn draw<R: rand_core::Rng + ?Sized>(rng: &mut R) -> Self {
                $draw(rng)
            }
        }

        impl<const N: usize> Words<$word, N> {
            /// The next `N` words of the generator.
            #[must_use]
            pub const fn from_pcg(mut pcg: Pcg) -> Self {
                let mut words = [0; N];
                let mut i = 0;
                while i < N {
                    words[i] = pcg.$next();
                    i += 1;
                }
                Self(words)
            }

            /// The columns of a linear code that keep a [`Code`]'s promise for `N` features.
            ///
            /// # Panics
            ///
            /// Where there are more features than [`Code::MAX_FEATURES`]; in a constant that is a compile error.
            #[must_use]
            pub const fn from_code(code: Code) -> Self {
                let columns = code.columns(N, $word::BITS);
                let mut words = [0; N];
                let mut i = 0;
                while i < N {
                    #[allow(clippy::cast_possible_truncation, reason = "a column has no more bits than the word")]
                    {
                        words[i] = columns.key(i) as $word;
                    }
                    i += 1;
                }
                Self(words)
            }

            /// The next `N` words of the generator.
            #[must_use]
            pub const fn from_split_mix(mut split_mix: SplitMix64) -> Self {
                let mut words = [0; N];
                let mut i = 0;
                while i < N {
                    words[i] = split_mix.$next();
                    i += 1;
                }
                Self(words)
            }
        }
    )*};
}

words! {
    u32, next_u32, R::next_u32;
    u64, next_u64, R::next_u64;
    u128, next_u128, two_words;
}
