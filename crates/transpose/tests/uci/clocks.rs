//! Time, and how much of it is used.

use std::time::{Duration, Instant};

use crate::{Engine, best_move_of, told};

/// What a machine busy with something else may add.
const SLACK: Duration = Duration::from_secs(2);

#[test]
fn a_fixed_time_is_kept() {
    let mut engine = Engine::start();
    engine.send("position startpos");
    for (millis, moves) in [(1, ""), (50, ""), (300, ""), (300, " searchmoves e2e4")] {
        let time = Duration::from_millis(millis);
        let begun = Instant::now();
        engine.go(&format!("go movetime {millis}{moves}"));
        assert!(begun.elapsed() < time + SLACK);
        // Used but for the overhead, and what is less than half of it is not the overhead's.
        assert!(begun.elapsed() >= time / 2, "{:?} of {time:?}", begun.elapsed());
    }
    engine.quit();
}

/// Sixty moves on 50 ms and no increment: each takes a part of what is left. What is judged is the time the search says it
/// took, since the pipe's share depends on the machine.
#[test]
fn little_time_and_no_increment_are_enough() {
    let mut engine = Engine::start();
    engine.send("position fen r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
    let begun = Instant::now();
    for _ in 0..60 {
        engine.go("go wtime 50 btime 50 winc 0 binc 0");
    }
    assert!(begun.elapsed() < Duration::from_secs(3) + SLACK, "{:?}", begun.elapsed());
    engine.quit();
}

/// Only a move without any other needs no thought, not the only one that is asked about.
#[test]
fn a_single_move_that_is_asked_about_is_thought_about() {
    let mut engine = Engine::start();
    let nodes = |lines: &[String]| told(lines, "nodes").parse::<u32>().unwrap();
    let asked = engine.go("position startpos\ngo wtime 10000 btime 10000 searchmoves e2e4");
    assert!(nodes(&asked) > 2_000, "{asked:?}");
    let forced = engine.go("position fen k7/8/1K6/8/8/8/8/7R b - - 0 1\ngo wtime 10000 btime 10000");
    assert_eq!(best_move_of(&forced), "a8b8");
    assert!(nodes(&forced) < 1_000, "{forced:?}");
    engine.quit();
}

#[test]
fn a_clock_is_shared_out_over_moves_to_come() {
    let mut engine = Engine::start();
    engine.send("position startpos");
    for clock in
        ["wtime 3000 btime 100", "wtime 3000 btime 100 movestogo 20", "wtime 1000 btime 1 winc 20 binc 0"]
    {
        let begun = Instant::now();
        engine.go(&format!("go {clock}"));
        assert!(begun.elapsed() < Duration::from_millis(1_500) + SLACK, "{clock}: {:?}", begun.elapsed());
    }
    engine.quit();
}
