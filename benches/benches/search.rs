//! Search: Connect Four positions solved to the end.

use benches::connect_four::{ExactTable, SETS, Set, search, solve};
use criterion::{
    BatchSize, BenchmarkId, Criterion, SamplingMode, Throughput, criterion_group, criterion_main,
};
use games::connect_four::ConnectFour;
use search::Solution;
use ttable::{FullTable, Table};

/// Solves the positions of a set, all over one table, and checks their scores. Returns the nodes.
fn run(set: Set, solve: impl Fn(ConnectFour) -> Solution) -> u64 {
    set.positions()
        .map(|(drawn, score)| {
            let solution = solve(drawn.board);
            assert_eq!(solution.score.get(), i32::from(score), "{}", drawn.columns);
            solution.nodes
        })
        .sum()
}

/// Benches one way to solve a set: its nodes are the same each time, since each time begins with an empty table.
fn bench<T>(
    criterion: &mut Criterion,
    function: &str,
    set: Set,
    table: fn() -> T,
    solve: fn(ConnectFour, &T) -> Solution,
) where
    T: Table,
{
    let nodes = {
        let table = table();
        run(set, |board| solve(board, &table))
    };
    let mut group = criterion.benchmark_group("search");
    group.sample_size(10).sampling_mode(SamplingMode::Flat).throughput(Throughput::Elements(nodes));
    group.bench_function(BenchmarkId::new(function, format!("connect_four_{}", set.stones)), |bencher| {
        let solve_all = |table: T| assert_eq!(run(set, |board| solve(board, &table)), nodes);
        bencher.iter_batched(table, solve_all, BatchSize::PerIteration);
    });
    group.finish();
}

fn connect_four(criterion: &mut Criterion) {
    for set in SETS {
        let exact = || ExactTable::with_mib(8).expect("8 MiB are to be had");
        bench(criterion, "exact", set, exact, |board, table| solve(board, table, ()));
        if set.stones > 14 {
            let general = || FullTable::with_mib(8).expect("8 MiB are to be had");
            bench(criterion, "general", set, general, |board, table| search(board, table, ()));
        }
    }
}

criterion_group!(benches, connect_four);
criterion_main!(benches);
