//! Instructions that a move costs to key, counted by callgrind: a figure that no other load on the machine moves.
//!
//! Runs itself under `valgrind`, once for each way to keep keys; says so where there is no `valgrind`. Fails if a key
//! set takes more instructions than the array one writes by hand, on its own or in the board of a game.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::env;
use std::hint::black_box;
use std::process::Command;

use benches::key_peers::{
    ARRAY, Array, KEYS, Map, STONES_A_GAME, games, moves, with_adapter, with_array, with_hand_written,
    with_keys, with_map,
};

const MOVES: u64 = 1_000;

const WAYS: [&str; 6] =
    ["key_set", "array", "connect_four", "connect_four_by_hand", "array_at_run_time", "hash_map"];

fn main() {
    let args: Vec<String> = env::args().skip(1).collect();
    match args.iter().position(|arg| arg == "--rounds") {
        Some(at) => run(&args[at + 1], args[at + 2].parse().expect("a number of rounds")),
        None => compare(),
    }
}

/// Prints the instructions a move takes, each way.
fn compare() {
    let mut found = Vec::new();
    for way in WAYS {
        // Twice as many rounds less once as many: what start-up takes drops out.
        let counts = [100, 200].map(|rounds| instructions(way, rounds));
        let [Some(once), Some(twice)] = counts else {
            println!("{way:<22} not counted: no valgrind");
            return;
        };
        #[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
        let each = (twice - once) as f64 / (100 * MOVES) as f64;
        println!("{way:<22} {each:>8.2} instructions for a move");
        found.push(each);
    }
    // The map's random seeds leave a few instructions in a hundred moves to chance.
    assert!(found[0] < found[1] + 0.1, "a key set takes more than an array: {found:?}");
    assert!(found[2] < found[3] + 0.1, "an adapter's key takes more than a board's by hand: {found:?}");
}

/// What callgrind counts while this program runs one way.
fn instructions(way: &str, rounds: u32) -> Option<u64> {
    let program = env::current_exe().expect("this program has a path");
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args(["--rounds", way, &rounds.to_string()])
        .output()
        .ok()?;
    let report = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{report}");
    let line = report.lines().find(|line| line.contains("Collected :")).expect("callgrind sums up");
    line.rsplit(' ').next().and_then(|count| count.parse().ok())
}

/// Keys the moves one way, so many times.
fn run(way: &str, rounds: u32) {
    let moves = moves(MOVES.try_into().expect("a thousand"));
    let games = games(moves.len() / STONES_A_GAME);
    let (of_moves, of_games) = (with_array(&ARRAY, &moves), with_hand_written(&games));
    let (array, map) = (black_box(Box::new(Array::new())), Map::new());
    for _ in 0..rounds {
        let (moves, games) = (black_box(&moves), black_box(&games));
        let (key, expected) = match way {
            "key_set" => (with_keys(&KEYS, moves), of_moves),
            "array" => (with_array(&ARRAY, moves), of_moves),
            "array_at_run_time" => (with_array(&array, moves), of_moves),
            "hash_map" => (with_map(&map, moves), of_moves),
            "connect_four" => (with_adapter(games), of_games),
            "connect_four_by_hand" => (with_hand_written(games), of_games),
            other => panic!("expected one of {WAYS:?}, found {other}"),
        };
        assert_eq!(key, expected);
    }
}
