//! All measurements of one key set.

use core::fmt;
use std::vec::Vec;

use super::{Avalanche, Balance, Indexing, Smallest};
use crate::KeySet;

/// Rounds of random search a report makes: a fraction of a second for 781 keys.
const ROUNDS: u32 = 200;

/// Random hashes at which a report toggles every key.
const SAMPLES: u32 = 100;

/// What there is to say of a key set. Prints itself, one figure a line.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Number of keys.
    pub keys: usize,
    /// Their width.
    pub bits: u32,
    /// Their rank over GF(2).
    pub rank: u32,
    /// The exact search for small dependencies.
    pub smallest: Smallest,
    /// Keys in the smallest dependency that random search found, `None` where there is none at all.
    pub lightest: Option<usize>,
    /// How often each bit is set.
    pub balance: Balance,
    /// What a toggle does to the index, by way of indexing.
    pub avalanche: Vec<(Indexing, Avalanche)>,
}

/// Measures a key set: its dependencies exactly up to size `up_to`, its indices for tables of `slots` slots by
/// multiply-shift and of the next smaller power of two by mask.
///
/// Takes as long as [`smallest_dependency`](super::smallest_dependency). Deterministic.
///
/// # Examples
///
/// ```
/// use zkeys::{Pcg, Seed, key_set, quality};
///
/// key_set! {
///     /// A light switch.
///     pub struct Switch: u64 {
///         /// Off, on.
///         state: bool = 2,
///         /// Whose turn it is.
///         side: () = 1,
///     }
/// }
///
/// let report = quality::report(&Switch::from_pcg(Pcg::from_seed(Seed::PI)), 3, 1_000);
/// assert_eq!((report.keys, report.bits, report.rank, report.lightest), (3, 64, 3, None));
/// assert!(report.to_string().starts_with("keys                  3\nbits                 64\n"));
/// ```
pub fn report<K: KeySet>(set: &K, up_to: usize, slots: u64) -> Report {
    let keys: Vec<K::Word> = set.words().collect();
    let slots = slots.max(1);
    let ways = [Indexing::MulShift { slots }, Indexing::Mask { bits: slots.ilog2() }];
    Report {
        keys: keys.len(),
        bits: <K::Word as crate::Word>::BITS,
        rank: super::rank(&keys),
        smallest: super::smallest_dependency(&keys, up_to),
        lightest: super::light_dependency(&keys, ROUNDS, 0).map(|dependency| dependency.len()),
        balance: super::balance(&keys),
        avalanche: ways.map(|way| (way, super::avalanche(&keys, way, SAMPLES, 0))).into(),
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "keys         {:>10}", self.keys)?;
        writeln!(f, "bits         {:>10}", self.bits)?;
        writeln!(f, "rank         {:>10}", self.rank)?;
        match &self.smallest {
            Smallest::Dependency(members) => writeln!(f, "smallest     {:>10} {members:?}", members.len())?,
            Smallest::MoreThan(size) => writeln!(f, "smallest     {:>10}", std::format!("> {size}"))?,
        }
        match self.lightest {
            Some(size) => writeln!(f, "smallest met {size:>10}")?,
            None => writeln!(f, "smallest met {:>10}", "none")?,
        }
        let (bit, deviation) = self.balance.worst();
        writeln!(f, "balance      {deviation:>10.2} standard deviations at worst, bit {bit}")?;
        for (way, avalanche) in &self.avalanche {
            let name = match way {
                Indexing::Mask { bits } => std::format!("mask of {bits} bits"),
                Indexing::MulShift { slots } => std::format!("multiply-shift by {slots}"),
            };
            let (bit, share) = avalanche.worst();
            let unmoved = avalanche.unmoved * 100.0;
            writeln!(
                f,
                "avalanche    {share:>10.3} flips of index bit {bit} at worst, {unmoved:.3} % stay: {name}"
            )?;
        }
        Ok(())
    }
}
