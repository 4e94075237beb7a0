//! Hashing vectors for tabu search.

use crate::Word;

/// A vector of random weights that turns a solution vector into a number: `Σ zᵢ·xᵢ` modulo 2^b.
///
/// A tabu search that must not return to a solution it has seen keeps this number of each instead of the solution; a
/// neighbour's number follows from a solution's in one multiplication.
///
/// The weights are random but odd. Then two solutions that differ in one component always have different numbers, and
/// two of which some component differs by an odd number have the same with probability 2^−(b−1) at most, an odd weight
/// times an odd difference being one of 2^(b−1) numbers. With b = 64 and a list of a million solutions, one never seen
/// is taken for a seen one with probability 1.1·10⁻¹³ (`birthday::false_match_rate` of 63 bits and a million slots).
///
/// # Examples
///
/// ```
/// use zkeys::{HashingVector, SplitMix64};
///
/// let mut random = SplitMix64::new(1);
/// let vector = HashingVector::<u64, 4>::from_fn(|| random.next_u64());
///
/// // A knapsack of four kinds of things; one more of kind 2 and one less of kind 0.
/// let solution = vector.hash(&[1, 0, 5, 2]);
/// let neighbour = vector.step(vector.step(solution, 2, 5, 6), 0, 1, 0);
/// assert_eq!(neighbour, vector.hash(&[0, 0, 6, 2]));
/// assert_eq!(neighbour.wrapping_sub(solution), vector.weights()[2].wrapping_sub(vector.weights()[0]));
/// ```
///
/// Source: Woodruff and Zemel, Hashing Vectors for Tabu Search, Annals of Operations Research 41, 1993.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HashingVector<W, const N: usize> {
    weights: [W; N],
}

impl<W: Word, const N: usize> HashingVector<W, N> {
    /// The vector whose weights are the next words of a generator, made odd.
    pub fn from_fn(mut next: impl FnMut() -> W) -> Self {
        Self { weights: core::array::from_fn(|_| next() | W::from_u128(1)) }
    }

    /// The weights, all odd.
    pub const fn weights(&self) -> &[W; N] {
        &self.weights
    }

    /// The number of a solution. Components are taken modulo 2^b: a negative one in two's complement.
    #[must_use]
    pub fn hash(&self, solution: &[W; N]) -> W {
        let terms = self.weights.iter().zip(solution).map(|(weight, &x)| weight.wrapping_mul(x));
        terms.fold(W::ZERO, Word::wrapping_add)
    }

    /// The number of the solution whose component `i` changes from `old` to `new`.
    ///
    /// # Panics
    ///
    /// Where `i` is not within `0..N`.
    #[inline]
    #[must_use]
    pub fn step(&self, hash: W, i: usize, old: W, new: W) -> W {
        hash.wrapping_add(self.weights[i].wrapping_mul(new.wrapping_sub(old)))
    }
}
