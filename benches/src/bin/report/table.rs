//! The table: probes and stores, beside what the machine's memory can do.

use benches::sheet::{Sheet, Value};
use benches::table::Filled;
use ttable::SizeError;

use crate::machine::{Limits, limits};
use crate::progress::Progress;
use crate::timing::{Effort, Timing};

/// Table sizes, in MiB: in the second-level cache, about the size of a last-level cache, far beyond it.
const MIB: [u64; 3] = [1, 64, 1024];

/// Operations in a round.
const OPERATIONS: u64 = 1 << 16;

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
    progress.step(&step("look at every entry"), 100 + mib, || check(sheet, &filled, mib));
    let measure = |name: &str, run: &dyn Fn(u64) -> u64| {
        progress.step(&step(name), 200, || {
            Timing::of(effort.rounds(), OPERATIONS, |round| _ = std::hint::black_box(run(round * OPERATIONS)))
        })
    };
    let hits = measure("probe, hit", &|first| filled.hits(first, OPERATIONS).unsigned_abs());
    let misses = measure("probe, miss", &|first| filled.misses(first, OPERATIONS));
    let chain = measure("chain of probes", &|first| filled.chain(first, OPERATIONS));
    let stores = measure("store", &|first| filled.stores(first, OPERATIONS));
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
