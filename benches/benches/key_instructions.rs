//! Instructions that a move costs to key, counted by callgrind: a figure that no other load on the machine moves.
//!
//! Runs itself under `valgrind`, once for each way to keep keys; says so where there is no `valgrind`. Fails if a key
//! set takes more instructions than the array one writes by hand, on its own or in the board of a game.

use std::env;
use std::hint::black_box;
use std::process::Command;

use benches::console::say;
use benches::key_peers::{
    ARRAY, Array, KEYS, Map, STONES_A_GAME, chess_moves, games, moves, with_adapter, with_array, with_chess,
    with_chess_array, with_hand_written, with_keys, with_map,
};

const MOVES: u64 = 1_000;

const WAYS: [&str; 8] = [
    "key_set",
    "array",
    "connect_four",
    "connect_four_by_hand",
    "chess",
    "chess_by_hand",
    "array_at_run_time",
    "hash_map",
];

/// Instructions in which the chess adapter may ask what a move is, which by hand is known: castling, capture, en passant.
const QUESTIONS: f64 = 40.0;

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
            say(format_args!("{way:<22} not counted: no valgrind")).expect("stdout takes it");
            return;
        };
        #[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
        let each = (twice - once) as f64 / (100 * MOVES) as f64;
        say(format_args!("{way:<22} {each:>8.2} instructions for a move")).expect("stdout takes it");
        found.push(each);
    }
    // The map's random seeds leave a few instructions in a hundred moves to chance.
    assert!(found[0] < found[1] + 0.1, "a key set takes more than an array: {found:?}");
    // The adapter checks in debug builds that a column may be played.
    let as_by_hand = cfg!(debug_assertions) || found[2] < found[3] + 0.1;
    assert!(as_by_hand, "an adapter's key takes more than a board's by hand: {found:?}");
    let as_by_hand = cfg!(debug_assertions) || found[4] < found[5] + QUESTIONS;
    assert!(as_by_hand, "a chess move's key takes more than look-ups and questions: {found:?}");
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
    let chess = chess_moves(moves.len());
    let (of_moves, of_games) = (with_array(&ARRAY, &moves), with_hand_written(&games));
    let of_chess = with_chess_array(&chess);
    let (array, map) = (black_box(Box::new(Array::new())), Map::new());
    for _ in 0..rounds {
        let (moves, games, chess) = (black_box(&moves), black_box(&games), black_box(&chess));
        let (key, expected) = match way {
            "key_set" => (with_keys(&KEYS, moves), of_moves),
            "array" => (with_array(&ARRAY, moves), of_moves),
            "array_at_run_time" => (with_array(&array, moves), of_moves),
            "hash_map" => (with_map(&map, moves), of_moves),
            "connect_four" => (with_adapter(games), of_games),
            "connect_four_by_hand" => (with_hand_written(games), of_games),
            "chess" => (with_chess(chess), of_chess),
            "chess_by_hand" => (with_chess_array(chess), of_chess),
            other => panic!("expected one of {WAYS:?}, found {other}"),
        };
        assert_eq!(key, expected);
    }
}
