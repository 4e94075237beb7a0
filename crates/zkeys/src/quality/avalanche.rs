//! How evenly keys use their bits.

use std::vec;
use std::vec::Vec;

use crate::{SplitMix64, Word};

/// How often each bit is set among the keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Balance {
    /// Number of keys.
    pub keys: usize,
    /// Keys with this bit set, lowest bit first.
    pub ones: Vec<usize>,
}

impl Balance {
    /// The bit that is farthest from set in half of the keys, and how far, in standard deviations of a fair coin.
    ///
    /// Of 64 fair bits the worst is expected near 2.5; beyond 5 something is wrong. (0, 0) without keys.
    pub fn worst(&self) -> (usize, f64) {
        let sigma = real(self.keys).sqrt() / 2.0;
        let deviations = self.ones.iter().map(|&ones| (real(ones) - real(self.keys) / 2.0).abs());
        let worst =
            deviations.enumerate().fold(
                (0, 0.0),
                |worst, (bit, deviation)| {
                    if deviation > worst.1 { (bit, deviation) } else { worst }
                },
            );
        if worst.1 == 0.0 { worst } else { (worst.0, worst.1 / sigma) }
    }
}

/// How often each bit is set.
///
/// # Examples
///
/// ```
/// let balance = zkeys::quality::balance(&[0b001_u32, 0b011, 0b101, 0b001]);
/// assert_eq!(balance.ones[..4], [4, 1, 1, 0]);
/// assert_eq!(balance.worst(), (0, 2.0));
/// ```
pub fn balance<W: Word>(keys: &[W]) -> Balance {
    let count = |bit| keys.iter().filter(|key| key.to_u128() >> bit & 1 != 0).count();
    Balance { keys: keys.len(), ones: (0..W::BITS).map(count).collect() }
}

/// How a table turns a key into an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Indexing {
    /// The lowest so many bits, of 2^`bits` slots. At most 63, and clamped.
    Mask {
        /// Index bits.
        bits: u32,
    },
    /// `key · slots` divided by 2^b, rounded down: any number of slots, from the high bits.
    MulShift {
        /// Slots, at least 1.
        slots: u64,
    },
}

impl Indexing {
    /// The index of a key. Of keys wider than 64 bits, multiply-shift takes the high 64.
    ///
    /// ```
    /// use zkeys::quality::Indexing;
    ///
    /// assert_eq!(Indexing::Mask { bits: 8 }.index(0x1234_5678_u32), 0x78);
    /// assert_eq!(Indexing::MulShift { slots: 1_000 }.index(0x8000_0000_u32), 500);
    /// ```
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the index is below the number of slots")]
    pub fn index<W: Word>(self, key: W) -> u64 {
        match self {
            Self::Mask { bits } => key.to_u128() as u64 & ((1 << bits.min(63)) - 1),
            Self::MulShift { slots } if W::BITS > 64 => {
                (((key.to_u128() >> (W::BITS - 64)) * u128::from(slots)) >> 64) as u64
            }
            Self::MulShift { slots } => ((key.to_u128() * u128::from(slots)) >> W::BITS) as u64,
        }
    }

    /// Bits an index has.
    pub fn bits(self) -> u32 {
        match self {
            Self::Mask { bits } => bits.min(63),
            Self::MulShift { slots } => slots.saturating_sub(1).checked_ilog2().map_or(0, |log| log + 1),
        }
    }
}

/// What toggling one feature does to the index.
#[derive(Clone, Debug, PartialEq)]
pub struct Avalanche {
    /// Toggles that flipped this bit of the index, of one, lowest bit first. 0.5 is best.
    pub flips: Vec<f64>,
    /// Toggles that left the index as it was, of one. 1 / slots is best.
    pub unmoved: f64,
    /// The worst key, by how often it leaves the index as it was: its place among the keys, and that share.
    pub stuck: (usize, f64),
}

impl Avalanche {
    /// The bit that is flipped least or most, and how often of one.
    pub fn worst(&self) -> (usize, f64) {
        self.flips.iter().copied().enumerate().fold((0, 0.5), |worst: (usize, f64), (bit, share)| {
            if (share - 0.5).abs() > (worst.1 - 0.5).abs() { (bit, share) } else { worst }
        })
    }
}

/// Toggles every key at `samples` random hashes and compares the indices before and after.
///
/// The hashes are XORs of random subsets of the keys, drawn from `seed`, as the hashes of positions are. With
/// [`Indexing::Mask`], and with a power of two for multiply-shift, one sample says all: the index is linear.
///
/// # Examples
///
/// ```
/// use zkeys::quality::{Indexing, avalanche};
///
/// // Multiples of 16 leave the low bits alone, and all positions share a few slots.
/// let keys: Vec<u64> = (1..=100).map(|i: u64| i.wrapping_mul(0x9E37_79B9_7F4A_7C15) << 4).collect();
/// let low = avalanche(&keys, Indexing::Mask { bits: 10 }, 1, 0);
/// assert_eq!(low.flips[..4], [0.0; 4]);
/// let high = avalanche(&keys, Indexing::MulShift { slots: 1_024 }, 1, 0);
/// assert!(high.flips.iter().all(|flips| (0.4..0.6).contains(flips)));
/// ```
pub fn avalanche<W: Word>(keys: &[W], indexing: Indexing, samples: u32, seed: u64) -> Avalanche {
    let mut random = SplitMix64::new(seed);
    let mut flipped = vec![0_usize; indexing.bits() as usize];
    let mut unmoved = vec![0_usize; keys.len()];
    for _ in 0..samples {
        let members = keys.iter().filter(|_| random.next_u64() >> 63 != 0);
        let hash = members.fold(W::ZERO, |hash, &key| hash ^ key);
        for (key, unmoved) in keys.iter().zip(&mut unmoved) {
            let change = indexing.index(hash) ^ indexing.index(hash ^ *key);
            *unmoved += usize::from(change == 0);
            for (bit, flipped) in flipped.iter_mut().enumerate() {
                *flipped += usize::from(change >> bit & 1 != 0);
            }
        }
    }
    let samples = samples as usize;
    let share = |count: usize, of: usize| if of == 0 { 0.0 } else { real(count) / real(of) };
    let stuck = unmoved.iter().enumerate().max_by_key(|(i, count)| (**count, usize::MAX - i));
    Avalanche {
        flips: flipped.iter().map(|&count| share(count, samples * keys.len())).collect(),
        unmoved: share(unmoved.iter().sum(), samples * keys.len()),
        stuck: stuck.map_or((0, 0.0), |(i, &count)| (i, share(count, samples))),
    }
}

/// A count as a real number.
#[expect(clippy::cast_precision_loss, reason = "counts of keys are far below 2^53")]
fn real(count: usize) -> f64 {
    count as f64
}
