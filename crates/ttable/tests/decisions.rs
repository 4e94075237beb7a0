//! Long runs of stores into one cluster, beside a cluster and policies written down plainly: the same slots, the same answers.

#![allow(clippy::unwrap_used, reason = "a panic is how a test reports")]

mod common;

use std::num::NonZeroU16;

use common::Keys;
use ttable::{
    Aging, Bound, Clustered, Compact, CompactLine, Entry, Exact, ExactHalf, Fields, Full, Generation,
    HalfLine, Layout, LeastWork, Masked, OnePerIndex, Replacement, Selective, Size, Stored, Table,
    TwoPerIndex,
};

/// A slot in use: whose, what, in which search, after how many nodes.
#[derive(Clone, Copy, Debug)]
struct Slot {
    key: u64,
    entry: Entry,
    generation: Generation,
    work: u64,
}

/// What a policy does with a new entry where one of its position lies: the entry that lies there then, and whether it is
/// the new one.
type Meet = fn(old: Slot, new: Slot) -> (Entry, bool);

/// What an entry is worth to a policy; of the entry worth least the slot is taken. The second is the generation now.
type Worth = fn(Slot, Generation) -> i64;

/// The same as the table's store, without any of its ways to be fast.
fn store(slots: &mut [Option<Slot>], new: Slot, meet: Meet, worth: Worth) -> Stored {
    if let Some(own) = slots.iter_mut().flatten().find(|slot| slot.key == new.key) {
        let (entry, is_new) = meet(*own, new);
        *own = if is_new { Slot { entry, ..new } } else { Slot { entry, ..*own } };
        return if is_new { Stored::Updated } else { Stored::Refused };
    }
    if let Some(empty) = slots.iter_mut().find(|slot| slot.is_none()) {
        *empty = Some(new);
        return Stored::Filled;
    }
    // The first of the least.
    let least = slots.iter_mut().flatten().min_by_key(|slot| worth(**slot, new.generation)).unwrap();
    *least = new;
    Stored::Evicted
}

fn keeping_move(old: Entry, new: Entry) -> Entry {
    Entry { mv: new.mv.or(old.mv), ..new }
}

fn aged(slot: Slot, now: Generation) -> i64 {
    i64::from(slot.entry.draft) - 8 * i64::from(now.since(slot.generation))
}

fn aging(old: Slot, new: Slot) -> (Entry, bool) {
    let deeper = old.entry.draft > new.entry.draft + 4;
    let stays = old.generation == new.generation && new.entry.bound != Bound::Exact && deeper;
    if stays { (old.entry, false) } else { (keeping_move(old.entry, new.entry), true) }
}

const DECISIVE: u16 = 1000;

fn selective(old: Slot, new: Slot) -> (Entry, bool) {
    let pv = if new.entry.pv { 2 } else { 0 };
    if new.entry.bound == Bound::Exact
        || new.entry.draft + pv > old.entry.draft - 4
        || old.generation != new.generation
    {
        return (keeping_move(old.entry, new.entry), true);
    }
    let decisive = old.entry.value.unsigned_abs() >= DECISIVE;
    let fades = decisive && old.entry.draft >= 5 && old.entry.bound != Bound::Exact;
    let draft = old.entry.draft - i16::from(fades);
    (Entry { mv: new.entry.mv.or(old.entry.mv), draft, ..old.entry }, false)
}

fn least_work(old: Slot, new: Slot) -> (Entry, bool) {
    (keeping_move(old.entry, new.entry), true)
}

/// Key 0 is like what lies in an empty slot; 1 is left out, as a short check does not tell it from 0.
const KEYS: [u64; 23] = [0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23];

/// An entry by random numbers. Drafts are often equal, or at either end; values are small or decisive.
fn random_entry(random: &mut Keys) -> Entry {
    let mut below = |count: u64| random.next().unwrap() % count;
    let draft = match below(8) {
        0 => Entry::MIN_DRAFT,
        1 => Entry::MAX_DRAFT,
        _ => i16::try_from(below(24)).unwrap() - 4,
    };
    Entry {
        mv: NonZeroU16::new(u16::try_from(below(3)).unwrap()),
        value: [-1000, -999, 0, 1, 1000][usize::try_from(below(5)).unwrap()],
        draft,
        bound: [Bound::Upper, Bound::Lower, Bound::Exact][usize::try_from(below(3)).unwrap()],
        pv: below(4) == 0,
        ..Entry::new(0, Bound::Upper, 0)
    }
}

/// Runs of stores on an empty cluster, long enough that its generations wrap, and short ones, in which it is not yet full.
/// How many stores were refused.
fn check<L: Layout + Copy, R: Replacement<L::Word> + Copy>(
    layout: L,
    policy: R,
    keeps_pv: bool,
    meet: Meet,
    worth: Worth,
) -> u32 {
    let mut random = Keys::new(41);
    let mut met = [0; 4];
    let runs = if std::env::var_os("TRANSPOSE_LONG").is_some() { 3000 } else { 150 };
    for run in 0..runs {
        let mut table = Clustered::new(layout, policy, Size::Clusters(1)).unwrap();
        table.clear();
        let mut slots = vec![None; table.slots()];
        for _ in 0..if run % 8 == 0 { 2000 } else { 40 } {
            let mut draw = |count: u64| random.next().unwrap() % count;
            let key = KEYS[usize::try_from(draw(KEYS.len() as u64)).unwrap()];
            let work = 1 << draw(14);
            if draw(16) == 0 {
                table.new_generation();
                // What was written when the number was last used stays as old as can be told.
                let now = table.generation();
                for slot in slots.iter_mut().flatten().filter(|slot: &&mut Slot| slot.generation == now) {
                    slot.generation = now.next();
                }
            }
            let mut entry = random_entry(&mut random);
            entry.pv &= keeps_pv;
            let expected =
                store(&mut slots, Slot { key, entry, generation: table.generation(), work }, meet, worth);
            assert_eq!(
                table.store(table.locate(key), &entry, work),
                expected,
                "{key}: {entry:?} into {slots:?}"
            );
            met[expected as usize] += 1;
            for key in KEYS {
                let lies = slots.iter().flatten().find(|slot| slot.key == key).map(|slot| slot.entry);
                assert_eq!(table.probe(table.locate(key)), lies, "{key}");
            }
        }
    }
    assert!(met[..3].iter().all(|&count| count > 100), "{met:?}");
    met[Stored::Refused as usize]
}

fn ages<L: Layout<Word = ttable::Packed> + Copy>(layout: L) {
    assert!(check(layout, Aging, true, aging, aged) > 100);
    assert!(check(layout, Selective { decisive: DECISIVE }, true, selective, aged) > 100);
}

#[test]
fn aging_and_selective_decide_as_they_say_in_every_layout() {
    ages(Full);
    ages(Masked(Full));
    ages(Compact::new());
    ages(CompactLine::new());
    ages(OnePerIndex::whole());
    ages(TwoPerIndex::whole());
}

/// All fields but a PV mark and an evaluation.
struct Wide;

impl Fields for Wide {
    const KEY: u32 = 16;
    const KEPT: u32 = 16;
    const MOVE: u32 = 2;
    const VALUE: u32 = 16;
    const DRAFT: u32 = 8;
    const WORK: u32 = 7;
}

/// The same in 32 bits.
struct Narrow;

impl Fields for Narrow {
    const KEY: u32 = 5;
    const KEPT: u32 = 5;
    const MOVE: u32 = 2;
    const VALUE: u32 = 11;
    const DRAFT: u32 = 8;
    const WORK: u32 = 4;
}

#[test]
fn least_work_decides_as_it_says_in_every_layout() {
    let worth = |slot: Slot, _| i64::try_from(slot.work).unwrap();
    assert_eq!(check(Exact::<Wide>::new(), LeastWork, false, least_work, worth), 0);
    assert_eq!(check(Exact::<Wide, HalfLine>::default(), LeastWork, false, least_work, worth), 0);
    assert_eq!(check(TwoPerIndex::whole().weighed(), LeastWork, true, least_work, worth), 0);
    assert_eq!(check(ExactHalf::<Narrow>::new(), LeastWork, false, least_work, worth), 0);
}
