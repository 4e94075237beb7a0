//! Where the keys come from that are compared.

use zkeys::{Code, Pcg, Seed, Words};

use crate::experiments::keys::mersenne_words;

/// A way to make keys of a seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Generator {
    /// PCG XSL-RR 128/64, this project's.
    Pcg,
    /// MT19937, seeded as `CPython` seeds it.
    Mersenne,
    /// What not to do: the low 16 bits of four steps of the congruential generator of the C standard's example, seeded
    /// with a small number.
    LowBits,
    /// Columns of a linear code; the seed draws the matrix that whitens them.
    Code,
    /// The same with so many low bits a code of their own.
    Graded(u32),
}

impl Generator {
    /// Those that need not know how many bits will be kept.
    pub const ALL: [Self; 4] = [Self::Pcg, Self::Mersenne, Self::LowBits, Self::Code];

    /// What a table of figures calls it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pcg => "PCG",
            Self::Mersenne => "MT19937",
            Self::LowBits => "LCG, low bits",
            Self::Code => "code",
            Self::Graded(_) => "code, graded",
        }
    }

    /// `N` keys.
    pub fn words<const N: usize>(self, seed: u32) -> [u64; N] {
        let drawn_from = Seed::with_state(seed.into());
        match self {
            Self::Pcg => Words::<u64, N>::from_pcg(Pcg::from_seed(drawn_from)).0,
            Self::Mersenne => {
                let mut next = mersenne_words(seed);
                std::array::from_fn(|_| next())
            }
            Self::LowBits => {
                let mut state = seed;
                std::array::from_fn(|_| low_bits(&mut state))
            }
            Self::Code => Words::<u64, N>::from_code(Code::new(drawn_from)).0,
            Self::Graded(low) => Words::<u64, N>::from_code(Code::new(drawn_from).graded(low)).0,
        }
    }
}

/// Four steps, 16 bits of each, the first ones highest.
///
/// Bit i of a congruential generator modulo a power of two repeats after 2^(i + 1) steps, so the two lowest bits of every
/// part are the same in every key.
fn low_bits(state: &mut u32) -> u64 {
    (0..4).fold(0, |key, _| {
        *state = state.wrapping_mul(1_103_515_245).wrapping_add(12_345);
        key << 16 | u64::from(*state & 0xFFFF)
    })
}
