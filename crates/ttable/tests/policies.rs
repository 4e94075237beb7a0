//! Which entry gives way, policy by policy.

#![allow(clippy::unwrap_used, reason = "a panic is how a test reports")]

mod common;

use std::num::NonZeroU16;

use ttable::{
    Aging, Always, Big, Bound, Clustered, Counts, Decision, DepthPreferred, Entry, Exact, Full, Generation,
    LeastWork, Lossless, Observed, Old, OnePerIndex, Packed, Replacement, Selective, Size, Stored, Table,
    TwoBig, TwoDeep, TwoPerIndex, TwoTier, Victim, Weighed, Word,
};

type WeighedOne<R> = Clustered<ttable::Sliced<ttable::QuarterLine, Weighed>, R>;

/// Calls `check` with every policy of the crate.
macro_rules! each_policy {
    ($check:ident) => {
        $check(Aging);
        $check(Always);
        $check(Big);
        $check(DepthPreferred::AT_LEAST);
        $check(DepthPreferred::DEEPER);
        $check(LeastWork);
        $check(Old);
        $check(Selective::default());
        $check(TwoBig);
        $check(TwoDeep);
        $check(TwoTier);
    };
}

fn entry(draft: i16) -> Entry {
    Entry::new(5, Bound::Lower, draft)
}

fn with_move(draft: i16, mv: u16) -> Entry {
    entry(draft).with_move(NonZeroU16::new(mv))
}

fn one<R: Replacement<Weighed>>(policy: R) -> WeighedOne<R> {
    Clustered::new(OnePerIndex::whole().weighed(), policy, Size::Clusters(1)).unwrap()
}

#[test]
fn old_keeps_what_came_first() {
    let table = one(Old);
    assert_eq!(table.store(table.locate(1), &entry(3), 1), Stored::Filled);
    assert_eq!(table.store(table.locate(2), &entry(9), 9), Stored::Refused);
    assert_eq!(table.store(table.locate(1), &entry(1), 1), Stored::Updated);
    assert_eq!(table.probe(table.locate(1)), Some(entry(1)));
}

#[test]
fn big_keeps_what_took_more_work() {
    let table = one(Big);
    assert_eq!(table.store(table.locate(1), &entry(3), 100), Stored::Filled);
    assert_eq!(table.store(table.locate(2), &entry(9), 99), Stored::Refused);
    assert_eq!(table.store(table.locate(2), &entry(1), 100), Stored::Evicted);
    assert_eq!(table.store(table.locate(2), &entry(7), 50), Stored::Updated, "of the same position any goes");
    assert_eq!(table.probe(table.locate(2)), Some(entry(7)));
}

#[test]
fn least_work_gives_way_to_anything() {
    let table = Clustered::new(TwoPerIndex::whole().weighed(), LeastWork, Size::Clusters(1)).unwrap();
    table.store(table.locate(1), &entry(3), 100);
    table.store(table.locate(2), &entry(3), 200);
    assert_eq!(table.store(table.locate(3), &entry(3), 0), Stored::Evicted);
    assert_eq!(table.probe(table.locate(1)), None);
    assert_eq!(table.store(table.locate(4), &entry(3), 0), Stored::Evicted);
    assert_eq!(table.probe(table.locate(3)), None);
    assert_eq!(table.probe(table.locate(2)), Some(entry(3)));
}

#[test]
fn two_levels_move_the_loser_down() {
    fn check<R: Replacement<Weighed>>(policy: R) {
        let table = Clustered::new(TwoPerIndex::whole().weighed(), policy, Size::Clusters(1)).unwrap();
        let store = |key, size: i16| table.store(table.locate(key), &entry(size), 1 << size);
        let has = || [1, 2, 3, 4].map(|key| table.probe(table.locate(key)).map_or(-1, |entry| entry.draft));
        assert_eq!(store(1, 5), Stored::Filled);
        assert_eq!(store(2, 5), Stored::Filled, "the first entry goes to the empty second level");
        assert_eq!(has(), [5, 5, -1, -1]);
        assert_eq!(store(3, 1), Stored::Evicted);
        assert_eq!(has(), [-1, 5, 1, -1], "what loses goes to the second level");
        assert_eq!(store(4, 6), Stored::Evicted);
        assert_eq!(has(), [-1, 5, -1, 6], "the first level's loser goes there, too");
        assert_eq!(store(4, 7), Stored::Updated);
        assert_eq!(has(), [-1, 5, -1, 7], "an older entry of the same position does not");
        assert_eq!(
            store(2, 8),
            Stored::Updated,
            "the first level's entry goes where an older one of its position lay"
        );
        assert_eq!(has(), [-1, 8, -1, 7]);
        assert_eq!(store(4, 2), Stored::Updated);
        assert_eq!(has(), [-1, 8, -1, 2]);
    }
    check(TwoDeep);
    check(TwoBig);
}

#[test]
fn depth_preferred_in_a_cluster_replaces_the_shallowest() {
    let table = Clustered::new(Full, DepthPreferred::AT_LEAST, Size::Clusters(1)).unwrap();
    for (key, draft) in [(1, 7), (2, 3), (3, 5), (4, 4)] {
        assert_eq!(table.store(table.locate(key), &entry(draft), 1), Stored::Filled);
    }
    assert_eq!(table.store(table.locate(5), &entry(2), 1), Stored::Refused);
    assert_eq!(table.store(table.locate(5), &entry(3), 1), Stored::Evicted);
    assert_eq!(table.probe(table.locate(2)), None);
    assert_eq!(table.store(table.locate(1), &entry(6), 1), Stored::Refused);
}

/// The save rule, condition by condition.
#[test]
fn selective_overwrites_by_its_three_conditions() {
    let start = |old: Entry| {
        let table = Clustered::new(Full, Selective { decisive: 1000 }, Size::Clusters(1)).unwrap();
        table.store(table.locate(1), &old, 1);
        table
    };
    let after = |old: Entry, new: Entry| {
        let table = start(old);
        table.store(table.locate(1), &new, 1);
        table.probe(table.locate(1)).unwrap()
    };
    let old = with_move(10, 7);
    // 7 > 10 − 4; 6 is not, but 5 + 2 is for a PV node.
    assert_eq!(after(old, entry(7)), with_move(7, 7));
    assert_eq!(after(old, entry(6)), old);
    assert_eq!(after(old, Entry { pv: true, ..entry(5) }), Entry { pv: true, ..with_move(5, 7) });
    assert_eq!(after(old, Entry { pv: true, ..entry(4) }), old);
    assert_eq!(
        after(old, Entry { bound: Bound::Exact, ..entry(-8) }),
        Entry { bound: Bound::Exact, ..with_move(-8, 7) }
    );
    assert_eq!(after(old, with_move(6, 9)), with_move(10, 9), "a refused store still gives its move");
    let table = start(old);
    table.new_generation();
    assert_eq!(table.store(table.locate(1), &entry(0), 1), Stored::Updated);
    assert_eq!(table.probe(table.locate(1)), Some(with_move(0, 7)));
    assert_eq!(table.store(table.locate(1), &entry(-4), 1), Stored::Refused);
}

#[test]
fn a_decisive_bound_fades_while_it_refuses_stores() {
    let table = Clustered::new(Full, Selective { decisive: 1000 }, Size::Clusters(1)).unwrap();
    let draft = |key| table.probe(table.locate(key)).map(|entry| entry.draft);
    let refuse = |key| {
        for _ in 0..20 {
            assert_eq!(table.store(table.locate(key), &Entry::new(0, Bound::Upper, -8), 1), Stored::Refused);
        }
    };
    table.store(table.locate(1), &Entry::new(-1000, Bound::Upper, 12), 1);
    table.store(table.locate(2), &Entry::new(999, Bound::Lower, 12), 1);
    table.store(table.locate(3), &Entry::new(i16::MIN, Bound::Exact, 12), 1);
    for key in 1..=3 {
        refuse(key);
    }
    assert_eq!([draft(1), draft(2), draft(3)], [Some(4), Some(12), Some(12)]);
}

/// Asked of the policy itself: a table fills its slots in the same order as it empties them, which would hide another choice.
#[test]
fn the_first_of_equals_gives_way() {
    let now = Generation::new(0);
    let first = Victim { slot: 0, is_empty: false };
    let packed = Packed::pack(&entry(4), 64, now).unwrap();
    let weighed = Weighed::pack(&entry(4), 64, now).unwrap();
    assert_eq!(Aging.decide(&[packed; 4], None, packed, now), Decision::Over(first, packed));
    assert_eq!(Selective::default().decide(&[packed; 4], None, packed, now), Decision::Over(first, packed));
    assert_eq!(DepthPreferred::AT_LEAST.decide(&[packed; 4], None, packed, now), Decision::Put(0, packed));
    assert_eq!(LeastWork.decide(&[weighed; 4], None, weighed, now), Decision::Over(first, weighed));
    assert_eq!(Big.decide(&[weighed; 4], None, weighed, now), Decision::Put(0, weighed));
}

/// Two levels with room for one: its loser is lost, and said to be.
#[test]
fn two_levels_in_one_slot_keep_the_winner() {
    let counts = Counts::default();
    let policy = Observed::new(TwoDeep, &counts);
    let table = Clustered::new(OnePerIndex::whole().weighed(), policy, Size::Clusters(1)).unwrap();
    let store = |key, draft| table.store(table.locate(key), &entry(draft), 1);
    assert_eq!([store(1, 3), store(2, 5), store(3, 4)], [Stored::Filled, Stored::Evicted, Stored::Refused]);
    assert_eq!(table.probe(table.locate(2)), Some(entry(5)));
    assert_eq!(counts.evicted_at_draft(3), 1);
}

/// Four slots: two for each tier.
#[test]
fn each_tier_of_two_keeps_to_its_own_slots() {
    let now = Generation::new(0);
    let word = |draft| Packed::pack(&entry(draft), 1, now).unwrap();
    let slots = [6, 3, 9, 8].map(word);
    let put = |slots: &[Packed], own, draft| match TwoTier.decide(slots, own, word(draft), now) {
        Decision::Put(slot, put) if put == word(draft) => slot,
        other => panic!("{other:?}"),
    };
    // The shallowest of the first tier gives way to what is as deep; its own slot is preferred, deep or not.
    assert_eq!([3, 5, 9].map(|draft| put(&slots, None, draft)), [1, 1, 1]);
    assert_eq!([6, 9].map(|draft| put(&slots, Some(0), draft)), [0, 0]);
    // What loses there goes to the second tier: its own slot, an empty one, or the first.
    assert_eq!(put(&slots, None, 2), 2);
    // Not behind a deeper entry of its own position.
    for (own, draft) in [(0, 5), (1, 2)] {
        assert_eq!(TwoTier.decide(&slots, Some(own), word(draft), now), Decision::Refuse);
    }
    assert_eq!([put(&slots, Some(2), 2), put(&slots, Some(3), 2)], [2, 3]);
    let half = [word(6), word(3), word(9), Packed::EMPTY];
    assert_eq!([put(&half, None, 2), put(&half, Some(2), 2)], [3, 2]);
    // A position that lies in the second tier is let into the first by its draft.
    assert_eq!([put(&slots, Some(2), 3), put(&slots, Some(3), 7)], [1, 1]);
}

/// Empty slots go first where entries without drafts all count as equally deep, too.
#[test]
fn entries_without_drafts_evict_none_while_there_is_room() {
    let table =
        Clustered::new(Exact::<Lossless<20, 8, 8>>::new(), DepthPreferred::AT_LEAST, Size::Clusters(1))
            .unwrap();
    for key in 0..8 {
        assert_eq!(table.store(table.locate(key), &entry(3), 1), Stored::Filled);
    }
    assert_eq!(table.store(table.locate(8), &entry(3), 1), Stored::Evicted);
}

/// Whatever else a policy does: an entry without a move leaves its position the move it had.
#[test]
fn every_policy_keeps_the_move_of_a_position() {
    fn check(policy: impl Replacement<Weighed> + std::fmt::Debug) {
        let table = Clustered::new(TwoPerIndex::whole().weighed(), policy, Size::Clusters(1)).unwrap();
        // The position is first alone, then the deepest and dearest, then neither; each time the next entry is of more of both.
        for (other, draft) in [(None, 3), (Some(1), 5), (Some(9), 10)] {
            if let Some(other) = other {
                table.store(table.locate(2), &with_move(other, 7), 1 << other);
            }
            table.store(table.locate(1), &with_move(draft, 33), 1 << draft);
            let without = Entry { bound: Bound::Exact, ..entry(draft + 1) };
            assert_ne!(
                table.store(table.locate(1), &without, 2 << draft),
                Stored::Refused,
                "{:?}",
                table.policy()
            );
            let kept = without.with_move(NonZeroU16::new(33));
            assert_eq!(table.probe(table.locate(1)), Some(kept), "{:?}, {draft}", table.policy());
        }
    }
    each_policy!(check);
}

/// A slot that is not there, named as the position's own, is no reason to give the position another one's move.
#[test]
fn no_policy_takes_a_move_from_a_slot_that_is_not_there() {
    fn check(policy: impl Replacement<Weighed> + std::fmt::Debug + Copy) {
        let now = Generation::new(0);
        let old = Weighed::pack(&with_move(3, 33), 8, now).unwrap();
        let new = Weighed::pack(&entry(4), 16, now).unwrap();
        let put = match policy.decide(&[old, old], Some(2), new, now) {
            Decision::Put(_, word) | Decision::Over(_, word) | Decision::Demote { word, .. } => Some(word),
            Decision::Refuse | Decision::Amend(..) => None,
        };
        assert!(put.is_none_or(|word| word == new), "{policy:?}: {put:?}");
    }
    each_policy!(check);
}

/// A policy that says the same of every store.
struct Says(fn(Packed) -> Decision<Packed>);

impl Replacement<Packed> for Says {
    fn decide(&self, _: &[Packed], _: Option<usize>, new: Packed, _: Generation) -> Decision<Packed> {
        (self.0)(new)
    }
}

/// Slots that are not there, and words put in place of another position's, are refused and lose nothing.
#[test]
fn decisions_that_cannot_be_obeyed_change_nothing() {
    let decisions: [fn(Packed) -> Decision<Packed>; 7] = [
        |new| Decision::Put(4, new),
        |new| Decision::Put(usize::MAX, new),
        |new| Decision::Amend(0, new),
        |new| Decision::Amend(4, new),
        |new| Decision::Over(Victim { slot: 4, is_empty: true }, new),
        |new| Decision::Demote { slot: 0, to: 4, word: new },
        |new| Decision::Demote { slot: 4, to: 0, word: new },
    ];
    for (n, decision) in decisions.into_iter().enumerate() {
        let table = Clustered::new(Full, Aging, Size::Clusters(1)).unwrap();
        (1..=4).for_each(|key| _ = table.store(table.locate(key), &with_move(3, 1), 1));
        let table = Clustered::with_memory(Full, Says(decision), table.clusters()).unwrap();
        assert_eq!(table.store(table.locate(9), &with_move(5, 2), 1), Stored::Refused, "{n}");
        assert_eq!(table.probe(table.locate(9)), None, "{n}");
        for key in 1..=4 {
            assert_eq!(table.probe(table.locate(key)), Some(with_move(3, 1)), "{n}: {key}");
        }
    }
}

/// What a table says it took is what a probe finds, whichever policy it has.
#[test]
fn what_is_taken_is_found() {
    fn check(policy: impl Replacement<Weighed> + std::fmt::Debug + Copy) {
        let mut random = common::Keys::new(47);
        let mut taken = 0;
        for _ in 0..200 {
            let layout = TwoPerIndex::whole().weighed();
            let table = Clustered::new(layout, policy, Size::Clusters(1)).unwrap();
            for _ in 0..60 {
                let mut below = |count: u64| random.next().unwrap() % count;
                let (key, work) = (1 + below(5), 1 << below(12));
                let new = with_move(i16::try_from(below(9)).unwrap(), u16::try_from(1 + below(5)).unwrap());
                if table.store(table.locate(key), &new, work) != Stored::Refused {
                    taken += 1;
                    assert_eq!(table.probe(table.locate(key)), Some(new), "{policy:?}");
                }
            }
        }
        assert!(taken > 1000, "{policy:?}: {taken}");
    }
    each_policy!(check);
}
