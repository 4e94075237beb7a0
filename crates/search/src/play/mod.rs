//! Playing: a selective search over a game that knows its tactics and its past.

mod child_probes;
mod company;
mod histories;
mod late;
mod learnt;
mod null_move;
mod paths;
mod prune;
mod root;
mod singular;
mod stages;
mod techniques;

use std::fmt;

use ttable::Bound;

pub use paths::{ExactPast, GraphHistory, IgnorePast, Paths, PracticalPast};
pub use techniques::{Bare, Chosen, Standard, Technique, Techniques};

use crate::mixed::mix;
use crate::node::Found;
use crate::selection::Selection;
use crate::staged::Moves;
use crate::{AtLeast, Company, Depth, DepthGate, Game, List, Past, Ply, Policy, Score, Tactical, ValueRange};
use learnt::{Asked, Capture, Learnt, Quiet, Trace};
pub(crate) use root::Root;

/// The policy of a search that plays: quiescence, moves in stages, draws by the past, and the [`Technique`]s of `S`.
///
/// It learns for as long as it lives, so keep one for a game and [`clear`](Play::clear) it before the next. With one
/// thread it is as deterministic as the search. About 6.5 MiB.
///
/// The value of a search with it is not minimax's: with [`Bare`] it is, up to quiescence and the draws by the past.
#[derive(Clone)]
pub struct Play<S = Standard, D = AtLeast, H = PracticalPast, C = ()> {
    techniques: S,
    gate: D,
    learnt: Learnt,
    root: Root,
    path: Vec<Step>,
    /// What the search below the current node owes to the past. By treatment: the ply nearest to the root that a draw looks
    /// back to, or the signature of the positions asked for.
    owed: u64,
    paths: H,
    company: C,
}

/// What is known of a node on the path from the root.
#[derive(Clone, Copy, Debug, Default)]
struct Step {
    /// The move made there; `None` for a pass.
    trace: Trace,
    /// The same, if it is a quiet one.
    quiet: Option<Quiet>,
    passed: bool,
    evaluation: Option<Score>,
}

/// Room for the path: no line is longer than [`MAX_DEPTH`](crate::MAX_DEPTH) and eight plies of quiescence.
const PATH: usize = 256;
/// Looks back to nowhere.
const NEVER: u64 = u64::MAX;
/// Plies left before a draw by counting from which on the count is part of the key.
const COUNT_MATTERS: Ply = 40;

impl<S: Techniques, D: DepthGate> Play<S, D> {
    /// A policy with these techniques, and nothing learnt yet.
    pub fn new(techniques: S, gate: D) -> Self {
        Self::with_paths(techniques, gate, PracticalPast)
    }
}

impl<S: Techniques, D: DepthGate, H: Paths> Play<S, D, H> {
    /// A policy with these techniques and this treatment of the past, and nothing learnt yet.
    pub fn with_paths(techniques: S, gate: D, paths: H) -> Self {
        Self::with_learnt(techniques, gate, paths, Learnt::new())
    }

    fn with_learnt(techniques: S, gate: D, paths: H, learnt: Learnt) -> Self {
        let (path, owed) = (vec![Step::default(); PATH], Self::NOTHING);
        Self { techniques, gate, learnt, root: Root::default(), path, owed, paths, company: () }
    }
}

impl<S: Techniques, D: DepthGate + Copy, H: Paths> Play<S, D, H> {
    /// A policy for another thread at the same search: from now on both learn from each other.
    pub(crate) fn partner(&self) -> Self {
        Self::with_learnt(self.techniques, self.gate, self.paths, self.learnt.partner())
    }
}

impl<S: Techniques, D: DepthGate, H: Paths, C: Company> Play<S, D, H, C> {
    /// The same policy, and all it has learnt, for a thread in this company: the threads leave each other the moves that one
    /// of them is searching, as far as there are others. All are given the same [`Busy`](crate::Busy).
    pub fn with_company<E: Company>(self, company: E) -> Play<S, D, H, E> {
        let Self { techniques, gate, learnt, root, path, owed, paths, .. } = self;
        Play { techniques, gate, learnt, root, path, owed, paths, company }
    }

    const EXACT: bool = matches!(H::KIND, GraphHistory::Exact);
    /// What is owed to the past before anything was asked.
    const NOTHING: u64 = if Self::EXACT { 0 } else { NEVER };

    /// Forgets all that was learnt, for a new game or a root with another side to move.
    pub fn clear(&mut self) {
        self.learnt.clear();
        self.root.clear();
    }

    /// Forgets what its partners do not know.
    pub(crate) fn clear_own(&mut self) {
        self.learnt.clear_own();
        self.root.clear();
    }

    /// Searches only these moves at the root, in this order, until the next [`Search::deepen`](crate::Search::deepen) has
    /// ended. Illegal ones are left out; without any legal one there is no restriction.
    pub fn restrict_root<G: Game>(&mut self, game: &G, moves: impl IntoIterator<Item = G::Move>) {
        let mut packed: Vec<u16> = Vec::new();
        for mv in moves {
            let bits = game.pack(mv);
            if game.unpack(bits) == Some(mv) && !packed.contains(&bits.get()) {
                packed.push(bits.get());
            }
        }
        self.root.set(packed.into_iter(), true);
    }

    /// Leaves these moves out at the root, which is known, until others are named.
    pub(crate) fn exclude_at_root<G: Game>(&mut self, game: &G, moves: impl Iterator<Item = G::Move>) {
        self.root.exclude(moves.map(|mv| game.pack(mv).get()));
    }

    /// Percent of the nodes of this depth that were spent on a move of the root.
    pub(crate) fn effort<G: Game>(&self, game: &G, mv: G::Move) -> u8 {
        self.root.effort(game.pack(mv).get())
    }

    /// The moves of the root, in the order they are tried.
    pub(crate) fn root(&self) -> &Root {
        &self.root
    }

    /// Searches these at the root, which is known.
    pub(crate) fn set_root(&mut self, root: Root) {
        self.root = root;
    }

    /// How many moves of the root are to be searched in all.
    pub(crate) fn root_moves(&self) -> usize {
        self.root.len()
    }

    fn step(&self, ply: Ply) -> &Step {
        &self.path[usize::from(ply) % PATH]
    }

    fn step_mut(&mut self, ply: Ply) -> &mut Step {
        &mut self.path[usize::from(ply) % PATH]
    }

    fn quiet<G: Tactical>(&self, game: &G, mv: G::Move, ply: Ply) -> Quiet {
        let before = [1, 2, 4].map(|back| ply.checked_sub(back).and_then(|ply| self.step(ply).trace));
        Quiet { packed: game.pack(mv), trace: game.trace(mv), ply, before }
    }

    fn noisy<G: Tactical>(game: &G, mv: G::Move) -> Capture {
        Capture { trace: game.trace(mv), prize: game.prize(mv) }
    }

    fn asked(&self) -> Asked {
        Asked {
            killers: self.techniques.has(Technique::Killers),
            counter_moves: self.techniques.has(Technique::CounterMoves),
            continuations: self.techniques.has(Technique::ContinuationHistory),
        }
    }
}

impl Default for Play {
    fn default() -> Self {
        Self::new(Standard, AtLeast)
    }
}

impl<S: fmt::Debug, D, H: fmt::Debug, C> fmt::Debug for Play<S, D, H, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Play")
            .field("techniques", &self.techniques)
            .field("paths", &self.paths)
            .finish_non_exhaustive()
    }
}

impl<G: Tactical + Past, S: Techniques, D: DepthGate, H: Paths, C: Company> Policy<G> for Play<S, D, H, C> {
    type Gate = D;

    const QUIESCENCE: bool = true;

    #[inline]
    fn gate(&self) -> &D {
        &self.gate
    }

    /// Near a draw by counting the count is part of the key: in steps of eight plies, or exactly and always if the past is.
    #[inline]
    fn key(&self, game: &G) -> u64 {
        let count = match (H::KIND, game.plies_left()) {
            (GraphHistory::Exact, Some(left)) => mix(1 + u64::from(left)),
            (GraphHistory::Practical, Some(left)) if left <= COUNT_MATTERS => mix(1 + u64::from(left) / 8),
            _ => 0,
        };
        game.key() ^ count
    }

    #[inline]
    fn known_range(&self, game: &G, ply: Ply) -> ValueRange {
        game.early_outcome().map_or(ValueRange::OPEN, |outcome| ValueRange::exact(outcome.score(ply)))
    }

    #[inline]
    fn leaf(&self, game: &G) -> Score {
        Score::plain(i32::from(game.evaluate()))
    }

    #[inline]
    fn is_calm(&self, game: &G) -> bool {
        game.is_calm()
    }

    #[inline]
    fn expand_noisy(&self, game: &G, moves: &mut G::List<G::Move>) {
        game.noisy_moves(moves);
    }

    fn failed_high(&mut self, game: &G, tried: &[G::Move], depth: Depth, ply: Ply) {
        let Some((&best, worse)) = tried.split_last() else { return };
        if depth <= 0 {
            return;
        }
        let is_quiet = !game.is_noisy(best);
        if is_quiet {
            self.learnt.refuted(self.quiet(game, best, ply), depth);
        } else {
            self.learnt.tried_noisy(Self::noisy(game, best), depth, true);
        }
        for &mv in worse {
            if game.is_noisy(mv) {
                self.learnt.tried_noisy(Self::noisy(game, mv), depth, false);
            } else if is_quiet {
                self.learnt.disappointed(self.quiet(game, mv, ply), depth);
            }
        }
    }
}

impl<G: Tactical + Past, S: Techniques, D: DepthGate, H: Paths, C: Company> Selection<G>
    for Play<S, D, H, C>
{
    const SELECTIVE: bool = true;
    const PATHS: bool = Self::EXACT;

    fn path_key(&self, game: &G, signature: u64, ply: Ply) -> u64 {
        let (mut sum, mut back) = (signature, 0);
        game.each_before(|key| {
            back += 1;
            if signature & paths::bit(key) != 0 {
                // As draws by the past are judged: the root and what was before it count otherwise.
                sum = sum.wrapping_add(paths::share(key, back < ply));
            }
        });
        Policy::key(self, game) ^ mix(sum ^ NEVER)
    }

    #[inline]
    fn asked(&self) -> u64 {
        self.owed
    }

    #[inline]
    fn answered(&mut self, game: &G, signature: u64) {
        if Self::EXACT && game.reversible_plies() > 0 {
            self.owed |= signature;
        }
    }

    #[inline]
    fn uses(&self, technique: Technique) -> bool {
        self.techniques.has(technique)
    }

    #[inline]
    fn is_drawn_by_past(&mut self, game: &G, ply: Ply) -> bool {
        // The root is to be searched, whatever it was before: there may be a better move than to claim.
        if ply == 0 {
            return false;
        }
        let drawn = game.drawn_since(ply);
        if Self::EXACT {
            // Asked, whatever the answer; of a position that cannot have been there before there is nothing to ask.
            if game.reversible_plies() > 0 {
                self.owed |= paths::bit(game.key());
            }
        } else if let Some(plies) = drawn {
            self.owed = self.owed.min(u64::from(ply.saturating_sub(plies)));
        }
        drawn.is_some()
    }

    #[inline]
    fn can_draw_by_past(&mut self, game: &G, ply: Ply) -> bool {
        // Exact values would owe all positions that a move might have led back to. The root needs a move, not a value.
        if Self::EXACT || ply == 0 || !self.techniques.has(Technique::UpcomingRepetition) {
            return false;
        }
        let drawn = game.drawn_next(ply);
        if let Some(plies) = drawn {
            self.owed = self.owed.min(u64::from(ply.saturating_sub(plies)));
        }
        drawn.is_some()
    }

    fn without_moves(&self, game: &G, ply: Ply) -> Option<Score> {
        Some(game.outcome_without_moves().score(ply))
    }

    #[inline]
    fn trusts(&self, game: &G, score: Score, ply: Ply) -> bool {
        match (score.plies_to_end(), game.plies_left()) {
            (Some(plies), Some(left)) => plies.saturating_sub(ply) <= left,
            _ => true,
        }
    }

    #[inline]
    fn orders_root(&self) -> bool {
        self.root.is_known()
    }

    fn begin(&mut self, game: &G) {
        if !self.root.is_known() {
            let mut moves = Moves::staged(None);
            while moves.stage != crate::staged::Stage::All {
                self.list_next(game, &mut moves, 0);
            }
            self.root.set(moves.listed.as_slice().iter().map(|&mv| game.pack(mv).get()), false);
        }
    }

    fn iterated(&mut self, game: &G, best: Option<G::Move>) {
        self.root.reorder(best.map(|mv| game.pack(mv).get()));
    }

    fn end(&mut self) {
        self.root.clear();
    }

    #[inline]
    fn open(&mut self) -> u64 {
        std::mem::replace(&mut self.owed, Self::NOTHING)
    }

    #[inline]
    fn close(&mut self, game: &G, opened: u64, ply: Ply, score: Score) -> bool {
        let is_whole = ply > 0 || !self.root.is_restricted();
        if Self::EXACT {
            // Nothing below a move that cannot be undone was there before it.
            let below = if game.reversible_plies() > 0 { self.owed } else { 0 };
            self.owed = opened | below;
            return is_whole;
        }
        let looks_back = self.owed < u64::from(ply) && score == Score::DRAW;
        self.owed = self.owed.min(opened);
        is_whole && !(looks_back && matches!(H::KIND, GraphHistory::Practical))
    }

    fn confirmed(&mut self, game: &G, mv: G::Move, depth: Depth, ply: Ply) {
        if depth > 0 && !game.is_noisy(mv) {
            self.learnt.confirmed(self.quiet(game, mv, ply), depth);
        }
    }

    fn list_next(&self, game: &G, moves: &mut Moves<G>, ply: Ply) {
        self.list_stage(game, moves, ply);
    }

    fn pass(&mut self, game: &mut G, ply: Ply) -> Option<G::Undo> {
        if ply.checked_sub(1).is_some_and(|before| self.step(before).passed) {
            return None;
        }
        let undo = game.pass()?;
        let step = self.step_mut(ply);
        (step.trace, step.quiet, step.passed) = (None, None, true);
        Some(undo)
    }

    fn take_back_pass(&mut self, game: &mut G, undo: G::Undo) {
        game.take_back_pass(undo);
    }

    #[inline]
    fn is_calm_after(&self, game: &G, mv: G::Move) -> Option<bool> {
        game.is_calm_after(mv)
    }

    #[inline]
    fn key_after(&self, game: &G, mv: G::Move) -> Option<u64> {
        let count_matters = game.plies_left().is_some_and(|left| left <= COUNT_MATTERS + 1);
        if count_matters || Self::EXACT { None } else { game.key_after(mv) }
    }

    #[inline]
    fn is_quiet(&self, game: &G, mv: G::Move) -> bool {
        !game.is_noisy(mv)
    }

    #[inline]
    fn prize(&self, game: &G, mv: G::Move) -> i32 {
        game.prize(mv)
    }

    #[inline]
    fn exchange(&self, game: &G, mv: G::Move) -> i32 {
        game.exchange(mv)
    }

    fn promise(&self, game: &G, mv: G::Move, ply: Ply) -> i32 {
        let continuations = self.techniques.has(Technique::ContinuationHistory);
        // Three times ±8,192 at most.
        self.learnt.history(self.quiet(game, mv, ply), continuations) / 24
    }

    #[inline]
    fn note_evaluation(&mut self, evaluation: Option<Score>, ply: Ply) -> bool {
        self.learnt.forget_killers(ply + 2);
        self.step_mut(ply).evaluation = evaluation;
        let before = ply.checked_sub(2).and_then(|ply| self.step(ply).evaluation);
        matches!((evaluation, before), (Some(now), Some(before)) if now > before)
    }

    #[inline]
    fn corrected(&self, game: &G, evaluation: Score, ply: Ply) -> Score {
        if !self.techniques.has(Technique::CorrectedEvaluation) {
            return evaluation;
        }
        Score::plain(evaluation.get() + self.learnt.histories().correction(ply, game.structures()))
    }

    #[inline]
    fn valued(&mut self, game: &G, ply: Ply, depth: Depth, found: &Found<G::Move>, bound: Bound) {
        let reply_to = ply.checked_sub(1).and_then(|before| self.step(before).quiet);
        if bound == Bound::Upper
            && let Some(quiet) = reply_to
        {
            self.learnt.confirmed(quiet, depth);
        }
        let Some(evaluation) = self.step(ply).evaluation else { return };
        let (score, is_quiet) = (found.score, found.mv.is_none_or(|mv| !game.is_noisy(mv)));
        let is_off = match bound {
            Bound::Exact => true,
            Bound::Lower => score > evaluation,
            Bound::Upper => score < evaluation,
        };
        if is_off && is_quiet && score.is_plain() && self.techniques.has(Technique::CorrectedEvaluation) {
            self.learnt.histories().correct(ply, game.structures(), depth, score.get() - evaluation.get());
        }
    }

    #[inline]
    fn about_to_make(&mut self, game: &G, mv: G::Move, ply: Ply) {
        let trace = game.trace(mv);
        let quiet = (!game.is_noisy(mv)).then(|| self.quiet(game, mv, ply));
        let step = self.step_mut(ply);
        (step.trace, step.quiet, step.passed) = (Some(trace), quiet, false);
    }

    #[inline]
    fn searched(&mut self, game: &G, mv: G::Move, ply: Ply, nodes: u64) {
        if ply == 0 {
            self.root.searched(game.pack(mv).get(), nodes);
        }
    }

    #[inline]
    fn company(&self) -> impl Company {
        &self.company
    }
}

#[cfg(test)]
mod tests;
