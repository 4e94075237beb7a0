//! A word answers as its entry would: what policies ask of packed entries, for every kind of word.

#![allow(clippy::unwrap_used, reason = "a panic is how a test reports")]

mod common;

use std::num::NonZeroU16;

use common::{Keys, entry_of};
use ttable::{
    AgedWord, Big, Bound, Decision, Entry, ExactWord, FadingWord, Fields, Generation, LeastWork, Packed,
    Replacement, Victim, Weighed, WeighedWord, Word,
};

/// Every field as wide as it can be, beside a small key.
struct Wide;

impl Fields for Wide {
    const KEY: u32 = 8;
    const KEPT: u32 = 8;
    const MOVE: u32 = 16;
    const VALUE: u32 = 16;
    const DRAFT: u32 = 8;
    const WORK: u32 = 14;
}

/// No draft, and work only by its power of two up to seven.
struct Narrow;

impl Fields for Narrow {
    const KEY: u32 = 40;
    const KEPT: u32 = 40;
    const MOVE: u32 = 0;
    const VALUE: u32 = 16;
    const DRAFT: u32 = 0;
    const WORK: u32 = 3;
}

/// Of a [`Wide`] word.
fn wide(entry: Entry) -> Entry {
    Entry { eval: None, pv: false, ..entry }
}

/// Of a [`Narrow`] word.
fn narrow(entry: Entry) -> Entry {
    Entry::new(entry.value, entry.bound, Entry::MAX_DRAFT)
}

/// Entries of all kinds, a third of them without a move.
fn entries() -> impl Iterator<Item = Entry> {
    Keys::new(2).take(3000).map(|key| {
        let entry = entry_of(key);
        if key.is_multiple_of(3) { entry.with_move(None) } else { entry }
    })
}

const NOW: Generation = Generation::new(29);

/// `kept` is what a word keeps of an entry.
fn answers_as_its_entry<W: Word>(kept: fn(Entry) -> Entry) {
    let asked = |word: W| (word.value(), word.is_exact(), word.is_pv(), word.has_move(), word.is_empty());
    assert_eq!((W::EMPTY.unpack(), asked(W::EMPTY)), (None, (0, false, false, false, true)));
    assert!(W::EMPTY.draft() < Entry::MIN_DRAFT);
    for (entry, other) in entries().zip(entries().skip(1)) {
        let [word, donor] = [entry, other].map(|entry| W::pack(&entry, 9, NOW).unwrap());
        let found = kept(entry);
        assert_eq!(word.unpack(), Some(found));
        let exact = found.bound == Bound::Exact;
        assert_eq!(asked(word), (found.value, exact, found.pv, found.mv.is_some(), false), "{found:?}");
        assert_eq!(word.draft(), found.draft);
        assert_eq!(word.with_move_of(donor).unpack(), Some(found.with_move(kept(other).mv)));
        assert_eq!(word.with_move_of(W::EMPTY).unpack(), Some(found.with_move(None)));
    }
}

#[test]
fn a_policy_is_answered_as_by_the_entry() {
    answers_as_its_entry::<Packed>(|entry| entry);
    answers_as_its_entry::<Weighed>(|entry| Entry { eval: None, ..entry });
    answers_as_its_entry::<ExactWord<Wide>>(wide);
    answers_as_its_entry::<ExactWord<Narrow>>(narrow);
    answers_as_its_entry::<Counted>(|entry| entry);
}

/// One ply less at a time, down to the least; nothing else changes.
fn fades<W: FadingWord>(keeps_drafts: bool) {
    for entry in entries() {
        let word = W::pack(&entry, 9, NOW).unwrap();
        let before = word.unpack().unwrap();
        let lower = if keeps_drafts { (before.draft - 1).max(Entry::MIN_DRAFT) } else { before.draft };
        assert_eq!(word.faded().unpack(), Some(Entry { draft: lower, ..before }));
    }
    let least = W::pack(&Entry::new(3, Bound::Lower, Entry::MIN_DRAFT), 9, NOW).unwrap();
    assert_eq!(least.faded().unpack(), least.unpack());
}

/// Nor is the work less, which is not part of an entry.
fn keeps_its_work<W: FadingWord + WeighedWord>() {
    for work in [1, 9, 77] {
        let word = W::pack(&Entry::new(3, Bound::Lower, 7), work, NOW).unwrap();
        assert_eq!(word.faded().weight(), word.weight());
    }
}

#[test]
fn a_faded_word_has_lost_a_ply_of_draft_and_nothing_else() {
    fades::<Packed>(true);
    fades::<Weighed>(true);
    fades::<ExactWord<Wide>>(true);
    fades::<ExactWord<Narrow>>(false);
    keeps_its_work::<Weighed>();
    keeps_its_work::<ExactWord<Wide>>();
    keeps_its_work::<ExactWord<Narrow>>();
}

#[test]
fn a_word_is_as_old_as_the_searches_since() {
    fn ages<W: AgedWord>() {
        for (written, age) in (0..32).flat_map(|written| (0..32).map(move |age| (written, age))) {
            let word = W::pack(&Entry::new(1, Bound::Upper, 1), 1, Generation::new(written)).unwrap();
            assert_eq!(word.age(Generation::new(written + age)), age);
        }
    }
    ages::<Packed>();
    ages::<Weighed>();
}

/// Work is kept rounded down, by less than one part in `parts` of it, up to `most`; greater work weighs no less, and the
/// load is the weight and 1 for being there, whatever else the entry says.
fn weighs<W: WeighedWord>(parts: u64, most: u64) {
    assert_eq!(W::EMPTY.rank(), 0);
    let works = [0, 1, 2, 3, 5, 8, 13, 100, 127, 128, 1000, 4095, 1 << 20, (1 << 40) + 12_345, u64::MAX];
    for entry in entries().take(300) {
        let words = works.map(|work| W::pack(&entry, work, NOW).unwrap());
        for (word, work) in words.into_iter().zip(works) {
            let (kept, work) = (word.work(), work.clamp(1, most));
            assert!(kept <= work && work - kept <= work / parts, "{kept} of {work}");
            assert_eq!(word.rank(), word.weight() + 1);
        }
        assert!(words.windows(2).all(|pair| pair[0].weight() <= pair[1].weight()));
        assert!(words[14].weight() > words[0].weight());
    }
}

#[test]
fn work_is_kept_in_order_and_any_entry_outweighs_an_empty_slot() {
    weighs::<Weighed>(1 << 10, u64::MAX);
    weighs::<ExactWord<Wide>>(1 << 8, u64::MAX);
    weighs::<ExactWord<Narrow>>(1, 255);
    // One that says nothing of weights is weighed by its work.
    let counted = |work| Counted::pack(&Entry::new(1, Bound::Upper, 1), work, NOW).unwrap();
    assert_eq!([0, 7, u64::MAX].map(|work| counted(work).weight()), [0, 7, u64::MAX]);
    assert_eq!([0, 7, u64::MAX].map(|work| counted(work).rank()), [1, 8, u64::MAX]);
    let slots = [counted(5), counted(3), counted(4)];
    assert!(matches!(
        LeastWork.decide(&slots, None, counted(1), NOW),
        Decision::Over(Victim { slot: 1, .. }, _)
    ));
    assert!(matches!(Big.decide(&slots, None, counted(2), NOW), Decision::Refuse));
}

/// A word of a caller's own: a packed one and all of the work.
#[derive(Clone, Copy)]
struct Counted(Packed, u64);

impl Word for Counted {
    const EMPTY: Self = Self(Packed::EMPTY, 0);

    fn pack(entry: &Entry, work: u64, generation: Generation) -> Option<Self> {
        Some(Self(Packed::pack(entry, work, generation)?, work))
    }

    fn unpack(self) -> Option<Entry> {
        self.0.unpack()
    }

    fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    fn draft(self) -> i16 {
        self.0.draft()
    }

    fn value(self) -> i16 {
        self.0.value()
    }

    fn is_exact(self) -> bool {
        self.0.is_exact()
    }

    fn is_pv(self) -> bool {
        self.0.is_pv()
    }

    fn has_move(self) -> bool {
        self.0.has_move()
    }

    fn with_move_of(self, other: Self) -> Self {
        Self(self.0.with_move_of(other.0), self.1)
    }
}

impl WeighedWord for Counted {
    fn work(self) -> u64 {
        self.1
    }
}

/// What a bound says, by its two bits.
#[test]
fn exact_is_both_bounds_and_each_of_them_one() {
    let says = |bound: Bound| (bound.is_upper(), bound.is_lower());
    assert_eq!(says(Bound::Upper), (true, false));
    assert_eq!(says(Bound::Lower), (false, true));
    assert_eq!(says(Bound::Exact), (true, true));
    let bounds = [None, Some(Bound::Upper), Some(Bound::Lower), Some(Bound::Exact)];
    assert_eq!([0, 1, 2, 3].map(Bound::from_bits), bounds);
    assert_eq!([4, 5, 0xfe, 0xff].map(Bound::from_bits), bounds);
    assert_eq!(Entry::new(1, Bound::Exact, 2).with_move(NonZeroU16::new(3)).mv, NonZeroU16::new(3));
}
