//! Which field element a feature is given.

use crate::Pcg;

/// A permutation of the elements of GF(2^m) that respects nothing of the field: not sums, not powers.
///
/// Codes have regular words: each affine subspace of elements of a certain size XORs to zero in every column. Features
/// are numbered regularly too (squares in rows, pieces in blocks), so if a feature's number were its element, eight pawns
/// that all stand one square farther on would be such a subspace, and two positions of real games would collide.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scramble {
    degree: u32,
    rounds: [Round; 6],
}

#[derive(Clone, Copy, Debug)]
struct Round {
    /// Odd.
    factor: u32,
    summand: u32,
}

impl Scramble {
    /// A permutation of `0..2^degree`, 5 to 16, drawn from the generator.
    pub(super) const fn random(degree: u32, pcg: &mut Pcg) -> Self {
        let mut rounds = [Round { factor: 1, summand: 0 }; 6];
        let mut i = 0;
        while i < rounds.len() {
            rounds[i] = Round { factor: pcg.next_u32() | 1, summand: pcg.next_u32() };
            i += 1;
        }
        Self { degree, rounds }
    }

    /// The element of feature `i`, which is below `2^degree`.
    ///
    /// Multiplication by an odd number and addition are one to one modulo 2^m and carry bits upwards; the shift brings
    /// them down again.
    pub(super) const fn element(&self, i: u32) -> u32 {
        let mask = (1 << self.degree) - 1;
        let mut x = i;
        let mut round = 0;
        while round < self.rounds.len() {
            let Round { factor, summand } = self.rounds[round];
            x = x.wrapping_mul(factor).wrapping_add(summand) & mask;
            x ^= x >> self.degree.div_ceil(2);
            round += 1;
        }
        x
    }
}
