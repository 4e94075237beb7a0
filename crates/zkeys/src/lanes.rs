//! A 64-bit key as two 32-bit lanes.

/// A 64-bit key for hosts whose integers have 32 bits, such as the bit operations of JavaScript.
///
/// XOR never carries, so the two lanes never meet: a program that keeps them apart gets the same keys, bit for bit, as
/// one with 64-bit integers.
///
/// # Examples
///
/// ```
/// use zkeys::{Lanes, SplitMix64};
///
/// let mut random = SplitMix64::new(1);
/// let [a, b] = [(); 2].map(|()| random.next_u64());
///
/// let mut lanes = Lanes::new(a);
/// lanes.toggle(Lanes::new(b));
/// assert_eq!(lanes.word(), a ^ b);
/// assert_eq!(lanes.index_low(10), (a ^ b) & 0x3FF);
/// assert_eq!(lanes.index_high(10), (a ^ b) >> 54);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lanes {
    /// Bits 32 to 63.
    pub high: u32,
    /// Bits 0 to 31.
    pub low: u32,
}

impl Lanes {
    /// The lanes of a key.
    #[inline]
    pub const fn new(word: u64) -> Self {
        Self { high: crate::word::low_u32(word >> 32), low: crate::word::low_u32(word) }
    }

    /// The key.
    #[inline]
    pub const fn word(self) -> u64 {
        (self.high as u64) << 32 | self.low as u64
    }

    /// Adds a feature that was not there, or takes away one that was.
    #[inline]
    pub const fn toggle(&mut self, key: Self) {
        self.high ^= key.high;
        self.low ^= key.low;
    }

    /// The index the low `bits` give, as a 64-bit host's mask does. `bits` is at most 32, and clamped.
    #[inline]
    pub const fn index_low(self, bits: u32) -> u64 {
        self.low as u64 & ((1 << if bits < 32 { bits } else { 32 }) - 1)
    }

    /// The index the high `bits` give, as a 64-bit host's multiply-shift by 2^`bits` does. `bits` is at most 32, and
    /// clamped.
    #[inline]
    pub const fn index_high(self, bits: u32) -> u64 {
        (self.high as u64) >> (32 - if bits < 32 { bits } else { 32 })
    }
}

impl From<u64> for Lanes {
    fn from(word: u64) -> Self {
        Self::new(word)
    }
}

impl From<Lanes> for u64 {
    fn from(lanes: Lanes) -> Self {
        lanes.word()
    }
}
