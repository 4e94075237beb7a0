//! What every layout does with the slots of one cluster, against a plain list of what lies in each.

#![allow(clippy::unwrap_used, reason = "a panic is how a test reports")]

mod common;

use std::num::NonZeroU16;

use common::Keys;
use ttable::{
    Bound, Cluster, Compact, CompactLine, Entry, Exact, ExactHalf, Full, Generation, HalfLine, Layout, Line,
    Lossless, Masked, OnePerIndex, Short, TwoPerIndex, Word,
};

/// A cluster and, for each of its slots, which of the entries ought to lie there.
struct Model<L: Layout> {
    layout: L,
    cluster: L::Cluster,
    /// What tells the keys apart; the entry of the same number is stored under each.
    checks: Vec<u64>,
    slots: Vec<Option<usize>>,
}

impl<L: Layout + Copy> Model<L> {
    /// An empty cluster, for keys of `bits` bits.
    fn new(layout: L, bits: u32) -> Self {
        let cluster = L::Cluster::default();
        let count = layout.read(&cluster, 0).0.as_ref().len();
        // Layouts for lossless keys take them in the low bits.
        let checks = Keys::new(4).map(|key| layout.locate(key >> (64 - bits), 1).check).take(count + 1);
        Self { layout, cluster, checks: checks.collect(), slots: vec![None; count] }
    }

    fn word(n: usize) -> L::Word {
        let value = i16::try_from(n).unwrap() - 5;
        let entry = Entry::new(value, [Bound::Upper, Bound::Lower, Bound::Exact][n % 3], 3);
        // Only some layouts keep moves.
        let with_move = entry.with_move(NonZeroU16::new(1 + u16::try_from(n % 7).unwrap()));
        L::Word::pack(&with_move, 1 << n, Generation::new(3))
            .or_else(|| L::Word::pack(&entry, 1 << n, Generation::new(3)))
            .unwrap()
    }

    fn write(&mut self, slot: usize, n: usize) {
        self.layout.write(&self.cluster, slot, self.checks[n], Self::word(n));
        if let Some(place) = self.slots.get_mut(slot) {
            *place = Some(n);
        }
    }

    fn shift(&mut self, from: usize, to: usize) {
        self.layout.shift(&self.cluster, from, to);
        if from < self.slots.len() && to < self.slots.len() {
            self.slots[to] = self.slots[from];
        }
    }

    /// Replaces a word by another one, under the key that is there.
    fn amend(&mut self, slot: usize, to: usize) {
        let old = match self.slots.get(slot) {
            Some(None) => return,
            Some(&Some(n)) => n,
            None => to,
        };
        self.layout.amend(&self.cluster, slot, Self::word(old), Self::word(to));
        if let Some(&Some(n)) = self.slots.get(slot) {
            let (words, own) = self.layout.read(&self.cluster, self.checks[n]);
            assert_eq!(words.as_ref()[slot].unpack(), Self::word(to).unpack());
            // The key is still the first slot's of those with this entry.
            assert_eq!(own, self.slots.iter().position(|&lies| lies == Some(n)));
            self.layout.amend(&self.cluster, slot, Self::word(to), Self::word(n));
        }
    }

    fn agrees(&self) {
        for (n, &check) in self.checks.iter().enumerate() {
            let place = self.slots.iter().position(|&lies| lies == Some(n));
            let (words, own) = self.layout.read(&self.cluster, check);
            assert_eq!(own, place, "entry {n} in {:?}", self.slots);
            let found = self.layout.find(&self.cluster, check).map(Word::unpack);
            assert_eq!(found, place.map(|_| Self::word(n).unpack()), "entry {n} in {:?}", self.slots);
            let lie: Vec<Option<Entry>> = words.as_ref().iter().map(|word| word.unpack()).collect();
            let ought: Vec<Option<Entry>> =
                self.slots.iter().map(|lies| lies.and_then(|n| Self::word(n).unpack())).collect();
            assert_eq!(lie, ought);
        }
    }
}

fn slots_are_written_one_by_one_and_copied_whole<L: Layout + Copy>(layout: L, bits: u32) {
    let count = Model::new(layout, bits).slots.len();
    for first in 0..=count {
        let mut model = Model::new(layout, bits);
        model.agrees();
        for slot in (0..=count).map(|n| (n + first) % (count + 1)) {
            // One number past the last slot: nothing happens.
            model.write(slot, slot);
            model.agrees();
        }
        for slot in 0..=count {
            model.write(slot, (slot + first) % (count + 1));
        }
        model.agrees();
        for to in 0..=count {
            model.shift(first, to);
            model.agrees();
            for other in 0..=count {
                model.amend(to, other);
                model.agrees();
            }
            model.write(to, (to + first) % (count + 1));
            model.agrees();
        }
    }
}

#[test]
fn a_slot_holds_what_was_written_last_and_no_other_changes() {
    slots_are_written_one_by_one_and_copied_whole(Full, 64);
    slots_are_written_one_by_one_and_copied_whole(Masked(Full), 64);
    slots_are_written_one_by_one_and_copied_whole(Compact::new(), 64);
    slots_are_written_one_by_one_and_copied_whole(CompactLine::new(), 64);
    slots_are_written_one_by_one_and_copied_whole(Masked(CompactLine::new()), 64);
    slots_are_written_one_by_one_and_copied_whole(Short::<Line, 16>::new(), 64);
    slots_are_written_one_by_one_and_copied_whole(OnePerIndex::whole(), 64);
    slots_are_written_one_by_one_and_copied_whole(TwoPerIndex::whole(), 64);
    slots_are_written_one_by_one_and_copied_whole(TwoPerIndex::whole().weighed(), 64);
    slots_are_written_one_by_one_and_copied_whole(Exact::<Lossless<40, 8, 7>>::new(), 40);
    slots_are_written_one_by_one_and_copied_whole(Exact::<Lossless<40, 8, 7>, HalfLine>::default(), 40);
    slots_are_written_one_by_one_and_copied_whole(ExactHalf::<Lossless<16, 7, 7>>::new(), 16);
}

/// Empty slots ahead of an entry hide it from none of the keys, those least of all whose check is next to nothing.
fn is_found_behind_empty_slots<L: Layout + Copy>(layout: L) {
    for key in 0..1 << 16 {
        let cluster = L::Cluster::default();
        let check = layout.locate(key, 1).check;
        let last = layout.read(&cluster, check).0.as_ref().len() - 1;
        layout.write(&cluster, last, check, Model::<L>::word(1));
        let found = layout.find(&cluster, check).and_then(Word::unpack);
        assert_eq!(found, Model::<L>::word(1).unpack(), "key {key:#x}");
        assert_eq!(layout.read(&cluster, check).1, Some(last), "key {key:#x}");
        assert!(cluster.words().iter().any(|word| word.load(std::sync::atomic::Ordering::Relaxed) != 0));
    }
}

#[test]
fn no_key_is_hidden_by_empty_slots() {
    is_found_behind_empty_slots(Full);
    is_found_behind_empty_slots(Masked(Full));
    is_found_behind_empty_slots(Compact::new());
    is_found_behind_empty_slots(CompactLine::new());
    is_found_behind_empty_slots(TwoPerIndex::whole());
    is_found_behind_empty_slots(Exact::<Lossless<16, 8, 7>>::new());
    is_found_behind_empty_slots(Exact::<Lossless<16, 8, 7>, HalfLine>::default());
    is_found_behind_empty_slots(ExactHalf::<Lossless<16, 7, 7>>::new());
}
