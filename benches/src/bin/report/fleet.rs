//! Fleet: enumerating, solving and batching over workers, beside the same work done plainly.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use benches::connect_four::RandomPlay;
use benches::sheet::{Sheet, Value};
use fleet::batch::{Batch, Item};
use fleet::{Enumeration, GameName, Hosts, SolveAll, enumerate, solve_all};
use games::connect_four::Stones;

use crate::progress::Progress;
use crate::scaling;
use crate::timing::Effort;

/// Positions of Connect Four by ply. Source: John Tromp, John's Connect Four Playground.
const COUNTS: [u64; 12] =
    [1, 7, 49, 238, 1_120, 4_263, 16_422, 54_859, 184_275, 558_186, 1_662_623, 4_568_683];

/// Positions of Connect Four on a board of 5 by 4. Source: as above.
const FIVE_BY_FOUR: u64 = 3_945_711;

/// Stones on the boards of the batch, and the seed they are drawn by.
const BATCH: (u8, u64) = (18, 8);

/// The group's tables.
pub(crate) fn sheets(progress: &Progress, effort: Effort) -> Vec<Sheet> {
    let last = if effort == Effort::Little { 10 } else { 11 };
    let (enumerated, counted) = enumeration(progress, last, rounds(effort));
    let (solved, values) = solving(progress);
    let (mut batched, scores) = batches(progress, effort);
    let lines = [("positions counted", counted), ("positions solved", values), ("scores in a batch", scores)];
    batched.plot(scaling::plot("Fleet: positions in the same time, by workers", "workers", &lines));
    vec![enumerated, solved, batched]
}

/// How many times one worker's speed so many workers have.
type Gains = Vec<(usize, f64)>;

/// Of the seconds they take for the same work, one worker the first.
fn gains(seconds: &[(usize, f64)]) -> Gains {
    seconds.iter().map(|&(workers, time)| (workers, seconds[0].1 / time)).collect()
}

const fn rounds(effort: Effort) -> usize {
    match effort {
        Effort::Little => 3,
        Effort::Much => 5,
    }
}

/// A way to enumerate: its name, and what it counts to a ply.
type Way<'a> = (&'a str, &'a dyn Fn(u8) -> u64);

fn enumeration(progress: &Progress, last: u8, rounds: usize) -> (Sheet, Gains) {
    let positions: u64 = COUNTS.iter().take(usize::from(last) + 1).sum();
    let mut sheet = Sheet::new(
        format!("Fleet: the {positions} positions of Connect Four to ply {last}"),
        &["way", "s", "million/s", "of the plain one", "s of processor", "of the plain one's"],
    );
    let ways: [Way<'_>; 6] = [
        ("plain: sorted lists, one thread", &sorted_lists),
        ("plain: hash sets, one thread", &hash_sets),
        ("fleet, 1 worker", &|last| by_fleet(last, 1, Enumeration::MEMORY)),
        ("fleet, 1 worker, 4 MiB: spilled", &|last| by_fleet(last, 1, 4 << 20)),
        ("fleet, 2 workers", &|last| by_fleet(last, 2, Enumeration::MEMORY)),
        ("fleet, 4 workers", &|last| by_fleet(last, 4, Enumeration::MEMORY)),
    ];
    let mut best = [Cost::WORST; 6];
    // In turns, so that what else the machine does slows all of them alike.
    for _ in 0..rounds {
        for ((name, way), best) in ways.iter().zip(&mut best) {
            let (found, cost) = progress.step(&format!("enumerate, {name}"), 700, || timed(|| way(last)));
            sheet.expect(name, found, positions);
            *best = best.least(cost);
        }
    }
    let plain = best[0].least(best[1]);
    for ((name, _), cost) in ways.iter().zip(best) {
        sheet.row([
            (*name).into(),
            Value::decimal(cost.seconds, 3),
            Value::decimal(positions as f64 / cost.seconds / 1e6, 2),
            Value::Number(format!("{:.2} ×", cost.seconds / plain.seconds)),
            Value::decimal(cost.processor, 3),
            Value::Number(format!("{:.2} ×", cost.processor / plain.processor)),
        ]);
    }
    sheet.remark(format!(
        "Best of {rounds} rounds. The shares are of the faster plain way's: less is faster. Seconds of processor are those of all \
         threads: on a machine that has other things to do they tell more of the work, and nothing of its sharing out."
    ));
    (sheet, gains(&[(1, best[2].seconds), (2, best[4].seconds), (4, best[5].seconds)]))
}

/// What a way takes.
#[derive(Clone, Copy)]
struct Cost {
    /// Seconds that go by.
    seconds: f64,
    /// Seconds in which its threads run, taken together.
    processor: f64,
}

impl Cost {
    const WORST: Self = Self { seconds: f64::INFINITY, processor: f64::INFINITY };

    fn least(self, other: Self) -> Self {
        Self { seconds: self.seconds.min(other.seconds), processor: self.processor.min(other.processor) }
    }
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Cost) {
    let (start, began) = (Instant::now(), processor_time());
    let done = work();
    let processor = processor_time().saturating_sub(began);
    (done, Cost { seconds: start.elapsed().as_secs_f64(), processor: processor.as_secs_f64() })
}

/// The time this process's threads have run, where the system tells; the time that went by, elsewhere.
#[cfg(target_os = "linux")]
fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    // Neither is negative, by what the clock measures.
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0))
}

#[cfg(not(target_os = "linux"))]
fn processor_time() -> Duration {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// Each ply's children in one list, sorted, each kept once.
fn sorted_lists(last: u8) -> u64 {
    let mut ply = vec![Stones::<7, 6>::EMPTY.key()];
    let mut positions = 1;
    for _ in 0..last {
        let mut next = Vec::new();
        for stones in ply.iter().map(|&key| Stones::<7, 6>::decode(key)) {
            if !stones.is_lost() {
                next.extend(stones.children().map(Stones::key));
            }
        }
        next.sort_unstable();
        next.dedup();
        positions += next.len() as u64;
        ply = next;
    }
    positions
}

/// The same in a set of the standard library, with a hash as cheap as a table's.
fn hash_sets(last: u8) -> u64 {
    let mut ply: HashSet<u64, BuildHasherDefault<Mix>> = HashSet::from_iter([Stones::<7, 6>::EMPTY.key()]);
    let mut positions = 1;
    for _ in 0..last {
        let mut next: HashSet<u64, BuildHasherDefault<Mix>> = HashSet::default();
        for stones in ply.iter().map(|&key| Stones::<7, 6>::decode(key)) {
            if !stones.is_lost() {
                next.extend(stones.children().map(Stones::key));
            }
        }
        positions += next.len() as u64;
        ply = next;
    }
    positions
}

/// One multiplication.
#[derive(Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(self.0 ^ u64::from(byte));
        }
    }
    fn write_u64(&mut self, word: u64) {
        self.0 = (word ^ word >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32);
    }
}

fn game(name: &str) -> Option<GameName> {
    name.parse().ok()
}

fn by_fleet(last: u8, threads: usize, memory: usize) -> u64 {
    let Some(game) = game("connect4") else { return 0 };
    let enumeration = Enumeration { plies: last, memory, ..Enumeration::of(game) };
    let levels = enumerate(&Hosts::local(threads), &enumeration, |_| Ok(())).unwrap_or_default();
    levels.iter().map(|level| level.tally.positions).sum()
}

fn solving(progress: &Progress) -> (Sheet, Gains) {
    let mut sheet = Sheet::new(
        "Fleet: every position of Connect Four on 5 by 4 solved, mirror images once",
        &["workers", "positions", "s", "million/s", "s of processor", "bytes each"],
    );
    let mut times = Vec::new();
    let Some(game) = game("connect4:5x4") else { return (sheet, times) };
    for workers in [1, 2] {
        let database = std::env::temp_dir().join(format!("report-{}.solved", std::process::id()));
        let enumeration = Enumeration { reduced: true, ..Enumeration::of(game) };
        let task = SolveAll { enumeration, database: database.clone() };
        let step = format!("solve all of 5 by 4, {workers} workers");
        let (done, cost) =
            progress.step(&step, 2_000, || timed(|| solve_all(&Hosts::local(workers), &task, |_| {})));
        times.push((workers, cost.seconds));
        let levels = done.unwrap_or_default();
        let positions: u64 = levels.iter().map(|level| level.tally.positions).sum();
        sheet.expect(&step, levels.iter().map(|level| level.tally.unreduced).sum(), FIVE_BY_FOUR);
        let bytes = std::fs::metadata(&database).map_or(0, |file| file.len());
        sheet.row([
            workers.into(),
            positions.into(),
            Value::decimal(cost.seconds, 2),
            Value::decimal(positions as f64 / cost.seconds / 1e6, 2),
            Value::decimal(cost.processor, 2),
            Value::decimal(bytes as f64 / positions as f64, 2),
        ]);
        // Nothing more can be done about a file that cannot be removed.
        let _ = std::fs::remove_file(database);
    }
    (sheet, gains(&times))
}

fn batches(progress: &Progress, effort: Effort) -> (Sheet, Gains) {
    let (stones, seed) = BATCH;
    let count = if effort == Effort::Little { 300 } else { 1_500 };
    let mut sheet = Sheet::new(
        format!(
            "Fleet: {count} positions of Connect Four with {stones} stones solved, a table of 16 MiB a worker"
        ),
        &["workers", "s", "positions/s", "s of processor", "nodes each"],
    );
    let mut times = Vec::new();
    let Some(game) = game("connect4") else { return (sheet, times) };
    let keys: Vec<u64> =
        RandomPlay::new(seed, stones).take(count).map(|drawn| drawn.board.lossless_key()).collect();
    let mut sums = Vec::new();
    for workers in [1, 2, 4] {
        let batch = Batch { rules: game.rules(), table_mib: 16 };
        let items = keys.clone().into_iter().zip(0..).map(|(key, index)| Item { index, key });
        let sum = Arc::new(Mutex::new((0, 0, 0)));
        let total = Arc::clone(&sum);
        let step = format!("batch, {workers} workers");
        let (_, cost) = progress.step(&step, 2_000, || {
            timed(|| {
                fleet::batch::run(&Hosts::local(workers), &batch, items, move |answers| {
                    if let Ok(mut sum) = total.lock() {
                        for answer in answers {
                            // A sum in which each answer has its own weight.
                            sum.0 += u64::from((answer.score + 100).unsigned_abs()) * (answer.index + 1);
                            sum.1 += 1;
                            sum.2 += answer.nodes;
                        }
                    }
                    Ok(())
                })
            })
        });
        let (weighted, answers, nodes) = sum.lock().map_or((0, 0, 0), |sum| *sum);
        sheet.expect(&step, answers, count as u64);
        sums.push(weighted);
        times.push((workers, cost.seconds));
        sheet.row([
            workers.into(),
            Value::decimal(cost.seconds, 2),
            Value::decimal(count as f64 / cost.seconds, 0),
            Value::decimal(cost.processor, 2),
            (nodes / answers.max(1)).into(),
        ]);
    }
    sheet.expect("the same scores by any crew", sums.iter().all(|sum| *sum == sums[0]), true);
    sheet.remark(format!("Drawn by random play, seed {seed}."));
    (sheet, gains(&times))
}
