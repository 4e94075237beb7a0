//! The recursion: negamax with bounds over a transposition table.
//!
//! A node goes through the same steps in this order, each a function of its own: *settle* it from what is known
//! beforehand, *probe* the table, *expand* and order the moves, search the children, *store* the result.

use ttable::{Bound, Entry, Table};

use crate::algorithm::Lines;
use crate::order::{sort_by_rank, to_front};
use crate::{
    Algorithm, Answer, Depth, DepthGate, Game, Limit, List, MAX_DEPTH, Null, Observer, Ply, Policy, Score,
    Search, Window,
};

impl<T: Table, P, O: Observer, L: Limit, A: Algorithm> Search<T, P, O, L, A> {
    /// The value of `game` to `depth` plies (`0..=`[`MAX_DEPTH`], clamped) in `window`.
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
        let found = self.visit(game, Node { handle, depth: depth.clamp(0, MAX_DEPTH), ply: 0 }, window);
        match self.stopped.take() {
            Some(reason) => {
                self.lines = A::Lines::default();
                Err(reason)
            }
            None => Ok(Answer { score: found.score, best: found.mv, nodes: self.nodes - before }),
        }
    }

    fn visit<G: Game, W: Window>(&mut self, game: &mut G, node: Node<T::Handle>, window: W) -> Found<G::Move>
    where
        P: Policy<G>,
    {
        let entered = self.nodes;
        self.nodes += 1;
        self.observer.node(node.ply);
        self.lines.enter(node.ply);
        self.stopped = self.limit.reached(self.nodes);
        if self.stopped.is_some() {
            return Found::score(Score::DRAW);
        }
        if let Some(score) = self.settle(game, node.ply, window) {
            return Found::score(score);
        }
        if node.depth <= if P::QUIESCENCE { Entry::MIN_DRAFT } else { 0 } {
            return Found::score(self.policy.leaf(game));
        }
        let hash_move = match self.probe(game, node, window) {
            Probed::Cutoff(found) => return found,
            Probed::Open(hash_move) => hash_move,
        };
        let content = self.stand_pat(game, node);
        if let Some(score) = content
            && score >= window.beta()
        {
            return Found::score(score);
        }
        let moves = self.expand(game, node, hash_move, content.is_some());
        let found = self.search_children(game, moves.as_slice(), node, window, content);
        if self.stopped.is_none() {
            self.store(game, node, found, window, self.nodes - entered);
        }
        found
    }

    /// The score, if what is known beforehand answers for the window.
    #[inline]
    fn settle<G: Game>(&self, game: &G, ply: Ply, window: impl Window) -> Option<Score>
    where
        P: Policy<G>,
    {
        let range = self.policy.known_range(game, ply);
        if range.lower >= window.beta() || range.lower == range.upper {
            Some(range.lower)
        } else if range.upper <= window.alpha() {
            Some(range.upper)
        } else {
            None
        }
    }

    /// Asks the table for an answer, or else for a move.
    #[inline]
    fn probe<G: Game, W: Window>(&mut self, game: &G, node: Node<T::Handle>, window: W) -> Probed<G::Move>
    where
        P: Policy<G>,
    {
        let entry = self.table.probe(node.handle);
        self.observer.probe(entry.is_some());
        let Some(entry) = entry else { return Probed::Open(None) };
        // Another position's move may be stored under this key: only a legal one comes through.
        let mv = entry.mv.and_then(|packed| game.unpack(packed));
        let score = Score::from_table(entry.value, node.ply);
        let searched_anyway = A::WHOLE_LINES && !W::NULL;
        if !searched_anyway
            && answers(entry.bound, score, window)
            && self.policy.gate().admits(entry.draft, node.depth)
        {
            self.observer.table_cutoff(entry.bound);
            return Probed::Cutoff(Found { score, mv });
        }
        Probed::Open(mv)
    }

    /// What the side to move may be content with instead of a move, below depth 0 in a calm position.
    #[inline]
    fn stand_pat<G: Game>(&self, game: &G, node: Node<T::Handle>) -> Option<Score>
    where
        P: Policy<G>,
    {
        (P::QUIESCENCE && node.depth <= 0 && self.policy.is_calm(game)).then(|| self.policy.leaf(game))
    }

    /// The moves to search: the hash move, then by rank.
    #[inline]
    fn expand<G: Game>(
        &self,
        game: &G,
        node: Node<T::Handle>,
        hash_move: Option<G::Move>,
        noisy: bool,
    ) -> G::List<G::Move>
    where
        P: Policy<G>,
    {
        let mut moves = G::List::default();
        if noisy {
            self.policy.expand_noisy(game, &mut moves);
        } else {
            self.policy.expand(game, &mut moves);
            if P::RANKED {
                sort_by_rank::<G>(moves.as_mut_slice(), |mv| self.policy.rank(game, mv, node.ply));
            }
        }
        if let Some(hash_move) = hash_move {
            to_front(moves.as_mut_slice(), hash_move);
        }
        moves
    }

    /// The best of the children, or what the side to move is `content` with if none is better.
    #[inline]
    fn search_children<G: Game, W: Window>(
        &mut self,
        game: &mut G,
        moves: &[G::Move],
        node: Node<T::Handle>,
        mut window: W,
        content: Option<Score>,
    ) -> Found<G::Move>
    where
        P: Policy<G>,
    {
        let mut best = Found::score(content.unwrap_or(Score::MIN));
        if best.score > window.alpha() {
            window = window.raised(best.score);
        }
        for (index, &mv) in moves.iter().enumerate() {
            let undo = game.make(mv);
            let handle = self.table.locate(self.policy.key(game));
            self.table.prefetch(handle);
            let child = Node { handle, depth: node.depth - 1, ply: node.ply + 1 };
            let score = self.search_child(game, child, window, A::SCOUT && index > 0);
            game.unmake(mv, undo);
            if self.stopped.is_some() {
                return best;
            }
            if score > best.score {
                best = Found { score, mv: Some(mv) };
            }
            if score > window.alpha() {
                self.lines.improve(node.ply, game.pack(mv));
                if score >= window.beta() {
                    self.observer.fail_high(index);
                    self.policy.failed_high(game, &moves[..=index], node.depth, node.ply);
                    break;
                }
                window = window.raised(score);
            }
        }
        if best.score == Score::MIN {
            best.score = self.policy.leaf(game);
        }
        best
    }

    /// The child's score for the parent, whose window is given. With `scout`, first whether it is better than alpha.
    #[inline]
    fn search_child<G: Game, W: Window>(
        &mut self,
        game: &mut G,
        child: Node<T::Handle>,
        window: W,
        scout: bool,
    ) -> Score
    where
        P: Policy<G>,
    {
        if scout && !W::NULL {
            let score = -self.visit(game, child, Null::above(window.alpha()).flipped()).score;
            if self.stopped.is_some() || score <= window.alpha() || score >= window.beta() {
                return score;
            }
        }
        -self.visit(game, child, window.flipped()).score
    }

    /// Offers the result to the table. `window` is the one the node was entered with: an exact value is one inside it.
    #[inline]
    fn store<G: Game>(
        &mut self,
        game: &G,
        node: Node<T::Handle>,
        found: Found<G::Move>,
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
        let packed = found.mv.map(|mv| game.pack(mv));
        let entry = Entry::new(found.score.to_table(node.ply), bound, node.depth).with_move(packed);
        let stored = self.table.store(node.handle, &entry, work);
        self.observer.store(stored);
    }
}

/// Whether a stored score with this bound answers for the window.
#[inline]
pub(crate) fn answers(bound: Bound, score: Score, window: impl Window) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::Lower => score >= window.beta(),
        Bound::Upper => score <= window.alpha(),
    }
}

/// Where a node stands in the search.
#[derive(Clone, Copy)]
struct Node<H> {
    handle: H,
    /// Plies still to search.
    depth: Depth,
    /// Plies from the root.
    ply: Ply,
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
