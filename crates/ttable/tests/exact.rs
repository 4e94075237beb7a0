//! The layout without false matches.

#![allow(clippy::unwrap_used, reason = "a panic is how a test reports")]

mod common;

use std::num::NonZeroU16;

use common::{Keys, mix};
use ttable::{
    Bound, Clustered, Entry, Exact, ExactHalf, Fields, Layout, LeastWork, Lossless, Size, SizeError, Stored,
    Table,
};

/// A small state space: every key can be tried.
struct Small;

impl Fields for Small {
    const KEY: u32 = 16;
    const KEPT: u32 = 10;
    const MOVE: u32 = 16;
    const VALUE: u32 = 16;
    const DRAFT: u32 = 8;
    const WORK: u32 = 8;
}

/// A board of 49 bits, as Connect Four's, in a table of any size.
struct Board;

impl Fields for Board {
    const KEY: u32 = 49;
    const KEPT: u32 = 49;
    const MOVE: u32 = 3;
    const VALUE: u32 = 7;
    const DRAFT: u32 = 0;
    const WORK: u32 = 3;
}

/// Keys that are all of a word.
struct Whole;

impl Fields for Whole {
    const KEY: u32 = 64;
    const KEPT: u32 = 52;
    const MOVE: u32 = 0;
    const VALUE: u32 = 10;
    const DRAFT: u32 = 0;
    const WORK: u32 = 0;
}

/// Entries of four bytes: the value tells 10 bits of the key, the move the others.
struct Tiny;

impl Fields for Tiny {
    const KEY: u32 = 16;
    const KEPT: u32 = 10;
    const MOVE: u32 = 6;
    const VALUE: u32 = 10;
    const DRAFT: u32 = 0;
    const WORK: u32 = 4;
}

/// An entry that tells which key it was stored for.
fn entry_of(key: u64) -> Entry {
    let key = u16::try_from(key).unwrap();
    let draft = i16::try_from(mix(u64::from(key)) % 255).unwrap() - 8;
    Entry::new(key.cast_signed(), Bound::Lower, draft).with_move(NonZeroU16::new(key))
}

#[test]
fn every_key_of_a_small_space_is_told_from_every_other() {
    for clusters in [64, 65, 100, 1000, 1 << 13, 1 << 16] {
        let table = Clustered::new(Exact::<Small>::new(), LeastWork, Size::Clusters(clusters)).unwrap();
        for key in 0..1 << 16 {
            assert_eq!(table.probe(table.locate(key)), None, "no key matches before it is stored");
            assert_ne!(table.store(table.locate(key), &entry_of(key), 1), Stored::Updated);
        }
        let mut hits = 0;
        for key in 0..1 << 16 {
            if let Some(entry) = table.probe(table.locate(key)) {
                assert_eq!(entry, entry_of(key));
                hits += 1;
            }
        }
        // Each cluster that got a key holds one; all slots are taken where keys outnumber them by far.
        assert!(hits * 10 >= table.slots().min(1 << 16) * 9, "{hits} of {}", table.slots());
    }
}

#[test]
fn every_key_is_told_from_every_other_in_entries_of_four_bytes() {
    let plant = |key: u64| {
        let value = i16::try_from(key & 0x3ff).unwrap() - 512;
        let mv = NonZeroU16::new(u16::try_from(key >> 10).unwrap());
        Entry::new(value, Bound::Exact, Entry::MAX_DRAFT).with_move(mv)
    };
    for clusters in [64, 65, 1000, 1 << 13] {
        let table = Clustered::new(ExactHalf::<Tiny>::new(), LeastWork, Size::Clusters(clusters)).unwrap();
        for key in 0..1 << 16 {
            assert_eq!(table.probe(table.locate(key)), None, "no key matches before it is stored");
            assert_ne!(table.store(table.locate(key), &plant(key), key), Stored::Updated);
            assert_eq!(table.probe(table.locate(key)), Some(plant(key)));
        }
        let mut hits = 0;
        for key in 0..1 << 16 {
            if let Some(entry) = table.probe(table.locate(key)) {
                assert_eq!(entry, plant(key));
                hits += 1;
            }
        }
        assert!(hits * 10 >= table.slots().min(1 << 16) * 9, "{hits} of {}", table.slots());
        assert_eq!(table.probe(table.locate(1 << 16)), None);
    }
    let few = Clustered::new(ExactHalf::<Tiny>::new(), LeastWork, Size::Clusters(63));
    assert_eq!(few.unwrap_err(), SizeError::TooFewClusters { clusters: 63, least: 64 });
}

#[test]
fn too_few_clusters_for_the_bits_kept_are_refused() {
    let small = |clusters| Clustered::new(Exact::<Small>::new(), LeastWork, Size::Clusters(clusters));
    assert_eq!(small(63).unwrap_err(), SizeError::TooFewClusters { clusters: 63, least: 64 });
    assert_eq!(small(64).unwrap().slots(), 512);
    let whole = Clustered::new(Exact::<Whole>::new(), ttable::Always, Size::Clusters(4095));
    assert_eq!(whole.unwrap_err(), SizeError::TooFewClusters { clusters: 4095, least: 4096 });
    assert!(Clustered::new(Exact::<Board>::new(), LeastWork, Size::Clusters(1)).is_ok());
}

#[test]
fn keys_out_of_range_are_neither_found_nor_stored() {
    let table = Clustered::new(Exact::<Board>::new(), LeastWork, Size::Clusters(1)).unwrap();
    let entry = Entry::new(-64, Bound::Exact, Entry::MAX_DRAFT).with_move(NonZeroU16::new(7));
    for key in [0, 1, (1 << 49) - 1] {
        assert_eq!(table.store(table.locate(key), &entry, 10), Stored::Filled);
        assert_eq!(table.probe(table.locate(key)), Some(entry));
        for out in [1 << 49, 1 << 63, u64::MAX << 49] {
            assert_eq!(table.probe(table.locate(key | out)), None);
            assert_eq!(table.store(table.locate(key | out), &entry, 10), Stored::Refused);
            table.prefetch(table.locate(key | out));
        }
    }
}

#[test]
fn entries_that_do_not_fit_are_refused_and_the_least_work_gives_way() {
    let table = Clustered::new(Exact::<Board>::new(), LeastWork, Size::Clusters(1)).unwrap();
    let entry = |value| Entry::new(value, Bound::Upper, 5);
    for refused in [entry(64), entry(-65), entry(0).with_move(NonZeroU16::new(8))] {
        assert_eq!(table.store(table.locate(3), &refused, 1), Stored::Refused, "{refused:?}");
    }
    for (key, work) in [(0, 90), (1, 9), (2, 30), (3, 70), (4, 60), (5, 50), (6, 3), (7, 20)] {
        assert_eq!(table.store(table.locate(key), &entry(1), work), Stored::Filled);
    }
    assert_eq!(table.store(table.locate(8), &entry(2), 0), Stored::Evicted);
    assert_eq!(table.probe(table.locate(6)), None);
    assert_eq!(table.store(table.locate(9), &entry(3), 0), Stored::Evicted);
    assert_eq!(table.probe(table.locate(8)), None);
    let with_move = entry(4).with_move(NonZeroU16::new(5));
    assert_eq!(table.store(table.locate(9), &with_move, 0), Stored::Updated);
    assert_eq!(table.store(table.locate(9), &entry(-4), 0), Stored::Updated);
    let kept = Entry { mv: NonZeroU16::new(5), draft: Entry::MAX_DRAFT, ..entry(-4) };
    assert_eq!(table.probe(table.locate(9)), Some(kept));
}

/// Keys of real boards are far from random: the mix must spread them. Here: the low ones, and ones with few bits.
#[test]
fn keys_with_little_in_them_spread_over_the_clusters() {
    let table = Clustered::new(Exact::<Board>::new(), LeastWork, Size::Clusters(1 << 10)).unwrap();
    let mut filled = 0;
    let keys = (0..4096).map(|low| low << 30 | low).chain((0..4096).map(|low| low << 9)).skip(1);
    for key in keys {
        filled +=
            usize::from(table.store(table.locate(key), &Entry::new(1, Bound::Lower, 0), 1) == Stored::Filled);
    }
    // Of 8,191 keys thrown at random into 1,024 clusters of eight, 7,050 find an empty slot on average.
    assert!((6800..7300).contains(&filled), "{filled}");
    let wide = Clustered::new(Exact::<Whole>::new(), ttable::Always, Size::Clusters(5000)).unwrap();
    for key in Keys::new(3).take(1000) {
        let stored = wide.store(wide.locate(key), &Entry::new(-512, Bound::Exact, 0), 1);
        assert_ne!(stored, Stored::Updated);
        assert_eq!(wide.probe(wide.locate(key)).map(|entry| entry.value), Some(-512));
    }
}

/// The bits of a board of 49 that its bottom row decides, one in each column of seven.
const BOTTOM: u64 = 0x0408_1020_4081;

/// Keys of a region lie close together, those of others elsewhere, up to both ends of the table; all of them are told apart.
#[test]
fn keys_that_agree_under_the_mask_share_a_region() {
    const REGION: usize = (128 << 10) / 64;
    let table = |clusters| {
        Clustered::new(Exact::<Lossless<49, 6, 7, BOTTOM>>::default(), LeastWork, Size::Clusters(clusters))
            .unwrap()
    };
    let (large, small) = (table(100_003), table(REGION as u64));
    let cluster = |key| large.layout().locate(key, 100_003).cluster;
    let mut starts = Vec::new();
    for bottom in Keys::new(1).take(60).map(|key| key & BOTTOM) {
        let keys = Keys::new(bottom).map(|key| key >> 15 & !BOTTOM | bottom).take(3_000);
        let clusters: Vec<usize> = keys.map(cluster).collect();
        let (first, last) = (clusters.iter().min().unwrap(), clusters.iter().max().unwrap());
        assert!(last - first < REGION && last - first > REGION * 9 / 10, "{first}..={last}");
        starts.push(*first);
    }
    starts.sort_unstable();
    assert!(starts[0] < 10_000 && starts[59] > 90_000, "{starts:?}");
    let plain = Exact::<Lossless<49, 6, 7>>::default();
    for key in Keys::new(2).map(|key| key >> 15).take(1_000) {
        assert_eq!(
            small.layout().locate(key, REGION),
            plain.locate(key, REGION),
            "one region is all of the table"
        );
        let entry = Entry::new(i16::try_from(key % 64).unwrap() - 32, Bound::Exact, Entry::MAX_DRAFT);
        assert_ne!(large.store(large.locate(key), &entry, 1), Stored::Updated);
        assert_eq!(large.probe(large.locate(key)), Some(entry));
    }
    assert_ne!(large.layout().tag(), plain.tag());
    // With one cluster more than a region there are two places for it, and both are used.
    let barely = REGION + 1;
    let clusters = |bottom: u64| {
        let keys = Keys::new(bottom).map(|key| key >> 15 & !BOTTOM | bottom & BOTTOM).take(50_000);
        let clusters: Vec<usize> = keys.map(|key| large.layout().locate(key, barely).cluster).collect();
        (*clusters.iter().min().unwrap(), *clusters.iter().max().unwrap())
    };
    let places: Vec<(usize, usize)> = Keys::new(5).take(12).map(clusters).collect();
    assert!(places.contains(&(0, REGION - 1)) && places.contains(&(1, REGION)), "{places:?}");
}
