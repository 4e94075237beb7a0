//! Lines of the protocol, as the engine says them.

use std::fmt::Write as _;
use std::io::{self, Write as _};

use games::chess::{Board, Move, Rules};
use search::Bound;

use crate::engine::{Found, Trying, Variation, per_second, score_text};

/// Says a line at once. Where nobody listens any more there is nobody to tell.
pub(super) fn say(line: &str) {
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

/// Says lines at once, with none of another thread between them.
pub(super) fn say_all(lines: impl IntoIterator<Item = String>) {
    let lines: Vec<String> = lines.into_iter().collect();
    say(&lines.join("\n"));
}

/// Tells people something.
pub(super) fn remark(text: &impl std::fmt::Display) {
    // A line is a line, whatever was quoted.
    say(&format!("info string {text}").replace(['\n', '\r'], " "));
}

/// `info` with all that is known of a variation from `board` on.
pub(super) fn info(variation: &Variation, several: bool, board: &Board, rules: Rules) -> String {
    let Variation { rank, depth, longest, score, bound, nodes, time, table_use, line } = variation;
    let mut text = format!("info depth {depth} seldepth {longest}");
    if several {
        append(&mut text, format_args!(" multipv {rank}"));
    }
    let bound = match bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    append(
        &mut text,
        format_args!(
            " score {}{bound} nodes {nodes} nps {} hashfull {table_use} time {}",
            score_text(*score),
            per_second(*nodes, *time),
            time.as_millis()
        ),
    );
    for (index, mv) in moves(line, board, rules).iter().enumerate() {
        append(&mut text, format_args!("{} {mv}", if index == 0 { " pv" } else { "" }));
    }
    text
}

/// `info` with the move that is being tried.
pub(super) fn trying(trying: &Trying, board: &Board, rules: Rules) -> String {
    let Trying { depth, mv, number, .. } = *trying;
    format!("info depth {depth} currmove {} currmovenumber {number}", board.write_uci(mv, rules))
}

/// `bestmove`, with the reply expected where one is known.
pub(super) fn best_move(found: &Found, board: &Board, rules: Rules) -> String {
    match &moves(&found.best.line, board, rules)[..] {
        [] => NO_MOVE.to_owned(),
        [best] => format!("bestmove {best}"),
        [best, reply, ..] => format!("bestmove {best} ponder {reply}"),
    }
}

/// The answer where there is no legal move.
pub(super) const NO_MOVE: &str = "bestmove (none)";

/// The texts of moves played one after the other.
fn moves(line: &[Move], board: &Board, rules: Rules) -> Vec<String> {
    let mut board = *board;
    line.iter()
        .map(|&mv| {
            let text = board.write_uci(mv, rules);
            board.make(mv);
            text
        })
        .collect()
}

fn append(text: &mut String, more: std::fmt::Arguments<'_>) {
    // Writing to a string does not fail.
    let _ = text.write_fmt(more);
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::Score;
    use std::time::Duration;

    fn variation(board: &Board, texts: &[&str]) -> Variation {
        let mut after = *board;
        let mut line = Vec::new();
        for text in texts {
            let mv = after.read_uci(text).unwrap();
            after.make(mv);
            line.push(mv);
        }
        Variation {
            rank: 2,
            depth: 7,
            longest: 12,
            score: Score::plain(-34),
            bound: Bound::Exact,
            nodes: 5_000,
            time: Duration::from_millis(20),
            table_use: 3,
            line,
        }
    }

    #[test]
    fn an_info_line_says_all_there_is_to_say() {
        let board = Board::start();
        let told = variation(&board, &["e2e4", "e7e5"]);
        assert_eq!(
            info(&told, true, &board, Rules::Standard),
            "info depth 7 seldepth 12 multipv 2 score cp -34 nodes 5000 nps 250000 hashfull 3 time 20 pv e2e4 e7e5"
        );
        assert!(!info(&told, false, &board, Rules::Standard).contains("multipv"));
        let limit = Variation { bound: Bound::Lower, line: Vec::new(), ..told };
        assert_eq!(
            info(&limit, false, &board, Rules::Standard),
            "info depth 7 seldepth 12 score cp -34 lowerbound nodes 5000 nps 250000 hashfull 3 time 20"
        );
    }

    #[test]
    fn a_move_is_told_with_its_number() {
        let board = Board::start();
        let mv = board.read_uci("g1f3").unwrap();
        let told = Trying { depth: 12, mv, number: 3, time: Duration::ZERO };
        assert_eq!(trying(&told, &board, Rules::Standard), "info depth 12 currmove g1f3 currmovenumber 3");
    }

    #[test]
    fn castling_is_written_by_the_rules_played() {
        let board: Board = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1".parse().unwrap();
        let best = variation(&board, &["e1g1", "e8c8"]);
        let found = Found { best, nodes: 1, time: Duration::ZERO };
        assert_eq!(best_move(&found, &board, Rules::Standard), "bestmove e1g1 ponder e8c8");
        assert_eq!(best_move(&found, &board, Rules::Chess960), "bestmove e1h1 ponder e8a8");
    }
}
