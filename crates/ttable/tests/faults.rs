//! Safeguards turned off one at a time, losses added: what must hold, holds; what is broken by definition, is noticed.

#![allow(clippy::unwrap_used, reason = "a panic is how a test reports")]

mod common;
#[path = "common/faulty.rs"]
mod faulty;

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use common::{Keys, entry_of};
use faulty::{Fault, Faulty};
use ttable::{
    AgedWord, Aging, Always, Clustered, Compact, CompactLine, Full, Layout, Masked, OnePerIndex, Size, Table,
    TwoPerIndex,
};

/// Hits, and hits that gave another key's entry, of a mixed run of stores and probes.
fn run(table: &impl Table) -> (usize, usize) {
    let keys: Vec<u64> = Keys::new(5).take(2000).collect();
    let (mut hits, mut wrong) = (0, 0);
    for random in Keys::new(6).take(100_000) {
        let [probed, stored] =
            [random >> 32, random & 0xffff_ffff].map(|n| keys[usize::try_from(n).unwrap() % 2000]);
        if let Some(entry) = table.probe(table.locate(probed)) {
            hits += 1;
            wrong += usize::from(entry != entry_of(probed));
        }
        table.store(table.locate(stored), &entry_of(stored), 1);
    }
    (hits, wrong)
}

fn with<L: Layout<Word: AgedWord>>(layout: L, fault: Fault) -> (usize, usize) {
    run(&Clustered::new(Faulty::new(layout, fault), Aging, Size::Clusters(128)).unwrap())
}

fn of_each_layout(fault: Fault) -> [(usize, usize); 4] {
    [
        with(Full, fault),
        with(Compact::new(), fault),
        with(CompactLine::new(), fault),
        with(Masked(Full), fault),
    ]
}

#[test]
fn losses_and_torn_pairs_cost_hits_and_nothing_else() {
    let whole = of_each_layout(Fault::None);
    for fault in Fault::HARMLESS {
        for ((hits, wrong), (most, _)) in of_each_layout(fault).into_iter().zip(whole) {
            assert!(hits > 1000 && wrong == 0, "{fault:?}: {wrong} of {hits} hits");
            assert!(hits != most || fault == Fault::None, "{fault:?} did nothing to {most} hits");
        }
    }
}

/// Every way to tear a cluster between two states, word by word: what is found was stored for the key it is found by.
fn tear<L: Layout + Copy>(layout: L, words: fn(&L::Cluster) -> &[AtomicU64]) {
    let keys: Vec<u64> = Keys::new(9).take(40).collect();
    for pair in keys.chunks(2) {
        let states = [&pair[..1], &pair[1..], pair].map(|stored| {
            let table = Clustered::with_memory(layout, Always, [L::Cluster::default()]).unwrap();
            for &key in stored {
                table.store(table.locate(key), &entry_of(key), 1);
            }
            words(&table.clusters()[0]).iter().map(|word| word.load(Relaxed)).collect::<Vec<u64>>()
        });
        for (one, other) in [(0, 1), (1, 2), (0, 2)] {
            for torn in 0..1 << states[0].len() {
                let memory = [L::Cluster::default()];
                for (n, word) in words(&memory[0]).iter().enumerate() {
                    word.store(states[if torn >> n & 1 == 0 { one } else { other }][n], Relaxed);
                }
                let table = Clustered::with_memory(layout, Always, memory).unwrap();
                for &key in pair {
                    let found = table.probe(table.locate(key));
                    assert!(found.is_none_or(|entry| entry == entry_of(key)), "{key:#x} found {found:?}");
                }
            }
        }
    }
}

#[test]
fn torn_clusters_answer_no_key_with_anothers_entry() {
    tear(Full, |cluster| &cluster.0);
    tear(Compact::new(), |cluster| &cluster.0);
    tear(CompactLine::new(), |cluster| &cluster.0);
    tear(OnePerIndex::whole(), |cluster| &cluster.0);
    tear(TwoPerIndex::whole(), |cluster| &cluster.0);
}

#[test]
fn verification_turned_off_or_keys_made_to_collide_are_noticed() {
    for fault in Fault::HARMFUL {
        for (hits, wrong) in of_each_layout(fault) {
            assert!(wrong * 10 > hits, "{fault:?}: {wrong} of {hits} hits");
        }
    }
}
