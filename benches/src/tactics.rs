//! Chess positions with a proven answer, and how many of them a search solves on so many nodes.
//!
//! They are in `benches/data/tactics.epd`, a line each, made and verified by `docs/measure/tactics.py`.

use std::sync::atomic::AtomicBool;

use games::chess::{Board, Epd, Line, Move, Rules};
use search::{Depth, Player, Score, Terms};
use ttable::FullTable;

/// The file.
pub const FILE: &str = include_str!("../data/tactics.epd");

/// Size of the table, in MiB, that solves them.
pub const MIB: u64 = 16;

/// A position and its answer.
#[derive(Clone, Debug)]
pub struct Problem {
    /// What it is called: what is to be found, and a number.
    pub id: String,
    /// The position, its clocks at their beginning.
    pub board: Board,
    /// The one right move.
    pub best: Move,
    /// Moves to the mate it gives; `None` where it wins without one.
    pub mate: Option<u16>,
}

/// What a search made of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// The move it would play.
    pub best: Option<Move>,
    /// Whether that is the right one.
    pub is_solved: bool,
    /// Whether it announces the mate, at its distance; `false` where there is none.
    pub is_announced: bool,
    /// The last finished depth.
    pub depth: Depth,
}

/// How many problems were solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Solved {
    /// Wins without mate whose move was found.
    pub wins: usize,
    /// Mates whose first move was found.
    pub mates: usize,
    /// Mates that were announced at their distance, whatever the move.
    pub announced: usize,
}

/// All of them in the file's order.
///
/// # Panics
///
/// If a line of the file is wrong, which a test would have noticed.
pub fn problems() -> Vec<Problem> {
    FILE.lines().map(|line| Problem::read(line).unwrap_or_else(|| panic!("no problem: {line}"))).collect()
}

impl Problem {
    /// Reads a line of EPD with `bm`, `id` and, for a mate, `dm`.
    fn read(line: &str) -> Option<Self> {
        let epd = Epd::read(line, Rules::Standard).ok()?;
        let [best] = epd.moves("bm").ok()?[..] else { return None };
        let mate = epd.operands("dm").map(|operands| operands.first()?.parse().ok());
        let mate = if let Some(mate) = mate { Some(mate?) } else { None };
        Some(Self { id: epd.operands("id")?.first()?.clone(), board: epd.board, best, mate })
    }

    /// Thinks about it for so many nodes on one thread. The table is emptied before.
    pub fn attempt(&self, table: &mut FullTable, nodes: u64) -> Attempt {
        table.clear();
        let terms = Terms { nodes: Some(nodes), ..Terms::default() };
        let line = Line::new(self.board);
        let thought = Player::new(1).think(&*table, &line, &terms, &AtomicBool::new(false), |_| ());
        let is_announced = thought.lines.first().is_some_and(|line| self.announces(line.score));
        Attempt {
            best: thought.best,
            is_solved: thought.best == Some(self.best),
            is_announced,
            depth: thought.depth,
        }
    }

    fn announces(&self, score: Score) -> bool {
        let (Some(plies), Some(mate)) = (score.plies_to_end(), self.mate) else { return false };
        score > Score::DRAW && plies.div_ceil(2) == mate
    }
}

impl Solved {
    /// Counts an attempt.
    pub fn add(&mut self, problem: &Problem, attempt: &Attempt) {
        let solved = if problem.mate.is_some() { &mut self.mates } else { &mut self.wins };
        *solved += usize::from(attempt.is_solved);
        self.announced += usize::from(attempt.is_announced);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::mates::Prover;

    /// Lines of the file.
    const COUNT: usize = 200;

    #[test]
    fn all_positions_with_one_answer_each() {
        let problems = problems();
        assert_eq!(problems.len(), COUNT);
        let different: BTreeSet<String> = problems.iter().map(|problem| problem.board.to_string()).collect();
        assert_eq!(different.len(), COUNT, "each position once");
        for (line, problem) in FILE.lines().zip(&problems) {
            let epd = Epd::read(line, Rules::Standard).unwrap();
            assert_eq!(epd.to_string(), line, "written as it is read");
            assert!(problem.board.is_legal(problem.best) && problem.board.count_legal_moves() > 1, "{line}");
            let san = problem.board.write_san(problem.best);
            assert_eq!(epd.operands("bm"), Some(&[san][..]), "{line}");
            assert!(epd.operands("c0").is_some(), "what Stockfish said: {line}");
        }
    }

    #[test]
    fn at_least_half_are_wins_without_mate() {
        let problems = problems();
        let of_kind = |is_mate| problems.iter().filter(move |problem| problem.mate.is_some() == is_mate);
        assert!(2 * of_kind(false).count() >= COUNT);
        for (kind, is_mate) in [("win", false), ("mate", true)] {
            for (problem, number) in of_kind(is_mate).zip(1..) {
                assert_eq!(problem.id, format!("{kind} {number}"));
            }
        }
    }

    /// The mates in three each time, those that are longer in a long run: every first move, every reply, every move after it.
    #[test]
    fn no_mate_is_shorter_and_no_other_move_gives_one_as_short() {
        let longest = if std::env::var_os("TRANSPOSE_LONG").is_some() { u16::MAX } else { 3 };
        let mut proven = 0;
        for problem in problems() {
            let Some(moves) = problem.mate.filter(|&moves| moves <= longest) else { continue };
            let mut prover = Prover::new();
            let shorter = prover.first_moves(&problem.board, usize::from(moves) - 1);
            assert!(
                shorter.is_empty(),
                "{}: expected mate in {moves}, found a shorter one by {shorter:?}",
                problem.id
            );
            let first = prover.first_moves(&problem.board, moves.into());
            assert_eq!(first, [problem.best], "{}: mate in {moves}", problem.id);
            proven += 1;
        }
        assert!(proven >= 10, "expected some mates in three, found {proven}");
    }
}
