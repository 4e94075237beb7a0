//! The word a board lies in.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{Add, BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr, Sub};

mod sealed {
    pub trait Sealed {}
    impl Sealed for u64 {}
    impl Sealed for u128 {}
}

/// A word of bits that a board lies in, one bit a square: `u64`, or `u128` for boards that need more.
pub trait Bits:
    sealed::Sealed
    + Copy
    + Send
    + Sync
    + 'static
    + Ord
    + Hash
    + Debug
    + Not<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + Add<Output = Self>
    + Sub<Output = Self>
    + Shl<usize, Output = Self>
    + Shr<usize, Output = Self>
{
    /// Bits of the word.
    const WIDTH: usize;
    /// No bit.
    const ZERO: Self;
    /// The lowest bit alone.
    const ONE: Self;

    /// The low bits of `bits`.
    fn from_wide(bits: u128) -> Self;

    /// How many bits are set.
    fn count(self) -> u32;

    /// The index of the lowest set bit; the width if none is.
    fn lowest_index(self) -> usize;

    /// The index of the highest set bit, if one is.
    fn highest_index(self) -> Option<usize>;

    /// The word as a key of 64 bits. A narrow word is its own; a wide one is mixed down, so that two of them share a key with
    /// a probability of 2⁻⁶⁴.
    fn to_key(self) -> u64;

    /// Whether two bits or more are set.
    #[inline]
    fn has_several(self) -> bool {
        self != Self::ZERO && self.without_lowest() != Self::ZERO
    }

    /// The lowest set bit alone.
    #[inline]
    #[must_use]
    fn lowest(self) -> Self {
        self & !self.without_lowest()
    }

    /// All but the lowest set bit. Asked of words with one.
    #[inline]
    #[must_use]
    fn without_lowest(self) -> Self {
        self & (self - Self::ONE)
    }
}

macro_rules! bits {
    ($word:ty, |$bits:ident| $key:expr) => {
        impl Bits for $word {
            const WIDTH: usize = <$word>::BITS as usize;
            const ZERO: Self = 0;
            const ONE: Self = 1;

            #[inline]
            #[allow(clippy::cast_possible_truncation, reason = "the low bits are what is wanted")]
            fn from_wide(bits: u128) -> Self {
                bits as Self
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn lowest_index(self) -> usize {
                self.trailing_zeros() as usize
            }

            #[inline]
            fn highest_index(self) -> Option<usize> {
                self.checked_ilog2().map(|index| index as usize)
            }

            #[inline]
            #[allow(clippy::cast_possible_truncation, reason = "both halves are taken")]
            fn to_key(self) -> u64 {
                let $bits = self;
                $key
            }

            #[inline]
            fn has_several(self) -> bool {
                self & self.wrapping_sub(1) != 0
            }

            #[inline]
            fn lowest(self) -> Self {
                self & self.wrapping_neg()
            }

            #[inline]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
        }
    };
}

bits!(u64, |bits| bits);
bits!(u128, |bits| mix((bits >> 64) as u64) ^ bits as u64);

/// A bijection in which every bit of `word` reaches all others; 0 stays 0.
///
/// Source: the finalizer of G. L. Steele, D. Lea and C. H. Flood, *Fast splittable pseudorandom number generators*, OOPSLA
/// 2014, in David Stafford's variant 13.
#[inline]
const fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<B: Bits>(index: usize) {
        let bit = B::ONE << index;
        assert_eq!((bit.lowest_index(), bit.highest_index(), bit.count()), (index, Some(index), 1));
        assert!(!bit.has_several() && !B::ZERO.has_several());
        assert_eq!((bit | B::ONE).has_several(), index > 0);
        assert!(bit.lowest() == bit && bit.without_lowest() == B::ZERO);
        let all = !B::ZERO;
        assert!(all.lowest() == B::ONE && all.without_lowest() == all ^ B::ONE);
        assert_eq!((all.highest_index(), B::ZERO.highest_index()), (Some(B::WIDTH - 1), None));
    }

    #[test]
    fn words_of_both_widths_say_the_same_of_each_bit() {
        (0..64).for_each(check::<u64>);
        (0..128).for_each(check::<u128>);
        assert_eq!((5_u64.to_key(), 5_u128.to_key()), (5, 5));
        assert_ne!((1_u128 << 64).to_key(), (1_u128 << 65).to_key());
    }
}
