//! Questions to the exact solver, one call each.

use std::convert::Infallible;

use search::{Company, Game, Limit, Observer, Score, Solution, Solver, Table};

use super::bits::Bits;
use super::{Column, ConnectK, ThreatBoard};

impl<const W: usize, const H: usize, const K: usize, B: Bits> ConnectK<W, H, K, B> {
    /// The exact score for the side to move, and the nodes it took.
    ///
    /// Keys are lossless and not mixed. Wrap a table that does not mix its keys in [`search::Mixed`].
    ///
    /// ```
    /// use games::connect_four::ConnectFour;
    /// use search::{Mixed, Unbounded};
    ///
    /// let board: ConnectFour = "55466554422442623".parse()?;
    /// let solution = board.solve(Mixed(Unbounded::new()));
    /// assert_eq!(solution.score.get(), 0);
    /// # Ok::<(), games::connect_four::PositionError>(())
    /// ```
    pub fn solve(&self, table: impl Table) -> Solution {
        let (least, greatest) = Self::value_range();
        self.solve_within(table, least, greatest)
    }

    /// Who wins, as a score of 1, 0 or −1 for the side to move, and the nodes it took: often far fewer than the exact score
    /// takes. Tables as for [`solve`](Self::solve).
    pub fn solve_weakly(&self, table: impl Table) -> Solution {
        let Solution { score, nodes } = self.solve_within(table, Score::plain(-1), Score::plain(1));
        Solution { score: Score::plain(score.get().signum()), nodes }
    }

    fn solve_within(&self, table: impl Table, lower: Score, upper: Score) -> Solution {
        let mut solver = Solver::new(table);
        let score: Result<_, Infallible> = self.ask(&mut solver, lower, upper);
        let Ok(score) = score;
        Solution { score, nodes: solver.nodes() }
    }

    /// The value for the side to move within `lower..=upper`, as [`Solver::try_solve`] gives it; of a game that is over, its
    /// outcome.
    ///
    /// # Errors
    ///
    /// The limit's reason, if it was reached first.
    pub fn ask<T: Table, O: Observer, L: Limit, C: Company>(
        &self,
        solver: &mut Solver<T, O, L, C>,
        lower: Score,
        upper: Score,
    ) -> Result<Score, L::Reason> {
        match self.outcome() {
            Some(outcome) => Ok(outcome.score(0)),
            None => Ok(solver.try_solve(ThreatBoard::from(*self), lower, upper)?.score),
        }
    }

    /// The score for the side to move of playing each column, left to right; `None` where it cannot be played.
    ///
    /// `score` is the position's own, exact or weak as [`value_range`](Self::value_range) or −1 and 1 bound it: no column
    /// has a greater one. `ask` answers as [`ask`](Self::ask) does, over one table best of all. A column whose mirror image
    /// leads to the same position is asked about once.
    ///
    /// ```
    /// use games::connect_four::ConnectFour;
    /// use search::{Mixed, Score, Solver, Unbounded};
    ///
    /// let board: ConnectFour = "55466554422442623".parse()?;
    /// let mut solver = Solver::new(Mixed(Unbounded::new()));
    /// let (least, _) = ConnectFour::<7, 6>::value_range();
    /// let Ok(scores) = board.column_scores(Score::DRAW, least, |child, lower, upper| child.ask(&mut solver, lower, upper));
    /// assert_eq!(scores.map(|score| score.map(Score::get)), [-4, 0, -4, -4, 0, -7, -12].map(Some));
    /// # Ok::<(), games::connect_four::PositionError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// What `ask` says.
    pub fn column_scores<E>(
        &self,
        score: Score,
        least: Score,
        mut ask: impl FnMut(&Self, Score, Score) -> Result<Score, E>,
    ) -> Result<[Option<Score>; W], E> {
        let mut scores = [None; W];
        let mut asked: Vec<(B, Score)> = Vec::with_capacity(W);
        for column in Self::from_the_centre() {
            let Some(child) = self.after(column) else { continue };
            let key = child.canonical_key();
            let known = asked.iter().find(|(other, _)| *other == key);
            let score = match known {
                Some(&(_, score)) => score,
                None => -ask(&child, -score, -least)?,
            };
            asked.push((key, score));
            scores[column.index()] = Some(score);
        }
        Ok(scores)
    }

    /// The columns of one line of best play to the end of the game, empty if it is over.
    ///
    /// `score` is the position's own exact score; `ask` answers as [`ask`](Self::ask) does. Of moves equally good the one
    /// nearest to the centre is played, the left one of two.
    ///
    /// ```
    /// use games::connect_four::ConnectFour;
    /// use search::{Mixed, Score, Solver, Unbounded};
    ///
    /// let board: ConnectFour = "121212".parse()?;
    /// let mut solver = Solver::new(Mixed(Unbounded::new()));
    /// let Ok(line) = board.best_line(Score::plain(18), |child, lower, upper| child.ask(&mut solver, lower, upper));
    /// assert_eq!(line.iter().map(ToString::to_string).collect::<String>(), "1");
    /// # Ok::<(), games::connect_four::PositionError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// What `ask` says.
    pub fn best_line<E>(
        &self,
        mut score: Score,
        mut ask: impl FnMut(&Self, Score, Score) -> Result<Score, E>,
    ) -> Result<Vec<Column>, E> {
        let (mut board, mut line) = (*self, Vec::new());
        while board.outcome().is_none() {
            let mut best = None;
            for column in Self::from_the_centre() {
                let Some(child) = board.after(column) else { continue };
                // No child is worth less to its mover than this, and the best ones are worth no more.
                if ask(&child, -score, (-score).succ())? <= -score {
                    best = Some((column, child));
                    break;
                }
            }
            let Some((column, child)) = best else { break };
            line.push(column);
            (board, score) = (child, -score);
        }
        Ok(line)
    }

    /// The columns, those nearest to the centre first.
    fn from_the_centre() -> impl Iterator<Item = Column> {
        let mut columns: [usize; W] = std::array::from_fn(|column| column);
        columns.sort_by_key(|column| (2 * column + 1).abs_diff(W));
        columns.into_iter().map(Column::from_index)
    }

    /// The position after a column is played, if it can be.
    fn after(&self, column: Column) -> Option<Self> {
        let mut child = *self;
        child.play(column).ok().map(|()| child)
    }
}
