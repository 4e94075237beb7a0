//! Invariant 1 as a matrix: every algorithm over every layout, policy and size of table, by one to four threads, gives the value
//! of plain minimax. Each answer compared is counted, and the count printed.
//!
//! `TRANSPOSE_LONG=1 cargo test --release --package search --test matrix -- --nocapture` compares more than 10⁸.

#![allow(clippy::unwrap_used, reason = "a test may panic")]
#![allow(clippy::print_stdout, reason = "how much was compared")]

mod common;

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use common::{Graph, Layers, mix};
use search::{
    Algorithm, AlphaBeta, AtLeast, Bare, Depth, Equal, Evaluated, Full as FullWindow, Game, Guided, History,
    Null, Outcome, Plain, Play, Policy, PrincipalVariation, Reordered, Score, Search, Window, minimax,
};
use ttable::{
    Aging, Always, Big, Clustered, Compact, CompactLine, DepthPreferred, Exact, Full, Layout, LeastWork,
    Lossless, Masked, NoTable, Old, OnePerIndex, Replacement, Selective, Size, Table, TwoBig, TwoDeep,
    TwoPerIndex, TwoTier, Unbounded,
};

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

/// A game, and its values by minimax at the depths it is asked for.
struct Subject<G> {
    game: G,
    seed: u64,
    values: Vec<(Depth, Score)>,
    /// Where deepening begins.
    first: Depth,
}

impl<G: Game + Clone + PartialEq + std::fmt::Debug> Subject<G> {
    fn new(game: G, seed: u64, depths: &[Depth], leaf: impl Fn(&G) -> Score) -> Self {
        let value = |&depth: &Depth| (depth, minimax(&mut game.clone(), depth, &leaf, &mut ()));
        Self { values: depths.iter().map(value).collect(), game, seed, first: 1 }
    }

    /// A few windows near most values.
    fn windows(&self, depth: Depth) -> impl Iterator<Item = FullWindow> {
        let seed = self.seed.wrapping_add(depth.unsigned_abs().into());
        (0..4).filter_map(move |salt| {
            let alpha = i32::try_from(mix(seed, salt) % 11).unwrap() - 6;
            let width = i32::try_from(mix(seed, salt + 100) % 4).unwrap() + 1;
            FullWindow::new(Score::plain(alpha), Score::plain(alpha + width))
        })
    }

    /// Every way of asking one search over a table, at each depth. How many answers were compared.
    fn asked<P: Policy<G>, A: Algorithm>(&self, name: &str, table: &impl Table, policy: P) -> u64 {
        let mut game = self.game.clone();
        let mut search = Search::new(table).with_policy(policy).with_algorithm::<A>();
        let mut compared = 0;
        let mut compare = |score: Score, value: Score, window: FullWindow, how: &str| {
            let seed = self.seed;
            assert!(
                consistent(score, value, window),
                "{name}, seed {seed}, {how}: {score}, {value} in {window:?}"
            );
            compared += 1;
        };
        for &(depth, value) in &self.values {
            for window in self.windows(depth).chain([FullWindow::OPEN]) {
                compare(search.run(&mut game, depth, window).score, value, window, "in a window");
                let null = Null::above(window.alpha());
                if let Some(same) = FullWindow::new(null.alpha(), null.beta()) {
                    compare(search.run(&mut game, depth, null).score, value, same, "in a null window");
                }
            }
            for guess in [value, Score::DRAW] {
                let score = search.converge(&mut game, depth, guess).score;
                compare(score, value, FullWindow::OPEN, "MTD(f)");
            }
            let score = search.solve(&mut game, depth, Score::MIN, Score::MAX).score;
            compare(score, value, FullWindow::OPEN, "halving");
        }
        let deepest = self.values.iter().map(|&(depth, _)| depth).max().unwrap();
        search.deepen(&mut game, self.first..=deepest, |iteration| {
            if let Some(&(_, value)) = self.values.iter().find(|known| known.0 == iteration.depth) {
                compare(iteration.score, value, FullWindow::OPEN, "deepening");
            }
        });
        assert_eq!(game, self.game, "the game is as it was");
        compared
    }

    /// Several threads over one table, each in an order of its own, to the deepest depth.
    fn raced<P: Policy<G> + Copy + Send>(&self, name: &str, table: &(impl Table + Sync), policy: P) -> u64
    where
        G: Send,
    {
        let (seed, &(depth, value)) = (self.seed, self.values.iter().max_by_key(|known| known.0).unwrap());
        for threads in 2..=4_u32 {
            thread::scope(|scope| {
                for salt in 0..threads {
                    let mut game = self.game.clone();
                    scope.spawn(move || {
                        let mut search = Search::new(table)
                            .with_policy(Reordered::new(policy, salt))
                            .with_algorithm::<PrincipalVariation>();
                        let score = search.run(&mut game, depth, FullWindow::OPEN).score;
                        assert_eq!(score, value, "{name}, seed {seed}, {threads} threads");
                    });
                }
            });
        }
        2 + 3 + 4
    }
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

/// Every layout with each policy that it can have, at these sizes; no table, and one without an end.
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
        // Few positions: there is no false match among their keys.
        clustered(work, "compact, aging", Compact::new(), Aging, size);
        clustered(work, "compact, always", Compact::new(), Always, size);
        clustered(work, "compact line, aging", CompactLine::new(), Aging, size);
        clustered(work, "one per index, always", OnePerIndex::whole(), Always, size);
        clustered(work, "one per index, at least", OnePerIndex::whole(), DepthPreferred::AT_LEAST, size);
        clustered(work, "one per index, big", OnePerIndex::whole().weighed(), Big, size);
        clustered(work, "one per index, least work", OnePerIndex::whole().weighed(), LeastWork, size);
        clustered(work, "two per index, two deep", TwoPerIndex::whole(), TwoDeep, size);
        clustered(work, "two per index, two big", TwoPerIndex::whole().weighed(), TwoBig, size);
        clustered(work, "two per index, two tiers", TwoPerIndex::whole(), TwoTier, size);
    }
}

/// Numbers compared by all tests so far.
static COMPARED: AtomicU64 = AtomicU64::new(0);

fn finish(name: &str, compared: u64, least: u64) {
    let sum = COMPARED.fetch_add(compared, Ordering::Relaxed) + compared;
    println!("{name}: {compared} answers compared with minimax, {sum} by the tests so far");
    assert!(compared >= least, "{compared} of at least {least}");
}

/// A sign of life in a long run, which may be ended before its time.
fn tell(name: &str, seed: u64, compared: u64) {
    if seed % 500 == 499 {
        println!("{name}: {compared} answers compared with minimax after {} seeds", seed + 1);
    }
}

/// How many seeds: some in every run, many when there is time.
fn seeds(some: u64, many: u64) -> u64 {
    if std::env::var_os("TRANSPOSE_LONG").is_some() { many } else { some }
}

/// Graphs with cycles, evaluated where depth runs out.
struct Cycles {
    subject: Subject<Graph>,
    compared: u64,
}

impl Work for Cycles {
    fn over<T: Table + Sync>(&mut self, name: &str, table: &T) {
        let Self { subject, compared } = self;
        *compared += subject.asked::<_, AlphaBeta>(name, table, Evaluated(Equal));
        *compared += subject.asked::<_, PrincipalVariation>(name, table, Evaluated(Equal));
        *compared += subject.asked::<_, PrincipalVariation>(name, table, History::new(Evaluated(Equal)));
        *compared += subject.asked::<_, AlphaBeta>(name, table, Play::new(Bare, Equal));
        *compared += subject.raced(name, table, Evaluated(Equal));
    }
}

#[test]
fn graphs_with_cycles() {
    let seeds = seeds(6, 5_000);
    let mut compared = 0;
    for seed in 0..seeds {
        let subject = Subject::new(Graph::new(seed), seed, &[2, 5, 3, 1, 4], Graph::leaf);
        let mut work = Cycles { subject, compared: 0 };
        every_table(&mut work, &[1, 4, 64]);
        compared += work.compared;
        tell("graphs with cycles", seed, compared);
    }
    finish("graphs with cycles", compared, 16_000 * seeds);
}

/// Games by plies, played to the end: every draft answers, and no table loses a value.
struct ToTheEnd {
    subject: Subject<Layers>,
    compared: u64,
}

impl Work for ToTheEnd {
    fn over<T: Table + Sync>(&mut self, name: &str, table: &T) {
        let Self { subject, compared } = self;
        *compared += subject.asked::<_, AlphaBeta>(name, table, Plain(AtLeast));
        *compared += subject.asked::<_, PrincipalVariation>(name, table, Guided(Equal));
        *compared += subject.asked::<_, AlphaBeta>(name, table, Reordered::new(Guided(AtLeast), 3));
        *compared += subject.asked::<_, PrincipalVariation>(name, table, History::new(Guided(AtLeast)));
        *compared += subject.raced(name, table, Guided(AtLeast));
    }
}

#[test]
fn games_to_the_end() {
    let seeds = seeds(12, 6_000);
    let mut compared = 0;
    for seed in 0..seeds {
        let subject = Subject::new(Layers::new(seed, 6), seed, &[6], |_| Score::DRAW);
        let mut work = ToTheEnd { subject, compared: 0 };
        every_table(&mut work, &[1, 4, 64]);
        compared += work.compared;
        tell("games to the end", seed, compared);
    }
    finish("games to the end", compared, 3_600 * seeds);
}

/// `Layers` with the position itself as its key.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Named(Layers);

impl Game for Named {
    type Move = u16;
    type Undo = u16;
    type List<T: Copy> = Vec<T>;

    fn key(&self) -> u64 {
        u64::from(self.0.ply) << 3 | u64::from(self.0.at)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn legal_moves(&self, moves: &mut Vec<u16>) {
        self.0.legal_moves(moves);
    }

    fn make(&mut self, mv: u16) -> u16 {
        self.0.make(mv)
    }

    fn unmake(&mut self, mv: u16, undo: u16) {
        self.0.unmake(mv, undo);
    }

    fn pack(&self, mv: u16) -> std::num::NonZeroU16 {
        self.0.pack(mv)
    }

    fn unpack(&self, packed: std::num::NonZeroU16) -> Option<u16> {
        self.0.unpack(packed)
    }
}

#[test]
fn lossless_keys() {
    type Layout = Exact<Lossless<8, 8, 6>>;
    let seeds = seeds(200, 40_000);
    let mut compared = 0;
    for seed in 0..seeds {
        let mut subject = Subject::new(Named(Layers::new(seed, 6)), seed, &[6], |_| Score::DRAW);
        // The layout keeps no draft: every search has to go to the end.
        subject.first = 6;
        for clusters in [1, 4] {
            let table = Clustered::new(Layout::new(), LeastWork, Size::Clusters(clusters)).unwrap();
            compared += subject.asked::<_, AlphaBeta>("exact", &table, Plain(AtLeast));
            compared += subject.asked::<_, PrincipalVariation>("exact", &table, Plain(AtLeast));
            compared += subject.raced("exact", &table, Plain(AtLeast));
        }
    }
    finish("lossless keys", compared, 40 * seeds);
}
