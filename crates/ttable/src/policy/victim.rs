//! The slot of a cluster that a new entry goes to.

/// A slot to write, and whether it is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Victim {
    /// The slot.
    pub slot: usize,
    /// Whether no entry lies there.
    pub is_empty: bool,
}

impl Victim {
    /// The slot of the lowest of these ranks, the first of equals; 0 if there is none. Rank 0 is an empty slot's.
    ///
    /// Ranks so large that slot and rank do not fit 64 bits together count as equal.
    ///
    /// # Examples
    ///
    /// ```
    /// use ttable::Victim;
    ///
    /// assert_eq!(Victim::of_ranks([5, 3, 9, 3].into_iter()), Victim { slot: 1, is_empty: false });
    /// assert_eq!(Victim::of_ranks([u64::MAX, 5, 0].into_iter()), Victim { slot: 2, is_empty: true });
    /// assert_eq!(Victim::of_ranks([u64::MAX - 1, u64::MAX].into_iter()), Victim { slot: 0, is_empty: false });
    /// ```
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the low bits are a slot's number")]
    pub fn of_ranks(ranks: impl ExactSizeIterator<Item = u64>) -> Self {
        // With the slot in the low bits one minimum finds both.
        let bits = ranks.len().next_power_of_two().trailing_zeros();
        let ranked = (0..).zip(ranks).map(|(slot, rank)| rank.min(u64::MAX >> bits) << bits | slot);
        let least = ranked.fold(u64::MAX, u64::min);
        Self { slot: (least & ((1 << bits) - 1)) as usize, is_empty: least >> bits == 0 }
    }
}
