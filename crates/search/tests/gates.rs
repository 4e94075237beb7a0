//! The table's door with hand-built entries: which may answer, what is stored, what never reaches the board.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::cell::{Cell, RefCell};
use std::num::NonZeroU16;

use common::{Graph, Layers, Matches};
use search::{
    AtLeast, Chosen, Counts, DepthGate, Equal, ExactPast, Full, Game, IgnorePast, Null, Paths, Plain, Play,
    PracticalPast, Score, Search, Table, Tactical, Technique,
};
use ttable::{Bound, Entry, NoTable, Stored, Unbounded};

/// Answers one key with one entry, and keeps what is stored under that key.
#[derive(Debug)]
struct Forged {
    key: u64,
    entry: Option<Entry>,
    stored: RefCell<Vec<Entry>>,
    asked: Cell<usize>,
}

impl Forged {
    fn new(key: u64, entry: Option<Entry>) -> Self {
        Self { key, entry, stored: RefCell::default(), asked: Cell::new(0) }
    }
}

impl Table for Forged {
    type Handle = u64;

    fn locate(&self, key: u64) -> u64 {
        key
    }

    fn probe(&self, key: u64) -> Option<Entry> {
        self.asked.set(self.asked.get() + usize::from(key == self.key));
        self.entry.filter(|_| key == self.key)
    }

    fn store(&self, key: u64, entry: &Entry, _work: u64) -> Stored {
        if key == self.key {
            self.stored.borrow_mut().push(*entry);
        }
        Stored::Filled
    }
}

fn window(alpha: i32, beta: i32) -> Full {
    Full::new(Score::plain(alpha), Score::plain(beta)).unwrap()
}

/// Whether an entry with value 10 answers at the root, the window being `alpha..beta`.
fn answers(bound: Bound, draft: i16, depth: i16, alpha: i32, beta: i32, gate: impl DepthGate) -> bool {
    let mut game = Layers::new(1, 6);
    let table = Forged::new(game.key(), Some(Entry::new(10, bound, draft)));
    let answer = Search::new(&table).with_policy(Plain(gate)).run(&mut game, depth, window(alpha, beta));
    assert_eq!(table.asked.get(), 1);
    let answered = answer.nodes == 1;
    assert_eq!(answered, answer.score == Score::plain(10), "no value of the game is 10");
    assert_eq!(table.stored.borrow().is_empty(), answered, "what the table said is not stored again");
    answered
}

#[test]
fn a_bound_answers_only_on_its_side_of_the_window() {
    for (bound, below, inside, above) in [
        (Bound::Exact, true, true, true),
        (Bound::Upper, false, false, true),
        (Bound::Lower, true, false, false),
    ] {
        // Where the window lies as seen from the stored 10: its edges are inside it for a bound.
        assert_eq!(answers(bound, 6, 6, -20, 10, AtLeast), below, "{bound:?}, score = beta");
        assert_eq!(answers(bound, 6, 6, -20, 9, AtLeast), below, "{bound:?}, score > beta");
        assert_eq!(answers(bound, 6, 6, 9, 11, AtLeast), inside, "{bound:?}, alpha < score < beta");
        assert_eq!(answers(bound, 6, 6, 10, 20, AtLeast), above, "{bound:?}, score = alpha");
        assert_eq!(answers(bound, 6, 6, 11, 20, AtLeast), above, "{bound:?}, score < alpha");
    }
}

#[test]
fn a_draft_answers_only_for_the_depths_its_gate_admits() {
    for (draft, at_least, equal) in [(5, false, false), (6, true, true), (7, true, false)] {
        assert_eq!(answers(Bound::Exact, draft, 6, -20, 20, AtLeast), at_least, "draft {draft}");
        assert_eq!(answers(Bound::Exact, draft, 6, -20, 20, Equal), equal, "draft {draft}");
    }
}

#[test]
fn the_bound_stored_is_judged_against_the_window_the_node_was_entered_with() {
    for seed in 0..200 {
        let mut game = Layers::new(seed, 6);
        let value = Search::new(NoTable).run(&mut game, 6, Full::OPEN).score.get();
        for (alpha, beta, bound) in [
            // A value inside raises alpha to itself; it is exact all the same.
            (value - 2, value + 2, Bound::Exact),
            (value - 1, value + 1, Bound::Exact),
            (value, value + 2, Bound::Upper),
            (value - 2, value, Bound::Lower),
        ] {
            let table = Forged::new(game.key(), None);
            let answer = Search::new(&table).run(&mut game, 6, window(alpha, beta));
            let stored = table.stored.take();
            assert_eq!(stored.len(), 1, "once a node");
            assert_eq!((stored[0].bound, stored[0].draft), (bound, 6), "seed {seed}, {alpha}..{beta}");
            assert_eq!(i32::from(stored[0].value), answer.score.get());
            assert_eq!(stored[0].mv.and_then(|packed| game.unpack(packed)), answer.best);
        }
    }
}

#[test]
fn a_win_is_stored_by_its_distance_from_the_node() {
    // 6 matches, at most 3: take one, and 5 is lost. The node met after taking one is 5, one ply down.
    let mut game = Matches { left: 6, most: 3 };
    let below = Matches { left: 5, most: 3 };
    let table = Forged::new(below.key(), None);
    let answer = Search::new(&table).run(&mut game, 10, Full::OPEN);
    let stored = table.stored.take();
    let from_its_own_root = Search::new(NoTable).run(&mut below.clone(), 10, Full::OPEN);
    assert_eq!(
        Some(answer.score),
        from_its_own_root.score.plies_to_end().map(|plies| Score::win_in(plies + 1))
    );
    assert!(stored.iter().any(|entry| Score::from_table(entry.value, 0) == from_its_own_root.score));
}

/// What a search to depth 5 above `alpha` says, where the table knows the first child alone; `None` if it had to go on.
fn by_first_child(entry: Entry, alpha: Score, gate: impl DepthGate) -> Option<Score> {
    let mut game = Graph::new(1);
    let child = game.key_after(0).unwrap();
    assert_ne!(child, game.key());
    let table = Forged::new(child, Some(entry));
    let policy = Play::new(Chosen::NONE.with(Technique::ChildProbes), gate);
    let answer = Search::new(&table).with_policy(policy).run(&mut game, 5, Null::above(alpha));
    (answer.nodes == 1).then_some(answer.score)
}

#[test]
fn a_child_answers_for_the_other_side_only() {
    // Worth −20 to whoever moves there: 20 here.
    for (bound, enough) in [(Bound::Exact, true), (Bound::Upper, true), (Bound::Lower, false)] {
        let answer = |alpha| by_first_child(Entry::new(-20, bound, 4), Score::plain(alpha), Equal);
        let score = enough.then_some(Score::plain(20));
        assert_eq!(answer(18), score, "{bound:?}, score > beta");
        assert_eq!(answer(19), score, "{bound:?}, score = beta");
        assert_eq!(answer(20), None, "{bound:?}, score = alpha");
        assert_eq!(answer(21), None, "{bound:?}, score < alpha");
    }
}

#[test]
fn a_child_answers_for_a_depth_of_one_less() {
    for (draft, at_least, equal) in [(3, false, false), (4, true, true), (5, true, false)] {
        let entry = Entry::new(-20, Bound::Exact, draft);
        assert_eq!(by_first_child(entry, Score::DRAW, AtLeast).is_some(), at_least, "draft {draft}");
        assert_eq!(by_first_child(entry, Score::DRAW, Equal).is_some(), equal, "draft {draft}");
    }
}

#[test]
fn a_childs_distance_is_one_ply_more_from_here() {
    let lost = Entry::new(Score::loss_in(3).to_table(0), Bound::Exact, 4);
    assert_eq!(by_first_child(lost, Score::DRAW, Equal), Some(Score::win_in(4)));
}

#[test]
fn no_forged_move_reaches_the_board() {
    let legal: Vec<NonZeroU16> = {
        let game = Matches { left: 9, most: 3 };
        (1..=3).map(|mv| game.pack(mv)).collect()
    };
    for packed in (1..=u16::MAX).map(|word| NonZeroU16::new(word).unwrap()) {
        let mut game = Matches { left: 9, most: 3 };
        let entry = Entry::new(0, Bound::Upper, 0).with_move(Some(packed));
        let table = Forged::new(game.key(), Some(entry));
        // `make` would overflow on an illegal move, and the answer would differ.
        let answer = Search::new(&table).run(&mut game, 9, Full::OPEN);
        assert!(answer.score < Score::DRAW, "9 = 2·4 + 1 is lost");
        assert_eq!(game, Matches { left: 9, most: 3 });
        let best = game.pack(answer.best.unwrap());
        assert!(legal.contains(&best));
        // A legal one is tried first, and stays the answer where all lose alike.
        let first = Search::new(&table).run(&mut game, 1, Full::OPEN).best;
        assert_eq!(first, Some(if legal.contains(&packed) { packed.get() - 1 } else { 1 }));
    }
}

#[test]
fn the_observer_hears_what_happened() {
    let mut game = Layers::new(3, 14);
    let mut counts = Counts::default();
    let table = Unbounded::new();
    let answer = Search::new(&table).with_observer(&mut counts).run(&mut game, 14, Full::OPEN);
    assert_eq!(counts.nodes, answer.nodes);
    assert!(
        counts.table_cutoffs <= counts.hits && counts.hits < counts.probes && counts.probes < counts.nodes
    );
    assert_eq!(counts.stores, counts.probes - counts.table_cutoffs);
    assert_eq!(counts.stores - counts.updates, table.len() as u64);
    assert_eq!((counts.refused, counts.evictions), (0, 0));
    assert!(0 < counts.first_move_fail_highs && counts.first_move_fail_highs < counts.fail_highs);

    let mut again = Counts::default();
    Search::new(&table).with_observer(&mut again).run(&mut game, 14, Null::above(answer.score));
    assert_eq!((again.nodes, again.probes, again.hits, again.table_cutoffs), (1, 1, 1, 1));
}

/// Answers every key with one entry.
struct Everywhere(Option<Entry>);

impl Table for Everywhere {
    type Handle = ();

    fn locate(&self, _key: u64) {}

    fn probe(&self, (): ()) -> Option<Entry> {
        self.0
    }

    fn store(&self, (): (), _entry: &Entry, _work: u64) -> Stored {
        Stored::Refused
    }
}

/// What is stored below all drafts may suggest a move and nothing more: its value held on one path. Where values are told apart
/// by paths, so does every value.
#[test]
fn a_value_of_one_path_is_no_evaluation_elsewhere() {
    /// The score of depth 1 where every position has an entry of the value −90, or none.
    fn score(paths: impl Paths, draft: Option<i16>) -> Score {
        let techniques = Chosen::NONE.with(Technique::TableEvaluation);
        let table = Everywhere(draft.map(|draft| Entry::new(-90, Bound::Exact, draft)));
        let policy = Play::with_paths(techniques, AtLeast, paths);
        Search::new(table).with_policy(policy).run(&mut Graph::new(3), 1, Full::OPEN).score
    }
    let below_all = Some(Entry::MIN_DRAFT);
    assert_eq!(score(PracticalPast, below_all), score(PracticalPast, None));
    assert_eq!(score(IgnorePast, below_all), score(IgnorePast, None));
    let any = Some(Entry::MIN_DRAFT + 1);
    assert_eq!(score(PracticalPast, any), Score::plain(90), "any other value informs");
    assert_eq!(score(IgnorePast, any), Score::plain(90));
    for draft in [below_all, any] {
        assert_eq!(score(ExactPast, draft), score(ExactPast, None), "none does here");
    }
}
