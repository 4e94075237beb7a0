//! Several threads on one small table: no reader ever gets an entry of another key. Case TT-28.

#![allow(clippy::unwrap_used, reason = "a panic is how a test reports")]

mod common;

use std::num::NonZeroU16;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

use common::{Keys, entry_of, mix};
use ttable::{
    Aging, Always, Bound, Clustered, Compact, CompactLine, Entry, Exact, ExactHalf, Fields, Full, Layout,
    LeastWork, Masked, OnePerIndex, Replacement, Selective, Size, Table, TwoDeep, TwoPerIndex,
};

const THREADS: u64 = 8;
const ROUNDS: usize = 60_000;
/// Few enough to be found often, and several times the slots.
const KEYS: usize = 256;
/// Where the keys that contend for one slot come from, and those of the deeper entries beside it.
const CONTENDING_SEED: u64 = 29;
const DEEP_SEED: u64 = 30;

/// Stores of each thread that contends for a slot.
fn stores() -> usize {
    if std::env::var_os("TRANSPOSE_LONG").is_some() { 100_000_000 } else { 3_000_000 }
}

/// The hits, and the hits whose entry was not planted for their key.
fn hammer<L, R>(
    layout: L,
    policy: R,
    clusters: u64,
    bits: u32,
    plant: impl Fn(u64) -> Entry + Sync,
) -> (u64, u64)
where
    L: Layout + Sync,
    R: Replacement<L::Word> + Sync,
{
    let table = Clustered::new(layout, policy, Size::Clusters(clusters)).unwrap();
    let keys: Vec<u64> = Keys::new(28).take(KEYS).map(|key| key >> (64 - bits)).collect();
    let keys = &keys;
    let (hits, false_hits) = (AtomicU64::new(0), AtomicU64::new(0));
    let work = |thread: u64| {
        let (mut found, mut wrong) = (0, 0);
        for (round, random) in Keys::new(thread).take(ROUNDS).enumerate() {
            // The high bits say which key is probed, other ones which is stored.
            let [probed, stored] =
                [random >> 56, random >> 48 & 0xff].map(|n| keys[usize::try_from(n).unwrap()]);
            if let Some(entry) = table.probe(table.locate(probed)) {
                found += 1;
                wrong += u64::from(entry != plant(probed));
            }
            table.store(table.locate(stored), &plant(stored), random & 0xff);
            if thread == 0 && round % 1000 == 0 {
                table.new_generation();
            }
        }
        hits.fetch_add(found, Ordering::Relaxed);
        false_hits.fetch_add(wrong, Ordering::Relaxed);
    };
    thread::scope(|scope| {
        for thread in 0..THREADS {
            let work = &work;
            scope.spawn(move || work(thread));
        }
    });
    (hits.into_inner(), false_hits.into_inner())
}

/// Two threads that only store and two that only probe, in one cluster, each in a tight loop.
///
/// Each of those that store has two keys, and all four contend for one slot: the others hold deeper entries. So nearly every
/// store puts one key's entry over another's, and what two writers at once leave half written, or one that is set aside in the
/// middle of it, is there for the next probe to see. With `generations` a fifth thread begins one after the other, so that entries
/// grow as old as can be told, and older, while they are written.
fn contend<L, R>(layout: L, policy: R, generations: bool)
where
    L: Layout + Sync,
    R: Replacement<L::Word> + Sync,
{
    let table = &Clustered::new(layout, policy, Size::Clusters(1)).unwrap();
    for key in Keys::new(DEEP_SEED).take(table.slots() - 1) {
        table.store(table.locate(key), &Entry { draft: 200, ..planted(key) }, 1);
    }
    let shallow = |key: u64| (table.locate(key), Entry { draft: 0, ..planted(key) });
    let entries: Vec<_> = Keys::new(CONTENDING_SEED).take(4).map(shallow).collect();
    let storing = &AtomicUsize::new(2);
    let store = |pair: &[_]| {
        for (handle, entry) in pair.iter().cycle().take(stores()) {
            table.store(*handle, entry, 1);
        }
        storing.fetch_sub(1, Ordering::Relaxed);
    };
    let probe = || {
        let (mut hits, mut wrong) = (0_u64, 0_u64);
        while storing.load(Ordering::Relaxed) > 0 {
            for (handle, entry) in &entries {
                let found = table.probe(*handle);
                hits += u64::from(found.is_some());
                wrong += u64::from(found.is_some_and(|found| found != *entry));
            }
        }
        (hits, wrong)
    };
    let counts = thread::scope(|scope| {
        let probing = [(); 2].map(|()| scope.spawn(probe));
        if generations {
            scope.spawn(|| {
                while storing.load(Ordering::Relaxed) > 0 {
                    table.new_generation();
                }
            });
        }
        for pair in entries.chunks(2) {
            scope.spawn(move || store(pair));
        }
        probing.map(|thread| thread.join().unwrap())
    });
    let (hits, wrong) = (counts[0].0 + counts[1].0, counts[0].1 + counts[1].1);
    assert!(hits > 1000, "{hits} hits");
    assert_eq!(wrong, 0, "of {hits} hits, seeds {CONTENDING_SEED} and {DEEP_SEED}");
}

/// Entries that every layout keeps whole: what policies change in place (moves kept, drafts faded) is the same for all
/// entries of a key.
fn planted(key: u64) -> Entry {
    Entry { value: entry_of(key).value % 10_000, ..entry_of(key) }
}

#[test]
fn whole_keys_never_answer_with_another_keys_entry() {
    for (hits, wrong) in [
        hammer(Full, Aging, 16, 64, planted),
        hammer(Full, Selective::default(), 16, 64, planted),
        hammer(Full, Always, 1, 64, planted),
        hammer(OnePerIndex::whole(), Always, 64, 64, planted),
        hammer(TwoPerIndex::whole(), TwoDeep, 32, 64, planted),
    ] {
        assert!(hits > 1000, "{hits} hits");
        assert_eq!(wrong, 0, "of {hits} hits");
    }
}

/// A check of 21 bits takes a torn pair for whole once in two million.
#[test]
fn short_checks_reject_torn_pairs_up_to_their_odds() {
    for (hits, wrong) in
        [hammer(Compact::new(), Aging, 21, 64, planted), hammer(CompactLine::new(), Aging, 11, 64, planted)]
    {
        assert!(hits > 1000, "{hits} hits");
        assert!(wrong <= 2, "{wrong} of {hits} hits");
    }
}

struct Forty;

impl Fields for Forty {
    const KEY: u32 = 40;
    const KEPT: u32 = 37;
    const MOVE: u32 = 5;
    const VALUE: u32 = 12;
    const DRAFT: u32 = 0;
    const WORK: u32 = 8;
}

struct Twelve;

impl Fields for Twelve {
    const KEY: u32 = 12;
    const KEPT: u32 = 12;
    const MOVE: u32 = 5;
    const VALUE: u32 = 12;
    const DRAFT: u32 = 0;
    const WORK: u32 = 1;
}

#[test]
fn lossless_keys_never_answer_with_another_keys_entry() {
    let plant = |key: u64| {
        let planted = mix(!key);
        let value = i16::try_from(planted % 4096).unwrap() - 2048;
        let mv = NonZeroU16::new(u16::try_from(planted >> 40 & 31).unwrap());
        Entry { draft: Entry::MAX_DRAFT, ..Entry::new(value, Bound::Exact, 0).with_move(mv) }
    };
    for (hits, wrong) in [
        hammer(Exact::<Forty>::new(), LeastWork, 8, 40, plant),
        hammer(ExactHalf::<Twelve>::new(), LeastWork, 1, 12, plant),
    ] {
        assert!(hits > 1000, "{hits} hits");
        assert_eq!(wrong, 0, "of {hits} hits");
    }
}

#[test]
fn writers_of_one_slot_leave_no_entry_under_another_whole_key() {
    contend(Full, Aging, false);
    contend(Full, Selective::default(), false);
    contend(Masked(Full), Aging, false);
    contend(OnePerIndex::whole(), Always, false);
    contend(TwoPerIndex::whole(), TwoDeep, false);
}

/// A torn pair among so few entries passes a check of 21 bits always or never: with these keys, never.
#[test]
fn writers_of_one_slot_leave_no_entry_under_another_short_check() {
    contend(Compact::new(), Aging, false);
    contend(CompactLine::new(), Aging, false);
}

#[test]
fn a_new_generation_leaves_no_entry_under_another_key() {
    contend(Full, Aging, true);
    contend(OnePerIndex::whole(), Aging, true);
    contend(Compact::new(), Aging, true);
}
