//! Each layout's stated odds of a false match, measured.

#![allow(clippy::unwrap_used, reason = "a panic is how a test reports")]

mod common;

use common::{Keys, entry_of};
use ttable::{
    Aging, Always, Clustered, Full, HalfLine, Layout, Line, Masked, OnePerIndex, Replacement, Short, Size,
    Table,
};

const PROBES: usize = 1_000_000;

/// Fills a table, asks a million absent keys, and compares the answers with `odds` for each occupied slot of a cluster.
fn measure<L: Layout, R: Replacement<L::Word>>(layout: L, policy: R, clusters: u64, odds: f64) {
    let table = Clustered::new(layout, policy, Size::Clusters(clusters)).unwrap();
    for key in Keys::new(11).take(16 * table.slots()) {
        table.store(table.locate(key), &entry_of(key), 1);
    }
    let per_cluster = f64::from(u32::try_from(table.slots() as u64 / clusters).unwrap());
    let found = Keys::new(12).take(PROBES).filter(|&key| table.probe(table.locate(key)).is_some()).count();
    // The checks of one cluster differ from each other, or they would have been taken for one key's: the odds add up.
    let expected = f64::from(u32::try_from(PROBES).unwrap()) * odds * per_cluster;
    let found = f64::from(u32::try_from(found).unwrap());
    // Five standard deviations, and one more match where hardly any is expected. The keys are the same on every run.
    let slack = 5.0 * expected.sqrt() + 1.0;
    assert!((found - expected).abs() <= slack, "{clusters} clusters: {found} found, {expected} expected");
}

/// The odds of a check of so many bits.
fn bits(bits: i32) -> f64 {
    0.5_f64.powi(bits)
}

/// The odds of a short check of so many bits, two of whose values count as one.
fn short(checked: i32) -> f64 {
    bits(checked) * (1.0 + 2.0 * bits(checked))
}

#[test]
fn three_and_six_short_checks_match_falsely_as_often_as_stated() {
    for clusters in [1, 4095] {
        measure(Short::<HalfLine, 8>::new(), Aging, clusters, short(8));
        measure(Short::<HalfLine, 12>::new(), Aging, clusters, short(12));
        measure(Short::<HalfLine, 16>::new(), Aging, clusters, short(16));
        measure(Short::<HalfLine, 21>::new(), Aging, clusters, short(21));
        measure(Short::<Line, 8>::new(), Aging, clusters, short(8));
        measure(Short::<Line, 16>::new(), Aging, clusters, short(16));
        measure(Short::<Line, 21>::new(), Aging, clusters, short(21));
    }
}

/// The index and the check see different bits: with the same ones the odds would be greater by the number of clusters.
#[test]
fn a_mask_for_an_index_leaves_the_odds_as_they_are() {
    for clusters in [1, 256, 1 << 16] {
        measure(Masked(Short::<HalfLine, 12>::new()), Aging, clusters, short(12));
    }
}

#[test]
fn whole_keys_do_not_match_falsely_and_slices_as_stated() {
    measure(Full, Aging, 4096, 0.0);
    measure(OnePerIndex::whole(), Always, 4096, 0.0);
    measure(OnePerIndex::bits(12, 16), Always, 4096, bits(16));
    measure(OnePerIndex::bits(12, 8), Always, 4096, bits(8));
    // Bits 4 to 11 are also the index of 4,096 slots: eight of the check's bits tell nothing.
    measure(OnePerIndex::bits(4, 16), Always, 4096, bits(8));
    measure(OnePerIndex::unverified(), Always, 64, 1.0);
}
