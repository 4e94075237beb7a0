//! Toggling keys and building key sets: `zkeys` against what programs write themselves.

use std::hint::black_box;

use benches::key_peers::{ARRAY, Array, KEYS, Map, PieceKeys, moves, with_array, with_keys, with_map};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use zkeys::{Code, Pcg, Seed, SplitMix64};

const MOVES: usize = 1_024;

/// A quiet move: two keys of pieces and the side's.
fn toggle(c: &mut Criterion) {
    let moves = moves(MOVES);
    let expected = with_array(&ARRAY, &moves);
    let (array, map) = (black_box(Box::new(Array::new())), Map::new());
    let mut group = c.benchmark_group("zkeys/move");
    group.throughput(Throughput::Elements(MOVES as u64));
    group.bench_function("key_set", |b| b.iter(|| assert_eq!(with_keys(&KEYS, black_box(&moves)), expected)));
    group.bench_function("array", |b| b.iter(|| assert_eq!(with_array(&ARRAY, black_box(&moves)), expected)));
    group.bench_function("array_at_run_time", |b| {
        b.iter(|| assert_eq!(with_array(&array, black_box(&moves)), expected));
    });
    group.bench_function("hash_map", |b| b.iter(|| assert_eq!(with_map(&map, black_box(&moves)), expected)));
    group.finish();
}

static MIXED: PieceKeys = PieceKeys::from_split_mix(SplitMix64::new(1));
static CODED: PieceKeys = PieceKeys::from_code(Code::new(Seed::PI));

/// Building at run time what a `static` has for nothing.
fn build(c: &mut Criterion) {
    let moves = moves(16);
    let expected = with_array(&ARRAY, &moves);
    let seed = || black_box(Seed::PI);
    let mut group = c.benchmark_group("zkeys/build");
    group.throughput(Throughput::Elements(PieceKeys::LEN as u64));
    group.bench_function("pcg", |b| {
        b.iter(|| assert!(PieceKeys::from_pcg(Pcg::from_seed(seed())) == KEYS));
    });
    group.bench_function("split_mix", |b| {
        b.iter(|| assert!(PieceKeys::from_split_mix(SplitMix64::new(black_box(1))) == MIXED));
    });
    group.bench_function("code", |b| b.iter(|| assert!(PieceKeys::from_code(Code::new(seed())) == CODED)));
    group.bench_function("hash_map", |b| b.iter(|| assert_eq!(with_map(&Map::new(), &moves), expected)));
    group.finish();
}

criterion_group!(benches, toggle, build);
criterion_main!(benches);
