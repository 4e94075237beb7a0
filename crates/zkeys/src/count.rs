//! Counts as features: multisets under XOR.

use crate::Feature;

/// A number of `0..VARIETIES`, as a feature: pieces in a pocket, stones in hand, repetitions.
///
/// Paired with the kind of thing that is counted, each count has a key of its own, so a position with two pawns in hand
/// differs from one with none, and a change of count takes one [`relocate`](crate::PositionKey::relocate).
///
/// # Examples
///
/// ```
/// use zkeys::{Count, Pcg, PositionKey, Seed, key_set};
///
/// key_set! {
///     /// Pockets of crazyhouse: for either side, of two kinds here, up to 16 pieces.
///     pub struct PocketKeys: u64 {
///         /// So many pieces of this side and kind in the pocket.
///         pocket: (bool, bool, Count<17>) = 68,
///     }
/// }
///
/// static KEYS: PocketKeys = PocketKeys::from_pcg(Pcg::from_seed(Seed::PI));
/// let pawns = |count| KEYS.pocket.key((false, false, Count::new(count)));
///
/// let mut key = PositionKey::of([pawns(0)]);
/// key.relocate(pawns(0), pawns(1));
/// key.relocate(pawns(1), pawns(2));
/// assert_eq!(key.word(), pawns(2));
/// // More than fits counts as the most that fits.
/// assert_eq!(pawns(17), pawns(16));
/// assert_eq!(Count::<17>::new(99).get(), 16);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Count<const VARIETIES: usize>(usize);

impl<const VARIETIES: usize> Count<VARIETIES> {
    /// This count, or the greatest there is a key for: `VARIETIES − 1`.
    #[inline]
    pub const fn new(count: usize) -> Self {
        const { assert!(VARIETIES > 0, "a count needs at least one variety") };
        if count < VARIETIES { Self(count) } else { Self(VARIETIES - 1) }
    }

    /// The number.
    #[inline]
    pub const fn get(self) -> usize {
        self.0
    }
}

impl<const VARIETIES: usize> Feature for Count<VARIETIES> {
    const COUNT: usize = VARIETIES;

    #[inline]
    fn index(self) -> usize {
        self.0
    }
}
