//! Every way of asking a search, over every table, against what minimax says: what the tests of invariant 1 share.
//!
//! It knows no game, so tests of other crates take it in by its path. Each answer compared is counted.

#![allow(clippy::print_stdout, reason = "how much was compared")]
#![allow(dead_code, reason = "each test uses its own part of this module")]

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use search::{
    Algorithm, Depth, Full as FullWindow, Game, Null, Policy, PrincipalVariation, Reordered, Score, Search,
    Window,
};
use ttable::{
    Aging, Always, Big, Clustered, Compact, CompactLine, DepthPreferred, Entry, Full, Layout, LeastWork,
    Masked, NoTable, Old, OnePerIndex, Replacement, Selective, Size, Stored, Table, TwoBig, TwoDeep,
    TwoPerIndex, TwoTier, Unbounded,
};

/// Fail-soft: exact inside the window, a bound on the right side outside it.
pub(crate) fn consistent(score: Score, value: Score, window: impl Window) -> bool {
    if value <= window.alpha() {
        value <= score && score <= window.alpha()
    } else if value >= window.beta() {
        window.beta() <= score && score <= value
    } else {
        score == value
    }
}

/// Windows around a value, on its edge, below and above it, about as wide as `reach`.
pub(crate) fn windows_around(value: Score, reach: i32) -> Vec<FullWindow> {
    [(1, 1), (reach, 0), (0, reach), (-reach, 2 * reach), (2 * reach, -reach)]
        .into_iter()
        .filter_map(|(below, above)| FullWindow::new(moved(value, -below), moved(value, above)))
        .collect()
}

/// The score so many steps up, or down: from the game's own scale to wins by distance, too.
fn moved(score: Score, steps: i32) -> Score {
    let step = if steps < 0 { Score::pred } else { Score::succ };
    (0..steps.abs()).fold(score, |score, _| step(score))
}

/// A depth with its value by minimax, and the windows to ask for it in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    pub(crate) depth: Depth,
    pub(crate) value: Score,
    windows: Vec<FullWindow>,
}

/// A game, and its values at the depths it is asked for, in this order.
#[derive(Clone, Debug)]
pub(crate) struct Subject<G> {
    game: G,
    /// What to call it where an answer is wrong.
    name: String,
    known: Vec<Known>,
    /// Where deepening begins.
    first: Depth,
}

impl<G: Game + Clone + PartialEq + std::fmt::Debug> Subject<G> {
    /// `value` is minimax; `windows` are those to ask in beside the open one.
    pub(crate) fn new(
        game: G,
        name: String,
        depths: impl IntoIterator<Item = Depth>,
        value: impl Fn(&mut G, Depth) -> Score,
        windows: impl Fn(Depth, Score) -> Vec<FullWindow>,
    ) -> Self {
        let known = |depth| {
            let value = value(&mut game.clone(), depth);
            let windows = windows(depth, value).into_iter().chain([FullWindow::OPEN]).collect();
            Known { depth, value, windows }
        };
        Self { known: depths.into_iter().map(known).collect(), game, name, first: 1 }
    }

    /// The same, deepened from this depth on.
    pub(crate) fn deepened_from(self, first: Depth) -> Self {
        Self { first, ..self }
    }

    pub(crate) fn known(&self) -> &[Known] {
        &self.known
    }

    fn hold(&self, score: Score, known: &Known, window: FullWindow, how: &str) {
        let Known { depth, value, .. } = known;
        assert!(
            consistent(score, *value, window),
            "{how}, {} to depth {depth}: expected {value} in {window:?}, found {score}",
            self.name
        );
    }

    /// Every way of asking one search over a table, at each depth. How many answers were compared, and the policy with what
    /// it has learnt, which may be large.
    pub(crate) fn asked<P: Policy<G>, A: Algorithm>(
        &self,
        name: &str,
        table: AnyTable<'_>,
        policy: P,
    ) -> (u64, P) {
        let mut game = self.game.clone();
        let mut search = Search::new(table).with_policy(policy).with_algorithm::<A>();
        let mut compared = 0;
        let mut compare = |score, known: &Known, window, how: &str| {
            self.hold(score, known, window, &format!("{name}, {how}"));
            compared += 1;
        };
        for known in &self.known {
            let depth = known.depth;
            for &window in &known.windows {
                compare(search.run(&mut game, depth, window).score, known, window, "in a window");
                let null = Null::above(window.alpha());
                if let Some(same) = FullWindow::new(null.alpha(), null.beta()) {
                    compare(search.run(&mut game, depth, null).score, known, same, "in a null window");
                }
            }
            for guess in [known.value, Score::DRAW] {
                let score = search.converge(&mut game, depth, guess).score;
                compare(score, known, FullWindow::OPEN, "MTD(f)");
            }
            let score = search.solve(&mut game, depth, Score::MIN, Score::MAX).score;
            compare(score, known, FullWindow::OPEN, "halving");
        }
        let deepest = self.known.iter().map(|known| known.depth).max().unwrap_or(self.first);
        search.deepen(&mut game, self.first..=deepest, |iteration| {
            if let Some(known) = self.known.iter().find(|known| known.depth == iteration.depth) {
                compare(iteration.score, known, FullWindow::OPEN, "deepening");
            }
        });
        assert_eq!(game, self.game, "the game is as it was");
        (compared, search.into_policy())
    }

    /// Two, three and four threads over one table, each in an order of its own, in every window at each depth.
    pub(crate) fn raced<P: Policy<G> + Copy + Send + Sync>(
        &self,
        name: &str,
        table: AnyTable<'_>,
        policy: P,
    ) -> u64
    where
        G: Send + Sync,
    {
        let one = |threads, salt| {
            let mut game = self.game.clone();
            let mut search = Search::new(table)
                .with_policy(Reordered::new(policy, salt))
                .with_algorithm::<PrincipalVariation>();
            let mut compared = 0;
            for (known, &window) in
                self.known.iter().flat_map(|known| known.windows.iter().map(move |window| (known, window)))
            {
                let score = search.run(&mut game, known.depth, window).score;
                self.hold(score, known, window, &format!("{name}, {threads} threads"));
                compared += 1;
            }
            compared
        };
        let together = |threads: u32| {
            thread::scope(|scope| {
                let others: Vec<_> =
                    (1..threads).map(|salt| scope.spawn(move || one(threads, salt))).collect();
                let own = one(threads, 0);
                own + others.into_iter().map(|other| other.join().unwrap()).sum::<u64>()
            })
        };
        (2..=4).map(together).sum()
    }
}

/// A table of any layout and policy behind one type, so that the searches of a test are compiled once and not once a table.
#[derive(Clone, Copy)]
pub(crate) struct AnyTable<'a>(pub(crate) &'a dyn Tabled);

/// A table without a handle of its own.
pub(crate) trait Tabled: Sync {
    fn probe(&self, key: u64) -> Option<Entry>;
    fn store(&self, key: u64, entry: &Entry, work: u64) -> Stored;
}

impl<T: Table + Sync> Tabled for T {
    fn probe(&self, key: u64) -> Option<Entry> {
        Table::probe(self, self.locate(key))
    }

    fn store(&self, key: u64, entry: &Entry, work: u64) -> Stored {
        Table::store(self, self.locate(key), entry, work)
    }
}

impl Table for AnyTable<'_> {
    type Handle = u64;

    fn locate(&self, key: u64) -> u64 {
        key
    }

    fn probe(&self, key: u64) -> Option<Entry> {
        self.0.probe(key)
    }

    fn store(&self, key: u64, entry: &Entry, work: u64) -> Stored {
        self.0.store(key, entry, work)
    }
}

/// Makes tables of some sizes and hands each to the work, with its name.
struct Tables<'a, W> {
    /// In clusters.
    sizes: &'a [u64],
    work: W,
}

impl<W: FnMut(&str, AnyTable<'_>)> Tables<'_, W> {
    fn each<L: Layout, R: Replacement<L::Word>>(&mut self, name: &str, layout: fn() -> L, policy: fn() -> R)
    where
        Clustered<L, R>: Table + Sync,
    {
        for &clusters in self.sizes {
            let table = Clustered::new(layout(), policy(), Size::Clusters(clusters)).unwrap();
            (self.work)(&format!("{name}, {clusters} clusters"), AnyTable(&table));
        }
    }
}

/// Every layout whose hits are certain with each policy that it can have, at these sizes in clusters; no table, and one without
/// an end.
pub(crate) fn every_certain_table(sizes: &[u64], mut work: impl FnMut(&str, AnyTable<'_>)) {
    work("no table", AnyTable(&NoTable));
    work("unbounded", AnyTable(&Unbounded::new()));
    let mut tables = Tables { sizes, work };
    tables.each("full, aging", || Full, || Aging);
    tables.each("full, always", || Full, || Always);
    tables.each("full, deeper", || Full, || DepthPreferred::DEEPER);
    tables.each("full, at least", || Full, || DepthPreferred::AT_LEAST);
    tables.each("full, selective", || Full, Selective::default);
    tables.each("full, old", || Full, || Old);
    tables.each("full, two tiers", || Full, || TwoTier);
    tables.each("masked, aging", || Masked(Full), || Aging);
    tables.each("one per index, always", OnePerIndex::whole, || Always);
    tables.each("one per index, at least", OnePerIndex::whole, || DepthPreferred::AT_LEAST);
    tables.each("one per index, big", || OnePerIndex::whole().weighed(), || Big);
    tables.each("one per index, least work", || OnePerIndex::whole().weighed(), || LeastWork);
    tables.each("two per index, two deep", TwoPerIndex::whole, || TwoDeep);
    tables.each("two per index, two big", || TwoPerIndex::whole().weighed(), || TwoBig);
    tables.each("two per index, two tiers", TwoPerIndex::whole, || TwoTier);
}

/// The layouts that keep 21 bits of a key: for games of so few positions that no two of them agree in these.
pub(crate) fn every_compact_table(sizes: &[u64], work: impl FnMut(&str, AnyTable<'_>)) {
    let mut tables = Tables { sizes, work };
    tables.each("compact, aging", Compact::new, || Aging);
    tables.each("compact, always", Compact::new, || Always);
    tables.each("compact line, aging", CompactLine::new, || Aging);
}

/// Whether there is time for more than every run does.
pub(crate) fn long() -> bool {
    std::env::var_os("TRANSPOSE_LONG").is_some()
}

/// Answers compared by all tests of this binary so far.
static COMPARED: AtomicU64 = AtomicU64::new(0);

/// Tells how many answers a test compared, and asks for this many at least.
pub(crate) fn finish(name: &str, compared: u64, least: u64) {
    let sum = COMPARED.fetch_add(compared, Ordering::Relaxed) + compared;
    println!("{name}: {compared} answers compared with minimax, {sum} by the tests so far");
    assert!(compared >= least, "expected at least {least} answers, found {compared}");
}

/// A sign of life in a long run, which may be ended before its time.
pub(crate) fn tell(name: &str, done: u64, compared: u64) {
    if done.is_multiple_of(500) {
        println!("{name}: {compared} answers compared with minimax after {done} subjects");
    }
}
