//! Every algorithm of the family gives minimax's value; lines are legal and end in what they claim.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::num::NonZeroU16;

use common::{Graph, Matches};
use search::{
    Algorithm, AlphaBeta, AtLeast, Counts, Depth, Entered, Equal, Evaluated, Full, Game, History, MAX_DEPTH,
    NoTable, NodeLimit, Observer, Outcome, Plain, PrincipalVariation, Score, Search, Stopped, Table,
    Unbounded, minimax,
};

/// Deepens over one table, and holds each iteration, and MTD(f) from good and bad guesses, to minimax.
fn deepening_agrees<A: Algorithm>(seed: u64, table: &impl Table) {
    let mut game = Graph::new(seed);
    let mut depths = 0;
    let values: Vec<Score> =
        (0..=6).map(|depth| minimax(&mut game.clone(), depth, &Graph::leaf, &mut ())).collect();
    let value = |depth: Depth| values[usize::try_from(depth).unwrap()];
    let mut search = Search::new(table).with_policy(Evaluated(Equal)).with_algorithm::<A>();
    let (last, stopped) = search.deepen(&mut game, 1..=6, |iteration| {
        assert_eq!(iteration.score, value(iteration.depth), "seed {seed}, depth {}", iteration.depth);
        depths += 1;
    });
    assert!(stopped.is_none() && depths == 6);
    let last = last.unwrap();
    assert_eq!((last.depth, last.nodes), (6, search.nodes()));
    for guess in [last.score, Score::MIN, Score::MAX, Score::DRAW, Score::win_in(2)] {
        let answer = search.converge(&mut game, 6, guess);
        assert_eq!(answer.score, value(6), "seed {seed}, guess {guess}");
    }
    assert_eq!(game, Graph::new(seed));
}

#[test]
fn every_algorithm_agrees_with_minimax_at_every_depth() {
    for seed in 0..400 {
        deepening_agrees::<AlphaBeta>(seed, &NoTable);
        deepening_agrees::<AlphaBeta>(seed, &Unbounded::new());
        deepening_agrees::<PrincipalVariation>(seed, &NoTable);
        deepening_agrees::<PrincipalVariation>(seed, &Unbounded::new());
    }
}

/// Plays `line` from `game` and returns the value at its end for the side to move at the root.
fn value_at_end(game: &mut Graph, depth: Depth, line: &[u16]) -> Score {
    let mut plies = 0;
    for &mv in line {
        assert!(game.outcome().is_none() && game.unpack(game.pack(mv)) == Some(mv), "the line is legal");
        game.make(mv);
        plies += 1;
    }
    let score = if let Some(outcome) = game.outcome() {
        outcome.score(plies)
    } else {
        assert_eq!(i16::try_from(plies).unwrap(), depth, "the line goes to the end of the search");
        game.leaf()
    };
    if plies % 2 == 0 { score } else { -score }
}

#[test]
fn the_principal_variation_is_whole_and_has_the_score() {
    for seed in 0..400 {
        let table = Unbounded::new();
        let mut game = Graph::new(seed);
        let mut search =
            Search::new(&table).with_policy(Evaluated(Equal)).with_algorithm::<PrincipalVariation>();
        search.deepen(&mut game, 1..=6, |iteration| {
            let end = value_at_end(&mut Graph::new(seed), iteration.depth, &iteration.line);
            assert_eq!(end, iteration.score, "seed {seed}, depth {}: {:?}", iteration.depth, iteration.line);
        });
        // Once more, the table full of answers.
        let answer = search.run(&mut game, 6, Full::OPEN);
        let line: Vec<u16> = search.line().iter().map(|packed| packed.get() - 1).collect();
        assert_eq!(value_at_end(&mut game.clone(), 6, &line), answer.score, "seed {seed}");
        assert_eq!(answer.best, line.first().copied());
    }
}

#[test]
fn a_limit_leaves_the_last_finished_iteration() {
    for limit in 0..300 {
        let mut game = Matches { left: 21, most: 4 };
        let mut whole = Vec::new();
        let mut search = Search::new(NoTable)
            .with_policy(Plain(Equal))
            .with_limit(NodeLimit(limit))
            .with_algorithm::<PrincipalVariation>();
        let (last, stopped) = search.deepen(&mut game, 1..=20, |iteration| whole.push(iteration.clone()));
        assert_eq!(stopped, Some(Stopped::Nodes));
        assert_eq!(last, whole.last().cloned());
        assert_eq!(last.is_some(), limit >= 5, "the first iteration has five nodes");
        assert_eq!(game, Matches { left: 21, most: 4 });
    }
}

#[test]
fn no_depth_is_searched_twice_where_the_range_is_clamped() {
    let mut game = Matches { left: 3, most: 1 };
    let mut depths = Vec::new();
    let mut search = Search::new(Unbounded::new());
    search.deepen(&mut game, MAX_DEPTH - 1..=Depth::MAX, |iteration| depths.push(iteration.depth));
    assert_eq!(depths, [MAX_DEPTH - 1, MAX_DEPTH]);
    depths.clear();
    search.deepen(&mut game, Depth::MIN..=1, |iteration| depths.push(iteration.depth));
    assert_eq!(depths, [0, 1]);
}

#[test]
fn a_stopped_run_has_no_line() {
    let mut game = Graph::new(1);
    let mut search = Search::new(NoTable).with_algorithm::<PrincipalVariation>().with_limit(NodeLimit(40));
    assert!(search.try_run(&mut game, 2, Full::OPEN).is_ok() && !search.line().is_empty());
    assert!(search.try_run(&mut game, 9, Full::OPEN).is_err() && search.line().is_empty());
}

#[test]
fn finished_games_have_an_empty_line() {
    let mut game = Matches { left: 0, most: 3 };
    assert_eq!(game.outcome(), Some(Outcome::Win));
    let mut search = Search::new(NoTable).with_algorithm::<PrincipalVariation>();
    let (last, _) = search.deepen(&mut game, 1..=3, |_| {});
    let last = last.unwrap();
    assert_eq!((last.score, last.line, last.nodes), (Score::win_in(0), Vec::new(), 3));
    #[expect(clippy::reversed_empty_ranges, reason = "what a caller may hand in")]
    let nothing = search.deepen(&mut game, 2..=1, |_| {});
    assert!(nothing.0.is_none() && nothing.1.is_none());
}

/// Every position has the same four moves, and only one of them is ever any good.
#[derive(Clone, Debug, PartialEq, Eq)]
struct OneGoodMove {
    ply: u16,
    played: u64,
}

impl Game for OneGoodMove {
    type Move = u16;
    type Undo = u64;
    type List<T: Copy> = Vec<T>;

    fn key(&self) -> u64 {
        self.played
    }

    fn outcome(&self) -> Option<Outcome> {
        let worth =
            |side: u16| (0..8).filter(|ply| ply % 2 == side && (self.played >> (4 * ply)) % 16 == 4).count();
        let ahead = i16::try_from(worth(0)).unwrap() - i16::try_from(worth(1)).unwrap();
        (self.ply == 8).then_some(Outcome::Value(ahead))
    }

    fn legal_moves(&self, moves: &mut Vec<u16>) {
        moves.extend(1..=4);
    }

    fn make(&mut self, mv: u16) -> u64 {
        let played = self.played;
        self.played |= u64::from(mv) << (4 * self.ply);
        self.ply += 1;
        played
    }

    fn unmake(&mut self, _mv: u16, undo: u64) {
        self.played = undo;
        self.ply -= 1;
    }

    fn pack(&self, mv: u16) -> NonZeroU16 {
        NonZeroU16::new(mv).unwrap()
    }

    fn unpack(&self, packed: NonZeroU16) -> Option<u16> {
        Some(packed.get()).filter(|&mv| mv <= 4)
    }
}

#[test]
fn what_failed_high_elsewhere_is_tried_first() {
    let root = OneGoodMove { ply: 0, played: 0 };
    let plain = Search::new(NoTable).run(&mut root.clone(), 8, Full::OPEN);
    let mut counts = Counts::default();
    let mut search =
        Search::new(NoTable).with_policy(History::new(Plain(AtLeast))).with_observer(&mut counts);
    let learnt = search.run(&mut root.clone(), 8, Full::OPEN);
    assert_eq!((learnt.score, plain.score), (Score::DRAW, Score::DRAW));
    assert!(learnt.nodes * 4 < plain.nodes, "{} against {}", learnt.nodes, plain.nodes);
    assert!(counts.first_move_fail_highs * 10 > counts.fail_highs * 9, "{counts:?}");
}

#[test]
fn each_call_counts_its_own_nodes() {
    let mut game = Matches { left: 15, most: 3 };
    let mut search = Search::new(NoTable).with_policy(Plain(Equal));
    let first = search.run(&mut game, 6, Full::OPEN);
    let fresh = |depth| {
        Search::new(NoTable).with_policy(Plain(Equal)).run(&mut game.clone(), depth, Full::OPEN).nodes
    };
    assert_eq!((first.nodes, search.nodes()), (fresh(6), first.nodes));
    assert_eq!(search.run(&mut game.clone(), 6, Full::OPEN).nodes, first.nodes);
    for _ in 0..2 {
        let (before, mut last) = (search.nodes(), 0);
        search.deepen(&mut game.clone(), 1..=6, |iteration| {
            assert!(iteration.nodes > last);
            last = iteration.nodes;
        });
        assert_eq!(last, search.nodes() - before);
        let before = search.nodes();
        let solved = search.solve(&mut game.clone(), 6, Score::plain(-5), Score::plain(5));
        assert_eq!(solved.nodes, search.nodes() - before);
        let before = search.nodes();
        let converged = search.converge(&mut game.clone(), 6, Score::DRAW);
        assert_eq!(converged.nodes, search.nodes() - before);
    }
}

/// The runs from a root, in order: depth, window, answer.
#[derive(Default)]
struct Runs {
    entered: Vec<Entered>,
    runs: Vec<(Entered, Score)>,
}

impl Observer for Runs {
    fn enter(&mut self, node: &Entered) {
        self.entered.push(*node);
    }

    fn leave(&mut self, score: Score) {
        let node = self.entered.pop().unwrap();
        if node.ply == 0 {
            self.runs.push((node, score));
        }
    }
}

/// The first window of a depth lies evenly around the last answer, and each that follows has one end further out: the one that the
/// answer was beyond. Nothing is asked twice.
#[test]
fn a_depth_is_asked_again_only_beyond_the_end_its_answer_was_beyond() {
    let mut again = 0;
    for seed in 0..400 {
        let mut observed = Runs::default();
        let table = Unbounded::new();
        let mut search = Search::new(&table).with_policy(Evaluated(Equal)).with_observer(&mut observed);
        search.deepen(&mut Graph::new(seed), 1..=7, |_| ());
        let (first, _) = observed.runs[0];
        assert_eq!((first.alpha, first.beta), (Score::MIN, Score::MAX));
        for pair in observed.runs.windows(2) {
            let ((node, score), (next, _)) = (pair[0], pair[1]);
            if next.depth != node.depth {
                assert!(node.alpha < score && score < node.beta, "seed {seed}: {score} in {node:?}");
                assert!(next.alpha < score && score < next.beta, "seed {seed}: {score} in {next:?}");
                let (below, above) = (score.get() - next.alpha.get(), next.beta.get() - score.get());
                assert!(!score.is_plain() || below == above, "seed {seed}: {score} in {next:?}");
                assert!(!score.is_plain() || below < 100, "seed {seed}: {score} in {next:?}");
                continue;
            }
            again += 1;
            if score <= node.alpha {
                assert!(next.alpha < node.alpha && next.beta == node.beta, "seed {seed}: {node:?}, {next:?}");
            } else {
                assert!(score >= node.beta, "seed {seed}: {score} in {node:?}");
                assert!(next.alpha == node.alpha && next.beta > node.beta, "seed {seed}: {node:?}, {next:?}");
            }
        }
    }
    assert!(again > 100, "{again}");
}
