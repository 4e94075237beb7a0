//! Small programs on a table of one cluster, in all interleavings with at most three preemptions, and with all values that relaxed
//! loads may see.
//!
//! `RUSTFLAGS="--cfg loom" cargo test -p ttable --release --test loom`; with `TRANSPOSE_LONG=1` four preemptions.
#![cfg(loom)]
#![allow(clippy::unwrap_used, reason = "a panic is how a test reports")]

use std::num::NonZeroU16;
use std::sync::Mutex;
use std::sync::atomic::Ordering;

use loom::sync::Arc;
use loom::sync::atomic::AtomicUsize;
use loom::thread;
use ttable::{
    Aging, Always, Bound, Clustered, Entry, Exact, ExactHalf, Fields, Full, HalfLine, Layout, LeastWork,
    Line, Masked, OnePerIndex, Replacement, Selective, Short, Size, Table, TwoDeep, TwoPerIndex,
};

/// The two keys that meet in one cluster, and what is stored for each, told apart by the value.
const KEYS: [u64; 2] = [0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210];

fn entry(of: usize, draft: i16) -> Entry {
    Entry::new([111, -222][of], Bound::Lower, draft)
}

/// How often a thread may be set aside in one run where it could go on: the bound on the interleavings that are tried. Without one
/// the two smallest of these tests did not end in 60 seconds of processor time each.
fn preemptions() -> usize {
    if std::env::var_os("TRANSPOSE_LONG").is_some() { 4 } else { 3 }
}

/// Runs two writers, one for each key, and a reader for both, in a cluster where `before` was stored: what the reader found,
/// with the number of the key it asked for, in any of the runs.
fn found<L, R>(
    layout: fn() -> L,
    policy: R,
    keys: [u64; 2],
    before: Vec<(u64, Entry)>,
    stored: [Entry; 2],
) -> Vec<(usize, Entry)>
where
    L: Layout + Send + Sync + 'static,
    R: Replacement<L::Word> + Copy + Send + Sync + 'static,
{
    let all = std::sync::Arc::new(Mutex::new(Vec::new()));
    let noted = all.clone();
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(preemptions());
    model.check(move || {
        let table = Arc::new(Clustered::new(layout(), policy, Size::Clusters(1)).unwrap());
        for (key, entry) in &before {
            table.store(table.locate(*key), entry, 1);
        }
        // Loom tries other orders of two accesses only if no third lies between, and a store reads its slots first. Each
        // thread knocks at a gate before it begins, so that all orders of these are tried; the relaxed accesses behind it
        // may then see any mixture of what was written so far.
        let gate = Arc::new(AtomicUsize::new(0));
        let writers = [0, 1].map(|of| {
            let (table, gate) = (Arc::clone(&table), Arc::clone(&gate));
            thread::spawn(move || {
                gate.fetch_add(1, Ordering::Relaxed);
                table.store(table.locate(keys[of]), &stored[of], 2);
                gate.fetch_add(1, Ordering::Relaxed);
            })
        });
        for (of, &key) in keys.iter().enumerate() {
            gate.fetch_add(1, Ordering::Relaxed);
            if let Some(entry) = table.probe(table.locate(key)) {
                // The lock is the model's own and no access that loom orders.
                let mut all = noted.lock().unwrap();
                if !all.contains(&(of, entry)) {
                    all.push((of, entry));
                }
            }
        }
        for writer in writers {
            writer.join().unwrap();
        }
    });
    std::mem::take(&mut all.lock().unwrap())
}

/// Whether a reader ever got the other key's entry.
///
/// With `occupied` the cluster holds an older entry of the first key, so that one writer updates in place.
fn confuses<L, R>(layout: fn() -> L, policy: R, keys: [u64; 2], occupied: bool) -> bool
where
    L: Layout + Send + Sync + 'static,
    R: Replacement<L::Word> + Copy + Send + Sync + 'static,
{
    let before = if occupied { vec![(keys[0], entry(0, 1))] } else { Vec::new() };
    let found = found(layout, policy, keys, before, [entry(0, 2), entry(1, 2)]);
    // A data word is one access: whatever is found, somebody stored.
    let any = [entry(0, 1), entry(0, 2), entry(1, 2)].map(|entry| entry.value);
    assert!(found.iter().all(|(_, entry)| any.contains(&entry.value)), "{found:?}");
    for of in [0, 1] {
        assert!(found.contains(&(of, entry(of, 2))), "no run let the reader see what writer {of} stored");
    }
    found.iter().any(|&(of, found)| found.value != entry(of, 2).value)
}

#[test]
fn full_pairs_every_entry_with_its_key() {
    assert!(!confuses(|| Full, Aging, KEYS, false));
    assert!(!confuses(|| Full, Aging, KEYS, true));
}

#[test]
fn masked_full_pairs_every_entry_with_its_key() {
    assert!(!confuses(|| Masked(Full), Aging, KEYS, false));
    assert!(!confuses(|| Masked(Full), Aging, KEYS, true));
}

/// One writer changes the first key's entry where it lies, a ply less deep and with its own move, while the other puts the second
/// key's entry over it.
fn amends<L>(layout: fn() -> L, slots: u64)
where
    L: Layout + Send + Sync + 'static,
    Selective: Replacement<L::Word>,
{
    let policy = Selective { decisive: 100 };
    let deep = entry(0, 10);
    // Deeper ones fill the other slots, so that the first key's is the one to give way.
    let others = (1..slots).map(|n| (KEYS[0].rotate_left(7) ^ n, Entry::new(333, Bound::Lower, 50)));
    let before = std::iter::once((KEYS[0], deep)).chain(others).collect();
    let mv = NonZeroU16::new(7);
    let stored = [entry(0, 2).with_move(mv), entry(1, 2)];
    let found = found(layout, policy, KEYS, before, stored);
    let amended = (0, entry(0, 9).with_move(mv));
    let right = [(0, deep), amended, (0, stored[0]), (1, stored[1])];
    assert!(found.iter().all(|found| right.contains(found)), "{found:?}");
    assert!(right.iter().all(|right| found.contains(right)), "not seen in any run: {found:?}");
}

#[test]
fn an_entry_changed_in_place_stays_with_its_key() {
    amends(OnePerIndex::whole, 1);
    amends(|| Full, 4);
    amends(Short::<HalfLine, 21>::new, 3);
}

/// An empty slot reads as key 0, so whoever asks for it reads the cluster twice.
#[test]
fn key_0_is_paired_with_its_own_entry() {
    assert!(!confuses(|| Full, Aging, [0, KEYS[1]], false));
    assert!(!confuses(|| Full, Aging, [0, KEYS[1]], true));
    assert!(!confuses(|| Full, Aging, [KEYS[1], 0], true));
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
