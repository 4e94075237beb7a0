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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_the_lowest_ranks_is_found_whatever_their_size() {
        let some = [0, 1, 2, 1 << 59, 1 << 60, 1 << 61, 1 << 62, 1 << 63, u64::MAX - 1, u64::MAX];
        let mut seed = 7_u64;
        for count in (1..=9).cycle().take(20_000) {
            let ranks: [u64; 9] = core::array::from_fn(|_| {
                seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                some[usize::from(seed.to_le_bytes()[7]) % some.len()]
            });
            let ranks = &ranks[..count];
            // What the slot's number leaves of 64 bits.
            let most = u64::MAX / (count as u64).next_power_of_two();
            let lowest = ranks.iter().map(|&rank| rank.min(most)).min().unwrap();
            let slot = ranks.iter().position(|&rank| rank.min(most) == lowest).unwrap();
            let found = Victim::of_ranks(ranks.iter().copied());
            assert_eq!(found, Victim { slot, is_empty: lowest == 0 }, "{ranks:x?}");
        }
        let none = Victim::of_ranks([].into_iter());
        assert_eq!(none, Victim { slot: 0, is_empty: false });
    }
}
