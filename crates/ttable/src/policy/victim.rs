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
    /// At most 256 slots; ranks from 2⁵⁶ − 1 on count as equal.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "what is left of a division by the number of slots")]
    pub fn of_ranks(ranks: impl ExactSizeIterator<Item = u64>) -> Self {
        // With the slot in the low bits one minimum finds both.
        let slots = ranks.len().next_power_of_two() as u64;
        let ranked = (0..).zip(ranks).map(|(slot, rank)| rank.min(u64::MAX >> 8) * slots + slot);
        let least = ranked.fold(u64::MAX, u64::min);
        Self { slot: (least % slots) as usize, is_empty: least < slots }
    }
}
