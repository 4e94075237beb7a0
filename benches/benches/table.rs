//! The table: probes and stores, from a table that fits the second-level cache to one far beyond the last.

use std::collections::HashMap;

use benches::table::Filled;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use ttable::FullTable;

/// Operations in an iteration.
const OPERATIONS: u64 = 1 << 16;

fn table(criterion: &mut Criterion) {
    for mib in [1, 64, 1024] {
        // A machine without the memory is not measured with it.
        let Ok(table) = FullTable::with_mib(mib) else { continue };
        let entries = table.slots() as u64 / 2;
        let filled = Filled::<_, 64>::new(table, entries);
        let there = filled.entries() - filled.lost();
        assert_eq!(filled.found(), (there, there));
        let mut group = criterion.benchmark_group("ttable");
        group.throughput(Throughput::Elements(OPERATIONS));
        let mut bench = |function: &str, operation: &mut dyn FnMut(u64)| {
            let mut first = 0;
            group.bench_function(BenchmarkId::new(function, format!("{mib}_mib")), |bencher| {
                bencher.iter(|| {
                    first = (first + OPERATIONS) % filled.entries();
                    operation(first);
                });
            });
        };
        // `found` has just held every entry to its value; each round over the same ones must add up to the same.
        let mut sums = HashMap::new();
        bench("probe_hit", &mut |first| {
            let sum = filled.hits(first, OPERATIONS);
            assert_eq!(*sums.entry(first).or_insert(sum), sum);
        });
        bench("probe_hit_ahead", &mut |first| {
            let sum = filled.hits_ahead(first, OPERATIONS);
            assert_eq!(*sums.entry(first).or_insert(sum), sum);
        });
        bench("probe_miss", &mut |first| assert_eq!(filled.misses(first, OPERATIONS), 0));
        // Last, as they fill the table with other entries.
        bench("store", &mut |first| assert_eq!(filled.stores(first, OPERATIONS), OPERATIONS));
        bench("store_ahead", &mut |first| assert_eq!(filled.stores_ahead(first, OPERATIONS), OPERATIONS));
        group.finish();
    }
}

criterion_group!(benches, table);
criterion_main!(benches);
