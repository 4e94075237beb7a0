//! Answers about positions of one board.

use std::convert::Infallible;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use games::connect_four::{Bits, ConnectK, PositionError};
use search::{Busy, Game, Score, Solver, StopFlag, Stopped, Table, race};

/// What is asked of a position: its exact score, and more if told so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// Only who wins: all scores are 1, 0 or −1.
    pub weak: bool,
    /// The score of each column too.
    pub columns: bool,
    /// A line of best play too. It follows exact scores, so with `weak` there is none.
    pub line: bool,
}

/// What is known of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// For the side to move, as [`games::connect_four`] counts.
    pub score: Score,
    /// Entered by all threads for this position.
    pub nodes: u64,
    /// The score for the side to move of playing each column, left to right, `None` where it cannot be played.
    pub columns: Option<Vec<Option<Score>>>,
    /// The columns of a line of best play to the end of the game.
    pub line: Option<String>,
}

/// Answers positions of a board that the caller need not know. One solver serves all threads.
pub trait Solve: Sync {
    /// Answers a position, written as the columns played, on so many threads. Those but the first are only company: whatever
    /// their number, the answer but for its nodes is the same.
    ///
    /// # Errors
    ///
    /// [`PositionError`] if the text is no position of the board.
    fn solve(&self, text: &str, question: Question, threads: usize) -> Result<Answer, PositionError>;
}

/// What is known of a position without search.
type Known<const W: usize, const H: usize, const K: usize, B> =
    Box<dyn Fn(&ConnectK<W, H, K, B>) -> Option<i16> + Sync>;

/// Answers positions of a `W`×`H` board over one table.
pub struct BoardSolver<T, const W: usize, const H: usize, const K: usize, B> {
    table: T,
    known: Option<Known<W, H, K, B>>,
}

impl<T, const W: usize, const H: usize, const K: usize, B> BoardSolver<T, W, H, K, B> {
    /// A solver over the table, as [`ConnectK::solve`] takes one.
    pub const fn new(table: T) -> Self {
        Self { table, known: None }
    }

    /// The same, with what is known of some positions: their exact score for the side to move.
    #[must_use]
    pub fn with_known(self, known: impl Fn(&ConnectK<W, H, K, B>) -> Option<i16> + Sync + 'static) -> Self {
        Self { known: Some(Box::new(known)), ..self }
    }
}

impl<T: fmt::Debug, const W: usize, const H: usize, const K: usize, B> fmt::Debug
    for BoardSolver<T, W, H, K, B>
{
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = formatter.debug_struct("BoardSolver");
        fields.field("table", &self.table).field("is_something_known", &self.known.is_some()).finish()
    }
}

impl<T: Table + Sync, const W: usize, const H: usize, const K: usize, B: Bits> BoardSolver<T, W, H, K, B> {
    fn answer(&self, board: &ConnectK<W, H, K, B>, question: Question, threads: usize) -> Answer {
        let nodes = AtomicU64::new(0);
        let ask = |board: &ConnectK<W, H, K, B>, lower, upper| -> Result<Score, Stopped> {
            Ok(self.ask(board, threads, lower, upper, &nodes))
        };
        let (least, greatest) = range::<W, H, K, B>(question);
        let answer = || -> Result<_, Stopped> {
            let score = ask(board, least, greatest)?;
            let columns = question.columns.then(|| board.column_scores(score, least, ask)).transpose()?;
            let line = question.line && !question.weak;
            let line = line.then(|| board.best_line(score, ask)).transpose()?;
            Ok((score, columns, line))
        };
        // Nothing stops a race but an answer.
        let (score, columns, line) = answer().unwrap_or((Score::DRAW, None, None));
        let told = |score: Score| if question.weak { Score::plain(score.get().signum()) } else { score };
        Answer {
            score: told(score),
            nodes: nodes.into_inner(),
            columns: columns.map(|scores| scores.into_iter().map(|score| score.map(told)).collect()),
            line: line.map(|columns| columns.iter().map(ToString::to_string).collect()),
        }
    }

    /// The value within `lower..=upper` for the side to move; adds the nodes of all threads to `nodes`.
    ///
    /// All threads share what they store and leave each other the nodes that one of them is in.
    fn ask(
        &self,
        board: &ConnectK<W, H, K, B>,
        threads: usize,
        lower: Score,
        upper: Score,
        nodes: &AtomicU64,
    ) -> Score {
        if let Some(value) = self.known.as_ref().and_then(|known| known(board)) {
            return Score::plain(value.into());
        }
        if threads <= 1 {
            let mut solver = Solver::new(&self.table);
            let score: Result<_, Infallible> = board.ask(&mut solver, lower, upper);
            nodes.fetch_add(solver.nodes(), Ordering::Relaxed);
            let Ok(score) = score;
            return score;
        }
        let busy = Busy::new();
        let search = |_: usize, decided: &AtomicBool| {
            let mut solver = Solver::new(&self.table).with_company(&busy).with_limit(StopFlag(decided));
            let score = board.ask(&mut solver, lower, upper);
            nodes.fetch_add(solver.nodes(), Ordering::Relaxed);
            score.ok()
        };
        // Behind a pointer, so that threads are compiled once and not for each board. The flag is raised by a thread that has
        // the answer, so there is one.
        let search: &(dyn Fn(usize, &AtomicBool) -> Option<Score> + Sync) = &search;
        race(threads, search).unwrap_or(Score::DRAW)
    }
}

impl<T: Table + Sync, const W: usize, const H: usize, const K: usize, B: Bits> Solve
    for BoardSolver<T, W, H, K, B>
{
    fn solve(&self, text: &str, question: Question, threads: usize) -> Result<Answer, PositionError> {
        let board: ConnectK<W, H, K, B> = text.parse()?;
        // Where the game is over there is nothing to share.
        Ok(self.answer(&board, question, if board.outcome().is_some() { 1 } else { threads }))
    }
}

/// The values that are told apart: all, or with `weak` who wins.
fn range<const W: usize, const H: usize, const K: usize, B: Bits>(question: Question) -> (Score, Score) {
    if question.weak { (Score::plain(-1), Score::plain(1)) } else { ConnectK::<W, H, K, B>::value_range() }
}
