//! The table: ours, plain ports of the classic schemes and maps behind locks, side by side with what memory can do.

use std::sync::Barrier;
use std::thread;
use std::time::Instant;

use benches::sheet::{Sheet, Value};
use benches::table::{Filled, LOSSLESS};
use benches::table_peers::{Sharded, Single, StockfishPort, XorPort};
use ttable::{
    Aging, Cluster, Clustered, Compact, CompactLine, Exact, Full, Layout, LeastWork, Line, Lossless, Memory,
    Replacement, Size, SizeError, Table,
};

use crate::machine::Lines;
use crate::progress::Progress;
use crate::timing::{Effort, thread_times};

/// Table sizes, in MiB: about twice the size of a last-level cache, and far beyond it.
const MIB: [u64; 2] = [64, 1024];

/// Operations in a round.
const OPERATIONS: u64 = 1 << 14;

/// Nodes of each thread in a round of the comparison of one thread with two.
const NODES: u64 = 1 << 18;

/// All tables of a size hold as many entries: one for so many bytes, a quarter of what [`Full`] has room for.
const BYTES_PER_ENTRY: u64 = 64;

/// What is measured, and the limit it is a multiple of.
const COLUMNS: [(&str, Limit); 9] = [
    ("hit", Limit::Read),
    ("hit, ahead", Limit::Read),
    ("hit, serial", Limit::Chase),
    ("miss", Limit::Read),
    ("miss, ahead", Limit::Read),
    ("store", Limit::Read),
    ("store, ahead", Limit::Read),
    ("node", Limit::Write),
    ("node, ahead", Limit::Write),
];

/// What memory does in the time of an operation, at best.
#[derive(Clone, Copy, Debug)]
enum Limit {
    /// A read of a random line, independent of all others.
    Read,
    /// The same with a write.
    Write,
    /// A read of a random line that the read before names.
    Chase,
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

/// Tables of one size in one kind of memory.
struct Comparison<'a> {
    sheet: Sheet,
    progress: &'a Progress,
    effort: Effort,
    mib: u64,
    /// The least times of the limits so far, in the order of [`Limit`].
    limits: [f64; 3],
}

impl<'a> Comparison<'a> {
    fn run<S: Source>(progress: &'a Progress, effort: Effort, mib: u64) -> Sheet {
        let mut heads = vec!["table"];
        heads.extend(COLUMNS.map(|(name, _)| name));
        heads.push("two threads");
        let title =
            format!("Table, {mib} MiB, {}: ns of thread time for an operation, × its limit", S::PAGES);
        let sheet = Sheet::new(title, &heads);
        let mut comparison = Self { sheet, progress, effort, mib, limits: [f64::INFINITY; 3] };
        if let Err(error) = comparison.all::<S>() {
            comparison.sheet.remark(format!("The rest is left out: {error}."));
        }
        comparison.limit_row();
        for remark in REMARKS {
            comparison.sheet.remark(remark);
        }
        comparison.sheet
    }

    /// Every table; those with memory of their own have ordinary pages only.
    fn all<S: Source>(&mut self) -> Result<(), SizeError> {
        let lines = Lines::new(S::clusters::<Line>(self.mib)?);
        lines.check(&mut self.sheet, OPERATIONS);
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

    fn peers<S: Source>(&mut self, lines: &Lines<S::Of<Line>>) -> Result<(), SizeError> {
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
        name: &str,
        lines: &Lines<S::Of<Line>>,
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
    fn row<T, M, const BITS: u32>(&mut self, name: &str, lines: &Lines<M>, table: T, odd: u32)
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
        let rounds = self.effort.rounds() / 25;
        let times = self.progress.step(&step("measure"), 30 * rounds, || measure(rounds, lines, &filled));
        let (limits, times) = times;
        for (least, limit) in self.limits.iter_mut().zip(limits) {
            *least = least.min(limit);
        }
        let cells =
            COLUMNS.iter().zip(times).map(|((_, limit), time)| against(time, limits[*limit as usize]));
        let gain = self.progress.step(&step("two threads"), 300, || two_threads(4, &filled));
        let gain = Value::Number(format!("{gain:.2} ×"));
        self.sheet.row(std::iter::once(name.into()).chain(cells).chain([gain]));
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
        row.push("".into());
        self.sheet.row(row);
    }
}

/// The limits and the operations of [`COLUMNS`], all in turns, so that what else the machine does slows all of them alike.
fn measure<T: Table, M: AsRef<[Line]>, const BITS: u32>(
    rounds: u64,
    lines: &Lines<M>,
    filled: &Filled<T, BITS>,
) -> ([f64; 3], [f64; 9]) {
    // Each operation has keys of its own, so that none finds in the cache what another one fetched.
    let first = |kind: u64, round: u64| (kind * rounds + round) * OPERATIONS;
    let times: [f64; 12] = thread_times(
        rounds,
        OPERATIONS,
        [
            &|round| lines.reads(first(0, round), OPERATIONS),
            &|round| lines.writes(first(1, round), OPERATIONS),
            &|round| lines.chase(first(2, round), OPERATIONS),
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
    (std::array::from_fn(|n| times[n]), std::array::from_fn(|n| times[n + 3]))
}

fn against(time: f64, limit: f64) -> Value {
    Value::Number(format!("{time:.1} ({:.1} ×)", time / limit))
}

/// How many times the nodes of one thread two of them do in the same time, at best.
fn two_threads<T: Table + Sync, const BITS: u32>(rounds: u64, filled: &Filled<T, BITS>) -> f64 {
    let mut best = [f64::INFINITY; 2];
    for round in 0..rounds {
        for (threads, best) in [1, 2].into_iter().zip(&mut best) {
            let barrier = Barrier::new(threads);
            let work = |thread: u64| {
                let first = (4 * round + 2 * thread + threads as u64) * NODES;
                barrier.wait();
                let start = Instant::now();
                std::hint::black_box(filled.nodes(first, NODES));
                start.elapsed().as_secs_f64()
            };
            let slowest = thread::scope(|scope| {
                let others: Vec<_> =
                    (1..threads as u64).map(|thread| scope.spawn(move || work(thread))).collect();
                let own = work(0);
                others.into_iter().filter_map(|other| other.join().ok()).fold(own, f64::max)
            });
            *best = best.min(slowest);
        }
    }
    2.0 * best[0] / best[1]
}

const REMARKS: [&str; 4] = [
    "Random keys, a quarter of `Full`'s slots filled, the same entries in every table. `ahead`: with prefetch, eight under way.",
    "`serial`: each waits for the one before. `node`: probe and store by one handle, every other key known, at random.",
    "The memory itself: random lines read (hit, miss, store), read and written (node), each naming the next (serial),",
    "measured in turns with each table. `two threads`: their nodes in the time of one thread's, on a machine with two free.",
];
