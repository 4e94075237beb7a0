//! The table: probes and stores, from a table that fits the second-level cache to one far beyond the last.

use std::collections::HashMap;

use benches::table::Filled;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

/// Operations in an iteration.
const OPERATIONS: u64 = 1 << 16;

fn table(criterion: &mut Criterion) {
    for mib in [1, 64, 1024] {
        // A machine without the memory is not measured with it.
        let Ok(filled) = Filled::new(mib) else { continue };
        let there = filled.entries() - filled.evicted();
        assert_eq!(filled.found(), (there, there));
        let mut group = criterion.benchmark_group("ttable");
        group.throughput(Throughput::Elements(OPERATIONS));

        let mut first = 0;
        // `found` has just held every entry to its value; each round over the same ones must add up to the same.
        let mut sums = HashMap::new();
        group.bench_function(BenchmarkId::new("probe_hit", format!("{mib}_mib")), |bencher| {
            bencher.iter(|| {
                first = (first + OPERATIONS) % filled.entries();
                let sum = filled.hits(first, OPERATIONS);
                assert_eq!(*sums.entry(first).or_insert(sum), sum);
            });
        });
        group.bench_function(BenchmarkId::new("probe_miss", format!("{mib}_mib")), |bencher| {
            bencher.iter(|| {
                first += OPERATIONS;
                assert_eq!(filled.misses(first, OPERATIONS), 0);
            });
        });
        // Last, as it fills the table with other entries.
        group.bench_function(BenchmarkId::new("store", format!("{mib}_mib")), |bencher| {
            bencher.iter(|| {
                first += OPERATIONS;
                assert_eq!(filled.stores(first, OPERATIONS), OPERATIONS);
            });
        });
        group.finish();
    }
}

criterion_group!(benches, table);
criterion_main!(benches);
