//! What several test files need: keys that are the same on every run, and entries that tell which key they were for.

#![allow(dead_code, reason = "each test file uses a part")]

use std::num::NonZeroU16;

use ttable::{Bound, Entry};

/// A stream of keys.
///
/// Source: S. Vigna, `SplitMix64`, 2015.
pub(crate) struct Keys(u64);

impl Keys {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }
}

impl Iterator for Keys {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        Some(mix(self.0))
    }
}

/// `SplitMix64`'s finaliser: a bijection.
pub(crate) fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

/// The entry that is always stored for `key`: 40 of its bits follow from the key.
#[expect(clippy::cast_possible_truncation, reason = "parts of the mixed key are what is wanted")]
pub(crate) fn entry_of(key: u64) -> Entry {
    let planted = mix(!key);
    Entry {
        mv: NonZeroU16::new(planted as u16 | 1),
        value: (planted >> 16) as i16,
        eval: Some((planted >> 32) as i16 | 1),
        draft: ((planted >> 48) % 255) as i16 - 8,
        bound: [Bound::Upper, Bound::Lower, Bound::Exact][(planted >> 56) as usize % 3],
        pv: planted >> 63 != 0,
    }
}
