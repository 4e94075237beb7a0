//! Linear independence over GF(2).

use crate::Word;

/// The rank of the keys over GF(2), `0..=W::BITS`: their hashes take 2^rank values.
///
/// # Examples
///
/// ```
/// // The third is the XOR of the others.
/// assert_eq!(zkeys::quality::rank(&[0b0110_u32, 0b0011, 0b0101]), 2);
/// ```
pub fn rank<W: Word>(keys: &[W]) -> u32 {
    let mut basis = Basis::new();
    keys.iter().filter(|key| basis.insert(key.to_u128()).is_none()).fold(0, |rank, _| rank + 1)
}

/// Independent vectors, reduced so that each has a leading bit of its own, with the way each came about.
pub(super) struct Basis {
    /// By leading bit: the reduced vector and which of the inserted ones it is the XOR of.
    rows: [Option<(u128, u128)>; 128],
    len: u32,
}

impl Basis {
    pub(super) fn new() -> Self {
        Self { rows: [None; 128], len: 0 }
    }

    /// Adds a vector if it is independent of those added before. If it is not, tells which of them (by the number of
    /// additions before theirs) it is the XOR of.
    pub(super) fn insert(&mut self, vector: u128) -> Option<u128> {
        let mut rest = vector;
        let mut members = 0;
        while rest != 0 {
            match &mut self.rows[rest.ilog2() as usize] {
                Some((row, of)) => {
                    rest ^= *row;
                    members ^= *of;
                }
                empty => {
                    *empty = Some((rest, members ^ 1 << self.len));
                    self.len += 1;
                    return None;
                }
            }
        }
        Some(members)
    }
}
