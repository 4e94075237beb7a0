//! Negamax with bounds: fail-soft alpha-beta over a transposition table.
//!
//! A node goes through the same steps in this order, each a function of its own: *settle* it from what is known
//! beforehand, *probe* the table, *expand* and order the moves, search the children, *store* the result.

use std::convert::Infallible;

use ttable::{Bound, Entry, Table};

use crate::{DepthGate, Game, Limit, List, Observer, Plain, Ply, Policy, Score, Window};

/// Plies still to search, at most [`MAX_DEPTH`].
pub type Depth = i16;

/// The deepest search: what a table can say of a draft.
pub const MAX_DEPTH: Depth = Entry::MAX_DRAFT;

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer<M> {
    /// The value for the side to move, or a bound of it where it lies outside the window.
    pub score: Score,
    /// The move that gives the score. `None` where the game is over or its value was known without a move; not proven
    /// best where the search failed low.
    pub best: Option<M>,
    /// Nodes entered, the root included.
    pub nodes: u64,
}

/// A fail-soft alpha-beta search with a table, a policy, an observer and a limit of the caller's choice.
///
/// Made by [`Search::new`] and the `with_` methods; the example is at the head of the crate.
#[derive(Debug)]
pub struct Search<T, P = Plain, O = (), L = ()>
where
    L: Limit,
{
    table: T,
    policy: P,
    observer: O,
    limit: L,
    nodes: u64,
    stopped: Option<L::Reason>,
}

impl<T: Table> Search<T> {
    /// A plain search over `table`, which may be a reference to a shared one.
    pub const fn new(table: T) -> Self {
        Self { table, policy: Plain(crate::AtLeast), observer: (), limit: (), nodes: 0, stopped: None }
    }
}

impl<T, P, O, L: Limit> Search<T, P, O, L> {
    /// The same search with another policy.
    pub fn with_policy<Q>(self, policy: Q) -> Search<T, Q, O, L> {
        let Self { table, observer, limit, nodes, stopped, .. } = self;
        Search { table, policy, observer, limit, nodes, stopped }
    }

    /// The same search, reporting to `observer`, which may be a `&mut` of the caller's.
    pub fn with_observer<N: Observer>(self, observer: N) -> Search<T, P, N, L> {
        let Self { table, policy, limit, nodes, stopped, .. } = self;
        Search { table, policy, observer, limit, nodes, stopped }
    }

    /// The same search, ended by `limit`.
    pub fn with_limit<M: Limit>(self, limit: M) -> Search<T, P, O, M> {
        let Self { table, policy, observer, nodes, .. } = self;
        Search { table, policy, observer, limit, nodes, stopped: None }
    }

    /// Nodes entered by all runs of this search so far, stopped ones included.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }
}

impl<T: Table, P, O: Observer> Search<T, P, O, ()> {
    /// The value of `game` to `depth` plies (`0..=`[`MAX_DEPTH`], clamped) in `window`.
    pub fn run<G: Game>(&mut self, game: &mut G, depth: Depth, window: impl Window) -> Answer<G::Move>
    where
        P: Policy<G>,
    {
        let answer: Result<_, Infallible> = self.try_run(game, depth, window);
        let Ok(answer) = answer;
        answer
    }
}

impl<T: Table, P, O: Observer, L: Limit> Search<T, P, O, L> {
    /// The value of `game` to `depth` plies (`0..=`[`MAX_DEPTH`], clamped) in `window`.
    ///
    /// The limit counts the nodes of this search from its making on, over all its runs.
    ///
    /// # Errors
    ///
    /// The limit's reason, if it was reached first. The game is then as it was before.
    pub fn try_run<G: Game>(
        &mut self,
        game: &mut G,
        depth: Depth,
        window: impl Window,
    ) -> Result<Answer<G::Move>, L::Reason>
    where
        P: Policy<G>,
    {
        let before = self.nodes;
        let handle = self.table.locate(self.policy.key(game));
        let found = self.visit(game, handle, depth.clamp(0, MAX_DEPTH), 0, window);
        match self.stopped.take() {
            Some(reason) => Err(reason),
            None => Ok(Answer { score: found.score, best: found.mv, nodes: self.nodes - before }),
        }
    }

    fn visit<G: Game, W: Window>(
        &mut self,
        game: &mut G,
        handle: T::Handle,
        depth: Depth,
        ply: Ply,
        window: W,
    ) -> Found<G::Move>
    where
        P: Policy<G>,
    {
        let entered = self.nodes;
        self.nodes += 1;
        self.observer.node(ply);
        self.stopped = self.limit.reached(self.nodes);
        if self.stopped.is_some() {
            return Found::score(Score::DRAW);
        }
        if let Some(score) = self.settle(game, ply, window) {
            return Found::score(score);
        }
        if depth <= 0 {
            return Found::score(self.policy.leaf(game));
        }
        let hash_move = match self.probe(game, handle, depth, ply, window) {
            Probed::Cutoff(found) => return found,
            Probed::Open(hash_move) => hash_move,
        };
        let moves = self.expand(game, hash_move);
        let found = self.search_children(game, moves.as_slice(), depth, ply, window);
        if self.stopped.is_none() {
            self.store(game, handle, found, depth, ply, window, self.nodes - entered);
        }
        found
    }

    /// The score, if what is known beforehand answers for the window.
    #[inline]
    fn settle<G: Game>(&self, game: &G, ply: Ply, window: impl Window) -> Option<Score>
    where
        P: Policy<G>,
    {
        let limits = self.policy.limits(game, ply);
        if limits.lower >= window.beta() || limits.lower == limits.upper {
            Some(limits.lower)
        } else if limits.upper <= window.alpha() {
            Some(limits.upper)
        } else {
            None
        }
    }

    /// Asks the table for an answer, or else for a move.
    #[inline]
    fn probe<G: Game>(
        &mut self,
        game: &G,
        handle: T::Handle,
        depth: Depth,
        ply: Ply,
        window: impl Window,
    ) -> Probed<G::Move>
    where
        P: Policy<G>,
    {
        let entry = self.table.probe(handle);
        self.observer.probe(entry.is_some());
        let Some(entry) = entry else { return Probed::Open(None) };
        // Another position's move may be stored under this key: only a legal one comes through.
        let mv = entry.mv.and_then(|packed| game.unpack(packed));
        let score = Score::from_table(entry.value, ply);
        let answers = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => score >= window.beta(),
            Bound::Upper => score <= window.alpha(),
        };
        if answers && self.policy.gate().admits(entry.draft, depth) {
            self.observer.table_cutoff(entry.bound);
            return Probed::Cutoff(Found { score, mv });
        }
        Probed::Open(mv)
    }

    /// The moves to search: the hash move, then by rank.
    #[inline]
    fn expand<G: Game>(&self, game: &G, hash_move: Option<G::Move>) -> G::List<G::Move>
    where
        P: Policy<G>,
    {
        let mut moves = G::List::default();
        self.policy.expand(game, &mut moves);
        if P::RANKED {
            sort_by_rank::<G>(moves.as_mut_slice(), |mv| self.policy.rank(game, mv));
        }
        let moved = hash_move.and_then(|hash_move| moves.as_slice().iter().position(|&mv| mv == hash_move));
        if let Some(index) = moved {
            moves.as_mut_slice()[..=index].rotate_right(1);
        }
        moves
    }

    #[inline]
    fn search_children<G: Game, W: Window>(
        &mut self,
        game: &mut G,
        moves: &[G::Move],
        depth: Depth,
        ply: Ply,
        mut window: W,
    ) -> Found<G::Move>
    where
        P: Policy<G>,
    {
        let mut best = Found { score: Score::MIN, mv: None };
        for (index, &mv) in moves.iter().enumerate() {
            let undo = game.make(mv);
            let handle = self.table.locate(self.policy.key(game));
            self.table.prefetch(handle);
            let score = -self.visit(game, handle, depth - 1, ply + 1, window.flipped()).score;
            game.unmake(mv, undo);
            if self.stopped.is_some() {
                return best;
            }
            if score > best.score {
                best = Found { score, mv: Some(mv) };
            }
            if score >= window.beta() {
                self.observer.fail_high(index);
                break;
            }
            if score > window.alpha() {
                window = window.raised(score);
            }
        }
        if best.mv.is_none() {
            best.score = self.policy.leaf(game);
        }
        best
    }

    /// Offers the result to the table. `window` is the one the node was entered with: an exact value is one inside it.
    #[expect(clippy::too_many_arguments, reason = "one call site; each is a fact of the node")]
    #[inline]
    fn store<G: Game>(
        &mut self,
        game: &G,
        handle: T::Handle,
        found: Found<G::Move>,
        depth: Depth,
        ply: Ply,
        window: impl Window,
        work: u64,
    ) {
        let bound = if found.score >= window.beta() {
            Bound::Lower
        } else if found.score > window.alpha() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let entry =
            Entry::new(found.score.to_table(ply), bound, depth).with_move(found.mv.map(|mv| game.pack(mv)));
        let stored = self.table.store(handle, &entry, work);
        self.observer.store(stored);
    }
}

/// A node's score and the move that gives it.
#[derive(Clone, Copy)]
struct Found<M> {
    score: Score,
    mv: Option<M>,
}

impl<M> Found<M> {
    const fn score(score: Score) -> Self {
        Self { score, mv: None }
    }
}

/// What the table had to say.
enum Probed<M> {
    /// The answer.
    Cutoff(Found<M>),
    /// At best a move to try first.
    Open(Option<M>),
}

/// Sorts by descending rank, equal ranks in place: insertion, since lists are short and nearly sorted.
#[inline]
fn sort_by_rank<G: Game>(moves: &mut [G::Move], rank: impl Fn(G::Move) -> i32) {
    let mut ranks = G::List::<i32>::default();
    for index in 0..moves.len() {
        let new = rank(moves[index]);
        let place = ranks.as_slice().iter().rposition(|&earlier| earlier >= new).map_or(0, |last| last + 1);
        ranks.push(new);
        ranks.as_mut_slice()[place..].rotate_right(1);
        moves[place..=index].rotate_right(1);
    }
}
