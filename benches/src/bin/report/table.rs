//! The table: probes and stores, beside what the machine's memory can do.

use benches::sheet::{Sheet, Value};
use ttable::{Bound, Entry, FullTable, SizeError, Stored, Table, multiply_shift};

use crate::machine::{Limits, limits, spread};
use crate::progress::Progress;
use crate::timing::{Effort, Timing};

/// Table sizes, in MiB: in the second-level cache, about the size of a last-level cache, far beyond it.
const MIB: [u64; 3] = [1, 64, 1024];

/// Operations in a round.
const OPERATIONS: u64 = 1 << 16;

/// One entry for so many slots: few enough that a cluster rarely overflows.
const SLOTS_PER_ENTRY: u64 = 4;

/// Numbers of keys that are never stored begin here.
const ABSENT: u64 = 1 << 40;

/// The group's tables.
pub(crate) fn sheets(progress: &Progress, effort: Effort) -> Vec<Sheet> {
    let mut heads = vec!["MiB", "operation"];
    heads.extend(Timing::HEADS);
    heads.push("of the limit");
    let mut sheet = Sheet::new("Table: whole key verified, four entries to a cache line, one thread", &heads);
    for mib in MIB {
        if let Err(error) = size(&mut sheet, progress, effort, mib) {
            sheet.remark(format!("{mib} MiB: left out: {error}."));
        }
    }
    sheet.remark("The limits are reads of random cache lines from memory of the same size and kind: independent of each");
    sheet.remark(
        "other, or each naming the next. A table cannot be faster than the limit of its own pattern.",
    );
    vec![sheet]
}

fn size(sheet: &mut Sheet, progress: &Progress, effort: Effort, mib: u64) -> Result<(), SizeError> {
    let step = |name: &str| format!("table {mib} MiB: {name}");
    let Limits { reads, chase } =
        progress.step(&step("limits of the memory"), 600 + mib, || limits(effort, mib, OPERATIONS))?;
    let filled = progress.step(&step("fill"), 100 + mib, || Filled::new(mib))?;
    progress.step(&step("look at every entry"), 100 + mib, || filled.check(sheet, mib));
    let mut add = |name: &str, timing: Timing, limit: Option<Timing>| {
        let share =
            limit.map_or("".into(), |limit| Value::Number(format!("{:.2} ×", timing.best / limit.best)));
        let cells = [u32::try_from(mib).unwrap_or(0).into(), name.into()].into_iter();
        sheet.row(cells.chain(timing.values()).chain([share]));
    };
    add("limit: random reads", reads, None);
    add("probe, hit", progress.step(&step("probe, hit"), 200, || filled.hits(effort)), Some(reads));
    add("probe, miss", progress.step(&step("probe, miss"), 200, || filled.misses(effort)), Some(reads));
    add("limit: each read names the next", chase, None);
    add(
        "probe, each waits for the last",
        progress.step(&step("chain"), 400, || filled.chain(effort)),
        Some(chase),
    );
    add("store", progress.step(&step("store"), 300, || filled.stores(effort)), Some(reads));
    Ok(())
}

/// A table with entries under the keys number 0 to `entries`.
struct Filled {
    table: FullTable,
    entries: u64,
    evicted: u64,
}

impl Filled {
    fn new(mib: u64) -> Result<Self, SizeError> {
        let table = FullTable::with_mib(mib)?;
        let entries = table.slots() as u64 / SLOTS_PER_ENTRY;
        let evicted = (0..entries).filter(|&i| put(&table, i) == Stored::Evicted).count() as u64;
        Ok(Self { table, entries, evicted })
    }

    /// Probes of keys that are there.
    fn hits(&self, effort: Effort) -> Timing {
        Timing::of(effort.rounds(), OPERATIONS, |round| {
            let (mut i, mut sum) = (round * OPERATIONS % self.entries, 0);
            for _ in 0..OPERATIONS {
                sum += self.get(i).map_or(0, |entry| i64::from(entry.value));
                i = if i + 1 == self.entries { 0 } else { i + 1 };
            }
            std::hint::black_box(sum);
        })
    }

    /// Probes of keys that are not there.
    fn misses(&self, effort: Effort) -> Timing {
        Timing::of(effort.rounds(), OPERATIONS, |round| {
            let first = ABSENT + round * OPERATIONS;
            let found = (first..first + OPERATIONS).filter(|&i| self.get(i).is_some()).count();
            assert_eq!(found, 0, "no key that was never stored is found");
        })
    }

    /// Probes whose key depends on the entry found before.
    fn chain(&self, effort: Effort) -> Timing {
        let (mut i, entries) = (0, usize::try_from(self.entries).unwrap_or(usize::MAX));
        Timing::of(effort.rounds(), OPERATIONS, |_| {
            for step in 0..OPERATIONS {
                // The value is that of the key, or 0 if it was evicted: either way the next number hangs on it.
                let value = self.get(i).map_or(0, |entry| entry.value);
                let mixed = spread(step ^ u64::from(value.cast_unsigned()));
                i = multiply_shift(mixed, entries) as u64;
            }
        })
    }

    /// Stores of keys that are not there.
    fn stores(&self, effort: Effort) -> Timing {
        Timing::of(effort.rounds(), OPERATIONS, |round| {
            let first = 2 * ABSENT + round * OPERATIONS;
            for i in first..first + OPERATIONS {
                put(&self.table, i);
            }
        })
    }

    fn get(&self, i: u64) -> Option<Entry> {
        self.table.probe(self.table.locate(spread(i)))
    }

    /// What must hold of a table, whatever its speed: what was not evicted is found, with its value.
    fn check(&self, sheet: &mut Sheet, mib: u64) {
        let found: Vec<u64> = (0..self.entries).filter(|&i| self.get(i).is_some()).collect();
        let right =
            found.iter().filter(|&&i| self.get(i).is_some_and(|entry| entry.value == value(i))).count();
        sheet.expect(&format!("{mib} MiB, entries found"), found.len() as u64, self.entries - self.evicted);
        sheet.expect(&format!("{mib} MiB, entries with their value"), right, found.len());
    }
}

/// The value stored under the key of this number.
const fn value(i: u64) -> i16 {
    (spread(i) >> 50) as i16
}

fn put(table: &FullTable, i: u64) -> Stored {
    table.store(table.locate(spread(i)), &Entry::new(value(i), Bound::Exact, 1), 1)
}
