//! Chess against plain minimax at small depths, with nothing left out: every algorithm over every layout and policy whose hits
//! are certain, at several sizes, by one to four threads.
//!
//! Where pawns are locked the depth is 5; elsewhere 3, and 4 with `TRANSPOSE_LONG=1`, which has more positions too. Layouts that verify 21 bits are
//! left out: of the hundreds of thousands of probes here one in a few hundred thousand would be false, as they state.

#![allow(clippy::unwrap_used, reason = "in a test a panic is a finding")]
#![allow(clippy::print_stdout, reason = "how much was compared")]

use std::thread;

use games::chess::{Board, Chess, Move};
use search::{
    Algorithm, AlphaBeta, Bare, Depth, Equal, Evaluate as _, Evaluated, Full as FullWindow, Game as _,
    History, Noisy as _, Null, Play, Ply, Policy, PrincipalVariation, Quiescent, Reordered, Score, Search,
    Tactical as _, Window, minimax,
};
use ttable::{
    Aging, Always, Big, Clustered, DepthPreferred, Entry, Full, Layout, LeastWork, Masked, NoTable, Old,
    OnePerIndex, Replacement, Selective, Size, Table, TwoBig, TwoDeep, TwoPerIndex, TwoTier, Unbounded,
};
use zkeys::SplitMix64;

/// The seed of the positions.
const SEED: u64 = 5;

/// Few moves and many tricks: promotions, pins, en passant, stalemates, a mate at the end.
const FEW_MOVES: [&str; 6] = [
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1",
    "7k/5Q2/8/6K1/8/8/8/8 b - - 0 1",
    "8/P1k5/K7/8/8/8/8/8 w - - 0 1",
    "k7/8/1K6/8/8/8/8/7R w - - 0 1",
    "8/k1P5/8/1K6/8/8/8/8 w - - 0 1",
];

/// Pawns that block each other, and kings: a tree of five plies is small.
const LOCKED: &str = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";

/// Fail-soft: exact inside the window, a bound on the right side outside it.
fn consistent(score: Score, value: Score, window: impl Window) -> bool {
    if value <= window.alpha() {
        value <= score && score <= window.alpha()
    } else if value >= window.beta() {
        window.beta() <= score && score <= value
    } else {
        score == value
    }
}

fn long() -> bool {
    std::env::var_os("TRANSPOSE_LONG").is_some()
}

/// Positions by random play from the start, from an opening to an ending.
fn drawn(count: usize) -> Vec<Chess> {
    let mut random = SplitMix64::new(SEED);
    let mut found = Vec::new();
    while found.len() < count {
        let mut board = Board::start();
        for _ in 0..random.next_u32() % 120 {
            let moves: Vec<Move> = board.legal_moves().into_iter().collect();
            if moves.is_empty() {
                break;
            }
            board.make(moves[random.next_u32() as usize % moves.len()]);
        }
        let chess = Chess::new(board);
        if chess.outcome().is_none() {
            found.push(chess);
        }
    }
    found
}

fn leaf(chess: &Chess) -> Score {
    Score::plain(chess.evaluate().into())
}

/// A position with its values by minimax to each depth.
struct Subject {
    game: Chess,
    values: Vec<(Depth, Score)>,
}

impl Subject {
    fn new(
        game: Chess,
        depths: impl Iterator<Item = Depth>,
        value: impl Fn(&mut Chess, Depth) -> Score,
    ) -> Self {
        Self { values: depths.map(|depth| (depth, value(&mut game.clone(), depth))).collect(), game }
    }

    /// Every way of asking one search over a table, at each depth. How many answers were compared.
    fn asked<P: Policy<Chess>, A: Algorithm>(&self, name: &str, table: &impl Table, policy: P) -> u64 {
        let mut game = self.game;
        let mut search = Search::new(table).with_policy(policy).with_algorithm::<A>();
        let mut compared = 0;
        let mut compare = |score: Score, value: Score, window: FullWindow, how: &str| {
            let fen = self.game.board();
            assert!(consistent(score, value, window), "{name}, {fen}, {how}: {score}, {value} in {window:?}");
            compared += 1;
        };
        let deepest = self.values.last().unwrap().0;
        search.deepen(&mut game, 1..=deepest, |iteration| {
            let value = self.values.iter().find(|known| known.0 == iteration.depth).unwrap().1;
            compare(iteration.score, value, FullWindow::OPEN, "deepening");
        });
        for &(depth, value) in self.values.iter().rev() {
            // Windows around the value, on its edge, below and above it.
            for (below, above) in [(1, 1), (30, 0), (0, 30), (-20, 60), (60, -20)] {
                let (alpha, beta) = (value.get() - below, value.get() + above);
                let Some(window) = window(alpha, beta) else { continue };
                compare(search.run(&mut game, depth, window).score, value, window, "in a window");
                let null = Null::above(window.alpha());
                let same = FullWindow::new(null.alpha(), null.beta()).unwrap();
                compare(search.run(&mut game, depth, null).score, value, same, "in a null window");
            }
            compare(search.run(&mut game, depth, FullWindow::OPEN).score, value, FullWindow::OPEN, "open");
            for guess in [value, Score::plain(55)] {
                let score = search.converge(&mut game, depth, guess).score;
                compare(score, value, FullWindow::OPEN, "MTD(f)");
            }
            let score = search.solve(&mut game, depth, Score::MIN, Score::MAX).score;
            compare(score, value, FullWindow::OPEN, "halving");
        }
        assert_eq!(game, self.game, "the game is as it was");
        compared
    }

    /// Several threads over one table, each in an order of its own, to the deepest depth.
    fn raced<P: Policy<Chess> + Copy + Send>(
        &self,
        name: &str,
        table: &(impl Table + Sync),
        policy: P,
    ) -> u64 {
        let (depth, value) = *self.values.last().unwrap();
        for threads in 2..=4_u32 {
            thread::scope(|scope| {
                for salt in 0..threads {
                    let mut game = self.game;
                    scope.spawn(move || {
                        let mut search = Search::new(table)
                            .with_policy(Reordered::new(policy, salt))
                            .with_algorithm::<PrincipalVariation>();
                        let score = search.run(&mut game, depth, FullWindow::OPEN).score;
                        assert_eq!(score, value, "{name}, {}, {threads} threads", game.board());
                    });
                }
            });
        }
        2 + 3 + 4
    }
}

/// The window, if its limits are in order and plain.
fn window(alpha: i32, beta: i32) -> Option<FullWindow> {
    let plain = i32::from(Score::PLAIN_MAX);
    (alpha < beta && -plain <= alpha && beta <= plain)
        .then(|| FullWindow::new(Score::plain(alpha), Score::plain(beta)))?
}

/// What is done over each table.
trait Work {
    fn over<T: Table + Sync>(&mut self, name: &str, table: &T);
}

fn clustered<L: Layout, R: Replacement<L::Word> + Sync>(
    work: &mut impl Work,
    name: &str,
    layout: L,
    policy: R,
    clusters: u64,
) where
    Clustered<L, R>: Table + Sync,
{
    let table = Clustered::new(layout, policy, Size::Clusters(clusters)).unwrap();
    work.over(&format!("{name}, {clusters} clusters"), &table);
}

fn every_table(work: &mut impl Work, sizes: &[u64]) {
    work.over("no table", &NoTable);
    work.over("unbounded", &Unbounded::new());
    for &size in sizes {
        clustered(work, "full, aging", Full, Aging, size);
        clustered(work, "full, always", Full, Always, size);
        clustered(work, "full, deeper", Full, DepthPreferred::DEEPER, size);
        clustered(work, "full, at least", Full, DepthPreferred::AT_LEAST, size);
        clustered(work, "full, selective", Full, Selective::default(), size);
        clustered(work, "full, old", Full, Old, size);
        clustered(work, "full, two tiers", Full, TwoTier, size);
        clustered(work, "masked, aging", Masked(Full), Aging, size);
        clustered(work, "one per index, always", OnePerIndex::whole(), Always, size);
        clustered(work, "one per index, at least", OnePerIndex::whole(), DepthPreferred::AT_LEAST, size);
        clustered(work, "one per index, big", OnePerIndex::whole().weighed(), Big, size);
        clustered(work, "one per index, least work", OnePerIndex::whole().weighed(), LeastWork, size);
        clustered(work, "two per index, two deep", TwoPerIndex::whole(), TwoDeep, size);
        clustered(work, "two per index, two big", TwoPerIndex::whole().weighed(), TwoBig, size);
        clustered(work, "two per index, two tiers", TwoPerIndex::whole(), TwoTier, size);
    }
}

/// Every legal move to the depth, then the evaluation.
struct Plainly {
    subject: Subject,
    compared: u64,
}

impl Work for Plainly {
    fn over<T: Table + Sync>(&mut self, name: &str, table: &T) {
        let Self { subject, compared } = self;
        *compared += subject.asked::<_, AlphaBeta>(name, table, Evaluated(Equal));
        *compared += subject.asked::<_, PrincipalVariation>(name, table, Evaluated(Equal));
        *compared += subject.asked::<_, PrincipalVariation>(name, table, History::new(Evaluated(Equal)));
        *compared += subject.raced(name, table, Evaluated(Equal));
    }
}

#[test]
fn every_legal_move_to_the_depth() {
    let value = |game: &mut Chess, depth| minimax(game, depth, &leaf, &mut ());
    let mut compared = 0;
    let (many, deep, deepest) = if long() { (40, 3, 4) } else { (3, 2, 3) };
    let few = FEW_MOVES.map(|fen| (Chess::new(fen.parse().unwrap()), deepest));
    let locked = (Chess::new(LOCKED.parse().unwrap()), 5);
    let subjects = drawn(many).into_iter().map(|chess| (chess, deep)).chain(few).chain([locked]);
    for (game, depth) in subjects {
        let subject = Subject::new(game, 1..=depth, value);
        let mut work = Plainly { subject, compared: 0 };
        every_table(&mut work, &[1, 256]);
        compared += work.compared;
    }
    println!("{compared} answers compared with minimax, positions of seed {SEED}");
    assert!(compared > 30_000);
}

/// Whether a stalemate is seen where only noisy moves are looked for: the search that plays does not look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stalemates {
    Seen,
    Overlooked,
}

/// The value by plain minimax, beyond depth 0 the evaluation, or better by a noisy move; every move in check.
fn quiet_value(game: &mut Chess, depth: Depth, ply: Ply, stalemates: Stalemates) -> Score {
    let listed = depth > 0 || !game.is_calm();
    let outcome = if stalemates == Stalemates::Seen || listed && depth > Entry::MIN_DRAFT {
        game.outcome()
    } else {
        game.early_outcome()
    };
    if let Some(outcome) = outcome {
        return outcome.score(ply);
    }
    if depth <= Entry::MIN_DRAFT {
        return leaf(game);
    }
    let mut moves = games::chess::MoveList::new();
    let mut best = if listed {
        game.legal_moves(&mut moves);
        Score::MIN
    } else {
        game.noisy_moves(&mut moves);
        leaf(game)
    };
    for mv in moves {
        let undo = game.make(mv);
        best = best.max(-quiet_value(game, depth - 1, ply + 1, stalemates));
        game.unmake(undo);
    }
    best
}

/// Noisy moves followed beyond the depth.
struct Quietly {
    subject: Subject,
    compared: u64,
}

impl Work for Quietly {
    fn over<T: Table + Sync>(&mut self, name: &str, table: &T) {
        let Self { subject, compared } = self;
        *compared += subject.asked::<_, AlphaBeta>(name, table, Quiescent(Equal));
        *compared += subject.asked::<_, PrincipalVariation>(name, table, History::new(Quiescent(Equal)));
        *compared += subject.raced(name, table, Quiescent(Equal));
    }
}

/// The search that plays, with nothing left out.
struct Played {
    subject: Subject,
    compared: u64,
}

impl Work for Played {
    fn over<T: Table + Sync>(&mut self, name: &str, table: &T) {
        let Self { subject, compared } = self;
        *compared += subject.asked::<_, PrincipalVariation>(name, table, Play::new(Bare, Equal));
    }
}

#[test]
fn noisy_moves_beyond_the_depth() {
    let value = |stalemates| move |game: &mut Chess, depth| quiet_value(game, depth, 0, stalemates);
    let (mut compared, mut overlooked) = (0, 0);
    let (many, deep, deepest) = if long() { (20, 2, 3) } else { (3, 1, 2) };
    let few = FEW_MOVES.map(|fen| (Chess::new(fen.parse().unwrap()), deepest));
    let subjects = drawn(many).into_iter().map(|chess| (chess, deep)).chain(few);
    for (game, depth) in subjects {
        let mut quiet =
            Quietly { subject: Subject::new(game, 1..=depth, value(Stalemates::Seen)), compared: 0 };
        every_table(&mut quiet, &[1, 256]);
        let subject = Subject::new(game, 1..=depth, value(Stalemates::Overlooked));
        overlooked += usize::from(subject.values != quiet.subject.values);
        let mut played = Played { subject, compared: 0 };
        every_table(&mut played, &[1, 256]);
        compared += quiet.compared + played.compared;
    }
    println!("{compared} answers compared with minimax and noisy moves, positions of seed {SEED}");
    assert!(compared > 20_000);
    assert!(overlooked > 0, "some position has a stalemate beyond the depth");
}
