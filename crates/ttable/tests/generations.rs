//! What a table knows of the searches its entries are from.

#![allow(clippy::unwrap_used, reason = "a panic is how a test reports")]

mod common;

use std::num::NonZeroU16;

use common::Keys;
use ttable::{
    AgedWord, Aging, Always, Bound, Clustered, Compact, CompactLine, Entry, Full, FullTable, Layout, Masked,
    OnePerIndex, Size, Stored, Table, TwoPerIndex,
};

fn deep(draft: i16, mv: u16) -> Entry {
    Entry::new(1, Bound::Lower, draft).with_move(NonZeroU16::new(mv))
}

/// Case TT-30, on tables of one cluster and of several thousand.
#[test]
fn hashfull_stays_within_a_thousand_while_generations_wrap() {
    for clusters in [1, 3, 5000] {
        let mut table = FullTable::with_clusters(clusters).unwrap();
        assert_eq!(table.hashfull(), 0);
        let mut keys = Keys::new(clusters);
        for search in 0..300 {
            let stores = usize::try_from(clusters).unwrap() * [16, 0, 1][search % 3];
            for key in keys.by_ref().take(stores) {
                table.store(table.locate(key), &deep(3, 1), 1);
            }
            let full = table.hashfull();
            match search % 3 {
                0 => assert!((970..=1000).contains(&full), "search {search}: {full}"),
                1 => assert_eq!(full, 0, "search {search}: what an older search wrote is not fresh"),
                _ => assert!((100..=300).contains(&full), "search {search}: {full}"),
            }
            assert!(table.hashfull_within(31) <= 1000 && table.hashfull_within(31) >= full);
            table.new_generation();
        }
        table.clear();
        assert_eq!((table.hashfull(), table.hashfull_within(255)), (0, 0));
        assert_eq!(table.generation().number(), 0);
    }
}

/// What nobody overwrites is old for ever, however often the numbers of generations come again.
#[test]
fn entries_of_any_number_of_searches_ago_are_not_fresh() {
    fn check<L: Layout<Word: AgedWord>>(layout: L, clusters: u64) {
        let table = Clustered::new(layout, Aging, Size::Clusters(clusters)).unwrap();
        let keys: Vec<u64> = Keys::new(30).take(4 * usize::try_from(clusters).unwrap()).collect();
        for &key in &keys {
            table.store(table.locate(key), &deep(20, 1), 1);
        }
        let held: Vec<u64> =
            keys.into_iter().filter(|&key| table.probe(table.locate(key)).is_some()).collect();
        let filled = table.fill();
        assert_eq!(table.hashfull(), filled);
        for search in 1..=300_u16 {
            table.new_generation();
            assert_eq!(table.hashfull(), 0, "search {search}");
            let known = u8::try_from(search.min(31)).unwrap();
            assert_eq!(
                [known - 1, known].map(|age| table.hashfull_within(age)),
                [0, filled],
                "search {search}"
            );
            assert_eq!(table.ages()[usize::from(known)], filled, "search {search}");
        }
        for key in held {
            assert_eq!(table.probe(table.locate(key)), Some(deep(20, 1)), "marked anew, not lost");
            assert_eq!(
                table.store(table.locate(key), &deep(1, 2), 1),
                Stored::Updated,
                "it is not of this search"
            );
        }
    }
    for clusters in [1, 4, 512] {
        check(Full, clusters);
        check(Masked(Full), clusters);
        check(Compact::new(), clusters);
        check(CompactLine::new(), clusters);
        check(OnePerIndex::whole(), clusters);
        check(TwoPerIndex::whole().weighed(), clusters);
    }
}

/// An empty slot is never outlived by an entry, in whatever generation: what rests on a zero generation fails here.
#[test]
fn empty_slots_are_filled_first_in_every_generation() {
    for (written, later) in (0..32).flat_map(|written| (0..32).map(move |later| (written, later))) {
        let table = FullTable::with_clusters(1).unwrap();
        (0..written).for_each(|_| table.new_generation());
        table.store(table.locate(1), &deep(-8, 1), 1);
        (0..later).for_each(|_| table.new_generation());
        for key in 2..=4 {
            let stored = table.store(table.locate(key), &deep(-8, 1), 1);
            assert_eq!(stored, Stored::Filled, "written in generation {written}, {later} later");
        }
        assert_eq!(table.store(table.locate(5), &deep(-8, 1), 1), Stored::Evicted);
    }
}

#[test]
fn slots_are_counted_by_the_age_of_their_entries() {
    let table = Clustered::new(TwoPerIndex::whole(), Always, Size::Clusters(512)).unwrap();
    // Of the first 1,000 clusters, or of all: 512 of two slots, here.
    for (keys, search) in [(0..256, 0), (256..320, 1), (512..640, 2)] {
        assert_eq!(table.generation().number(), search);
        keys.for_each(|key| assert_eq!(table.store(table.locate(key), &deep(1, 1), 1), Stored::Filled));
        table.new_generation();
    }
    (0..4).for_each(|_| table.new_generation());
    let ages = table.ages();
    let expected = [(5, 125), (6, 62), (7, 250)];
    for (age, &found) in ages.iter().enumerate() {
        let expected = expected.iter().find(|(of, _)| *of == age).map_or(0, |(_, per_mille)| *per_mille);
        assert!(found.abs_diff(expected) <= 1, "age {age}: {found}");
    }
    assert_eq!(ages.iter().sum::<u16>(), table.hashfull_within(31));
    assert_eq!(table.hashfull_within(31), 437);
}

/// Only what is looked at is marked anew: a search begins as fast over a large table as over a small one.
#[test]
fn clusters_that_are_not_sampled_are_left_alone() {
    let table = FullTable::with_clusters(1001).unwrap();
    let handle_in = |cluster: usize| {
        let keys = (0_u64..).map(|n| n << 40 | n);
        let handles =
            keys.map(|key| key.wrapping_mul(0x9e37_79b9_7f4a_7c15)).map(|key| (key, table.locate(key)));
        handles.into_iter().find(|(key, _)| ttable::multiply_shift(*key, 1001) == cluster).unwrap().1
    };
    let (last_sampled, beyond) = (handle_in(999), handle_in(1000));
    for handle in [last_sampled, beyond] {
        table.store(handle, &deep(20, 1), 1);
    }
    (0..32).for_each(|_| table.new_generation());
    // An entry of this search refuses a shallow one; an old one does not.
    assert_eq!(table.store(last_sampled, &deep(1, 2), 1), Stored::Updated);
    assert_eq!(table.store(beyond, &deep(1, 2), 1), Stored::Refused, "it counts as just written");
}
