//! All interleavings of small programs on a table of one cluster, and all values that relaxed loads may see.
//!
//! `RUSTFLAGS="--cfg loom" cargo test -p ttable --release --test loom`
#![cfg(loom)]
#![allow(clippy::unwrap_used, reason = "a panic is how a test reports")]

use std::sync::atomic::{AtomicBool, Ordering};

use loom::sync::Arc;
use loom::sync::atomic::AtomicUsize;
use loom::thread;
use ttable::{
    Aging, Always, Bound, Clustered, Entry, Exact, ExactHalf, Fields, Full, HalfLine, Layout, LeastWork,
    Line, OnePerIndex, Replacement, Short, Size, Table, TwoDeep, TwoPerIndex,
};

/// The two keys that meet in one cluster, and what is stored for each, told apart by the value.
const KEYS: [u64; 2] = [0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210];

fn entry(of: usize, draft: i16) -> Entry {
    Entry::new([111, -222][of], Bound::Lower, draft)
}

/// Runs two writers, one for each key, and a reader for both; whether the reader ever got the other key's entry.
///
/// With `occupied` the cluster holds an older entry of the first key, so that one writer updates in place.
fn confuses<L, R>(layout: fn() -> L, policy: R, keys: [u64; 2], occupied: bool) -> bool
where
    L: Layout + Send + Sync + 'static,
    R: Replacement<L::Word> + Copy + Send + Sync + 'static,
{
    let [confused, found_own] = [(); 2].map(|()| std::sync::Arc::new(AtomicBool::new(false)));
    let (seen, own) = (confused.clone(), found_own.clone());
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(2);
    model.check(move || {
        let table = Arc::new(Clustered::new(layout(), policy, Size::Clusters(1)).unwrap());
        if occupied {
            table.store(table.locate(keys[0]), &entry(0, 1), 1);
        }
        // Loom tries other orders of two accesses only if no third lies between, and a store reads its slots first. Each
        // thread knocks at a gate before it begins, so that all orders of these are tried; the relaxed accesses behind it
        // may then see any mixture of what was written so far.
        let gate = Arc::new(AtomicUsize::new(0));
        let writers = [0, 1].map(|of| {
            let (table, gate) = (Arc::clone(&table), Arc::clone(&gate));
            thread::spawn(move || {
                gate.fetch_add(1, Ordering::Relaxed);
                table.store(table.locate(keys[of]), &entry(of, 2), 2);
                gate.fetch_add(1, Ordering::Relaxed);
            })
        });
        for of in [0, 1] {
            gate.fetch_add(1, Ordering::Relaxed);
            if let Some(found) = table.probe(table.locate(keys[of])) {
                // Data words are never torn: whatever is found, somebody stored.
                let stored = [entry(0, 1), entry(0, 2), entry(1, 2)].map(|entry| entry.value);
                assert!(stored.contains(&found.value), "{found:?}");
                let kind = if found == entry(of, 2) { &own } else { &seen };
                if found == entry(of, 2) || found.value != entry(of, 2).value {
                    kind.store(true, Ordering::Relaxed);
                }
            }
        }
        for writer in writers {
            writer.join().unwrap();
        }
    });
    assert!(found_own.load(Ordering::Relaxed), "no run let the reader see what a writer stored");
    confused.load(Ordering::Relaxed)
}

#[test]
fn full_pairs_every_entry_with_its_key() {
    assert!(!confuses(|| Full, Aging, KEYS, false));
    assert!(!confuses(|| Full, Aging, KEYS, true));
}

#[test]
fn slots_of_the_experiments_pair_every_entry_with_its_key() {
    assert!(!confuses(OnePerIndex::whole, Always, KEYS, false));
    assert!(!confuses(OnePerIndex::whole, Always, KEYS, true));
    assert!(!confuses(TwoPerIndex::whole, TwoDeep, KEYS, false));
}

#[test]
fn a_slot_that_is_not_verified_is_confused() {
    assert!(confuses(OnePerIndex::unverified, Always, KEYS, false));
}

#[test]
fn checks_of_21_bits_pair_these_entries_with_their_keys() {
    assert!(!confuses(Short::<HalfLine, 21>::new, Aging, KEYS, false));
    assert!(!confuses(Short::<HalfLine, 21>::new, Aging, KEYS, true));
    assert!(!confuses(Short::<Line, 21>::new, Aging, KEYS, true));
}

/// With a check of two bits a torn pair passes if the folds of its halves differ as the checks do: for one of these pairs
/// of checks they do, and the model finds it. So it would find those of a longer check, if there were any among these
/// entries.
#[test]
fn a_check_of_two_bits_lets_a_torn_pair_through() {
    let torn = |keys| confuses(Short::<HalfLine, 2>::new, Always, keys, false);
    assert!(torn([1, 2]) || torn([1, 3]) || torn([2, 3]));
}

struct Lossless;

impl Fields for Lossless {
    const KEY: u32 = 16;
    const KEPT: u32 = 16;
    const MOVE: u32 = 0;
    const VALUE: u32 = 16;
    const DRAFT: u32 = 8;
    const WORK: u32 = 8;
}

struct Half;

impl Fields for Half {
    const KEY: u32 = 8;
    const KEPT: u32 = 8;
    const MOVE: u32 = 0;
    const VALUE: u32 = 9;
    const DRAFT: u32 = 8;
    const WORK: u32 = 2;
}

#[test]
fn lossless_entries_are_one_word_and_cannot_tear() {
    assert!(!confuses(ExactHalf::<Half>::new, LeastWork, [0, 1], false));
    assert!(!confuses(ExactHalf::<Half>::new, LeastWork, [0, 1], true));
    assert!(!confuses(Exact::<Lossless>::new, LeastWork, [0, 1], false));
    assert!(!confuses(Exact::<Lossless>::new, LeastWork, [0, 1], true));
}
