//! Safeguards turned off one at a time, losses added: what must hold, holds; what is broken by definition, is noticed.

#![allow(clippy::unwrap_used, reason = "a panic is how a test reports")]

mod common;

use std::cell::RefCell;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use common::{Keys, entry_of, mix};
use ttable::{
    AgedWord, Aging, Always, Clustered, Compact, CompactLine, Entry, Full, Layout, Located, OnePerIndex,
    Size, SizeError, Stored, Table, TwoPerIndex, Word,
};

/// What is wrong with a layout.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    None,
    /// The first occupied slot answers every probe.
    Unverified,
    /// All keys get one of 16 checks.
    Colliding,
}

#[derive(Debug)]
struct Faulty<L> {
    layout: L,
    fault: Fault,
}

impl<L: Layout> Layout for Faulty<L> {
    type Cluster = L::Cluster;
    type Word = L::Word;
    type Words = L::Words;

    fn tag(&self) -> u64 {
        self.layout.tag()
    }

    fn fits(&self, clusters: usize) -> Result<(), SizeError> {
        self.layout.fits(clusters)
    }

    fn locate(&self, key: u64, clusters: usize) -> Located {
        let located = self.layout.locate(key, clusters);
        let check = if self.fault == Fault::Colliding { located.check & 15 } else { located.check };
        Located { check, ..located }
    }

    fn find(&self, cluster: &L::Cluster, check: u64) -> Option<L::Word> {
        match self.fault {
            Fault::Unverified => {
                self.layout.read(cluster, check).0.as_ref().iter().copied().find(|w| !w.is_empty())
            }
            _ => self.layout.find(cluster, check),
        }
    }

    fn read(&self, cluster: &L::Cluster, check: u64) -> (L::Words, Option<usize>) {
        self.layout.read(cluster, check)
    }

    fn write(&self, cluster: &L::Cluster, slot: usize, check: u64, word: L::Word) {
        self.layout.write(cluster, slot, check, word);
    }

    fn shift(&self, cluster: &L::Cluster, from: usize, to: usize) {
        self.layout.shift(cluster, from, to);
    }
}

/// A table that loses every third store, and forgets a slot at every fourth probe by storing another key there.
#[derive(Debug)]
struct Lossy<T>(T, RefCell<u64>);

impl<T: Table> Lossy<T> {
    fn random(&self) -> u64 {
        mix(self.1.replace_with(|&mut count| count + 1))
    }
}

impl<T: Table> Table for Lossy<T> {
    type Handle = T::Handle;

    fn locate(&self, key: u64) -> T::Handle {
        self.0.locate(key)
    }

    fn probe(&self, handle: T::Handle) -> Option<Entry> {
        let random = self.random();
        if random.is_multiple_of(4) {
            self.0.store(self.0.locate(random), &entry_of(random), 1);
        }
        self.0.probe(handle)
    }

    fn store(&self, handle: T::Handle, entry: &Entry, work: u64) -> Stored {
        if self.random().is_multiple_of(3) { Stored::Refused } else { self.0.store(handle, entry, work) }
    }
}

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

fn faulty<L: Layout<Word: AgedWord>>(layout: L, fault: Fault) -> (usize, usize) {
    run(&Clustered::new(Faulty { layout, fault }, Aging, Size::Clusters(100)).unwrap())
}

#[test]
fn without_a_fault_every_hit_is_true() {
    for (hits, wrong) in [
        faulty(Full, Fault::None),
        faulty(Compact::new(), Fault::None),
        faulty(CompactLine::new(), Fault::None),
    ] {
        assert!(hits > 10_000 && wrong == 0, "{wrong} of {hits} hits");
    }
}

#[test]
fn lost_stores_and_evictions_cost_hits_and_nothing_else() {
    let table = Lossy(Clustered::new(Full, Aging, Size::Clusters(100)).unwrap(), RefCell::new(0));
    let (hits, wrong) = run(&table);
    assert!(hits > 1000 && wrong == 0, "{wrong} of {hits} hits");
    assert!(hits < faulty(Full, Fault::None).0);
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
    for fault in [Fault::Unverified, Fault::Colliding] {
        for (hits, wrong) in
            [faulty(Full, fault), faulty(Compact::new(), fault), faulty(CompactLine::new(), fault)]
        {
            assert!(wrong * 10 > hits, "{fault:?}: {wrong} of {hits} hits");
        }
    }
}
