//! Additive keys, for positions that are counted rather than set.

use crate::Word;

/// A key whose features add up modulo 2^b, where XOR would cancel them, so that a feature can be there several times.
///
/// For pockets, stones in hand, heaps: one key per kind, whatever the count, and no largest count to provide for. Each
/// change has an inverse, as with [`PositionKey`](crate::PositionKey), but is not its own. Like every sum of secret
/// numbers it is no defence against someone who *wants* two positions to collide.
///
/// A kind's key that is a multiple of 2^k leaves the low k bits alone, and 2^(b−k) pieces of it add up to nothing; odd
/// keys have the longest way, and [`odd`](Self::odd) makes them so.
///
/// # Examples
///
/// ```
/// use zkeys::{SplitMix64, SumKey};
///
/// let mut random = SplitMix64::new(1);
/// let [pawn, rook] = [(); 2].map(|()| SumKey::odd(random.next_u64()));
///
/// let mut pocket = SumKey::<u64>::default();
/// pocket.add_times(pawn, 3);
/// pocket.add(rook);
/// pocket.remove(pawn);
/// assert_eq!(pocket, SumKey::of([rook, pawn, pawn]));
/// // With XOR, two pawns would be as good as none.
/// assert_ne!(pocket, SumKey::of([rook]));
/// assert_eq!(pocket.word(), rook.wrapping_add(pawn.wrapping_mul(2)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct SumKey<W = u64>(W);

impl<W: Word> SumKey<W> {
    /// The key of a position without features is 0.
    #[inline]
    pub const fn new(word: W) -> Self {
        Self(word)
    }

    /// The key of a position with these features.
    #[inline]
    pub fn of(keys: impl IntoIterator<Item = W>) -> Self {
        let mut key = Self(W::ZERO);
        keys.into_iter().for_each(|feature| key.add(feature));
        key
    }

    /// The odd number next to `word`.
    #[inline]
    pub fn odd(word: W) -> W {
        word | W::from_u128(1)
    }

    /// The key itself.
    #[inline]
    pub const fn word(self) -> W {
        self.0
    }

    /// One more of a feature.
    #[inline]
    pub fn add(&mut self, key: W) {
        self.0 = self.0.wrapping_add(key);
    }

    /// One less of a feature.
    #[inline]
    pub fn remove(&mut self, key: W) {
        self.0 = self.0.wrapping_sub(key);
    }

    /// `count` more of a feature.
    #[inline]
    pub fn add_times(&mut self, key: W, count: W) {
        self.0 = self.0.wrapping_add(key.wrapping_mul(count));
    }

    /// `count` less of a feature.
    #[inline]
    pub fn remove_times(&mut self, key: W, count: W) {
        self.0 = self.0.wrapping_sub(key.wrapping_mul(count));
    }
}
