//! Positions and moves, right and wrong, and the answers to them.

use std::time::Duration;

use crate::{Engine, best_move_of, told};

const NO_MOVE: &str = "(none)";

#[test]
fn checkmate_and_stalemate_have_no_best_move() {
    let mut engine = Engine::start();
    let mate =
        engine.go("position fen 5k2/5r2/1p3QBp/2b4P/5P2/5K2/P5P1/8 w - - 6 54 moves f6f7\ngo depth 12");
    assert_eq!(mate, ["info depth 0 score mate 0", "bestmove (none)"]);
    engine.is_ready();
    let stalemate = engine.go("position fen 8/8/8/8/8/6k1/6p1/6K1 w - - 0 1\ngo depth 5");
    assert_eq!(stalemate, ["info depth 0 score cp 0", "bestmove (none)"]);
    engine.is_ready();
    engine.quit();
}

#[test]
fn mated_and_searching_without_end_it_waits() {
    let mut engine = Engine::start();
    engine.send("position startpos moves f2f3 e7e5 g2g4 d8h4\ngo infinite");
    engine.no_best_move_within(Duration::from_millis(300));
    assert_eq!(engine.best_move("stop"), NO_MOVE);
    engine.quit();
}

/// A mate is known at once, a draw at any depth: neither ends a search without end.
#[test]
fn nothing_but_stop_ends_a_search_without_end() {
    for (fen, moves) in [
        ("7k/8/5K2/8/8/8/8/Q7 w - - 0 1", None),
        ("8/5kR1/8/3K4/8/8/8/8 b - - 0 143", Some(["f7f8", "f7e8", "f7g7", "f7f6"])),
    ] {
        let mut engine = Engine::start();
        engine.send(&format!("position fen {fen}\ngo infinite"));
        engine.no_best_move_within(Duration::from_millis(400));
        let best = engine.best_move("stop");
        assert!(moves.is_none_or(|moves| moves.contains(&best.as_str())), "{best}");
        engine.quit();
    }
}

#[test]
fn only_moves_asked_for_are_searched() {
    let mut engine = Engine::start();
    let all = engine.best_move("position startpos\ngo depth 3 searchmoves e2e5");
    assert_eq!(all.len(), 4, "an illegal move restricts nothing: {all}");
    engine.is_ready();
    let lines = engine.go("go depth 5 searchmoves a2a3 h2h3");
    assert!(["a2a3", "h2h3"].contains(&best_move_of(&lines).as_str()), "{lines:?}");
    assert!(["a2a3", "h2h3"].contains(&told(&lines, "pv")));
    engine.quit();
}

#[test]
fn a_single_legal_move_is_told_with_a_score_and_a_line() {
    let mut engine = Engine::start();
    let position = "position startpos moves h2h4 e7e5 h4h5 d7d5 h5h6 g8h6 g2g4 h6g4 f2f4 f8e7 f4e5 e7h4";
    for limit in ["nodes 1000", "wtime 1000 btime 1000", "movetime 30"] {
        let lines = engine.go(&format!("{position}\ngo {limit}"));
        assert_eq!((best_move_of(&lines).as_str(), told(&lines, "pv")), ("h1h4", "h1h4"));
        assert!(["cp", "mate"].contains(&told(&lines, "score")));
    }
    engine.quit();
}

/// Where quiescence alone takes more nodes than there are to spend.
#[test]
fn a_search_too_short_for_one_iteration_still_tells_of_a_line() {
    let mut engine = Engine::start();
    // Five fields: the number of the move is missing.
    let position = "position fen 1q2B2q/2q1B1q1/3qkq2/qrr1rRRQ/3QKQ2/2Q3Q1/1Q2n2Q/Q3n3 w - - 10";
    for limit in ["nodes 1000", "wtime 1 btime 1", "nodes 1"] {
        let lines = engine.go(&format!("{position}\ngo {limit}"));
        assert!(["f5e5", "f4e5", "d4e5"].contains(&best_move_of(&lines).as_str()), "{lines:?}");
        assert_eq!(told(&lines, "pv"), best_move_of(&lines));
        assert!(["cp", "mate"].contains(&told(&lines, "score")));
    }
    engine.quit();
}

#[test]
fn promotions_are_written_small_and_read_either_way() {
    let mut engine = Engine::start();
    let lines = engine.go("position fen 1B6/p5p1/N4p2/1P6/2p1k3/8/P2R1p2/7K b - - 1 40\ngo depth 6");
    assert!(lines.iter().all(|line| !line.contains("f2f1Q")), "{lines:?}");
    assert!(best_move_of(&lines).starts_with("f2f1"), "{lines:?}");
    engine.send("position fen 8/P6k/8/8/8/8/8/K7 w - - 0 1 moves a7a8Q");
    assert_eq!(engine.fen(), "Q7/7k/8/8/8/8/8/K7 b - - 0 1");
    engine.quit();
}

#[test]
fn castling_is_the_kings_two_steps_unless_chess960_is_played() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R";
    for (side, moves) in
        [("w", [("e1g1", "e1h1"), ("e1c1", "e1a1")]), ("b", [("e8g8", "e8h8"), ("e8c8", "e8a8")])]
    {
        for (standard, by_rook) in moves {
            let mut engine = Engine::start();
            let position = format!("position fen {fen} {side} KQkq - 0 1");
            assert_eq!(engine.best_move(&format!("{position}\ngo depth 2 searchmoves {standard}")), standard);
            // The king taking its rook is read in standard chess too, as castling.
            assert_eq!(engine.best_move(&format!("go depth 2 searchmoves {by_rook}")), standard);
            engine.send(&format!("{position} moves {by_rook}"));
            let after = engine.fen();
            engine.send(&format!("{position} moves {standard}"));
            assert_eq!(engine.fen(), after);
            engine.send(&format!("setoption name UCI_Chess960 value true\n{position}"));
            assert_eq!(engine.best_move(&format!("go depth 2 searchmoves {by_rook}")), by_rook);
            engine.quit();
        }
    }
}

#[test]
fn a_wrong_position_leaves_the_old_one() {
    let mut engine = Engine::start();
    engine.send("position fen 4k3/8/8/8/8/8/8/4K2R w - - 0 1");
    let before = engine.fen();
    for wrong in ["blah", "startpos", "jsdhfksdjfhl", "8/8/8/8/8/8/8/8 w - - 0 1", ""] {
        engine.send(&format!("position fen {wrong}"));
        assert_eq!(engine.fen(), before, "{wrong}");
        engine.is_ready();
    }
    engine.quit();
}

/// A game that went on after mate: what follows the mate is not played.
#[test]
fn moves_are_played_up_to_the_first_that_is_illegal() {
    let mut engine = Engine::start();
    let moves = "b2b3 e7e5 c1b2 b8c6 d1c1 g8f6 e2e3 d7d5 f1e2 e5e4 e2b5 c8d7 b2a3 f8a3 c1a3 a7a6 b5c6 d7c6 \
                 a3b2 e8g8 b2d4 b7b6 d4c3 c6d7 c3e5 f8e8 e5g5 h7h6 g5h4 e8e5 h4f4 e5f5 f4h4 f5h5 h4f4 h5f5 \
                 f4h4 f5g5 e1f1 d7b5 c2c4 d5c4 b1a3 c4b3 a3b5 d8d3 f1e1 b3b2 a1d1 g5b5 a2a4 b2b1q g1e2 b1d1 \
                 e1d1 b5b2 d1e1 b2d2 e2c3 d3c3 h4g4 f6g4 e1f1 c3c1 c3c1";
    let lines =
        engine.go(&format!("position startpos moves {moves}\ngo wtime 64910 btime 122300 winc 0 binc 0"));
    assert_eq!(best_move_of(&lines), NO_MOVE);
    assert!(lines[0].starts_with("info string position: move 65: c3c1 is not legal in "), "{lines:?}");
    engine.is_ready();
    engine.quit();
}

#[test]
fn games_of_any_length_are_followed() {
    let mut engine = Engine::start();
    for rounds in [150, 750] {
        let moves = " g1f3 g8f6 f3g1 f6g8".repeat(rounds);
        let best = engine.best_move(&format!("position startpos moves{moves}\ngo depth 3"));
        assert_eq!(best.len(), 4, "{best}");
    }
    engine.quit();
}

#[test]
fn a_mate_asked_for_is_found_and_ends_the_search() {
    let mut engine = Engine::start();
    let position = "position fen r5rk/pp1np1bn/2pp2q1/3P1bN1/2P1N2Q/1P6/PB2PPBP/3R1RK1 w - - 0 1";
    let lines = engine.go(&format!("{position}\ngo mate 2"));
    assert_eq!((best_move_of(&lines).as_str(), told(&lines, "mate")), ("h4h7", "2"));
    // Without a number there is no limit.
    engine.send("go mate");
    engine.is_ready_after("info depth 1 ");
    engine.go("stop");
    engine.quit();
}

/// Mate in five, found alike twice.
#[test]
fn a_new_game_begins_as_the_first_did() {
    let mut engine = Engine::start();
    let game = "ucinewgame\nposition fen 8/4k3/B7/4K2R/8/8/8/8 w - - 0 1\ngo depth 14";
    let first = timeless(&engine.go(game));
    assert!(["h5h7", "a6b5"].contains(&best_move_of(&first).as_str()), "{first:?}");
    assert_eq!(told(&first, "mate"), "5");
    assert_eq!(timeless(&engine.go(game)), first);
    engine.quit();
}

#[test]
fn two_games_in_one_process_and_one_in_another_are_the_same() {
    let play = |engine: &mut Engine| {
        engine.send("ucinewgame\nposition startpos");
        let first = engine.go("go nodes 8000");
        let second = engine.go("position startpos moves e2e4 e7e6\ngo nodes 8000");
        (timeless(&first), timeless(&second))
    };
    let mut engine = Engine::start();
    let game = play(&mut engine);
    assert_eq!(play(&mut engine), game);
    assert_eq!(play(&mut Engine::start()), game);
    engine.quit();
}

/// The lines without what depends on the machine's speed.
fn timeless(lines: &[String]) -> Vec<String> {
    let without = |line: &String| {
        let mut words: Vec<&str> = line.split(' ').collect();
        for timed in ["nps", "time"] {
            if let Some(at) = words.iter().position(|&word| word == timed) {
                words.drain(at..at + 2);
            }
        }
        words.join(" ")
    };
    lines.iter().map(without).collect()
}

impl Engine {
    /// The position, as `d` shows it.
    #[track_caller]
    fn fen(&mut self) -> String {
        self.send("d");
        let lines = self.until("Checkers:");
        lines.iter().find_map(|line| line.strip_prefix("Fen: ")).unwrap().to_owned()
    }

    /// Reads up to a line that starts so; then it is ready.
    #[track_caller]
    fn is_ready_after(&mut self, start: &str) {
        self.until(start);
        self.send("isready");
        self.until("readyok");
    }
}
