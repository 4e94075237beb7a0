//! Toggling keys and building key sets: `zkeys` beside what programs write themselves.

use std::hint::black_box;

use benches::key_peers::{ARRAY, Array, KEYS, Map, PieceKeys, moves, with_array, with_keys, with_map};
use benches::plot::Ratios;
use benches::sheet::{Sheet, Value};
use zkeys::{Code, Pcg, Seed, SplitMix64};

use crate::progress::Progress;
use crate::timing::{Effort, thread_times};

const MOVES: usize = 1_024;

/// Moves made in a round, so often over.
const TIMES: u64 = 64;

/// The tables, and a picture of the first.
pub(crate) fn sheets(progress: &Progress, effort: Effort) -> Vec<Sheet> {
    vec![toggling(progress, effort), building(progress, effort)]
}

/// A quiet move: two keys of pieces and the side's.
fn toggling(progress: &Progress, effort: Effort) -> Sheet {
    const WAYS: [&str; 4] = ["key set", "array in the binary", "array made at run time", "HashMap"];
    let heads = ["keys", "ns, a move", "key set: times as fast"];
    let mut sheet = Sheet::new("Peers, keys: the key of a quiet move, three XORs", &heads);
    let moves = moves(MOVES);
    let (array, map) = (black_box(Box::new(Array::new())), Map::new());
    let times = |run: &dyn Fn() -> u64| (0..TIMES).fold(0, |sum, _| sum ^ run());
    let kinds: [&dyn Fn() -> u64; 4] = [
        &|| with_keys(&KEYS, black_box(&moves)),
        &|| with_array(&ARRAY, black_box(&moves)),
        &|| with_array(&array, black_box(&moves)),
        &|| with_map(&map, black_box(&moves)),
    ];
    let expected = with_array(&ARRAY, &moves);
    for (way, kind) in WAYS.iter().zip(kinds) {
        sheet.expect(way, kind(), expected);
    }
    let [a, b, c, d] = kinds;
    let found = progress.step("peers: keys of moves", 500, || {
        let operations = MOVES as u64 * TIMES;
        thread_times(
            effort.rounds() / 4,
            operations,
            [&|_| times(a), &|_| times(b), &|_| times(c), &|_| times(d)],
        )
    });
    rows(&mut sheet, &WAYS, &found, ("Key set beside what programs write: a move", heads[2]));
    sheet.remark(
        "The same words in all four. Ways in turns, ns of thread time, the least of the rounds. Instructions, \
         which no other load moves: `cargo bench --package benches --bench key_instructions`.",
    );
    sheet
}

static MIXED: PieceKeys = PieceKeys::from_split_mix(SplitMix64::new(1));
static CODED: PieceKeys = PieceKeys::from_code(Code::new(Seed::PI));

/// Building at run time what a `static` has for nothing.
fn building(progress: &Progress, effort: Effort) -> Sheet {
    const WAYS: [&str; 4] = ["key set, PCG", "key set, SplitMix64", "key set, code", "HashMap, PCG"];
    let heads = ["keys", "ns, a key", "PCG set: times as fast"];
    let mut sheet = Sheet::new("Peers, keys: a set of 769 words made at run time", &heads);
    let seed = || black_box(Seed::PI);
    let moves = moves(16);
    let expected = with_array(&ARRAY, &moves);
    sheet.expect(WAYS[0], PieceKeys::from_pcg(Pcg::from_seed(seed())) == KEYS, true);
    sheet.expect(WAYS[1], PieceKeys::from_split_mix(SplitMix64::new(black_box(1))) == MIXED, true);
    sheet.expect(WAYS[2], PieceKeys::from_code(Code::new(seed())) == CODED, true);
    sheet.expect(WAYS[3], with_map(&Map::new(), &moves), expected);
    let found = progress.step("peers: sets of keys", 500, || {
        thread_times(
            effort.rounds() / 4,
            PieceKeys::LEN as u64,
            [
                &|_| with_keys(black_box(&PieceKeys::from_pcg(Pcg::from_seed(seed()))), &moves),
                &|_| with_keys(black_box(&PieceKeys::from_split_mix(SplitMix64::new(black_box(1)))), &moves),
                &|_| with_keys(black_box(&PieceKeys::from_code(Code::new(seed()))), &moves),
                &|_| with_map(black_box(&Map::new()), &moves),
            ],
        )
    });
    rows(&mut sheet, &WAYS, &found, ("Sets of keys: making the words", heads[2]));
    sheet.remark("In a `static` a key set takes no time at all: the compiler makes it.");
    sheet
}

/// A row for each way; a ratio for each but the first, with which they are compared.
fn rows(sheet: &mut Sheet, ways: &[&str], times: &[f64], (title, label): (&str, &str)) {
    let mut ratios = Ratios::new(title, label);
    for (way, &time) in ways.iter().zip(times) {
        let ratio = time / times[0];
        sheet.row([(*way).into(), Value::decimal(time, 2), Value::Number(format!("{ratio:.2} ×"))]);
        if *way != ways[0] {
            ratios.ratio(way, ratio, None);
        }
    }
    sheet.plot(ratios);
}
