//! Small dependencies by random search.

use std::vec::Vec;

use super::rank::Basis;
use crate::{SplitMix64, Word};

/// The smallest dependency a random search of so many `rounds` comes upon, as ascending indices; `None` where the keys
/// are independent.
///
/// An upper bound on the smallest there is, for keys with which the exact search would take too long. A round picks a
/// random basis among the keys and looks at every other key, and every pair of them, as the XOR of basis keys; for 781
/// keys that is 260,000 candidates in under a millisecond. The same seed finds the same.
///
/// # Examples
///
/// ```
/// use zkeys::{Code, Seed, Words, quality};
///
/// // No 13 of these keys XOR to zero. Some 14 do: the promise cannot be improved on.
/// let keys = Words::<u64, 781>::from_code(Code::new(Seed::PI)).0;
/// let dependency = quality::light_dependency(&keys, 200, 1).expect("781 keys of 64 bits are dependent");
/// assert!(dependency.len() >= 14);
/// ```
///
/// Source: Lee and Brickell, An Observation on the Security of `McEliece`'s Public-Key Cryptosystem, EUROCRYPT 1988.
pub fn light_dependency<W: Word>(keys: &[W], rounds: u32, seed: u64) -> Option<Vec<usize>> {
    let mut random = SplitMix64::new(seed);
    let mut order: Vec<usize> = (0..keys.len()).collect();
    let mut lightest: Option<Vec<usize>> = None;
    for _ in 0..rounds {
        shuffle(&mut order, &mut random);
        let below = lightest.as_ref().map_or(usize::MAX, Vec::len);
        if let Some(found) = round(keys, &order, below) {
            lightest = Some(found);
        }
    }
    lightest
}

/// The lightest dependency this order of the keys shows, if it has fewer than `below` keys.
fn round<W: Word>(keys: &[W], order: &[usize], below: usize) -> Option<Vec<usize>> {
    let mut basis = Basis::new();
    let mut members = Vec::new();
    let mut others: Vec<(usize, u128)> = Vec::new();
    for &i in order {
        match basis.insert(keys[i].to_u128()) {
            None => members.push(i),
            Some(combination) => others.push((i, combination)),
        }
    }
    // The lightest so far: its non-basis keys, and the basis keys they are the XOR of.
    let mut best = None;
    let mut weight = below;
    for (at, &(i, combination)) in others.iter().enumerate() {
        let alone = 1 + combination.count_ones() as usize;
        if alone < weight {
            (best, weight) = (Some(([i, i], combination)), alone);
        }
        for &(j, other) in &others[at + 1..] {
            let pair = 2 + (combination ^ other).count_ones() as usize;
            if pair < weight {
                (best, weight) = (Some(([i, j], combination ^ other)), pair);
            }
        }
    }
    let (outside, combination) = best?;
    let inside = members.iter().enumerate().filter(|(at, _)| combination >> at & 1 != 0).map(|(_, &i)| i);
    let mut dependency: Vec<usize> = inside.chain(outside).collect();
    dependency.sort_unstable();
    dependency.dedup();
    Some(dependency)
}

/// A random order (Fisher and Yates).
fn shuffle(order: &mut [usize], random: &mut SplitMix64) {
    for i in (1..order.len()).rev() {
        order.swap(i, below(random, i + 1));
    }
}

/// A number of `0..n`; `n` is so small beside 2^64 that the bias does not matter.
#[expect(clippy::cast_possible_truncation, reason = "the product's high half is below n")]
fn below(random: &mut SplitMix64, n: usize) -> usize {
    ((u128::from(random.next_u64()) * n as u128) >> 64) as usize
}
