//! Exact solving of games whose positions are copied: forced replies are played before the recursion, the table is
//! probed for every child before any is searched.
//!
//! This is what fast solvers of single games do by hand, for any game that implements [`Resolve`]. A node goes through
//! these steps: *resolve* each child (play its forced replies, take its value or its limits if they answer), *probe* the table for the
//! children still open, *search* what is left, best rank first, *store* the result. Windows are null windows:
//! the question at a node is whether its value is greater than one number.

use std::convert::Infallible;

use ttable::{Bound, Entry, Table};

use crate::negamax::answers;
use crate::solve::question as middle;
use crate::{Limit, List, Null, Observer, Ply, Score, Window};

/// A position that is cheap to copy and knows its forced replies. Its value depends on it alone.
pub trait Resolve: Copy {
    /// A move.
    type Move: Copy;
    /// A list long enough for the moves of any position.
    type List<T: Copy>: List<T>;

    /// The position's key: equal only for positions of equal value, the side to move included. It need not be mixed if the
    /// table mixes its keys; wrap one that does not in [`Mixed`](crate::Mixed).
    fn key(&self) -> u64;

    /// Plays forced replies, none or many, until there is a choice or the value is known.
    fn resolve(self) -> Resolved<Self>;

    /// Limits of the value for the side to move, known without search. Asked of positions with a choice only.
    fn known_range(&self) -> (i16, i16);

    /// Limits of the value that tell whether it is greater than `alpha`, where [`known_range`](Resolve::known_range) does;
    /// what only matters to other questions may be left out. The same limits, unless a game can save work.
    #[inline]
    fn limits(&self, alpha: i16) -> (i16, i16) {
        let _ = alpha;
        self.known_range()
    }

    /// Appends the moves worth searching. A move may be left out only if a listed one is at least as good; where all are
    /// equally bad, one is listed. Asked of positions with a choice only.
    fn candidates(&self, moves: &mut Self::List<Self::Move>);

    /// The position after a move.
    #[must_use]
    fn after(&self, mv: Self::Move) -> Self;

    /// Where to ask next of a value within `lower..=upper`, `lower < upper`: whether it is greater than the answer, which is
    /// one of `lower..upper`; any other is taken for the nearest of them.
    ///
    /// The middle, unless a game knows that some questions cost less than others.
    #[inline]
    fn question(lower: Score, upper: Score) -> Score {
        middle(lower, upper)
    }

    /// How promising it is that `mv` leads to `after`: greater is searched earlier, equal ones in the order listed.
    fn rank(&self, mv: Self::Move, after: &Self) -> i32;
}

/// Where forced replies lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resolved<P> {
    /// To a known value, for the side that was to move before them.
    Value(i16),
    /// To a position with a choice for the side that was to move before them.
    Same(P),
    /// To a position with a choice for the other side.
    Other(P),
}

/// The exact solver. Made by [`Solver::new`] and the `with_` methods, as a [`Search`](crate::Search) is.
///
/// Its observer counts plies by recursions, forced replies left out, and hears of a fail-high only where a child was searched
/// for it: those by a resolved child or by the table show as nodes without.
#[derive(Debug)]
pub struct Solver<T, O = (), L: Limit = ()> {
    table: T,
    observer: O,
    limit: L,
    salt: u64,
    nodes: u64,
    stopped: Option<L::Reason>,
}

/// What a solver found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The value for the side to move.
    pub score: Score,
    /// Nodes entered; 0 where the value was known without search.
    pub nodes: u64,
}

impl<T: Table> Solver<T> {
    /// A solver over `table`, which may be a reference to a shared one.
    pub const fn new(table: T) -> Self {
        Self { table, observer: (), limit: (), salt: 0, nodes: 0, stopped: None }
    }
}

impl<T, O, L: Limit> Solver<T, O, L> {
    /// The same solver, reporting to `observer`.
    pub fn with_observer<N: Observer>(self, observer: N) -> Solver<T, N, L> {
        let Self { table, limit, salt, nodes, stopped, .. } = self;
        Solver { table, observer, limit, salt, nodes, stopped }
    }

    /// The same solver, ended by `limit`, which counts all its nodes from its making on.
    pub fn with_limit<M: Limit>(self, limit: M) -> Solver<T, O, M> {
        let Self { table, observer, salt, nodes, .. } = self;
        Solver { table, observer, limit, salt, nodes, stopped: None }
    }

    /// The same solver with moves of equal rank in another order, so that threads that share a table part ways. 0 keeps the
    /// order listed.
    #[must_use]
    pub fn with_salt(self, salt: u64) -> Self {
        Self { salt, ..self }
    }

    /// Nodes entered so far, those of stopped runs included.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }
}

impl<T: Table, O: Observer> Solver<T, O, ()> {
    /// The value of `root` within `lower..=upper`, as [`Solver::try_solve`] gives it, without a limit.
    pub fn solve<P: Resolve>(&mut self, root: P, lower: Score, upper: Score) -> Solution {
        let solution: Result<_, Infallible> = self.try_solve(root, lower, upper);
        let Ok(solution) = solution;
        solution
    }
}

impl<T: Table, O: Observer, L: Limit> Solver<T, O, L> {
    /// The value of `root` within `lower..=upper`, by null windows where [`Resolve::question`] says.
    ///
    /// A value below `lower` is answered by a number that is no greater than `lower`, one above `upper` by one that is no less than
    /// `upper`: on the right side, but not exact. So with −1 and 1 the answer's sign says who wins.
    /// Where `lower` is greater than `upper` nothing is asked and the answer means nothing.
    ///
    /// # Errors
    ///
    /// The limit's reason, if it was reached first.
    pub fn try_solve<P: Resolve>(
        &mut self,
        root: P,
        lower: Score,
        upper: Score,
    ) -> Result<Solution, L::Reason> {
        let before = self.nodes;
        let score = match root.resolve() {
            Resolved::Value(value) => Score::plain(value.into()),
            Resolved::Same(position) => self.bisect(&position, lower, upper)?,
            Resolved::Other(position) => -self.bisect(&position, -upper, -lower)?,
        };
        Ok(Solution { score, nodes: self.nodes - before })
    }

    /// The value of a position with a choice.
    fn bisect<P: Resolve>(&mut self, position: &P, lower: Score, upper: Score) -> Result<Score, L::Reason> {
        let (least, greatest) = known_range(position);
        let (mut lower, mut upper) = (lower.max(least), upper.min(greatest));
        let handle = self.table.locate(position.key());
        while lower < upper {
            let window = Null::above(P::question(lower, upper).max(lower).min(upper.pred()));
            let score = match self.probe(handle, window) {
                Some(score) => score,
                None => self.visit(position, handle, 0, window),
            };
            if let Some(reason) = self.stopped.take() {
                return Err(reason);
            }
            if score > window.alpha() { lower = score } else { upper = score }
        }
        Ok(lower)
    }

    /// A bound of the value of `position`, which has a choice, on the side of the window where it lies.
    fn visit<P: Resolve>(&mut self, position: &P, handle: T::Handle, ply: Ply, window: Null) -> Score {
        let entered = self.nodes;
        self.nodes += 1;
        self.observer.node(ply);
        self.stopped = self.limit.reached(self.nodes);
        if self.stopped.is_some() {
            return Score::DRAW;
        }
        let mut open = Open { best: Score::MIN, children: P::List::default() };
        let score = self
            .resolve_children(position, window, &mut open)
            .or_else(|| self.probe_children(window, &mut open))
            .unwrap_or_else(|| self.search_children(ply, window, &mut open));
        if self.stopped.is_none() {
            self.store(handle, score, window, self.nodes - entered);
        }
        score
    }

    /// Plays the forced replies of every move, and keeps the children whose value is still open. The score, if one of them
    /// fails high.
    #[inline]
    fn resolve_children<P: Resolve>(
        &mut self,
        position: &P,
        window: Null,
        open: &mut Open<P, T::Handle>,
    ) -> Option<Score> {
        let mut moves = P::List::default();
        position.candidates(&mut moves);
        for &mv in moves.as_slice() {
            let after = position.after(mv);
            let (child, same_side) = match after.resolve() {
                Resolved::Value(value) => {
                    open.best = open.best.max(-Score::plain(value.into()));
                    if open.best >= window.beta() {
                        return Some(open.best);
                    }
                    continue;
                }
                // Seen from the child's own mover, who is the other side.
                Resolved::Same(child) => (child, false),
                Resolved::Other(child) => (child, true),
            };
            let (least, greatest) = limits(&child, if same_side { window } else { window.flipped() });
            let (least, greatest) = if same_side { (least, greatest) } else { (-greatest, -least) };
            if least >= window.beta() {
                return Some(least);
            }
            if greatest <= window.alpha() {
                open.best = open.best.max(greatest);
                continue;
            }
            let key = child.key();
            let handle = self.table.locate(key);
            self.table.prefetch(handle);
            let rank = self.salted(position.rank(mv, &after), key);
            open.children.push(Child { position: child, handle, same_side, rank });
        }
        None
    }

    /// Asks the table for every open child. The score, if one of them fails high.
    #[inline]
    fn probe_children<P: Resolve>(&mut self, window: Null, open: &mut Open<P, T::Handle>) -> Option<Score> {
        for child in open.children.as_mut_slice() {
            let Some(score) = self.probe(child.handle, child.window(window)) else { continue };
            let score = child.score(score);
            open.best = open.best.max(score);
            if score >= window.beta() {
                return Some(open.best);
            }
            child.rank = DONE;
        }
        None
    }

    /// Searches the children that are left, best rank first.
    #[inline]
    fn search_children<P: Resolve>(
        &mut self,
        ply: Ply,
        window: Null,
        open: &mut Open<P, T::Handle>,
    ) -> Score {
        for tried in 0.. {
            let Some(child) = open.take() else { break };
            let child = &open.children.as_slice()[child];
            let score = self.visit(&child.position, child.handle, ply + 1, child.window(window));
            if self.stopped.is_some() {
                break;
            }
            open.best = open.best.max(child.score(score));
            if open.best >= window.beta() {
                self.observer.fail_high(tried);
                break;
            }
        }
        open.best
    }

    /// What the table knows, if it answers for the window.
    #[inline]
    fn probe(&mut self, handle: T::Handle, window: Null) -> Option<Score> {
        let entry = self.table.probe(handle);
        self.observer.probe(entry.is_some());
        let entry = entry?;
        let score = Score::from_table(entry.value, 0);
        let answers = answers(entry.bound, score, window);
        if answers {
            self.observer.table_cutoff(entry.bound);
        }
        answers.then_some(score)
    }

    #[inline]
    fn store(&mut self, handle: T::Handle, score: Score, window: Null, work: u64) {
        let bound = if score >= window.beta() { Bound::Lower } else { Bound::Upper };
        // Every search here goes to the end, so the draft says what the entry cost: policies that prefer deep entries then
        // keep the dear ones.
        let draft = i16::try_from(work.ilog2()).unwrap_or(Entry::MAX_DRAFT);
        let stored = self.table.store(handle, &Entry::new(score.to_table(0), bound, draft), work);
        self.observer.store(stored);
    }

    #[inline]
    fn salted(&self, rank: i32, key: u64) -> i32 {
        if self.salt == 0 {
            return rank.max(DONE + 1);
        }
        let tie = (key ^ self.salt).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 60;
        rank.saturating_mul(16).saturating_add(i32::try_from(tie).unwrap_or(0)).max(DONE + 1)
    }
}

fn known_range<P: Resolve>(position: &P) -> (Score, Score) {
    let (least, greatest) = position.known_range();
    (Score::plain(least.into()), Score::plain(greatest.into()))
}

/// What is known of the value that answers the window.
#[inline]
fn limits<P: Resolve>(position: &P, window: Null) -> (Score, Score) {
    // Every score fits 16 bits.
    let (least, greatest) = position.limits(window.alpha().to_table(0));
    (Score::plain(least.into()), Score::plain(greatest.into()))
}

/// What a node still has to search, and the best score without it.
struct Open<P: Resolve, H: Copy> {
    best: Score,
    children: P::List<Child<P, H>>,
}

impl<P: Resolve, H: Copy> Open<P, H> {
    /// The index of the child of the highest rank, the first listed of equals, which is then no longer open.
    #[inline]
    fn take(&mut self) -> Option<usize> {
        let (mut best, mut rank) = (None, DONE);
        for (index, child) in self.children.as_slice().iter().enumerate() {
            if child.rank > rank {
                (best, rank) = (Some(index), child.rank);
            }
        }
        self.children.as_mut_slice()[best?].rank = DONE;
        best
    }
}

/// The rank of a child that needs no search.
const DONE: i32 = i32::MIN;

#[derive(Clone, Copy)]
struct Child<P, H> {
    position: P,
    handle: H,
    /// Whether the side to move is the one to move at the parent.
    same_side: bool,
    /// [`DONE`] once it needs no search.
    rank: i32,
}

impl<P, H> Child<P, H> {
    /// The parent's window as the child sees it.
    #[inline]
    fn window(&self, parent: Null) -> Null {
        if self.same_side { parent } else { parent.flipped() }
    }

    /// The child's score as the parent sees it.
    #[inline]
    fn score(&self, own: Score) -> Score {
        if self.same_side { own } else { -own }
    }
}
