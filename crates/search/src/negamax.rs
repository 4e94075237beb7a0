//! The recursion: negamax with bounds over a transposition table.
//!
//! A node goes through the same steps in this order, each a function of its own: *settle* it from what is known
//! beforehand, *probe* the table, see where the side to move is *standing*, *prune* the node whole, *expand* and order the
//! moves, search the children, *store* the result.
//!
//! What only a search that plays does is in `play`, and compiled only for a policy that asks for it.

use ttable::{Bound, Entry, Table};

use crate::algorithm::Lines;
use crate::node::{Found, Known, KnownValue, Node, Offer, Probed, Standing, answers};
use crate::observe::{Entered, Searched};
use crate::order::{sort_by_rank, to_front};
use crate::staged::Moves;
use crate::{
    Algorithm, Answer, Depth, DepthGate, Game, Limit, List, MAX_DEPTH, Null, Observer, Ply, Policy, Score,
    Search, Technique, ValueRange, Window,
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
        let calm = !P::SELECTIVE || self.policy.is_calm(game);
        let root = Node { handle, depth: depth.clamp(0, MAX_DEPTH), ply: 0, calm, cut: false };
        self.aim = root.depth;
        let found = self.visit(game, root, window);
        match self.stopped.take() {
            Some(reason) => {
                self.lines = A::Lines::default();
                Err(reason)
            }
            None => Ok(Answer { score: found.score, best: found.mv, nodes: self.nodes - before }),
        }
    }

    /// The value of a node in a window.
    #[inline]
    pub(crate) fn visit<G: Game, W: Window>(
        &mut self,
        game: &mut G,
        node: Node<T::Handle>,
        window: W,
    ) -> Found<G::Move>
    where
        P: Policy<G>,
    {
        let (alpha, beta) = (window.alpha(), window.beta());
        self.observer.enter(&Entered { ply: node.ply, depth: node.depth, alpha, beta });
        let found = self.search_node(game, node, window);
        self.observer.leave(found.score);
        found
    }

    fn search_node<G: Game, W: Window>(
        &mut self,
        game: &mut G,
        node: Node<T::Handle>,
        window: W,
    ) -> Found<G::Move>
    where
        P: Policy<G>,
    {
        let entered = self.nodes;
        self.stopped = self.limit.reached(self.nodes + 1);
        if self.stopped.is_some() {
            return Found::score(Score::DRAW);
        }
        self.nodes += 1;
        self.observer.node(node.ply);
        self.lines.enter(node.ply);
        if let Some(score) = self.settle(game, node, window) {
            return Found::score(score);
        }
        if node.depth <= P::HORIZON {
            return Found::score(self.policy.leaf(game));
        }
        let known = match self.probe(game, node, window) {
            Probed::Cutoff(found) => return found,
            Probed::Open(known) => known,
        };
        let mut standing = self.standing(game, node, &known);
        if let Some(score) = standing.content
            && score >= window.beta()
        {
            return Found::score(score);
        }
        let opened = self.policy.open();
        if let Some(found) = self.prune(game, node, window, &known, &mut standing) {
            self.policy.close(game, opened, node.ply, found.score);
            return found;
        }
        let node = self.reduced_without_hash_move(node, known.mv.as_ref());
        let mut moves = self.expand(game, node, known.mv, standing.content.is_some());
        let found = self.search_children(game, &mut moves, node, window, &standing);
        let signature = self.policy.asked();
        let holds = self.policy.close(game, opened, node.ply, found.score);
        if self.stopped.is_none() {
            let offer = Offer { found, hash_move: known.mv, evaluation: standing.own, holds, signature };
            let bound = self.store(game, node, &offer, window, self.nodes - entered);
            if P::SELECTIVE && holds && node.depth > 0 {
                self.policy.valued(game, node.ply, node.depth, &found, bound);
            }
            let pack = |mv: Option<G::Move>| mv.map(|mv| game.pack(mv));
            let (hash_move, best) = (pack(known.mv), pack(found.mv));
            let (depth, tried) = (node.depth, moves.next);
            self.observer.searched(&Searched { depth, bound, hash_move, best, tried });
        }
        found
    }

    /// The score, if what is known beforehand answers for the window.
    #[inline]
    fn settle<G: Game>(&mut self, game: &G, node: Node<T::Handle>, window: impl Window) -> Option<Score>
    where
        P: Policy<G>,
    {
        let Node { ply, depth, .. } = node;
        if P::SELECTIVE && self.policy.is_drawn_by_past(game, ply) {
            return Some(Score::DRAW);
        }
        let range = self.known_range(game, ply);
        if range.lower >= window.beta() || range.lower == range.upper {
            Some(range.lower)
        } else if range.upper <= window.alpha() {
            Some(range.upper)
        } else {
            let enough = P::SELECTIVE && depth > 0 && window.beta() <= Score::DRAW;
            (enough && self.policy.can_draw_by_past(game, ply)).then_some(Score::DRAW)
        }
    }

    /// What is known of the value; with mate-distance pruning also that no win comes before the next move, and no loss
    /// before this one.
    #[inline]
    fn known_range<G: Game>(&self, game: &G, ply: Ply) -> ValueRange
    where
        P: Policy<G>,
    {
        let range = self.policy.known_range(game, ply);
        if !P::SELECTIVE
            || ply == 0
            || range.lower == range.upper
            || !self.policy.uses(Technique::MateDistance)
        {
            return range;
        }
        let (loss, win) = (Score::loss_in(ply), Score::win_in(ply + 1));
        ValueRange { lower: range.lower.max(loss), upper: range.upper.min(win) }
    }

    /// Asks the table for an answer, or else for a move and an evaluation.
    #[inline]
    fn probe<G: Game, W: Window>(&mut self, game: &G, node: Node<T::Handle>, window: W) -> Probed<G::Move>
    where
        P: Policy<G>,
    {
        let (entry, signature) = if P::PATHS {
            self.probe_paths(game, node).unzip()
        } else {
            (self.table.probe(node.handle), None)
        };
        self.observer.probe(entry.is_some());
        let Some(entry) = entry else { return Probed::Open(Known::NOTHING) };
        // Another position's move may be stored under this key: only a legal one comes through.
        let mv = entry.mv.and_then(|packed| game.unpack(packed));
        let score = Score::from_table(entry.value, node.ply);
        let searched_anyway = (A::WHOLE_LINES && !W::NULL) || (P::SELECTIVE && node.ply == 0);
        if !searched_anyway
            && answers(entry.bound, score, window)
            && self.policy.gate().admits(entry.draft, node.depth)
            && self.policy.trusts(game, score, node.ply)
        {
            self.observer.table_cutoff(entry.bound);
            if P::SELECTIVE
                && score >= window.beta()
                && let Some(mv) = mv
            {
                self.policy.confirmed(game, mv, node.depth, node.ply);
            }
            self.policy.answered(game, signature.unwrap_or(0));
            return Probed::Cutoff(Found { score, mv });
        }
        // Nothing is kept of a value that owes something to its path: neither what holds on that path alone, nor where values are
        // told apart by paths.
        let holds = P::SELECTIVE && !P::PATHS && entry.draft > Entry::MIN_DRAFT;
        let value = holds.then_some(KnownValue { score, bound: entry.bound, draft: entry.draft });
        Probed::Open(Known { mv, evaluation: entry.eval, value })
    }

    /// What the side to move has without a move: below depth 0, in a calm position, it may be content with that. A search that
    /// plays evaluates calm positions above depth 0 too.
    #[inline]
    fn standing<G: Game>(&mut self, game: &G, node: Node<T::Handle>, known: &Known<G::Move>) -> Standing
    where
        P: Policy<G>,
    {
        if !P::SELECTIVE {
            let calm = P::QUIESCENCE && node.depth <= 0 && self.policy.is_calm(game);
            let content = calm.then(|| self.policy.leaf(game));
            return Standing { calm, own: None, evaluation: None, content, improving: false, extension: 0 };
        }
        let own = node.calm.then(|| match known.evaluation {
            Some(stored) if self.policy.uses(Technique::StoredEvaluation) => Score::plain(stored.into()),
            _ => self.policy.leaf(game),
        });
        let corrected = own.map(|evaluation| self.policy.corrected(game, evaluation, node.ply));
        let improving = self.policy.note_evaluation(corrected, node.ply);
        let evaluation = corrected.map(|evaluation| self.informed::<G>(evaluation, known.value));
        let content = evaluation.filter(|_| node.depth <= 0);
        Standing { calm: node.calm, own, evaluation, content, improving, extension: 0 }
    }

    /// The answer, if the node need not be searched move by move.
    #[inline]
    fn prune<G: Game, W: Window>(
        &mut self,
        game: &mut G,
        node: Node<T::Handle>,
        window: W,
        known: &Known<G::Move>,
        standing: &mut Standing,
    ) -> Option<Found<G::Move>>
    where
        P: Policy<G>,
    {
        if !P::SELECTIVE || node.depth <= 0 {
            return None;
        }
        if W::NULL {
            let score = self.hopeless_or_decided(game, node, window, standing);
            if let Some(found) = score.map(Found::score).or_else(|| self.child_cutoff(game, node, window)) {
                return Some(found);
            }
        }
        self.judge_hash_move(game, node, window, known, standing)
    }

    /// The moves to search: the hash move, then by rank.
    #[inline]
    fn expand<G: Game>(
        &self,
        game: &G,
        node: Node<T::Handle>,
        hash_move: Option<G::Move>,
        noisy: bool,
    ) -> Moves<G>
    where
        P: Policy<G>,
    {
        if P::SELECTIVE && !noisy {
            return Moves::staged(hash_move.filter(|_| node.ply > 0 || !self.policy.orders_root()));
        }
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
        Moves::all(moves)
    }

    /// The best of the children, or what the side to move is content with if none is better.
    #[inline]
    pub(crate) fn search_children<G: Game, W: Window>(
        &mut self,
        game: &mut G,
        moves: &mut Moves<G>,
        node: Node<T::Handle>,
        mut window: W,
        standing: &Standing,
    ) -> Found<G::Move>
    where
        P: Policy<G>,
    {
        let mut best = Found::score(standing.content.unwrap_or(Score::MIN));
        if best.score > window.alpha() {
            window = window.raised(best.score);
        }
        while let Some((mv, index)) = moves.take_next(&self.policy, game, node.ply) {
            let hopeless = self.leaves_out(game, node, window, standing, (mv, index, best.score));
            let mark = self.mark(game, node, mv);
            if self.puts_off(moves, mark, (index, hopeless)) {
                continue;
            }
            let Some(score) = self.search_marked(game, node, window, standing, (mv, index, hopeless), mark)
            else {
                continue;
            };
            if self.stopped.is_some() {
                return best;
            }
            if score > best.score {
                best = Found { score, mv: Some(mv) };
            }
            if score > window.alpha() {
                self.lines.improve(node.ply, game.pack(mv));
                if score >= window.beta() {
                    // A node without its hash move is no node of the tree.
                    if moves.skipped == 0 {
                        self.observer.fail_high(index);
                    }
                    self.policy.failed_high(game, moves.tried(index), node.depth, node.ply);
                    break;
                }
                window = window.raised(score);
            }
        }
        if best.score == Score::MIN && moves.skipped == 0 {
            best.score = self.policy.without_moves(game, node.ply).unwrap_or_else(|| self.policy.leaf(game));
        }
        best
    }

    /// The score of a move, the one tried as number `index`; `None` if it is hopeless, and not even a threat.
    #[expect(clippy::inline_always, reason = "the recursion is slower in two functions")]
    #[inline(always)]
    pub(crate) fn search_move<G: Game, W: Window>(
        &mut self,
        game: &mut G,
        node: Node<T::Handle>,
        window: W,
        standing: &Standing,
        (mv, index, hopeless): (G::Move, usize, bool),
    ) -> Option<Score>
    where
        P: Policy<G>,
    {
        if P::SELECTIVE && hopeless && self.policy.is_calm_after(game, mv) == Some(true) {
            return None;
        }
        let (before, packed) = (self.nodes, game.pack(mv));
        let reduction = self.reduction::<G, W>(game, node, standing, (mv, index));
        if !hopeless && let Some(key) = self.policy.key_after(game, mv) {
            self.table.prefetch(self.table.locate(key));
        }
        self.policy.about_to_make(game, mv, node.ply);
        let undo = game.make(mv);
        let calm = !P::SELECTIVE || self.policy.is_calm(game);
        if P::SELECTIVE && hopeless && calm {
            game.unmake(mv, undo);
            return None;
        }
        self.observer.moved(node.ply, Some(packed));
        let handle = self.table.locate(self.policy.key(game));
        let more = if P::SELECTIVE && index == 0 { standing.extension } else { 0 };
        let child = Node { handle, depth: node.depth - 1 + more, ply: node.ply + 1, calm, cut: !node.cut };
        let (child, reduction) = if more == 0 { self.extended::<G>(child, reduction) } else { (child, 0) };
        // Beyond the horizon the table is not asked: fetching would only push out what is.
        if child.depth > P::HORIZON {
            self.table.prefetch(handle);
        }
        let score = self.search_child(game, child, window, A::SCOUT && index > 0, reduction);
        game.unmake(mv, undo);
        self.policy.searched(game, mv, node.ply, self.nodes - before);
        Some(score)
    }

    /// The child's score for the parent, whose window is given. With a `reduction`, first whether it is better than alpha when
    /// searched so many plies less deep; with `scout`, whether it is at all.
    #[inline]
    fn search_child<G: Game, W: Window>(
        &mut self,
        game: &mut G,
        child: Node<T::Handle>,
        window: W,
        scout: bool,
        reduction: Depth,
    ) -> Score
    where
        P: Policy<G>,
    {
        if P::SELECTIVE && reduction > 0 {
            let reduced = Node { depth: child.depth - reduction, cut: true, ..child };
            let score = -self.visit(game, reduced, Null::above(window.alpha()).flipped()).score;
            let searched_again = self.stopped.is_none() && score > window.alpha();
            self.observer.reduced(searched_again);
            if !searched_again {
                return score;
            }
        }
        if scout && !W::NULL {
            let score =
                -self.visit(game, Node { cut: true, ..child }, Null::above(window.alpha()).flipped()).score;
            if self.stopped.is_some() || score <= window.alpha() || score >= window.beta() {
                return score;
            }
        }
        -self.visit(game, Node { cut: W::NULL && child.cut, ..child }, window.flipped()).score
    }

    /// Offers the result to the table. `window` is the one the node was entered with: an exact value is one inside it.
    #[inline]
    fn store<G: Game>(
        &mut self,
        game: &G,
        node: Node<T::Handle>,
        offer: &Offer<G::Move>,
        window: impl Window,
        work: u64,
    ) -> Bound
    where
        P: Policy<G>,
    {
        let score = offer.found.score;
        let bound = if score >= window.beta() {
            Bound::Lower
        } else if score > window.alpha() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        // Where no move was good enough, which of them seemed the least bad says little.
        let keeps = P::SELECTIVE && bound == Bound::Upper;
        let mv = if keeps { offer.hash_move } else { offer.found.mv };
        let packed = mv.map(|mv| game.pack(mv));
        let eval = offer.evaluation.map(|score| score.to_table(node.ply));
        // What holds on this path only may suggest a move elsewhere, and nothing more.
        let draft = if offer.holds { node.depth } else { Entry::MIN_DRAFT };
        let entry = Entry { eval, ..Entry::new(score.to_table(node.ply), bound, draft).with_move(packed) };
        let stored = if P::PATHS {
            self.store_paths(game, node, &entry, offer.signature, work)
        } else {
            self.table.store(node.handle, &entry, work)
        };
        self.observer.store(stored);
        bound
    }
}
