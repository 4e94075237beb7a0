//! Commands that come while a search runs, and the end.

use std::time::{Duration, Instant};

use crate::{Engine, best_move_of, scale, told};

const MOMENT: Duration = Duration::from_millis(200);

#[test]
fn it_is_ready_at_once_while_it_searches_on() {
    let mut engine = Engine::start();
    engine.send("position startpos\ngo infinite");
    for _ in 0..5 {
        engine.send("isready");
        engine.until("readyok");
    }
    engine.no_best_move_within(MOMENT);
    engine.go("stop");
    engine.no_best_move_within(MOMENT);
    engine.quit();
}

#[test]
fn a_long_search_tells_which_move_it_tries() {
    let mut engine = Engine::start();
    engine.send("position fen 8/8/4k3/8/8/3KP3/8/8 w - - 0 1\ngo infinite");
    // Depth after depth, and the moves of each counted from one.
    let legal = ["d3c3", "d3c2", "d3d2", "d3e2", "d3c4", "d3d4", "d3e4", "e3e4"];
    let mut numbers = Vec::new();
    while numbers.len() < 20 {
        let line = engine.until("info depth").pop().unwrap();
        let words: Vec<&str> = line.split(' ').collect();
        if let ["info", "depth", depth, "currmove", mv, "currmovenumber", number] = words[..] {
            assert!(legal.contains(&mv), "{line}");
            numbers.push((depth.parse::<u32>().unwrap(), number.parse::<usize>().unwrap()));
        }
    }
    let follows = |[before, after]: [(u32, usize); 2]| {
        (after.0 == before.0 && after.1 == before.1 + 1) || (after.0 >= before.0 && after.1 == 1)
    };
    assert!(numbers.windows(2).all(|pair| follows([pair[0], pair[1]])), "{numbers:?}");
    assert!(numbers.iter().all(|&(_, number)| number <= legal.len()), "{numbers:?}");
    engine.go("stop");
    engine.quit();
}

#[test]
fn the_end_of_the_input_ends_it() {
    let mut engine = Engine::start();
    engine.send("uci\nisready\nposition startpos\ngo infinite");
    engine.close_input();
    let (status, _) = engine.end();
    assert_eq!(status.code(), Some(0));

    // As `quit` does: the answer comes early, and once.
    let mut engine = Engine::start();
    engine.send_bytes(b"position startpos\ngo movetime 20000");
    engine.close_input();
    let begun = Instant::now();
    let (status, lines) = engine.end();
    assert_eq!(status.code(), Some(0));
    assert!(lines.iter().filter(|line| line.starts_with("bestmove ")).count() <= 1, "{lines:?}");
    assert!(begun.elapsed() < Duration::from_secs(15));
}

#[test]
fn stop_without_a_search_says_nothing() {
    let mut engine = Engine::start();
    engine.send("uci\nstop");
    engine.until("uciok");
    engine.is_ready();
    engine.best_move("position startpos\ngo depth 1");
    engine.send("stop\nponderhit\nstop");
    engine.is_ready();
    engine.quit();
}

/// What comes during a search waits for its end; each search has its own answer.
#[test]
fn a_new_game_asked_for_during_a_search_waits_for_its_end() {
    let mut engine = Engine::start();
    engine.send(
        "position startpos\ngo infinite\nucinewgame\nposition startpos moves e2e4\ngo depth 4\nisready",
    );
    engine.until("readyok");
    engine.no_best_move_within(MOMENT);
    let first = engine.best_move("stop");
    let second = best_move_of(&engine.until("bestmove "));
    assert!(first.contains(['3', '4']) && second.contains(['5', '6']), "White's {first}, Black's {second}");
    engine.is_ready();
    engine.quit();
}

#[test]
fn pondering_lasts_until_the_move_is_played() {
    let mut engine = Engine::start();
    for limit in ["wtime 1000 btime 1000", "depth 2", "movetime 20"] {
        engine.send(&format!("position startpos moves e2e4 e7e5\ngo ponder {limit}"));
        engine.no_best_move_within(MOMENT);
        engine.go("ponderhit");
        engine.send(&format!("go ponder {limit}"));
        engine.no_best_move_within(MOMENT / 2);
        engine.go("stop");
        engine.is_ready();
    }
    // Hit at once, it thinks on the clock.
    engine.send("go ponder movetime 100\nponderhit");
    engine.until("bestmove ");
    engine.quit();
}

#[test]
fn rubbish_is_passed_over() {
    let mut engine = Engine::start();
    engine.send("foo bar\njoho isready");
    assert_eq!(engine.until("readyok").len(), 1, "what precedes a command is skipped");
    engine.send_bytes(
        b"\n\n\x00\xff\nposition\nposition fen\nposition startpos moves\ngo foo\ndebug on\nregister later\n",
    );
    engine.send("ponderhit\nisready");
    engine.until("readyok");
    engine.no_best_move_within(MOMENT);
    engine.go("stop");
    engine.is_ready();
    engine.quit();
}

#[test]
fn values_that_are_none_or_out_of_range_still_end_in_a_legal_move() {
    let mut engine = Engine::start();
    engine.send("position startpos\ngo movetime infinite\nisready");
    engine.until("readyok");
    engine.go("stop");
    for limit in [
        "depth 0",
        "depth -3",
        "nodes 0",
        "nodes -1",
        "wtime -100 btime -100",
        "movetime 0",
        "movetime -5",
        "movestogo 0 wtime 1000 btime 1000",
        "movestogo 4294967296 wtime 1 btime 1 winc 99999999999999999999",
        "btime 1000",
        "depth 1 nodes 99999999999999999999999",
    ] {
        let best = engine.best_move(&format!("go {limit}"));
        assert!(best.len() == 4 && best.contains(['3', '4']), "{limit}: {best}");
        if limit.starts_with("nodes ") {
            assert_eq!(told(&engine.said, "nodes"), "0", "{limit}");
        }
        engine.is_ready();
    }
    engine.send("go depth 99999999999");
    engine.no_best_move_within(MOMENT);
    engine.go("stop");
    engine.quit();
}

/// Every search asked for before `stop` ends by it, the ones not begun yet too.
#[test]
fn stop_ends_all_that_was_asked_for() {
    let mut engine = Engine::start();
    engine.send("position startpos");
    engine.send(&"go infinite\n".repeat(20));
    engine.send("stop\nstop");
    for _ in 0..20 {
        engine.until("bestmove ");
    }
    engine.is_ready();
    engine.quit();
}

#[test]
fn counting_and_the_bench_end_by_stop_too() {
    let mut engine = Engine::start();
    engine.send("position startpos\ngo perft 3");
    let lines = engine.until("Nodes searched: ");
    assert_eq!(lines.len(), 22);
    assert!(lines.contains(&"e2e4: 600".to_owned()));
    assert_eq!(lines.last().unwrap(), "Nodes searched: 8902");
    engine.until("");
    engine.send("go perft 12\nisready");
    engine.until("readyok");
    engine.send("stop\nbench\nisready");
    engine.until("readyok");
    engine.send("stop\nd\neval");
    assert!(engine.until("Static evaluation: ").contains(&"8 r n b q k b n r".to_owned()));
    engine.quit();
}

#[test]
fn a_count_is_as_deep_as_it_is_stated_to_be_and_no_deeper() {
    let mut engine = Engine::start();
    // Two kings in cages: a single line of moves without an end.
    engine.send("position fen 5b1k/4p1p1/4P1P1/8/8/1p1p4/1P1P4/K1B5 w - - 0 1\ngo perft 255");
    assert_eq!(engine.until("Nodes searched: "), ["a1b1: 1", "", "Nodes searched: 1"]);
    engine.until("");
    for plies in [256, 100_000, u64::MAX] {
        engine.send(&format!("go perft {plies}"));
        let refused = format!("info string go perft: expected plies from 0 to 255, found {plies}");
        assert_eq!(engine.until("info string"), [refused]);
        engine.is_ready();
    }
    engine.quit();
}

#[test]
fn quitting_ends_it_from_any_state() {
    for round in 0..scale(25, 200) {
        let mut engine = Engine::start();
        engine.send("setoption name Threads value 4\nposition startpos\ngo infinite");
        if round % 3 == 1 {
            engine.until("info depth 1 ");
        }
        engine.send(if round % 2 == 0 { "quit" } else { "stop\nstop\nquit" });
        let begun = Instant::now();
        let (status, lines) = engine.end();
        assert_eq!(status.code(), Some(0));
        assert!(lines.iter().filter(|line| line.starts_with("bestmove ")).count() <= 1, "{lines:?}");
        assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    }
}

/// The bound is for busy machines: the time itself is measured elsewhere.
#[test]
fn stop_is_heard_soon_at_any_table_size() {
    let mut engine = Engine::start();
    for mib in [1, 16, 1_024] {
        engine.send(&format!("setoption name Hash value {mib}\nposition startpos\ngo infinite"));
        engine.until("info depth 4 ");
        let begun = Instant::now();
        engine.go("stop");
        assert!(begun.elapsed() < Duration::from_secs(2), "{:?} with {mib} MiB", begun.elapsed());
    }
    engine.quit();
}
