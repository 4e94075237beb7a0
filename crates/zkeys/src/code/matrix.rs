//! Square matrices over GF(2).

use crate::Pcg;

/// An invertible matrix of up to 128 × 128 bits, by its columns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Matrix {
    columns: [u128; 128],
}

impl Matrix {
    /// A random invertible matrix of `size` rows and columns, 1 to 128, whose `low` lowest rows look at nothing but the
    /// `low` lowest columns. With `low` = 0 it is uniform among the invertible ones.
    pub(super) const fn random(size: u32, low: u32, pcg: &mut Pcg) -> Self {
        let mut columns = [0; 128];
        invertible_block(&mut columns, 0, low, pcg);
        invertible_block(&mut columns, low, size, pcg);
        // What the high rows see of the low columns is free: a block triangular matrix is invertible if the blocks on
        // its diagonal are.
        let mut i = 0;
        while i < low {
            columns[i as usize] |= pcg.next_u128() & span(low, size);
            i += 1;
        }
        Self { columns }
    }

    /// Column `i`, which is the image of bit `i`.
    pub(super) const fn column(&self, i: usize) -> u128 {
        self.columns[i]
    }

    /// The image of a vector.
    pub(super) const fn times(&self, mut vector: u128) -> u128 {
        let mut image = 0;
        while vector != 0 {
            image ^= self.columns[vector.trailing_zeros() as usize];
            vector &= vector - 1;
        }
        image
    }
}

/// The bits `from..to`.
const fn span(from: u32, to: u32) -> u128 {
    if from == to { 0 } else { (u128::MAX >> (128 - (to - from))) << from }
}

/// Fills the columns `from..to` with bits `from..to` until they are independent: 3.5 tries on average.
const fn invertible_block(columns: &mut [u128; 128], from: u32, to: u32, pcg: &mut Pcg) {
    loop {
        let mut i = from;
        while i < to {
            columns[i as usize] = pcg.next_u128() & span(from, to);
            i += 1;
        }
        if are_independent(columns, from, to) {
            return;
        }
    }
}

/// Whether no columns of `from..to` XOR to zero.
const fn are_independent(columns: &[u128; 128], from: u32, to: u32) -> bool {
    // By leading bit, reduced vectors.
    let mut basis = [0; 128];
    let mut i = from;
    while i < to {
        let mut rest = columns[i as usize];
        loop {
            if rest == 0 {
                return false;
            }
            let lead = rest.ilog2() as usize;
            if basis[lead] == 0 {
                basis[lead] = rest;
                break;
            }
            rest ^= basis[lead];
        }
        i += 1;
    }
    true
}
