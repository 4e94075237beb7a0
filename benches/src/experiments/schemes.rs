//! Replacement schemes: every policy at table sizes from far too small to ample, on Connect Four and chess, searched once to
//! the full depth and by iterative deepening.
//!
//! Every table has the same number of slots, whatever its clusters.

mod represented;
mod sweep;

pub use sweep::sheets;

use std::time::{Duration, Instant};

use games::chess::{Board, Chess};
use games::connect_four::ConnectFour;
use search::{
    AtLeast, Counts, Depth, Equal, Full as OpenWindow, Game, Guided, History, Observer, Quiescent, Search,
};
use ttable::{
    Aging, Always, Big, Clustered, DepthPreferred, Full, Layout, LeastWork, Old, OnePerIndex, Replacement,
    Selective, Size, Table, TwoBig, TwoDeep, TwoPerIndex, TwoTier, WeighedWord,
};
use zkeys::SplitMix64;

use crate::connect_four::RandomPlay;

use represented::Represented;

/// The seed of the positions.
pub const SEED: u64 = 11;

/// Which entry gives way, and among how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// One slot per index, the newest entry stays: Breuker's New.
    Always,
    /// The oldest stays: Old.
    Old,
    /// The deepest stays: Deep.
    Deep,
    /// The one of most work stays, counted in nodes searched: Big1.
    Big,
    /// The same, nodes that stored entries saved counted as well: `BigAll`.
    BigAll,
    /// Two slots per index: a depth-preferred one, and one for what loses there.
    TwoTier,
    /// Two levels, by draft: `TwoDeep`.
    TwoDeep,
    /// Two levels, by work: `TwoBig1`.
    TwoBig,
    /// Two slots per index, the one of least work gives way.
    LeastWork,
    /// Four slots, the lowest draft − 8·age gives way, a generation for each iteration.
    Aging,
    /// The same in one generation: without aging.
    Ageless,
    /// As [`Scheme::Aging`], with Stockfish's rule for entries of the same position.
    Selective,
}

impl Scheme {
    /// All of them.
    pub const ALL: [Self; 12] = [
        Self::Always,
        Self::Old,
        Self::Deep,
        Self::Big,
        Self::BigAll,
        Self::TwoTier,
        Self::TwoDeep,
        Self::TwoBig,
        Self::LeastWork,
        Self::Aging,
        Self::Ageless,
        Self::Selective,
    ];

    /// As it is shown.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Always => "always",
            Self::Old => "old",
            Self::Deep => "deep",
            Self::Big => "big",
            Self::BigAll => "big, all",
            Self::TwoTier => "two tiers",
            Self::TwoDeep => "two deep",
            Self::TwoBig => "two big",
            Self::LeastWork => "least work",
            Self::Aging => "aging each depth",
            Self::Ageless => "one generation",
            Self::Selective => "selective",
        }
    }

    /// Runs a search over an empty table of so many slots, a multiple of four.
    pub fn run(self, slots: u64, task: &impl Task) -> Tally {
        match self {
            Self::Always => over(OnePerIndex::whole().weighed(), Always, slots, task),
            Self::Old => over(OnePerIndex::whole().weighed(), Old, slots, task),
            Self::Deep => over(OnePerIndex::whole().weighed(), DepthPreferred::AT_LEAST, slots, task),
            Self::Big => over(OnePerIndex::whole().weighed(), Big, slots, task),
            Self::BigAll => over_represented(OnePerIndex::whole().weighed(), Big, slots, task),
            Self::TwoTier => over(TwoPerIndex::whole().weighed(), TwoTier, slots / 2, task),
            Self::TwoDeep => over(TwoPerIndex::whole().weighed(), TwoDeep, slots / 2, task),
            Self::TwoBig => over(TwoPerIndex::whole().weighed(), TwoBig, slots / 2, task),
            Self::LeastWork => over(TwoPerIndex::whole().weighed(), LeastWork, slots / 2, task),
            Self::Aging => over(Full, Aging, slots / 4, task),
            Self::Ageless => over(Full, Aging, slots / 4, &OneGeneration(task)),
            Self::Selective => over(Full, Selective::default(), slots / 4, task),
        }
    }
}

/// A search over a table.
pub trait Task {
    /// Searches; `next` begins a generation.
    fn run<T: Table, O: Observer>(&self, table: &T, observer: O, next: &dyn Fn()) -> Tally;
}

/// A task that begins no generation.
struct OneGeneration<'a, T>(&'a T);

impl<K: Task> Task for OneGeneration<'_, K> {
    fn run<T: Table, O: Observer>(&self, table: &T, observer: O, _next: &dyn Fn()) -> Tally {
        self.0.run(table, observer, &|| ())
    }
}

/// # Panics
///
/// If there is no memory for the table, 32 MiB at most.
fn over<L: Layout, R: Replacement<L::Word>>(layout: L, policy: R, clusters: u64, task: &impl Task) -> Tally {
    let table = Clustered::new(layout, policy, Size::Clusters(clusters)).expect("a small table");
    task.run(&table, (), &|| table.new_generation())
}

/// # Panics
///
/// If there is no memory for the table, 32 MiB at most.
fn over_represented<L, R>(layout: L, policy: R, clusters: u64, task: &impl Task) -> Tally
where
    L: Layout<Word: WeighedWord>,
    R: Replacement<L::Word>,
{
    let table = Clustered::new(layout, policy, Size::Clusters(clusters)).expect("a small table");
    let represented = Represented::new(&table);
    task.run(&&represented, &represented, &|| table.new_generation())
}

/// What searches came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The values of the roots.
    pub values: Vec<i32>,
    /// Nodes entered.
    pub nodes: u64,
    /// Probes of the table.
    pub probes: u64,
    /// Probes answered.
    pub hits: u64,
    /// The time it took.
    pub time: Duration,
}

impl Tally {
    fn add(&mut self, value: i32, counts: Counts) {
        self.values.push(value);
        self.nodes += counts.nodes;
        self.probes += counts.probes;
        self.hits += counts.hits;
    }

    fn join(&mut self, other: Self) {
        self.values.extend(other.values);
        self.nodes += other.nodes;
        self.probes += other.probes;
        self.hits += other.hits;
        self.time += other.time;
    }

    /// Hits in a thousand probes.
    pub fn per_mille(&self) -> u64 {
        self.hits * 1000 / self.probes.max(1)
    }
}

/// How the full depth is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// At once.
    Once,
    /// After all lesser depths.
    Deepening,
}

impl Way {
    /// Both.
    pub const BOTH: [Self; 2] = [Self::Once, Self::Deepening];

    const fn name(self) -> &'static str {
        match self {
            Self::Once => "searched once",
            Self::Deepening => "iterative deepening",
        }
    }

    fn depths(self, depth: Depth) -> std::ops::RangeInclusive<Depth> {
        match self {
            Self::Once => depth..=depth,
            Self::Deepening => 1..=depth,
        }
    }
}

/// A position of Connect Four, to the end of the game.
#[derive(Clone, Copy, Debug)]
pub struct ToTheEnd(pub ConnectFour, pub Way);

impl Task for ToTheEnd {
    fn run<T: Table, O: Observer>(&self, table: &T, observer: O, next: &dyn Fn()) -> Tally {
        let Self(mut board, way) = *self;
        let depth = Depth::from(ConnectFour::<7, 6>::AREA) - Depth::from(board.stones());
        let mut counts = Counts::default();
        let search = Search::new(table).with_policy(Guided(AtLeast)).with_observer((&mut counts, observer));
        let (value, time) = deepen(search, &mut board, way.depths(depth), next);
        let mut tally = Tally { time, ..Tally::default() };
        tally.add(value, counts);
        tally
    }
}

/// A position of chess, to a depth, captures searched to their end. Only entries of the same draft answer, so that every
/// table gives the same value.
#[derive(Clone, Copy, Debug)]
pub struct ToDepth(pub Chess, pub Depth, pub Way);

impl Task for ToDepth {
    fn run<T: Table, O: Observer>(&self, table: &T, observer: O, next: &dyn Fn()) -> Tally {
        let Self(mut game, depth, way) = *self;
        let mut counts = Counts::default();
        let policy = History::new(Quiescent(Equal));
        let search = Search::new(table).with_policy(policy).with_observer((&mut counts, observer));
        let (value, time) = deepen(search, &mut game, way.depths(depth), next);
        let mut tally = Tally { time, ..Tally::default() };
        tally.add(value, counts);
        tally
    }
}

/// The value at the last depth; every depth in the open window, so that it does not hang on the guesses before.
fn deepen<G: Game, T: Table, P: search::Policy<G>, O: Observer>(
    mut search: Search<T, P, O>,
    game: &mut G,
    depths: std::ops::RangeInclusive<Depth>,
    next: &dyn Fn(),
) -> (i32, Duration) {
    let start = Instant::now();
    let mut value = 0;
    for depth in depths {
        value = search.run(game, depth, OpenWindow::OPEN).score.get();
        next();
    }
    (value, start.elapsed())
}

/// Mid-game positions of Connect Four, by seed.
pub fn boards(stones: u8, count: usize) -> Vec<ConnectFour> {
    RandomPlay::new(SEED, stones).take(count).map(|drawn| drawn.board).collect()
}

/// Middlegames of chess by random play of 16 plies, without check and within two pawns of even, by seed.
///
/// # Panics
///
/// Never: the start position is one.
pub fn middlegames(count: usize) -> Vec<Chess> {
    let mut source = SplitMix64::new(SEED);
    let start: Board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".parse().expect("the start");
    let attempt = |_| {
        let mut game = Chess::new(start);
        for _ in 0..16 {
            let moves = game.board().legal_moves();
            let number = (u64::from(source.next_u32()) * moves.len() as u64) >> 32;
            let mv = *moves.get(usize::try_from(number).unwrap_or(0))?;
            game.make(mv);
        }
        let even = search::Evaluate::evaluate(&game).abs() <= 200;
        (even && !game.board().is_check() && game.outcome().is_none()).then_some(game)
    };
    (0_u64..).filter_map(attempt).take(count).collect()
}
