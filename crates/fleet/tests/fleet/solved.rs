//! Databases of solved games, held to the search and to plain minimax.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use fleet::{Enumeration, RunError, SolveAll, SolveAllError, Stage, solve_all};
use games::connect_four::{ConnectFour, Stones, ThreatBoard};
use games::solved::Database;
use games::tic_tac_toe::{Marks, TicTacToe};
use search::{Game, Mixed, Outcome, Score, Solver, Unbounded, minimax};

use super::{CREWS, cluster, game};

/// A path of its own for each call: tests run side by side.
fn path(name: &str) -> PathBuf {
    static PATHS: AtomicU32 = AtomicU32::new(0);
    let number = PATHS.fetch_add(1, Ordering::Relaxed);
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{number}-{name}", std::process::id()))
}

/// Solves a game by a crew; the database's bytes.
fn solve(name: &str, threads: usize, processes: usize, reduced: bool, memory: usize) -> Vec<u8> {
    let database = path(&format!("{name}-{threads}-{processes}-{reduced}-{memory}").replace(':', "-"));
    let task =
        SolveAll { enumeration: Enumeration { reduced, memory, ..game(name) }, database: database.clone() };
    let done = cluster(threads, processes, |hosts| {
        solve_all(hosts, &task, |_| {}).map_err(|error| match error {
            SolveAllError::Run(error) => error,
            other => panic!("{other}"),
        })
    });
    done.unwrap();
    let bytes = std::fs::read(&database).unwrap();
    std::fs::remove_file(&database).unwrap();
    bytes
}

#[test]
fn tic_tac_toe_is_what_minimax_says() {
    for reduced in [false, true] {
        let database = Database::from_bytes(solve("tictactoe", 2, 1, reduced, Enumeration::MEMORY)).unwrap();
        assert_eq!(database.len(), if reduced { 765 } else { 5_478 });
        assert_eq!((database.header().name(), database.header().is_reduced()), ("tictactoe", reduced));
        let mut met = 0;
        let mut ply = BTreeMap::from([(0, Marks::EMPTY)]);
        while !ply.is_empty() {
            let mut next = BTreeMap::new();
            for marks in ply.into_values() {
                met += 1;
                let mut board = TicTacToe::from(marks);
                let expected =
                    i16::try_from(minimax(&mut board, 9, &|_| Score::DRAW, &mut ()).get()).unwrap();
                let key = if reduced { marks.canonical_key() } else { marks.key() };
                assert_eq!(database.probe(board.stones(), key).unwrap(), Some(expected), "{board}");
                if board.outcome().is_none() {
                    next.extend(marks.children().map(|child| (child.key(), child)));
                }
            }
            ply = next;
        }
        assert_eq!(met, 5_478);
    }
}

/// The bytes are the same, whoever writes them and with however little memory.
#[test]
fn a_database_does_not_depend_on_the_crew() {
    let bytes = solve("connect4:4x4", 1, 1, true, Enumeration::MEMORY);
    for (threads, processes) in CREWS {
        assert!(solve("connect4:4x4", threads, processes, true, 30_000) == bytes, "{threads} {processes}");
    }
}

/// Value and plies to the end of every position, by recursion over whole boards; a win is worth more the sooner it comes.
fn recurse<const W: usize, const H: usize>(
    board: ConnectFour<W, H>,
    known: &mut BTreeMap<u64, (i16, u8)>,
) -> (i16, u8) {
    match board.outcome() {
        Some(Outcome::Value(value)) => return (value, 0),
        Some(_) => return (0, 0),
        None => {}
    }
    if let Some(&found) = known.get(&board.lossless_key()) {
        return found;
    }
    let mut best: Option<(i16, u8)> = None;
    for column in ConnectFour::<W, H>::columns() {
        let mut child = board;
        if child.play(column).is_ok() {
            let (value, plies) = recurse(child, known);
            if best.is_none_or(|(best, _)| -value > best) {
                best = Some((-value, plies + 1));
            }
        }
    }
    known.insert(board.lossless_key(), best.unwrap());
    best.unwrap()
}

#[test]
fn value_and_distance_of_every_position_of_a_small_board() {
    for reduced in [false, true] {
        let database =
            Database::from_bytes(solve("connect4:4x4", 2, 1, reduced, Enumeration::MEMORY)).unwrap();
        let mut known = BTreeMap::new();
        recurse(ConnectFour::<4, 4>::new(), &mut known);
        // All positions, as each move is tried in each.
        for (&key, &(value, plies)) in &known {
            let stones = Stones::<4, 4>::decode(key);
            let board = ConnectFour::from(stones);
            let asked = if reduced { stones.canonical_key() } else { key };
            assert_eq!(database.probe(board.stones(), asked).unwrap(), Some(value), "{board}");
            assert_eq!(board.plies_to_end(value), plies, "{board}");
        }
        assert_eq!(database.len() == 161_029, !reduced);
        // Everything in it can be listed, in order.
        let plies: Vec<Vec<(u64, i16)>> =
            (0..=16).map(|ply| database.iter(ply).map(Result::unwrap).collect()).collect();
        assert!(plies.iter().all(|ply| ply.is_sorted()));
        let listed: u64 = plies.iter().map(|ply| ply.len() as u64).sum();
        assert_eq!(listed, database.len());
        assert_eq!(database.probe(3, u64::MAX).unwrap(), None);
        assert_eq!(database.probe(200, 0).unwrap(), None);
    }
}

/// Every so many-th position of the board that is left after `plies`, by the exact solver.
#[test]
fn five_by_four_is_what_the_search_says() {
    let database = Database::from_bytes(solve("connect4:5x4", 2, 1, true, 8 << 20)).unwrap();
    let (least, greatest) = ConnectFour::<5, 4>::value_range();
    let mut solver = Solver::new(Mixed(Unbounded::new()));
    let mut compared = 0;
    for ply in 0..20 {
        for (key, value) in database.iter(ply).map(Result::unwrap).step_by(997) {
            let board = ConnectFour::from(Stones::<5, 4>::from_key(key).unwrap());
            if board.outcome().is_none() {
                let found = solver.solve(ThreatBoard::from(board), least, greatest).score;
                assert_eq!(found.get(), i32::from(value), "{board}");
                compared += 1;
            }
        }
    }
    assert!(compared > 1_000, "{compared}");
}

#[test]
fn a_damaged_database_is_refused_or_an_error_and_never_a_panic() {
    let bytes = solve("connect4:4x4", 1, 1, true, Enumeration::MEMORY);
    for cut in (0..bytes.len()).step_by(1_001) {
        assert!(Database::from_bytes(&bytes[..cut]).is_err(), "{cut}");
    }
    // Changes of the header are found at once; changes further on may change answers, but nothing else.
    // 40 bytes, 32 for each of 17 plies, and the checksum.
    for place in 0..592 {
        let mut changed = bytes.clone();
        changed[place] ^= 0x41;
        assert!(Database::from_bytes(&changed).is_err(), "{place}");
    }
    for place in (592..bytes.len()).step_by(1_009) {
        let mut changed = bytes.clone();
        changed[place..].iter_mut().take(40).for_each(|byte| *byte = 0xff);
        let database = Database::from_bytes(&changed).unwrap();
        for ply in 0..=16 {
            for key in [0, 1 << 10, 1 << 19, u64::MAX] {
                let _ = database.probe(ply, key);
            }
            database.iter(ply).for_each(drop);
        }
    }
}

#[test]
fn what_is_told_on_the_way() {
    use std::sync::{Arc, Mutex};

    let (told, hear) = (Arc::new(Mutex::new(Vec::new())), Arc::new(Mutex::new(())));
    let stages = Arc::clone(&told);
    let task = SolveAll { enumeration: game("tictactoe"), database: path("told") };
    let levels = solve_all(&fleet::Hosts::local(2), &task, move |stage| {
        let _one_at_a_time = hear.lock().unwrap();
        stages.lock().unwrap().push(stage);
    })
    .unwrap();
    let found = levels.iter().map(|&level| Stage::Found(level));
    let expected: Vec<Stage> = found.chain((0..10).rev().map(|ply| Stage::Solved { ply })).collect();
    assert_eq!(*told.lock().unwrap(), expected);
    std::fs::remove_file(&task.database).unwrap();
    let nowhere = SolveAll { database: path("no").join("such").join("folder"), ..task };
    let error = solve_all(&fleet::Hosts::local(2), &nowhere, |_| {}).unwrap_err();
    assert!(matches!(error, SolveAllError::Run(RunError::Io { .. })), "{error}");
}
