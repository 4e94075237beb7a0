//! PCG XSL-RR 128/64 that runs at compile time.

use crate::Seed;

/// The multiplier of the 128-bit linear congruential step.
///
/// Source: L'Ecuyer, Tables of Linear Congruential Generators of Different Sizes and Good Lattice Structure,
/// Mathematics of Computation 68, 1999; the default multiplier of PCG for 128 bits of state.
const MULTIPLIER: u128 = 0x2360_ED05_1FC6_5DA4_4385_DF64_9FCC_F645;

/// The generator PCG XSL-RR 128/64, usable in `const` evaluation.
///
/// Word for word the sequence of `rand_pcg::Pcg64::new(state, stream)`; the crate's tests hold the two together.
///
/// # Examples
///
/// ```
/// use zkeys::Pcg;
///
/// const FIRST: u64 = Pcg::new(42, 54).next_u64();
/// assert_eq!(FIRST, 0x86b1_da1d_72062b68);
/// ```
///
/// Source: O'Neill, PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms for Random Number
/// Generation, Harvey Mudd College HMC-CS-2014-0905, 2014.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pcg {
    state: u128,
    increment: u128,
}

impl Pcg {
    /// The generator with this initial state on this stream. The highest bit of `stream` is dropped, since the
    /// increment of the congruential step must be odd.
    pub const fn new(state: u128, stream: u128) -> Self {
        let increment = (stream << 1) | 1;
        Self { state: step(state.wrapping_add(increment), increment), increment }
    }

    /// The generator a published [`Seed`] names.
    pub const fn from_seed(seed: Seed) -> Self {
        Self::new(seed.state, seed.stream)
    }

    /// The next 64 bits.
    pub const fn next_u64(&mut self) -> u64 {
        self.state = step(self.state, self.increment);
        let [high, low] = halves(self.state);
        (high ^ low).rotate_right((high >> 58) as u32)
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

/// One step of the linear congruential generator.
const fn step(state: u128, increment: u128) -> u128 {
    state.wrapping_mul(MULTIPLIER).wrapping_add(increment)
}

/// The high and the low half of a state.
#[expect(clippy::cast_possible_truncation, reason = "the halves are what is wanted")]
const fn halves(state: u128) -> [u64; 2] {
    [(state >> 64) as u64, state as u64]
}
