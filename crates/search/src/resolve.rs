//! Exact solving of games whose positions are copied: forced replies are played before the recursion, the table is
//! probed for every child before any is searched.
//!
//! This is what fast solvers of single games do by hand, for any game that implements [`Resolve`]. A node goes through
//! these steps: *resolve* each child (play its forced replies, take its value or its limits if they answer), *probe* the table for the
//! children still open, *search* what is left, best rank first, *store* the result. Windows are null windows:
//! the question at a node is whether its value is greater than one number.

mod shared;

use std::convert::Infallible;
use std::hint::select_unpredictable;

use ttable::{Bound, Entry, Table};

use crate::solve::question as middle;
use crate::{Company, Limit, List, Observer, Ply, Score};
use shared::SHARED_PLIES;

/// A position that is cheap to copy and knows its forced replies. Its value depends on it alone.
pub trait Resolve: Copy {
    /// A move.
    type Move: Copy;
    /// A list long enough for the candidates of any position.
    type List<T: Copy>: List<T>;

    /// The position's key: equal only for positions of equal value, the side to move included. It need not be mixed if the
    /// table mixes its keys; wrap one that does not in [`Mixed`](crate::Mixed).
    fn key(&self) -> u64;

    /// Plays forced replies, none or many, until there is a choice or the value is known. In the latter case the position
    /// is not looked at again.
    fn resolve(&mut self) -> Resolved;

    /// Limits of the value for the side to move, known without search. Asked of positions with a choice only.
    fn known_range(&self) -> (i16, i16);

    /// A limit of the value that tells without search whether it is greater than `alpha`: a lower limit that is, or an upper
    /// one that is not. Asked of positions with a choice only.
    ///
    /// What [`known_range`](Resolve::known_range) says, unless a game can save work where it knows the question.
    #[inline]
    fn settle(&self, alpha: i16) -> Option<i16> {
        let (least, greatest) = self.known_range();
        if least > alpha {
            Some(least)
        } else if greatest <= alpha {
            Some(greatest)
        } else {
            None
        }
    }

    /// The moves worth searching. A move may be left out only if a listed one is at least as good; where all are
    /// equally bad, one is listed. Asked of positions with a choice only.
    fn candidates(&self) -> impl Iterator<Item = Self::Move>;

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

    /// How promising it is that `mv` leads to `child`, forced replies played: greater is searched earlier, equal ones in the
    /// order listed. Asked only where there are several to choose from.
    fn rank(&self, mv: Self::Move, child: &Self) -> i32;
}

/// Where forced replies lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resolved {
    /// To a known value, for the side that was to move before them.
    Value(i16),
    /// To a choice for the side that was to move before them.
    Same,
    /// To a choice for the other side.
    Other,
}

/// The exact solver. Made by [`Solver::new`] and the `with_` methods, as a [`Search`](crate::Search) is.
///
/// Its observer counts plies by recursions, forced replies left out, and hears of a fail-high only where a child was searched
/// for it: those by a resolved child or by the table show as nodes without.
#[derive(Debug)]
pub struct Solver<T, O = (), L: Limit = (), C = ()> {
    table: T,
    observer: O,
    limit: L,
    company: C,
    salt: u64,
    nodes: u64,
    stopped: Option<L::Reason>,
    /// The nodes on the way from the root to here that others may be in too: key and question.
    path: Vec<(u64, Value)>,
    /// The node of the path that another thread has answered meanwhile, while the recursion goes back to it.
    overtaken: Option<Ply>,
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
        Self {
            table,
            observer: (),
            limit: (),
            company: (),
            salt: 0,
            nodes: 0,
            stopped: None,
            path: Vec::new(),
            overtaken: None,
        }
    }
}

impl<T, O, L: Limit, C> Solver<T, O, L, C> {
    /// The same solver, reporting to `observer`.
    pub fn with_observer<N: Observer>(self, observer: N) -> Solver<T, N, L, C> {
        let Self { table, limit, company, salt, nodes, stopped, path, overtaken, .. } = self;
        Solver { table, observer, limit, company, salt, nodes, stopped, path, overtaken }
    }

    /// The same solver, ended by `limit`, which counts all its nodes from its making on.
    pub fn with_limit<M: Limit>(self, limit: M) -> Solver<T, O, M, C> {
        let Self { table, observer, company, salt, nodes, path, overtaken, .. } = self;
        Solver { table, observer, limit, company, salt, nodes, stopped: None, path, overtaken }
    }

    /// The same solver as one of several that solve the same position over the same table, each on a thread of its own: they
    /// leave each other the nodes that one of them is in, as far as there are others. All are given the same [`Busy`](crate::Busy).
    pub fn with_company<D: Company>(self, company: D) -> Solver<T, O, L, D> {
        let Self { table, observer, limit, salt, nodes, stopped, path, overtaken, .. } = self;
        Solver { table, observer, limit, company, salt, nodes, stopped, path, overtaken }
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

impl<T: Table, O: Observer, C: Company> Solver<T, O, (), C> {
    /// The value of `root` within `lower..=upper`, as [`Solver::try_solve`] gives it, without a limit.
    pub fn solve<P: Resolve>(&mut self, root: P, lower: Score, upper: Score) -> Solution {
        let solution: Result<_, Infallible> = self.try_solve(root, lower, upper);
        let Ok(solution) = solution;
        solution
    }
}

impl<T: Table, O: Observer, L: Limit, C: Company> Solver<T, O, L, C> {
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
        mut root: P,
        lower: Score,
        upper: Score,
    ) -> Result<Solution, L::Reason> {
        let before = self.nodes;
        let score = match root.resolve() {
            Resolved::Value(value) => Score::plain(value.into()),
            Resolved::Same => self.bisect(&root, lower, upper)?,
            Resolved::Other => -self.bisect(&root, -upper, -lower)?,
        };
        Ok(Solution { score, nodes: self.nodes - before })
    }

    /// The value of a position with a choice.
    fn bisect<P: Resolve>(&mut self, position: &P, lower: Score, upper: Score) -> Result<Score, L::Reason> {
        let (least, greatest) = position.known_range();
        let (least, greatest) = (Score::plain(least.into()), Score::plain(greatest.into()));
        let (mut lower, mut upper) = (lower.max(least), upper.min(greatest));
        let handle = self.table.locate(position.key());
        while lower < upper {
            let alpha = P::question(lower, upper).max(lower).min(upper.pred()).get();
            let value = match self.probe(handle, alpha) {
                Some(value) => value,
                None => self.visit(position, handle, 0, alpha),
            };
            if let Some(reason) = self.stopped.take() {
                return Err(reason);
            }
            let score = Score::plain(value);
            if value > alpha { lower = score } else { upper = score }
        }
        Ok(lower)
    }

    /// A bound of the value of `position`, which has a choice: a lower one greater than `alpha`, or an upper one that is not.
    fn visit<P: Resolve>(&mut self, position: &P, handle: T::Handle, ply: Ply, alpha: Value) -> Value {
        let entered = self.nodes;
        self.stopped = self.limit.reached(self.nodes + 1);
        if self.stopped.is_some() {
            return 0;
        }
        self.nodes += 1;
        self.observer.node(ply);
        let shared = C::SHARED && ply <= SHARED_PLIES;
        if shared && self.is_overtaken(ply) {
            return 0;
        }
        let key = if shared { self.enter(position.key(), ply, alpha) } else { 0 };
        let mut open = Open { best: LEAST, left: 0, first: None, children: P::List::default() };
        let value = self
            .resolve_children(position, alpha, &mut open)
            .or_else(|| self.probe_children(alpha, &mut open))
            .unwrap_or_else(|| self.search_children(position, handle, ply, alpha, &mut open));
        if shared {
            self.company.leave(key);
        }
        if !self.is_ending() {
            self.store(handle, value, alpha, self.nodes - entered);
        }
        value
    }

    /// Whether what the recursion returns means nothing, as it is to end, or to go back to a node above.
    #[inline]
    fn is_ending(&self) -> bool {
        self.stopped.is_some() || C::SHARED && self.overtaken.is_some()
    }

    /// Plays the forced replies of every move, and keeps the children whose value is still open. The value, if one of them
    /// fails high.
    #[inline]
    fn resolve_children<P: Resolve>(
        &mut self,
        position: &P,
        alpha: Value,
        open: &mut Open<P, T::Handle>,
    ) -> Option<Value> {
        for mv in position.candidates() {
            let mut child = position.after(mv);
            let same_side = match child.resolve() {
                Resolved::Value(value) => {
                    open.best = open.best.max(-Value::from(value));
                    if open.best > alpha {
                        return Some(open.best);
                    }
                    continue;
                }
                // Seen from the child's own mover, who is the other side.
                Resolved::Same => false,
                Resolved::Other => true,
            };
            let alpha_of_child = if same_side { alpha } else { -alpha - 1 };
            if let Some(value) = child.settle(narrow(alpha_of_child)) {
                let value = if same_side { Value::from(value) } else { -Value::from(value) };
                open.best = open.best.max(value);
                if value > alpha {
                    return Some(value);
                }
                continue;
            }
            let handle = self.table.locate(child.key());
            self.table.prefetch(handle);
            open.children.push(Child { position: child, mv, handle, same_side, rank: OPEN });
        }
        None
    }

    /// Asks the table for every open child. The value, if one of them fails high.
    #[inline]
    fn probe_children<P: Resolve>(&mut self, alpha: Value, open: &mut Open<P, T::Handle>) -> Option<Value> {
        for (index, child) in open.children.as_mut_slice().iter_mut().enumerate() {
            let Some(value) = self.probe(child.handle, child.alpha(alpha)) else {
                open.left += 1;
                open.first = Some((index, OPEN));
                continue;
            };
            let value = child.value(value);
            open.best = open.best.max(value);
            if value > alpha {
                return Some(value);
            }
            child.rank = DONE;
        }
        None
    }

    /// Searches the children that are left, best rank first.
    #[inline]
    fn search_children<P: Resolve>(
        &mut self,
        position: &P,
        handle: T::Handle,
        ply: Ply,
        alpha: Value,
        open: &mut Open<P, T::Handle>,
    ) -> Value {
        self.rank_children(position, open);
        let mut tried = 0;
        while let Some((index, known)) = self.next_child(ply, alpha, tried, open) {
            let child = &open.children.as_slice()[index];
            let value = match known {
                Some(value) => value,
                None => self.visit(&child.position, child.handle, ply + 1, child.alpha(alpha)),
            };
            if C::SHARED && self.overtaken == Some(ply) {
                self.overtaken = None;
                if let Some(value) = self.probe(handle, alpha) {
                    return value;
                }
                // It has been evicted since: go on.
                open.put_off(index);
                continue;
            }
            if self.is_ending() {
                break;
            }
            open.best = open.best.max(child.value(value));
            if open.best > alpha {
                self.observer.fail_high(tried);
                break;
            }
            tried += 1;
        }
        open.best
    }

    /// Ranks the children that are left, where there is a choice.
    #[inline]
    fn rank_children<P: Resolve>(&self, position: &P, open: &mut Open<P, T::Handle>) {
        if open.left < 2 {
            return;
        }
        let (mut first, mut best) = (0, DONE);
        for (index, child) in open.children.as_mut_slice().iter_mut().enumerate() {
            if child.rank == OPEN {
                child.rank = self.salted(position.rank(child.mv, &child.position), &child.position);
                (first, best) = select_unpredictable(child.rank > best, (index, child.rank), (first, best));
            }
        }
        open.first = Some((first, best));
    }

    /// What the table knows, if it answers whether the value is greater than `alpha`.
    #[inline]
    fn probe(&mut self, handle: T::Handle, alpha: Value) -> Option<Value> {
        let entry = self.table.probe(handle);
        self.observer.probe(entry.is_some());
        let entry = entry?;
        let value = answer(entry, alpha);
        if value.is_some() {
            self.observer.table_cutoff(entry.bound);
        }
        value
    }

    #[inline]
    fn store(&mut self, handle: T::Handle, value: Value, alpha: Value, work: u64) {
        let bound = if value > alpha { Bound::Lower } else { Bound::Upper };
        // Every search here goes to the end, so the draft says what the entry cost: policies that prefer deep entries then
        // keep the dear ones.
        let draft = i16::try_from(work.ilog2()).unwrap_or(Entry::MAX_DRAFT);
        let stored = self.table.store(handle, &Entry::new(narrow(value), bound, draft), work);
        self.observer.store(stored);
    }

    #[inline]
    fn salted<P: Resolve>(&self, rank: i32, child: &P) -> i32 {
        if self.salt == 0 {
            return rank.max(OPEN);
        }
        let tie = (child.key() ^ self.salt).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 60;
        rank.saturating_mul(16).saturating_add(i32::try_from(tie).unwrap_or(0)).max(OPEN)
    }
}

/// What an entry says of whether the value is greater than `alpha`.
#[inline]
fn answer(entry: Entry, alpha: Value) -> Option<Value> {
    let value = Value::from(entry.value);
    let answers = if value > alpha { entry.bound.is_lower() } else { entry.bound.is_upper() };
    answers.then_some(value)
}

/// A value on the game's own scale. The recursion knows no wins by distance, so it carries the bare number.
type Value = i32;

/// Below every value.
const LEAST: Value = Score::MIN.get();

/// Every question is about values of the game's own scale.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "values fit 16 bits")]
const fn narrow(value: Value) -> i16 {
    value as i16
}

/// What a node still has to search, and the best value without it.
struct Open<P: Resolve, H: Copy> {
    best: Value,
    /// How many children have a rank other than [`DONE`], once the table has been asked.
    left: u32,
    /// The index and the rank of the one to take first, where they are known: before ranks are given, of the only one.
    first: Option<(usize, i32)>,
    children: P::List<Child<P, H>>,
}

impl<P: Resolve, H: Copy> Open<P, H> {
    /// Puts back a child that was taken, behind all others.
    #[inline]
    fn put_off(&mut self, index: usize) {
        self.children.as_mut_slice()[index].rank = DEFERRED;
        self.left += 1;
    }

    /// The index and the rank of the child of the highest rank, the first listed of equals.
    #[inline]
    fn highest(&self) -> (usize, i32) {
        let ranks = self.children.as_slice().iter().map(|child| child.rank).enumerate();
        ranks.fold((0, DONE), |best, next| select_unpredictable(next.1 > best.1, next, best))
    }

    /// Takes the child of the highest rank, which is then no longer open: its index and its rank.
    #[inline]
    fn take(&mut self) -> Option<(usize, i32)> {
        self.left = self.left.checked_sub(1)?;
        let (best, rank) = self.first.take().unwrap_or_else(|| self.highest());
        self.children.as_mut_slice()[best].rank = DONE;
        Some((best, rank))
    }
}

/// The rank of a child that needs no search.
const DONE: i32 = i32::MIN;
/// The rank of a child that another thread was in: it comes after all others.
const DEFERRED: i32 = DONE + 1;
/// The least rank of one that is open, and that of all before they are ranked.
const OPEN: i32 = DONE + 2;

#[derive(Clone, Copy)]
struct Child<P: Resolve, H> {
    position: P,
    mv: P::Move,
    handle: H,
    /// Whether the side to move is the one to move at the parent.
    same_side: bool,
    /// [`DONE`] once it needs no search.
    rank: i32,
}

impl<P: Resolve, H> Child<P, H> {
    /// The parent's question as the child sees it.
    #[inline]
    fn alpha(&self, parent: Value) -> Value {
        if self.same_side { parent } else { -parent - 1 }
    }

    /// The child's value as the parent sees it.
    #[inline]
    fn value(&self, own: Value) -> Value {
        if self.same_side { own } else { -own }
    }
}
