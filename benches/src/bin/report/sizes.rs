//! What a probe costs from a table that fits a cache to one far beyond all, beside what the memory itself does.

use benches::plot::{Axis, Plot};
use benches::sheet::{Sheet, Value};
use benches::table::Filled;
use ttable::{FullTable, Line, Memory, Size, SizeError};

use crate::machine::Lines;
use crate::progress::Progress;
use crate::timing::{Effort, thread_times};

/// Table sizes, in MiB; a short run leaves out the last.
const MIB: [u64; 6] = [1, 4, 16, 64, 256, 1024];

/// Operations in a round.
const OPERATIONS: u64 = 1 << 14;

/// What is measured at each size.
const COLUMNS: [&str; 4] =
    ["ns, serial hit", "ns, pointer chase", "ns, independent hit", "ns, independent read"];

/// The table, and its picture.
pub(crate) fn sheet(progress: &Progress, effort: Effort) -> Sheet {
    let mut heads = vec!["MiB"];
    heads.extend(COLUMNS);
    let mut sheet =
        Sheet::new("Table: a hit by the table's size, beside what the memory does at best", &heads);
    let sizes = MIB.into_iter().filter(|&mib| effort == Effort::Much || mib < 1024);
    let mut points = COLUMNS.map(|_| Vec::new());
    for mib in sizes {
        let step = format!("table of {mib} MiB: a hit");
        match progress.step(&step, 500 + 2 * mib, || measure(effort.long_rounds(), mib)) {
            Ok(times) => {
                sheet.row(std::iter::once(mib.into()).chain(times.map(|ns| Value::decimal(ns, 1))));
                for (points, ns) in points.iter_mut().zip(times) {
                    points.push((mib as f64, ns));
                }
            }
            Err(error) => sheet.remark(format!("{mib} MiB are left out: {error}.")),
        }
    }
    let mut plot = Plot::new("ns per hit by table size", Axis::log("table, MiB"), Axis::log("ns"));
    for (name, points) in COLUMNS.iter().zip(points) {
        plot.line(name.trim_start_matches("ns, "), points);
    }
    sheet.plot(plot);
    sheet.remark(
        "Serial: each hit decides the next key; its limit is a chase of random lines, each naming the next.",
    );
    sheet.remark("Independent: the processor overlaps them; the limit is reads of random lines. `Full` in large pages where the");
    sheet.remark("system has them, the limits in memory of the same kind and size; all in turns, ns of the thread's own time.");
    sheet
}

/// Nanoseconds, in the order of [`COLUMNS`].
fn measure(rounds: u64, mib: u64) -> Result<[f64; 4], SizeError> {
    let lines = Lines::new(Memory::<Line>::new(Size::Mib(mib))?);
    let table = FullTable::with_mib(mib)?;
    let entries = table.slots() as u64 / 4;
    let filled = Filled::<_, 64>::new(table, entries);
    // Each kind goes through keys of its own, as in the comparison of tables.
    let first = |kind: u64, round: u64| (kind * rounds + round) * OPERATIONS;
    Ok(thread_times(
        rounds,
        OPERATIONS,
        [
            &|round| filled.chain(first(0, round), OPERATIONS),
            &|round| lines.chase(first(0, round), OPERATIONS),
            &|round| filled.hits(first(1, round), OPERATIONS).cast_unsigned(),
            &|round| lines.reads(first(1, round), OPERATIONS),
        ],
    ))
}
