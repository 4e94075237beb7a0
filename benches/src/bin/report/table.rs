//! The table: ours, plain ports of the classic schemes and maps behind locks, side by side with what memory can do.

use benches::plot::Ratios;
use benches::sheet::{Sheet, Value};
use benches::table::{Filled, LOSSLESS, settle};
use benches::table_limit::Touch;
use benches::table_peers::{Sharded, Single, StockfishPort, XorPort};
use ttable::{
    Aging, Cluster, Clustered, Compact, CompactLine, Exact, Full, Layout, LeastWork, Line, Lossless, Memory,
    Replacement, Size, SizeError, Table,
};

use crate::progress::Progress;
use crate::scaling::{self, gains};
use crate::timing::{Effort, thread_times};

/// Table sizes, in MiB: about twice the size of a last-level cache, and far beyond it.
const MIB: [u64; 2] = [64, 1024];

/// Operations in a round.
const OPERATIONS: u64 = 1 << 14;

/// Nodes of each thread in a round of the comparison of numbers of threads.
const NODES: u64 = 1 << 18;

/// All tables of a size hold as many entries: one for so many bytes, a quarter of what [`Full`] has room for.
const BYTES_PER_ENTRY: u64 = 64;

/// What is measured, and the limit it is a multiple of.
const COLUMNS: [(&str, Limit); 9] = [
    ("hit", Limit::Hit),
    ("hit, ahead", Limit::Hit),
    ("hit, serial", Limit::Chase),
    ("miss", Limit::Miss),
    ("miss, ahead", Limit::Miss),
    ("store", Limit::Store),
    ("store, ahead", Limit::Store),
    ("node", Limit::Node),
    ("node, ahead", Limit::Node),
];

/// What memory does with the same keys at best: a line is read or written or both and nothing else, with or without prefetch,
/// whichever is faster.
#[derive(Clone, Copy, Debug)]
enum Limit {
    Hit,
    /// Each read decides the next line.
    Chase,
    Miss,
    Store,
    Node,
}

impl Limit {
    const COUNT: usize = 5;

    /// The least times, of those of [`COLUMNS`].
    fn of(times: [f64; COLUMNS.len()]) -> [f64; Self::COUNT] {
        let mut least = [f64::INFINITY; Self::COUNT];
        for ((_, limit), time) in COLUMNS.iter().zip(times) {
            let least = &mut least[*limit as usize];
            *least = least.min(time);
        }
        least
    }
}

/// Where clusters come from.
trait Source {
    const PAGES: &str;
    type Of<C: Cluster>: AsRef<[C]> + Sync;

    fn clusters<C: Cluster>(mib: u64) -> Result<Self::Of<C>, SizeError>;
}

/// The allocator's memory, in the pages the system gives unasked.
struct Ordinary;

impl Source for Ordinary {
    const PAGES: &str = "ordinary pages";
    type Of<C: Cluster> = Box<[C]>;

    fn clusters<C: Cluster>(mib: u64) -> Result<Box<[C]>, SizeError> {
        // Asked for once by the library's way, which refuses what is not to be had; untouched, it takes nothing.
        let count = Memory::<C>::new(Size::Mib(mib))?.len();
        Ok((0..count).map(|_| C::default()).collect())
    }
}

/// Memory as the library maps it.
struct Large;

impl Source for Large {
    const PAGES: &str = "large pages asked for";
    type Of<C: Cluster> = Memory<C>;

    fn clusters<C: Cluster>(mib: u64) -> Result<Memory<C>, SizeError> {
        Memory::new(Size::Mib(mib))
    }
}

/// The group's tables.
pub(crate) fn sheets(progress: &Progress, effort: Effort) -> Vec<Sheet> {
    let mut sheets = vec![crate::sizes::sheet(progress, effort)];
    for mib in MIB {
        // A short run leaves out what takes long to fill.
        if effort == Effort::Much || mib <= 64 {
            sheets.push(Comparison::run::<Ordinary>(progress, effort, mib));
        }
        sheets.push(Comparison::run::<Large>(progress, effort, mib));
    }
    sheets
}

/// What is not ours.
const PEERS: [&str; 4] = ["port: key XOR data", "port: ten bytes", "Mutex<HashMap>", "dashmap"];

/// The tables whose gain by threads is drawn: as many as can be told apart.
const DRAWN: [&str; 6] = ["Full", "Compact", "Exact", "port: key XOR data", "Mutex<HashMap>", "dashmap"];

/// Tables of one size in one kind of memory.
struct Comparison<'a> {
    sheet: Sheet,
    progress: &'a Progress,
    effort: Effort,
    mib: u64,
    /// The least times of the limits so far, in the order of [`Limit`].
    limits: [f64; Limit::COUNT],
    /// Numbers of threads, 1 the first.
    threads: Vec<usize>,
    /// What each table gains by them.
    gains: Vec<(&'static str, Vec<f64>)>,
    /// What each table's node takes, without prefetch and with it.
    nodes: Vec<(&'static str, [f64; 2])>,
}

impl<'a> Comparison<'a> {
    fn run<S: Source>(progress: &'a Progress, effort: Effort, mib: u64) -> Sheet {
        let mut heads = vec!["table"];
        heads.extend(COLUMNS.map(|(name, _)| name));
        let threads = scaling::threads();
        let more: Vec<String> = threads[1..].iter().map(|threads| format!("{threads} threads")).collect();
        heads.extend(more.iter().map(String::as_str));
        let title =
            format!("Table, {mib} MiB, {}: ns of thread time for an operation, × its limit", S::PAGES);
        let sheet = Sheet::new(title, &heads);
        let mut comparison = Self {
            sheet,
            progress,
            effort,
            mib,
            limits: [f64::INFINITY; Limit::COUNT],
            threads,
            gains: Vec::new(),
            nodes: Vec::new(),
        };
        if let Err(error) = comparison.all::<S>() {
            comparison.sheet.remark(format!("The rest is left out: {error}."));
        }
        comparison.limit_row();
        comparison.plots(S::PAGES);
        for remark in REMARKS {
            comparison.sheet.remark(remark);
        }
        comparison.sheet
    }

    /// Every table; those with memory of their own have ordinary pages only.
    fn all<S: Source>(&mut self) -> Result<(), SizeError> {
        let lines = S::clusters::<Line>(self.mib)?;
        self.ours::<S, _, _>("Full", &lines, Full, Aging, 0)?;
        self.ours::<S, _, _>("Compact", &lines, Compact::new(), Aging, 14)?;
        self.ours::<S, _, _>("CompactLine", &lines, CompactLine::new(), Aging, 14)?;
        let exact = Exact::<Lossless<LOSSLESS, 6, 7>>::new();
        let exact = Clustered::with_memory(exact, LeastWork, S::clusters(self.mib)?)?;
        self.row::<_, _, LOSSLESS>("Exact", &lines, exact, 0);
        // In a short run the slow ones are compared at one size only.
        if self.effort == Effort::Much || self.mib <= 64 {
            self.peers::<S>(&lines)?;
        }
        Ok(())
    }

    fn peers<S: Source>(&mut self, lines: &S::Of<Line>) -> Result<(), SizeError> {
        self.row::<_, _, 64>("port: key XOR data", lines, XorPort::new(S::clusters(self.mib)?), 0);
        if S::PAGES == Ordinary::PAGES {
            let halves = usize::try_from(self.mib << 15).unwrap_or(usize::MAX);
            self.row::<_, _, 64>("port: ten bytes", lines, StockfishPort::new(halves), 12);
            let room = usize::try_from(self.entries()).unwrap_or(usize::MAX);
            self.row::<_, _, 64>("Mutex<HashMap>", lines, Single::with_room_for(room), 0);
            self.row::<_, _, 64>("dashmap", lines, Sharded::with_room_for(room), 0);
        }
        Ok(())
    }

    const fn entries(&self) -> u64 {
        (self.mib << 20) / BYTES_PER_ENTRY
    }

    fn ours<S: Source, L, R>(
        &mut self,
        name: &'static str,
        lines: &S::Of<Line>,
        layout: L,
        policy: R,
        odd: u32,
    ) -> Result<(), SizeError>
    where
        L: Layout + Sync,
        R: Replacement<L::Word> + Sync,
    {
        let table = Clustered::with_memory(layout, policy, S::clusters(self.mib)?)?;
        self.row::<_, _, 64>(name, lines, table, odd);
        Ok(())
    }

    /// Fills, checks and measures a table. One of 2^`odd` entries may be taken for another; none, where it is 0.
    fn row<T, M, const BITS: u32>(&mut self, name: &'static str, lines: &M, table: T, odd: u32)
    where
        T: Table + Sync,
        M: AsRef<[Line]>,
    {
        let (entries, mib) = (self.entries(), self.mib);
        let step = |what: &str| format!("table {mib} MiB: {name}: {what}");
        let filled = self.progress.step(&step("fill"), mib, || Filled::<T, BITS>::new(table, entries));
        if mib <= 64 {
            let odd = if odd == 0 { 0 } else { entries >> odd };
            self.progress.step(&step("look at every entry"), mib, || self.check(name, &filled, odd));
        }
        let touched = Filled::<_, BITS>::new(Touch::<_, BITS>::new(lines), entries);
        self.sheet.expect(&format!("{name}, lines read"), touched.misses(0, OPERATIONS), OPERATIONS);
        let rounds = self.effort.rounds() / 25;
        let (touches, times) = self.progress.step(&step("measure"), 45 * rounds, || {
            let times = measure(rounds, &touched, &filled);
            (times[0], times[1])
        });
        let limits = Limit::of(touches);
        for (least, limit) in self.limits.iter_mut().zip(limits) {
            *least = least.min(limit);
        }
        let cells =
            COLUMNS.iter().zip(times).map(|((_, limit), time)| against(time, limits[*limit as usize]));
        let nodes = |piece: u64| _ = std::hint::black_box(filled.nodes(piece * NODES, NODES));
        let turns = rounds.max(4);
        let gains = self.progress.step(&step("threads"), 75 * turns, || gains(turns, &self.threads, &nodes));
        let shown = gains[1..].iter().map(|gain| Value::Number(format!("{gain:.2} ×")));
        self.sheet.row(std::iter::once(name.into()).chain(cells).chain(shown));
        self.gains.push((name, gains));
        self.nodes.push((name, [times[7], times[8]]));
    }

    /// Compares what is in the table with what was put there.
    fn check<T: Table, const BITS: u32>(&mut self, name: &str, filled: &Filled<T, BITS>, odd: u64) {
        let (found, right) = filled.found();
        let there = filled.entries() - filled.lost();
        self.sheet.expect(&format!("{name}, entries found"), found.abs_diff(there) <= odd, true);
        self.sheet.expect(&format!("{name}, entries of another key"), found - right <= odd, true);
    }

    fn limit_row(&mut self) {
        let mut row: Vec<Value> = vec!["the memory itself".into()];
        row.extend(COLUMNS.map(|(_, limit)| Value::decimal(self.limits[limit as usize], 1)));
        row.extend(self.threads[1..].iter().map(|_| Value::from("")));
        self.sheet.row(row);
    }

    /// What more threads gain, and `Full` beside all that is not ours.
    fn plots(&mut self, pages: &str) {
        let lines: Vec<(&str, Vec<(usize, f64)>)> = self
            .gains
            .iter()
            .filter(|(name, _)| DRAWN.contains(name))
            .map(|(name, gains)| (*name, self.threads.iter().copied().zip(gains.iter().copied()).collect()))
            .collect();
        let title = format!("Nodes over one table of {} MiB, {pages}, by threads", self.mib);
        self.sheet.plot(scaling::plot(&title, "threads", &lines));
        let Some((_, ours)) = self.nodes.iter().find(|(name, _)| *name == "Full") else { return };
        let title = format!("Full beside other tables: a node, {} MiB, {pages}", self.mib);
        let mut ratios = Ratios::new(&title, "Full: times as fast");
        for (name, theirs) in self.nodes.iter().filter(|(name, _)| PEERS.contains(name)) {
            for (kind, at) in [("node", 0), ("node, ahead", 1)] {
                ratios.ratio(&format!("{name}, {kind}"), theirs[at] / ours[at], None);
            }
        }
        // A short run compares with them at one size only.
        if self.nodes.iter().any(|(name, _)| PEERS.contains(name)) {
            self.sheet.plot(ratios);
        }
    }
}

/// The operations of [`COLUMNS`], of what only touches lines and of a table, all in turns, so that what else the machine does
/// slows all of them alike.
fn measure<A: Table, B: Table, const BITS: u32>(
    rounds: u64,
    touched: &Filled<A, BITS>,
    filled: &Filled<B, BITS>,
) -> [[f64; COLUMNS.len()]; 2] {
    settle(touched, filled);
    // Each operation has keys of its own, so that none finds in the cache what another one fetched.
    let first = |kind: u64, round: u64| (kind * rounds + round) * OPERATIONS;
    let times: [f64; 2 * COLUMNS.len()] = thread_times(
        rounds,
        OPERATIONS,
        [
            &|round| touched.hits(first(0, round), OPERATIONS).cast_unsigned(),
            &|round| touched.hits_ahead(first(1, round), OPERATIONS).cast_unsigned(),
            &|round| touched.chain(first(2, round), OPERATIONS),
            &|round| touched.misses(first(0, round), OPERATIONS),
            &|round| touched.misses_ahead(first(1, round), OPERATIONS),
            &|round| touched.stores(first(0, round), OPERATIONS),
            &|round| touched.stores_ahead(first(1, round), OPERATIONS),
            &|round| touched.nodes(first(2, round), OPERATIONS).cast_unsigned(),
            &|round| touched.nodes_ahead(first(3, round), OPERATIONS).cast_unsigned(),
            &|round| filled.hits(first(0, round), OPERATIONS).cast_unsigned(),
            &|round| filled.hits_ahead(first(1, round), OPERATIONS).cast_unsigned(),
            &|round| filled.chain(first(2, round), OPERATIONS),
            &|round| filled.misses(first(0, round), OPERATIONS),
            &|round| filled.misses_ahead(first(1, round), OPERATIONS),
            &|round| filled.stores(first(0, round), OPERATIONS),
            &|round| filled.stores_ahead(first(1, round), OPERATIONS),
            &|round| filled.nodes(first(2, round), OPERATIONS).cast_unsigned(),
            &|round| filled.nodes_ahead(first(3, round), OPERATIONS).cast_unsigned(),
        ],
    );
    [0, COLUMNS.len()].map(|from| std::array::from_fn(|n| times[from + n]))
}

fn against(time: f64, limit: f64) -> Value {
    Value::Number(format!("{time:.1} ({:.1} ×)", time / limit))
}

const REMARKS: [&str; 3] = [
    "Random keys, a quarter of `Full`'s slots filled, the same entries in every table. `ahead`: with prefetch, eight under \
     way. `serial`: each waits for the one before. `node`: probe and store by one handle, every other key known, at random.",
    "The memory itself: the same keys in turns with each table, and nothing done but to read or write a word of the key's \
     line, with or without prefetch, whichever is faster.",
    "Threads: their nodes in the time of one thread's, where so many processors are free; the best of several rounds each.",
];
