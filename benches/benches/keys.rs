//! Keys: drawing them, keeping one up to date, computing it anew.

use std::hint::black_box;

use benches::connect_four::SETS;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use games::connect_four::{Column, ConnectFour};
use search::Game;
use zkeys::{Pcg, Seed, SplitMix64};

/// Keys of a chess set.
const DRAWN: u64 = 781;

fn draw(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("zkeys");
    group.throughput(Throughput::Elements(DRAWN));
    let truth =
        (0..DRAWN).scan(Pcg::from_seed(Seed::PI), |pcg, _| Some(pcg.next_u64())).fold(0, |a, b| a ^ b);
    group.bench_function(BenchmarkId::new("pcg", DRAWN), |bencher| {
        bencher.iter(|| {
            let mut pcg = Pcg::from_seed(black_box(Seed::PI));
            assert_eq!((0..DRAWN).fold(0, |keys, _| keys ^ pcg.next_u64()), truth);
        });
    });
    let truth = (0..DRAWN).scan(SplitMix64::new(1), |mix, _| Some(mix.next_u64())).fold(0, |a, b| a ^ b);
    group.bench_function(BenchmarkId::new("split_mix", DRAWN), |bencher| {
        bencher.iter(|| {
            let mut split_mix = SplitMix64::new(black_box(1));
            assert_eq!((0..DRAWN).fold(0, |keys, _| keys ^ split_mix.next_u64()), truth);
        });
    });
    group.finish();
}

/// Positions, each with its legal moves.
fn positions() -> Vec<(ConnectFour, Vec<Column>)> {
    let moves_of = |board: ConnectFour| {
        let mut moves = <ConnectFour as Game>::List::default();
        board.legal_moves(&mut moves);
        (board, moves.to_vec())
    };
    SETS.iter().flat_map(|set| set.positions()).map(|(drawn, _)| moves_of(drawn.board)).collect()
}

fn connect_four(criterion: &mut Criterion) {
    let mut positions = positions();
    let truth = positions.iter().fold(0, |keys, (board, _)| keys ^ board.rehash());
    let moves: u64 = positions.iter().map(|(_, moves)| moves.len() as u64).sum();
    let mut group = criterion.benchmark_group("games");
    group.throughput(Throughput::Elements(moves));
    group.bench_function(BenchmarkId::new("make_unmake", "connect_four"), |bencher| {
        bencher.iter(|| {
            for (board, moves) in &mut positions {
                for &column in &*moves {
                    let undo = board.make(column);
                    black_box(board.key());
                    board.unmake(column, undo);
                }
            }
            assert_eq!(positions.iter().fold(0, |keys, (board, _)| keys ^ board.key()), truth);
        });
    });
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function(BenchmarkId::new("rehash", "connect_four"), |bencher| {
        bencher.iter(|| {
            assert_eq!(positions.iter().fold(0, |keys, (board, _)| keys ^ black_box(board).rehash()), truth);
        });
    });
    group.finish();
}

criterion_group!(benches, draw, connect_four);
criterion_main!(benches);
