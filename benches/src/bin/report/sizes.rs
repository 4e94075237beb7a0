//! What a probe costs from a table that fits a cache to one far beyond all, beside what the memory itself does.

use benches::plot::{Axis, Lines};
use benches::sheet::{Sheet, Value};
use benches::table::{Filled, settle};
use benches::table_limit::Touch;
use ttable::{FullTable, Line, Memory, Size, SizeError};

use crate::progress::Progress;
use crate::timing::{Effort, thread_times};

/// Table sizes, in MiB; a short run leaves out the last.
const MIB: [u64; 6] = [1, 4, 16, 64, 256, 1024];

/// Operations in a round.
const OPERATIONS: u64 = 1 << 14;

/// What is measured at each size.
const COLUMNS: [&str; 5] =
    ["ns, serial hit", "ns, pointer chase", "ns, independent hit", "ns, hit ahead", "ns, independent read"];

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
        match progress.step(&step, 700 + 2 * mib, || measure(effort.rounds() / 10, mib)) {
            Ok(times) => {
                sheet.row(std::iter::once(mib.into()).chain(times.map(|ns| Value::decimal(ns, 1))));
                for (points, ns) in points.iter_mut().zip(times) {
                    points.push((mib as f64, ns));
                }
            }
            Err(error) => sheet.remark(format!("{mib} MiB are left out: {error}.")),
        }
    }
    let mut plot = Lines::new("ns per hit by table size", Axis::log("table, MiB"), Axis::log("ns"));
    for (name, points) in COLUMNS.iter().zip(points) {
        plot.line(name.trim_start_matches("ns, "), points);
    }
    sheet.plot(plot);
    for remark in REMARKS {
        sheet.remark(remark);
    }
    sheet
}

const REMARKS: [&str; 3] = [
    "Serial: each hit decides the next key; its limit, the pointer chase, reads one word of the same lines, each of which \
     decides the next key just so.",
    "Independent: the processor overlaps them; `ahead`: with prefetch, eight under way. Their limit, the independent read, \
     reads one word of the same lines, by the faster of the same two ways.",
    "`Full` in large pages where the system has them, the limits in memory of the same kind and size; all in turns, ns of \
     the thread's own time.",
];

/// Nanoseconds, in the order of [`COLUMNS`].
fn measure(rounds: u64, mib: u64) -> Result<[f64; 5], SizeError> {
    let memory = Memory::<Line>::new(Size::Mib(mib))?;
    let table = FullTable::with_mib(mib)?;
    let entries = table.slots() as u64 / 4;
    let touched = Filled::<_, 64>::new(Touch::<_, 64>::new(memory), entries);
    let filled = Filled::<_, 64>::new(table, entries);
    settle(&touched, &filled);
    // Each kind goes through keys of its own, as in the comparison of tables.
    let first = |kind: u64, round: u64| (kind * rounds + round) * OPERATIONS;
    let [chase, serial, read, hit, read_ahead, ahead] = thread_times(
        rounds,
        OPERATIONS,
        [
            &|round| touched.chain(first(0, round), OPERATIONS),
            &|round| filled.chain(first(0, round), OPERATIONS),
            &|round| touched.hits(first(1, round), OPERATIONS).cast_unsigned(),
            &|round| filled.hits(first(1, round), OPERATIONS).cast_unsigned(),
            &|round| touched.hits_ahead(first(2, round), OPERATIONS).cast_unsigned(),
            &|round| filled.hits_ahead(first(2, round), OPERATIONS).cast_unsigned(),
        ],
    );
    Ok([serial, chase, hit, ahead, read.min(read_ahead)])
}
