//! `SplitMix64` that runs at compile time.

/// The generator `SplitMix64`, usable in `const` evaluation: one 64-bit number names a whole key set.
///
/// # Examples
///
/// ```
/// use zkeys::SplitMix64;
///
/// const FIRST: u64 = SplitMix64::new(1_234_567).next_u64();
/// assert_eq!(FIRST, 6_457_827_717_110_365_317);
/// ```
///
/// Source: Steele, Lea and Flood, Fast Splittable Pseudorandom Number Generators, OOPSLA 2014, with the constants of
/// Stafford's variant 13 of the mixing function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// The generator with this seed, any value.
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next 64 bits.
    pub const fn next_u64(&mut self) -> u64 {
        // 2^64 divided by the golden ratio, made odd.
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.state ^ (self.state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// The low half of the next 64 bits.
    pub const fn next_u32(&mut self) -> u32 {
        crate::word::low_u32(self.next_u64())
    }

    /// The next two 64-bit words, the first one low.
    pub const fn next_u128(&mut self) -> u128 {
        let low = self.next_u64() as u128;
        (self.next_u64() as u128) << 64 | low
    }
}
