//! What a search tells of itself: counts of trees small enough to count by hand, sums that must agree in any search, and a
//! trace that can be read back.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::num::NonZeroU16;

use common::{Layers, Skirmish};
use search::{
    Algorithm, AlphaBeta, AtLeast, Bound, Counts, Depth, DepthGate, Entry, Equal, Full, Game, History, Null,
    Observer, Outcome, Plain, Play, Policy, PrincipalVariation, Quiescent, Score, Search, Statistics, Table,
    Trace, Unbounded, Window,
};
use serde_json::Value;
use ttable::{NoTable, Stored};

/// A tree two plies deep: the values of the leaves, for the side to move at the root, by branch.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ByHand {
    leaves: Vec<Vec<i16>>,
    path: Vec<u16>,
}

impl ByHand {
    fn new<const N: usize>(leaves: [&[i16]; N]) -> Self {
        Self { leaves: leaves.iter().map(|branch| branch.to_vec()).collect(), path: Vec::new() }
    }
}

impl Game for ByHand {
    type Move = u16;
    type Undo = ();
    type List<T: Copy> = Vec<T>;

    fn key(&self) -> u64 {
        self.path.iter().fold(1, |key, &mv| key * 16 + u64::from(mv))
    }

    fn outcome(&self) -> Option<Outcome> {
        let &[branch, leaf] = &self.path[..] else { return None };
        Some(Outcome::Value(self.leaves[usize::from(branch) - 1][usize::from(leaf) - 1]))
    }

    fn legal_moves(&self, moves: &mut Vec<u16>) {
        let count = self.path.first().map_or(self.leaves.len(), |&mv| self.leaves[usize::from(mv) - 1].len());
        moves.extend(1..=u16::try_from(count).unwrap());
    }

    fn make(&mut self, mv: u16) {
        self.path.push(mv);
    }

    fn unmake(&mut self, _mv: u16, (): ()) {
        self.path.pop();
    }

    fn pack(&self, mv: u16) -> NonZeroU16 {
        NonZeroU16::new(mv).unwrap()
    }

    fn unpack(&self, packed: NonZeroU16) -> Option<u16> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.into_iter().find(|&mv| mv == packed.get())
    }
}

/// Entries give their move and never their value.
#[derive(Clone, Copy, Debug)]
struct MovesOnly;

impl DepthGate for MovesOnly {
    fn admits(&self, _draft: Depth, _depth: Depth) -> bool {
        false
    }
}

/// Observes one run over `table`.
fn observed<A: Algorithm>(game: &ByHand, table: &impl Table, window: impl Window) -> (i32, Statistics) {
    let mut statistics = Statistics::default();
    let mut search =
        Search::new(table).with_policy(Plain(MovesOnly)).with_observer(&mut statistics).with_algorithm::<A>();
    let score = search.run(&mut game.clone(), 2, window).score;
    (score.get(), statistics)
}

#[test]
fn nodes_by_kind_are_those_counted_by_hand() {
    // The root, its first branch and both leaves; the second branch, refuted by its first leaf.
    let (score, found) = observed::<AlphaBeta>(&ByHand::new([&[3, 5], &[2, 9]]), &NoTable, Full::OPEN);
    assert_eq!((score, found.counts.nodes, found.counts.probes), (3, 6, 3));
    assert_eq!((found.pv_nodes, found.cut_nodes, found.all_nodes), (2, 1, 0));
    assert_eq!((found.counts.fail_highs, found.first_move_cuts), (1, 1));

    // The refutation comes second.
    let (score, found) = observed::<AlphaBeta>(&ByHand::new([&[3, 5], &[9, 2]]), &NoTable, Full::OPEN);
    assert_eq!((score, found.counts.nodes, found.counts.probes), (3, 7, 3));
    assert_eq!((found.pv_nodes, found.cut_nodes, found.all_nodes), (2, 1, 0));
    assert_eq!(
        (found.counts.fail_highs, found.first_move_cuts, found.first_move_cuts_per_mille()),
        (1, 0, 0)
    );

    // Asked for more than there is, the root is an All-node and its branches Cut-nodes, one by its second leaf.
    let window = Null::above(Score::plain(6));
    let (score, found) = observed::<AlphaBeta>(&ByHand::new([&[3, 5], &[9, 2]]), &NoTable, window);
    assert_eq!((score, found.counts.nodes), (3, 6));
    assert_eq!((found.pv_nodes, found.cut_nodes, found.all_nodes), (0, 2, 1));
    assert_eq!((found.first_move_cuts, found.first_move_cuts_per_mille()), (1, 500));

    // Asked for less, the root is a Cut-node by its first branch, an All-node.
    let window = Null::above(Score::plain(1));
    let (score, found) = observed::<AlphaBeta>(&ByHand::new([&[3, 5], &[9, 2]]), &NoTable, window);
    assert_eq!((score, found.counts.nodes), (3, 4));
    assert_eq!((found.pv_nodes, found.cut_nodes, found.all_nodes), (0, 1, 1));

    // A better second branch: seen in a null window by its two leaves, then searched again, its better leaf twice.
    let (score, found) =
        observed::<PrincipalVariation>(&ByHand::new([&[3, 5], &[9, 7]]), &NoTable, Full::OPEN);
    assert_eq!((score, found.counts.nodes), (7, 4 + 3 + 4));
    assert_eq!((found.pv_nodes, found.cut_nodes, found.all_nodes, found.counts.fail_highs), (3, 0, 1, 0));
}

#[test]
fn hash_moves_are_judged_as_by_hand() {
    let game = ByHand::new([&[3, 5], &[9, 2]]);
    let table = Unbounded::new();
    let (_, first) = observed::<AlphaBeta>(&game, &table, Full::OPEN);
    assert_eq!((first.with_hash_move, first.counts.hits, first.hash_move_best_per_mille()), (0, 0, 0));
    // Again, with the moves of the first run: all three best, and the refutation comes first.
    let (score, again) = observed::<AlphaBeta>(&game, &table, Full::OPEN);
    assert_eq!((score, again.counts.nodes, again.counts.hits), (3, 6, 3));
    assert_eq!((again.with_hash_move, again.hash_move_best), (3, 3));
    assert_eq!((again.cuts_with_hash_move, again.hash_move_cuts, again.first_move_cuts), (1, 1, 1));
    assert_eq!((again.hits_per_mille(), again.hash_move_cuts_per_mille()), (1_000, 1_000));
    assert_eq!(again.hash_move_best_per_mille(), 1_000);

    // A table that advises badly at the second branch and knows nothing of the others.
    let table = Unbounded::new();
    let advice = Entry::new(0, Bound::Lower, 1).with_move(NonZeroU16::new(1));
    table.store(table.locate(16 + 2), &advice, 1);
    let (score, misled) = observed::<AlphaBeta>(&game, &table, Full::OPEN);
    assert_eq!((score, misled.counts.nodes, misled.counts.hits), (3, 7, 1));
    assert_eq!((misled.with_hash_move, misled.hash_move_best), (1, 0));
    assert_eq!((misled.cuts_with_hash_move, misled.hash_move_cuts, misled.first_move_cuts), (1, 0, 0));
    assert_eq!(misled.hits_per_mille(), 333);
}

#[test]
fn cutoffs_are_counted_by_their_bound() {
    let game = ByHand::new([&[3, 5], &[2, 9]]);
    let (exact, open) = (Bound::Exact, Full::OPEN);
    for (bound, value, window, answers) in [
        (exact, 3, open, true),
        (Bound::Lower, 3, open, false),
        (Bound::Upper, 3, open, false),
        (Bound::Lower, 3, Full::new(Score::plain(-9), Score::plain(3)).unwrap(), true),
        (Bound::Upper, 3, Full::new(Score::plain(3), Score::plain(9)).unwrap(), true),
    ] {
        let table = Unbounded::new();
        table.store(table.locate(1), &Entry::new(value, bound, 2), 1);
        let mut found = Statistics::default();
        let mut search = Search::new(&table).with_policy(Plain(Equal)).with_observer(&mut found);
        search.run(&mut game.clone(), 2, window);
        let counted = [Bound::Upper, Bound::Lower, exact].map(|kind| u64::from(answers && kind == bound));
        assert_eq!(found.table_cutoffs_by_bound, counted, "{bound:?} in {window:?}");
        assert_eq!((found.counts.table_cutoffs, found.counts.nodes == 1), (u64::from(answers), answers));
    }
}

/// Sums that hold in every search. Whether there are moves beyond depth 0, and techniques, which look at children and reduce.
fn sums_agree(found: &Statistics, nodes: u64, quiet: bool, plays: bool) {
    let Counts { probes, hits, table_cutoffs, stores, refused, updates, evictions, fail_highs, .. } =
        found.counts;
    let whole = |parts: &[u64]| parts.iter().sum::<u64>();
    assert_eq!(found.counts.nodes, nodes);
    assert!(hits <= probes && probes <= nodes && updates + evictions <= stores);
    assert_eq!(whole(&found.table_cutoffs_by_bound), table_cutoffs);
    let searched = [found.pv_nodes, found.cut_nodes, found.all_nodes, found.quiescence_nodes];
    assert_eq!(whole(&searched), stores + refused, "each node searched move by move is offered: {found:?}");
    assert!(whole(&searched) <= probes);
    assert!(
        found.hash_move_cuts <= found.cuts_with_hash_move && found.cuts_with_hash_move <= found.cut_nodes
    );
    assert!(found.first_move_cuts <= found.cut_nodes && found.hash_move_cuts <= found.hash_move_best);
    assert!(found.cuts_with_hash_move <= found.with_hash_move);
    assert!(found.hash_move_best <= found.with_hash_move);
    assert!(found.with_hash_move <= found.pv_nodes + found.cut_nodes);
    assert!(found.searched_again <= found.reduced && (plays || found.reduced == 0));
    assert!(found.first_move_cuts <= found.counts.first_move_fail_highs && found.cut_nodes <= fail_highs);
    if quiet {
        assert_eq!((found.quiescence_nodes, found.cut_nodes), (0, fail_highs), "{found:?}");
        assert_eq!(found.first_move_cuts, found.counts.first_move_fail_highs);
        assert_eq!(whole(&searched) + table_cutoffs, probes, "the table answers or the moves do: {found:?}");
    }
    if !plays {
        assert!(table_cutoffs <= hits && found.hash_move_cuts <= found.first_move_cuts, "{found:?}");
    }
}

/// Deepens over one table, and holds the sums at each depth.
fn sums_agree_in<G: Game, P: Policy<G>, A: Algorithm>(
    game: &mut G,
    policy: P,
    (quiet, plays): (bool, bool),
) -> Statistics {
    let table = Unbounded::new();
    let mut found = Statistics::default();
    let mut search = Search::new(&table).with_policy(policy).with_observer(&mut found).with_algorithm::<A>();
    search.deepen(game, 1..=7, |_| ());
    let nodes = search.nodes();
    sums_agree(&found, nodes, quiet, plays);
    found
}

#[test]
fn sums_agree_whatever_is_searched() {
    let (mut quiescent, mut playing) = (Statistics::default(), Statistics::default());
    for seed in 0..100 {
        let layers = || Layers::new(seed, 9);
        sums_agree_in::<_, _, AlphaBeta>(&mut layers(), Plain(Equal), (true, false));
        sums_agree_in::<_, _, PrincipalVariation>(&mut layers(), Plain(AtLeast), (true, false));
        sums_agree_in::<_, _, PrincipalVariation>(&mut layers(), History::new(Plain(Equal)), (true, false));
        let skirmish = || Skirmish(Layers::new(seed, 16));
        let found = sums_agree_in::<_, _, AlphaBeta>(&mut skirmish(), Quiescent(Equal), (false, false));
        quiescent.quiescence_nodes += found.quiescence_nodes;
        let found =
            sums_agree_in::<_, _, PrincipalVariation>(&mut skirmish(), Play::default(), (false, true));
        playing.reduced += found.reduced;
        playing.searched_again += found.searched_again;
    }
    assert!(quiescent.quiescence_nodes > 1_000, "{quiescent:?}");
    assert!(playing.reduced > 20 && playing.searched_again > 0, "{playing:?}");
    assert!((1..1_000).contains(&playing.searched_again_per_mille()), "{playing:?}");
}

/// The work that is stored with a result: the nodes below it and its own.
#[test]
fn the_work_of_a_node_is_all_of_its_subtree() {
    /// Notes the work by key.
    #[derive(Default)]
    struct Works(RefCell<BTreeMap<u64, u64>>);

    impl Table for Works {
        type Handle = u64;

        fn locate(&self, key: u64) -> u64 {
            key
        }

        fn probe(&self, _: u64) -> Option<Entry> {
            None
        }

        fn store(&self, key: u64, _: &Entry, work: u64) -> Stored {
            self.0.borrow_mut().insert(key, work);
            Stored::Filled
        }
    }

    let works = Works::default();
    // The first branch and its two leaves; the second, refuted by its second leaf; the third, by its first.
    observed::<AlphaBeta>(&ByHand::new([&[3, 5], &[9, 2], &[1, 8, 8]]), &works, Full::OPEN);
    assert_eq!(works.0.take(), BTreeMap::from([(1, 1 + 3 + 3 + 2), (16 + 1, 3), (16 + 2, 3), (16 + 3, 2)]));
}

#[test]
fn shares_of_nothing_are_nothing() {
    let none = Statistics::default();
    let shares = [
        none.hash_move_best_per_mille(),
        none.hash_move_cuts_per_mille(),
        none.first_move_cuts_per_mille(),
        none.hits_per_mille(),
        none.searched_again_per_mille(),
    ];
    assert_eq!(shares, [0; 5]);
}

/// The trace of a search of at most `most` nodes, as text and by its lines, and how many were written.
fn traced<G: Game, P: Policy<G>, A: Algorithm>(
    game: &mut G,
    policy: P,
    depth: Depth,
    most: u64,
) -> (String, u64, u64) {
    let mut trace = Trace::new(Vec::new(), most);
    let mut search = Search::new(NoTable).with_policy(policy).with_observer(&mut trace).with_algorithm::<A>();
    let nodes = search.run(game, depth, Full::OPEN).nodes;
    let (bytes, written) = trace.finish().unwrap();
    (String::from_utf8(bytes).unwrap(), written, nodes)
}

#[test]
fn a_small_trace_reads_as_the_tree() {
    let mut game = ByHand::new([&[3, 5], &[2, 9]]);
    let (text, written, nodes) = traced::<_, _, AlphaBeta>(&mut game, Plain(AtLeast), 2, u64::MAX);
    let (low, high) = (Score::MIN, Score::MAX);
    let expected = format!(
        r#"{{"ply":2,"moves":[1,1],"depth":0,"alpha":{low},"beta":{high},"score":3}}
{{"ply":2,"moves":[1,2],"depth":0,"alpha":{low},"beta":3,"score":5}}
{{"ply":1,"moves":[1],"depth":1,"alpha":{low},"beta":{high},"score":-3}}
{{"ply":2,"moves":[2,1],"depth":0,"alpha":3,"beta":{high},"score":2}}
{{"ply":1,"moves":[2],"depth":1,"alpha":{low},"beta":-3,"score":-2}}
{{"ply":0,"moves":[],"depth":2,"alpha":{low},"beta":{high},"score":3}}
"#
    );
    assert_eq!((text, written, nodes), (expected, 6, 6));
}

/// A line of a trace.
#[derive(Debug)]
struct Line {
    ply: usize,
    moves: Vec<u16>,
    depth: i64,
    alpha: i64,
    beta: i64,
    score: i64,
}

/// Reads a trace back, strictly: these fields and no others.
fn parsed(text: &str) -> Vec<Line> {
    let read = |line: &str| {
        let Value::Object(fields) = serde_json::from_str(line).unwrap() else { panic!("{line}") };
        assert_eq!(fields.len(), 6, "{line}");
        let number = |name: &str| fields[name].as_i64().unwrap();
        let moves = fields["moves"].as_array().unwrap();
        Line {
            ply: usize::try_from(number("ply")).unwrap(),
            moves: moves.iter().map(|mv| u16::try_from(mv.as_u64().unwrap()).unwrap()).collect(),
            depth: number("depth"),
            alpha: number("alpha"),
            beta: number("beta"),
            score: number("score"),
        }
    };
    text.lines().map(read).collect()
}

#[test]
fn a_trace_can_be_searched_again() {
    for seed in 0..40 {
        let mut game = Layers::new(seed, 6);
        let (text, written, nodes) = traced::<_, _, AlphaBeta>(&mut game, Plain(AtLeast), 6, u64::MAX);
        let lines = parsed(&text);
        assert_eq!((lines.len() as u64, written), (nodes, nodes), "a line for each node");
        // The best answer of the children written since, by ply.
        let mut best: Vec<Option<i64>> = vec![None; 9];
        for line in lines {
            assert_eq!(
                (line.moves.len(), line.depth),
                (line.ply, i64::try_from(6 - line.ply).unwrap()),
                "{line:?}"
            );
            assert!(line.alpha < line.beta, "{line:?}");
            let mut node = game;
            for &packed in &line.moves {
                let mv = node.unpack(NonZeroU16::new(packed).unwrap()).unwrap();
                node.make(mv);
            }
            match node.outcome() {
                Some(outcome) => assert_eq!(i64::from(outcome.score(6).get()), line.score, "{line:?}"),
                None => assert_eq!(best[line.ply + 1].take(), Some(line.score), "seed {seed}: {line:?}"),
            }
            best[line.ply] = best[line.ply].max(Some(-line.score));
        }
    }
}

#[test]
fn a_trace_of_a_search_that_plays_has_its_passes_and_ends_where_it_is_told() {
    let mut passes = 0;
    for seed in 0..20 {
        let run = |most| {
            let mut game = Skirmish(Layers::new(seed, 16));
            traced::<_, _, PrincipalVariation>(&mut game, Play::default(), 8, most)
        };
        let (text, written, nodes) = run(u64::MAX);
        assert_eq!(written, nodes);
        for line in parsed(&text) {
            assert_eq!(line.moves.len(), line.ply);
            passes += usize::from(line.moves.last() == Some(&u16::MAX));
        }
        for most in [0, 1, nodes / 2, nodes, nodes + 1] {
            let (start, written, same) = run(most);
            assert_eq!((written, same), (most.min(nodes), nodes), "the search goes on");
            let lines: String = text.split_inclusive('\n').take(usize::try_from(most).unwrap()).collect();
            assert_eq!(start, lines);
        }
    }
    assert!(passes > 20, "{passes} passes");
}

/// Takes so many bytes and no more.
#[derive(Debug)]
struct Narrow(usize);

impl Write for Narrow {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::StorageFull)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_writer_that_fails_ends_the_trace_and_not_the_search() {
    let mut game = ByHand::new([&[3, 5], &[2, 9]]);
    for room in [0, 1, 100, 300, 10_000] {
        let mut trace = Trace::new(Narrow(room), u64::MAX);
        let answer = Search::new(NoTable).with_observer(&mut trace).run(&mut game, 2, Full::OPEN);
        assert_eq!((answer.score, answer.nodes), (Score::plain(3), 6));
        match trace.finish() {
            Ok((left, written)) => assert_eq!((written, left.0 > 0), (6, true)),
            Err(error) => assert_eq!((error.kind(), room < 400), (io::ErrorKind::StorageFull, true)),
        }
    }
}

/// Everything an observer may hear, in order.
#[derive(Debug, Default, PartialEq, Eq)]
struct Heard(Vec<String>);

impl Observer for Heard {
    fn node(&mut self, ply: u16) {
        self.0.push(format!("node {ply}"));
    }
    fn probe(&mut self, hit: bool) {
        self.0.push(format!("probe {hit}"));
    }
    fn fail_high(&mut self, index: usize) {
        self.0.push(format!("fail high {index}"));
    }
    fn searched(&mut self, node: &search::Searched) {
        self.0.push(format!("{:?} of {}", node.bound, node.tried));
    }
}

#[test]
fn events_come_in_the_order_of_the_search() {
    let mut heard = Heard::default();
    let mut game = ByHand::new([&[3], &[9, 2]]);
    Search::new(NoTable).with_observer(&mut heard).run(&mut game, 2, Full::OPEN);
    let expected = [
        "node 0",
        "probe false", // the root
        "node 1",
        "probe false",
        "node 2",
        "Exact of 1", // its first branch
        "node 1",
        "probe false",
        "node 2",
        "node 2",
        "fail high 1",
        "Lower of 2", // its second
        "Exact of 2",
    ];
    assert_eq!(heard.0, expected);
}

/// Fails once, and would take everything after that.
#[derive(Debug, Default)]
struct FailsOnce {
    calls: usize,
    failed: bool,
}

impl Write for &mut FailsOnce {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.calls += 1;
        if std::mem::replace(&mut self.failed, true) {
            Ok(bytes.len())
        } else {
            Err(io::ErrorKind::Other.into())
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn nothing_is_written_after_an_error() {
    let mut writer = FailsOnce::default();
    let mut trace = Trace::new(&mut writer, u64::MAX);
    Search::new(NoTable).with_observer(&mut trace).run(&mut ByHand::new([&[3, 5]]), 2, Full::OPEN);
    assert_eq!(trace.finish().unwrap_err().kind(), io::ErrorKind::Other);
    assert_eq!(writer.calls, 1);
}
