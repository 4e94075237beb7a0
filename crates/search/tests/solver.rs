//! The exact solver against minimax, on layered games full of forced replies.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering};

use common::Layers;
use search::{
    Busy, Company, Counts, Mixed, NoTable, NodeLimit, Observer, Ply, Resolve, Resolved, Score, Solver,
    StopFlag, Stopped, Table, Unbounded, minimax, race,
};
use ttable::{Always, Bound, Clustered, Entry, Full, Size, Stored};

fn value(seed: u64, plies: u16) -> Score {
    let mut game = Layers::new(seed, plies);
    minimax(&mut game, 20, &|_: &Layers| Score::DRAW, &mut ())
}

fn agrees<T: Table>(table: &T, salt: u64, seed: u64) {
    let root = Layers::new(seed, 9);
    let value = value(seed, 9);
    let mut solver = Solver::new(table).with_salt(salt);
    assert_eq!(solver.solve(root, Score::MIN, Score::MAX).score, value, "seed {seed}");
    assert_eq!(solver.solve(root, Score::plain(-3), Score::plain(3)).score, value, "seed {seed}");
    let sign = solver.solve(root, Score::plain(-1), Score::plain(1)).score.get().signum();
    assert_eq!(sign, value.get().signum(), "seed {seed}");
    for limit in -3..3 {
        let above = solver.solve(root, Score::plain(limit), Score::plain(limit + 1)).score;
        assert_eq!(above > Score::plain(limit), value > Score::plain(limit), "seed {seed}, above {limit}");
    }
}

#[test]
fn it_agrees_with_minimax_with_and_without_a_table_in_any_order() {
    for seed in 0..2_000 {
        agrees(&NoTable, 0, seed);
        agrees(&Unbounded::new(), 0, seed);
        agrees(&Mixed(Unbounded::new()), 0x5eed, seed);
    }
}

/// Threads that leave each other nodes must still search every one that is needed, also where what the other found is lost.
#[test]
fn several_threads_agree_with_minimax_with_tables_that_keep_all_little_and_nothing() {
    for seed in 0..400 {
        let value = value(seed, 9);
        for threads in [1, 2, 3] {
            let found = [
                together(&NoTable, threads, seed),
                together(&Unbounded::new(), threads, seed),
                together(&Mixed(Clustered::new(Full, Always, Size::Clusters(1)).unwrap()), threads, seed),
                together(&Mixed(Clustered::new(Full, Always, Size::Clusters(16)).unwrap()), threads, seed),
            ];
            assert_eq!(found, [value; 4], "seed {seed}, {threads} threads");
        }
    }
}

/// The value by threads that share a table and say where they are.
fn together<T: Table + Sync>(table: &T, threads: usize, seed: u64) -> Score {
    let (root, busy) = (Layers::new(seed, 9), Busy::new());
    race(threads, |_, decided| {
        let mut solver = Solver::new(table).with_company(&busy).with_limit(StopFlag(decided));
        solver.try_solve(root, Score::MIN, Score::MAX).ok()
    })
    .map_or(Score::MIN, |solution| solution.score)
}

#[test]
fn forced_replies_and_looked_up_children_save_nodes() {
    let (mut plain, mut looked_up, mut cutoffs) = (0, 0, 0);
    for seed in 0..200 {
        let root = Layers::new(seed, 12);
        plain += Solver::new(NoTable).solve(root, Score::MIN, Score::MAX).nodes;
        let mut counts = Counts::default();
        let solution =
            Solver::new(Unbounded::new()).with_observer(&mut counts).solve(root, Score::MIN, Score::MAX);
        assert_eq!(counts.nodes, solution.nodes);
        assert!(counts.table_cutoffs <= counts.hits && counts.hits <= counts.probes);
        looked_up += solution.nodes;
        cutoffs += counts.table_cutoffs;
    }
    assert!(looked_up < plain && cutoffs > 0, "{looked_up} < {plain}");
}

#[test]
fn a_stopped_solver_leaves_a_sound_table() {
    let table = Unbounded::new();
    for limit in 0..60 {
        let mut solver = Solver::new(&table).with_limit(NodeLimit(limit));
        let stopped = solver.try_solve(Layers::new(11, 14), Score::MIN, Score::MAX);
        assert!(limit > 0 || stopped == Err(Stopped::Nodes));
    }
    let solution = Solver::new(&table).solve(Layers::new(11, 14), Score::MIN, Score::MAX);
    assert_eq!(solution.score, value(11, 14));
}

#[test]
fn threads_share_a_table_and_the_first_answer_is_right() {
    for seed in 0..50 {
        let table = Unbounded::new();
        let score = race(3, |thread, decided| {
            let mut solver = Solver::new(&table).with_salt(thread as u64).with_limit(StopFlag(decided));
            solver
                .try_solve(Layers::new(seed, 12), Score::MIN, Score::MAX)
                .ok()
                .map(|solution| solution.score)
        });
        assert_eq!(score, Some(value(seed, 12)), "seed {seed}");
    }
    let raised = AtomicBool::new(true);
    let mut solver = Solver::new(NoTable).with_limit(StopFlag(&raised));
    // Seed 11 has a choice at the root, so there is a node to stop at.
    assert_eq!(solver.try_solve(Layers::new(11, 14), Score::MIN, Score::MAX), Err(Stopped::Flag));
    raised.store(false, Ordering::Relaxed);
    assert!(solver.try_solve(Layers::new(11, 14), Score::MIN, Score::MAX).is_ok());
}

/// `Layers` whose ranks are all the least there is, for the first moves listed and the last alike.
#[derive(Clone, Copy)]
struct LeastRanks(Layers);

impl Resolve for LeastRanks {
    type Move = u16;
    type List<T: Copy> = Vec<T>;

    fn key(&self) -> u64 {
        Resolve::key(&self.0)
    }

    fn resolve(&mut self) -> Resolved {
        self.0.resolve()
    }

    fn known_range(&self) -> (i16, i16) {
        Resolve::known_range(&self.0)
    }

    fn candidates(&self) -> impl Iterator<Item = u16> {
        Resolve::candidates(&self.0)
    }

    fn after(&self, mv: u16) -> Self {
        Self(self.0.after(mv))
    }

    fn rank(&self, _mv: u16, _child: &Self) -> i32 {
        i32::MIN
    }
}

#[test]
fn a_child_of_the_least_rank_is_searched_all_the_same() {
    for seed in 0..300 {
        for salt in [0, 1, 2] {
            let mut solver = Solver::new(NoTable).with_salt(salt);
            let score = solver.solve(LeastRanks(Layers::new(seed, 9)), Score::MIN, Score::MAX).score;
            assert_eq!(score, value(seed, 9), "seed {seed}, salt {salt}");
        }
    }
}

/// A position with choices two plies deep: `ranks` of the root's moves, each of which leads to two moves whose values, for the
/// side that makes them, are `worth`.
#[derive(Clone, Copy)]
struct Ranked {
    ranks: [i32; 4],
    worth: i16,
    at: Option<u16>,
    ended: bool,
}

impl Resolve for Ranked {
    type Move = u16;
    type List<T: Copy> = Vec<T>;

    fn key(&self) -> u64 {
        u64::from(self.at.map_or(0, |mv| mv + 1))
    }

    fn resolve(&mut self) -> Resolved {
        // The side to move at the end is the one that moves at the root.
        if self.ended { Resolved::Value(-self.worth) } else { Resolved::Same }
    }

    fn known_range(&self) -> (i16, i16) {
        (-9, 9)
    }

    fn candidates(&self) -> impl Iterator<Item = u16> {
        0..if self.at.is_none() { 4 } else { 2 }
    }

    fn after(&self, mv: u16) -> Self {
        Self { at: self.at.or(Some(mv)), ended: self.at.is_some(), ..*self }
    }

    fn rank(&self, mv: u16, _child: &Self) -> i32 {
        self.ranks[usize::from(mv)]
    }
}

/// Notes the keys and the work of what is stored, in order, and remembers none.
#[derive(Default)]
struct Stores(RefCell<Vec<(u64, u64)>>);

impl Table for Stores {
    type Handle = u64;

    fn locate(&self, key: u64) -> u64 {
        key
    }

    fn probe(&self, _: u64) -> Option<Entry> {
        None
    }

    fn store(&self, key: u64, _: &Entry, work: u64) -> Stored {
        self.0.borrow_mut().push((key, work));
        Stored::Filled
    }
}

/// The plies of the nodes it hears of, and the numbers of the moves that failed high.
#[derive(Default)]
struct Heard(Vec<Ply>, Vec<usize>);

impl Observer for Heard {
    fn node(&mut self, ply: Ply) {
        self.0.push(ply);
    }

    fn fail_high(&mut self, index: usize) {
        self.1.push(index);
    }
}

#[test]
fn open_children_are_searched_by_rank_and_equal_ones_in_order() {
    for code in 0..4_usize.pow(4) {
        let ranks = [0, 1, 2, 3].map(|mv| [i32::MIN, -1, 0, i32::MAX][code / 4_usize.pow(mv) % 4]);
        let (stores, mut heard) = (Stores::default(), Heard::default());
        let root = Ranked { ranks, worth: 1, at: None, ended: false };
        let mut solver = Solver::new(&stores).with_observer(&mut heard);
        // Every move loses by one, so that none fails high at the root and all are searched.
        let solution = solver.solve(root, Score::DRAW, Score::plain(1));
        assert!(solution.score <= Score::DRAW);
        assert_eq!((solution.nodes, solver.nodes()), (5, 5));
        assert_eq!(solver.solve(root, Score::DRAW, Score::plain(1)).nodes, 5, "of this call alone");
        assert_eq!(solver.nodes(), 10);
        let mut order: Vec<u64> = (1..=4).collect();
        order.sort_by_key(|&key| std::cmp::Reverse(ranks[usize::try_from(key).unwrap() - 1]));
        let stored: Vec<(u64, u64)> = order.into_iter().map(|key| (key, 1)).chain([(0, 5)]).collect();
        assert_eq!(stores.0.take(), [stored.as_slice(), &stored].concat(), "{ranks:?}");
        assert_eq!((heard.0, heard.1.is_empty()), ([0, 1, 1, 1, 1, 0, 1, 1, 1, 1].into(), true));
    }
}

#[test]
fn what_fails_high_is_told_by_its_number_in_the_order() {
    for first in 0..4 {
        let mut ranks = [0; 4];
        ranks[first] = 1;
        let mut heard = Heard::default();
        let root = Ranked { ranks, worth: -1, at: None, ended: false };
        let mut solver = Solver::new(NoTable).with_observer(&mut heard);
        // Every move wins by one: the first one searched answers.
        assert!(solver.solve(root, Score::DRAW, Score::plain(1)).score > Score::DRAW);
        assert_eq!((heard.0, heard.1), (vec![0, 1], vec![0]));
    }
}

#[test]
fn a_range_settles_a_question_that_it_lies_beyond() {
    let position = Ranked { ranks: [0; 4], worth: 0, at: None, ended: false };
    assert_eq!(position.known_range(), (-9, 9));
    for (alpha, answer) in
        [(-11, Some(-9)), (-10, Some(-9)), (-9, None), (0, None), (8, None), (9, Some(9)), (10, Some(9))]
    {
        assert_eq!(position.settle(alpha), answer, "above {alpha}");
    }
    for (lower, upper, asked) in [(-9, 9, 0), (-9, 0, -5), (0, 1, 0), (3, 8, 5)] {
        let question = Ranked::question(Score::plain(lower), Score::plain(upper));
        assert_eq!(question, Score::plain(asked), "{lower} to {upper}");
    }
}

/// Says that the nodes of some keys are busy, and notes which it is told of.
#[derive(Default)]
struct Others {
    busy: Vec<u64>,
    told: RefCell<Vec<(bool, u64)>>,
}

impl Company for &Others {
    const SHARED: bool = true;

    fn enter(&self, key: u64) {
        self.told.borrow_mut().push((true, key));
    }

    fn leave(&self, key: u64) {
        self.told.borrow_mut().push((false, key));
    }

    fn is_busy(&self, key: u64) -> bool {
        self.busy.contains(&key)
    }
}

/// The first child is searched whoever is there, as its answer may do for all; of the others those that are busy come last.
#[test]
fn children_that_others_are_in_come_last_but_for_the_first() {
    for code in 0..1 << 12 {
        let ranks = [0, 1, 2, 3].map(|mv| (code >> (2 * mv)) & 3);
        let others =
            Others { busy: (1..=4).filter(|key| code >> (7 + key) & 1 != 0).collect(), ..Others::default() };
        let stores = Stores::default();
        let root = Ranked { ranks, worth: 1, at: None, ended: false };
        let mut solver = Solver::new(&stores).with_company(&others);
        assert_eq!(solver.solve(root, Score::DRAW, Score::plain(1)).nodes, 5);
        let mut by_rank: Vec<u64> = (1..=4).collect();
        by_rank.sort_by_key(|&key| std::cmp::Reverse(ranks[usize::try_from(key).unwrap() - 1]));
        let first = by_rank.remove(0);
        let (mut late, free): (Vec<u64>, Vec<u64>) =
            by_rank.into_iter().partition(|key| others.busy.contains(key));
        late.sort_unstable();
        let order: Vec<u64> = [vec![first], free, late, vec![0]].concat();
        let stored: Vec<u64> = stores.0.take().into_iter().map(|(key, _)| key).collect();
        assert_eq!(stored, order, "{ranks:?}, busy {:?}", others.busy);
        // The root is told first and left last, and every child in between.
        let children = order[..4].iter().flat_map(|&key| [(true, key), (false, key)]);
        let told: Vec<(bool, u64)> = [(true, 0)].into_iter().chain(children).chain([(false, 0)]).collect();
        assert_eq!(others.told.take(), told);
    }
}

/// Another thread, which has answered for one key by the time that some results are stored.
struct Answered {
    key: u64,
    after: usize,
    stores: Stores,
}

impl Table for Answered {
    type Handle = u64;

    fn locate(&self, key: u64) -> u64 {
        key
    }

    fn probe(&self, key: u64) -> Option<Entry> {
        let known = key == self.key && self.stores.0.borrow().len() >= self.after;
        known.then(|| Entry::new(5, Bound::Lower, 1))
    }

    fn store(&self, key: u64, entry: &Entry, work: u64) -> Stored {
        self.stores.store(key, entry, work)
    }
}

#[test]
fn what_another_thread_has_answered_meanwhile_is_not_searched_further() {
    for after in 1..=4 {
        let table = Answered { key: 0, after, stores: Stores::default() };
        let others = Others::default();
        let root = Ranked { ranks: [0; 4], worth: 1, at: None, ended: false };
        let mut solver = Solver::new(&table).with_company(&others);
        let solution = solver.solve(root, Score::DRAW, Score::plain(1));
        // It is seen at the next child that is entered; behind the last one there is none.
        let nodes = if after < 4 { 1 + after as u64 + 1 } else { 5 };
        assert_eq!(solution.nodes, nodes, "after {after} results");
        assert_eq!(solution.score > Score::DRAW, after < 4, "after {after} results");
        // Without company nobody is asked.
        let table = Answered { key: 0, after, stores: Stores::default() };
        assert_eq!(Solver::new(&table).solve(root, Score::DRAW, Score::plain(1)).nodes, 5);
    }
}
