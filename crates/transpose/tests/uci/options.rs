//! What can be set.

use std::path::PathBuf;

use crate::{DEADLINE, Engine, best_move_of, told};

fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, bytes).unwrap();
    path
}

#[test]
fn it_introduces_itself_each_time_it_is_asked_to() {
    let mut engine = Engine::start();
    for _ in 0..2 {
        engine.send("uci");
        let lines = engine.until("uciok");
        let count = |start: &str| lines.iter().filter(|line| line.starts_with(start)).count();
        assert_eq!((count("id name Transpose"), count("id author "), count("uciok")), (1, 1, 1));
        for name in ["Hash", "Threads"] {
            let start = format!("option name {name} type spin default ");
            let line = lines.iter().find_map(|line| line.strip_prefix(&start)).unwrap();
            let words: Vec<&str> = line.split(' ').collect();
            let [default, "min", min, "max", max] = words[..] else { panic!("{line}") };
            let [default, min, max]: [u64; 3] = [default, min, max].map(|word| word.parse().unwrap());
            assert!(1 <= min && min <= default && default <= max, "{line}");
        }
    }
    engine.quit();
}

#[test]
fn names_in_any_case_and_blanks_of_any_kind_are_read() {
    let mut engine = Engine::start();
    engine
        .send("setoption name hash value 1\nsetoption name HASH value 2\n  setoption   name   Clear Hash  ");
    engine.send("\t isready \t\nposition startpos moves e2e4\r\ngo depth 2\r");
    assert_eq!(engine.until("readyok").len(), 1, "nothing was wrong with the options");
    let reply = best_move_of(&engine.until("bestmove "));
    assert!(reply.contains(['5', '6']), "a move of Black's: {reply}");
    engine.quit();
}

#[test]
fn a_table_the_machine_cannot_give_leaves_the_old_one() {
    let mut engine = Engine::start();
    for mib in [3_000, 1 << 20] {
        engine.send(&format!("setoption name Hash value {mib}\nisready"));
        let lines = engine.until("readyok");
        if mib == 1 << 20 {
            assert!(lines[0].starts_with("info string Hash: expected at most "), "{lines:?}");
        }
        engine.best_move("position startpos\ngo depth 5");
    }
    engine.quit();
}

#[test]
fn wrong_options_are_told_and_passed_over() {
    let mut engine = Engine::start();
    for (option, remark) in [
        ("name Hash value 0", r#"info string Hash: expected a number from 1 to 1048576, found "0""#),
        ("name Threads value many", r#"info string Threads: expected a number from 1 to 256, found "many""#),
        ("name Nonsense value 1", r#"info string expected the name of an option, found "Nonsense""#),
    ] {
        engine.send(&format!("setoption {option}"));
        assert_eq!(engine.until("info string"), [remark]);
        engine.is_ready();
    }
    engine.quit();
}

#[test]
fn several_lines_are_told_best_first_and_no_more_than_there_are_moves() {
    let mut engine = Engine::start();
    engine.send("setoption name MultiPV value 3");
    let lines = engine.go("position startpos\ngo depth 4");
    let last: Vec<(&str, &str, i32)> = lines
        .iter()
        .filter(|line| line.starts_with("info depth 4 "))
        .map(|line| {
            let line = std::slice::from_ref(line);
            (told(line, "multipv"), told(line, "pv"), told(line, "cp").parse().unwrap())
        })
        .collect();
    assert_eq!(last.iter().map(|&(rank, ..)| rank).collect::<Vec<_>>(), ["1", "2", "3"]);
    assert!(last[0].2 >= last[1].2 && last[1].2 >= last[2].2, "{last:?}");
    assert!(last[0].1 != last[1].1 && last[1].1 != last[2].1 && last[0].1 != last[2].1, "{last:?}");
    assert_eq!(best_move_of(&lines), last[0].1);
    engine.send("setoption name MultiPV value 256");
    let lines = engine.go("position fen 7k/8/5K2/8/8/8/8/Q7 b - - 0 1\ngo depth 3");
    assert!(lines.iter().all(|line| !line.contains("multipv 3")), "two moves: {lines:?}");
    engine.quit();
}

/// One entry: the key of the starting position, a move of weight 1, nothing learnt.
fn entry(key: u64, bits: u16) -> Vec<u8> {
    [&key.to_be_bytes()[..], &bits.to_be_bytes(), &1_u16.to_be_bytes(), &[0; 4]].concat()
}

#[test]
fn a_book_is_played_from_if_asked_to_and_a_corrupt_one_refused() {
    const START: u64 = 0x463b_9618_1691_fc9c;
    // a2a4: to a4 (file 0, rank 3), from a2 (file 0, rank 1).
    let a4 = entry(START, 3 << 3 | 1 << 9);
    let book = file("one_move.bin", &a4);
    let cut = file("cut.bin", &a4[..15]);
    let unsorted = file("unsorted.bin", &[a4.clone(), entry(1, 0)].concat());

    let mut engine = Engine::start();
    engine.send("setoption name OwnBook value true");
    engine.send(&format!("setoption name Book File value {}", book.display()));
    assert_eq!(engine.until("info string"), ["info string Book File: 1 entries"]);
    assert_eq!(engine.best_move("position startpos\ngo depth 3"), "a2a4");
    for (bad, why) in [
        (cut, "expected entries of 16 bytes, found 15 bytes in all"),
        (unsorted, "expected keys in ascending order, found entry 1 out of order"),
    ] {
        engine.send(&format!("setoption name Book File value {}", bad.display()));
        let remark = engine.until("info string").pop().unwrap();
        assert!(remark.ends_with(why), "{remark}");
    }
    assert_eq!(engine.best_move("go depth 3"), "a2a4", "the book there was is kept");
    assert_ne!(engine.best_move("position startpos moves e2e4\ngo depth 3"), "a2a4", "out of book");
    engine.send("setoption name Book File value <empty>");
    assert_ne!(engine.best_move("position startpos\ngo depth 3"), "a2a4");
    engine.quit();
}

/// A pipe that nobody writes to would be waited for in vain, a device has no end.
#[cfg(unix)]
#[test]
fn a_book_is_a_regular_file() {
    let pipe = file("uci.pipe", &[]);
    std::fs::remove_file(&pipe).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let mut engine = Engine::start();
    let pipe_path = pipe.display().to_string();
    for (path, found) in
        [(pipe_path.as_str(), "a pipe"), ("/dev/zero", "a device"), (env!("CARGO_TARGET_TMPDIR"), "a folder")]
    {
        engine.send(&format!("setoption name Book File value {path}"));
        let refused = format!("info string Book File: {path}: expected a regular file, found {found}");
        assert_eq!(engine.until("info string"), [refused]);
        engine.is_ready();
    }
    engine.quit();
    std::fs::remove_file(pipe).unwrap();
}

/// The table is never fuller than full, however many searches it has seen, and empty in a new game.
#[test]
fn the_tables_use_stays_within_its_whole() {
    let mut engine = Engine::start();
    engine.send("setoption name Hash value 1\nposition startpos");
    for _ in 0..crate::scale(40, 300) {
        let lines = engine.go("go depth 4");
        assert!((0..=1000).contains(&told(&lines, "hashfull").parse::<i32>().unwrap()));
    }
    let lines = engine.go("ucinewgame\ngo depth 1");
    assert!(told(&lines, "hashfull").parse::<i32>().unwrap() <= 1, "{lines:?}");
    engine.quit();
}

#[test]
fn more_threads_find_moves_too() {
    let mut engine = Engine::start();
    for threads in [4, 1, 2] {
        engine.send(&format!("setoption name Threads value {threads}"));
        engine.best_move("position startpos\ngo depth 5");
    }
    engine.send("setoption name Hash value 64\nsetoption name Threads value 4\nucinewgame\nisready");
    engine.until("readyok");
    let before = std::time::Instant::now();
    engine.quit();
    assert!(before.elapsed() < DEADLINE);
}
