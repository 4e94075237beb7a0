//! The table: probes and stores, beside what the machine's memory can do.

use benches::sheet::{Sheet, Value};
use benches::table::Filled;
use ttable::SizeError;

use crate::machine::Lines;
use crate::progress::Progress;
use crate::timing::{Effort, Timing};

/// Table sizes, in MiB: in the second-level cache, about the size of a last-level cache, far beyond it.
const MIB: [u64; 3] = [1, 64, 1024];

/// Operations in a round.
const OPERATIONS: u64 = 1 << 14;

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
        "other, or each naming the next. Limits and probes are measured in turns, stores by themselves.",
    );
    vec![sheet]
}

fn size(sheet: &mut Sheet, progress: &Progress, effort: Effort, mib: u64) -> Result<(), SizeError> {
    let step = |name: &str| format!("table {mib} MiB: {name}");
    let lines = progress.step(&step("memory to compare with"), 50 + mib, || Lines::new(mib))?;
    let filled = progress.step(&step("fill"), 50 + mib, || Filled::new(mib))?;
    progress.step(&step("look at every entry"), 50 + mib, || {
        lines.check(sheet, OPERATIONS);
        check(sheet, &filled, mib);
    });
    // In turns, so that what else the machine does slows all of them alike.
    let timings = progress.step(&step("measure"), 3_000, || {
        let first = |round: u64| round * OPERATIONS;
        Timing::in_turns(
            effort.rounds(),
            OPERATIONS,
            [
                &|round| lines.reads(first(round), OPERATIONS),
                &|round| filled.hits(first(round), OPERATIONS).unsigned_abs(),
                &|round| filled.misses(first(round), OPERATIONS),
                &|round| lines.chase(first(round), OPERATIONS),
                &|round| filled.chain(first(round), OPERATIONS),
            ],
        )
    });
    let [reads, hits, misses, chase, chain] = timings;
    // By itself, as it fills the table with other entries.
    let stores = progress.step(&step("store"), 500, || {
        Timing::of(effort.rounds(), OPERATIONS, |round| {
            std::hint::black_box(filled.stores(round * OPERATIONS, OPERATIONS));
        })
    });
    sheet.expect(&format!("{mib} MiB, false matches"), filled.misses(0, OPERATIONS), 0);
    for (name, timing, limit) in [
        ("limit: random reads", reads, None),
        ("probe, hit", hits, Some(reads)),
        ("probe, miss", misses, Some(reads)),
        ("store", stores, Some(reads)),
        ("limit: each read names the next", chase, None),
        ("probe, each waits for the last", chain, Some(chase)),
    ] {
        let share =
            limit.map_or("".into(), |limit| Value::Number(format!("{:.2} ×", timing.best / limit.best)));
        sheet.row([mib.into(), name.into()].into_iter().chain(timing.values()).chain([share]));
    }
    Ok(())
}

/// Compares what is in the table with what was put there.
fn check(sheet: &mut Sheet, filled: &Filled, mib: u64) {
    let (found, right) = filled.found();
    sheet.expect(&format!("{mib} MiB, entries found"), found, filled.entries() - filled.evicted());
    sheet.expect(&format!("{mib} MiB, entries with their value"), right, found);
}
