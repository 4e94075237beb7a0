//! Thinking about a move: growing depths, several lines, several threads, limits of every kind.

mod help;
mod lead;
mod lines;
mod watch;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use ttable::{Bound, Table};

use crate::{
    AtLeast, Busy, Deadline, Depth, Game, List, MAX_DEPTH, Observer, Outcome, Past, Play, Ply, PracticalPast,
    PrincipalVariation, Score, Search, Standard, Stopped, Tactical, Techniques,
};
use lead::Lead;
use watch::{Deepest, Watch};

/// Stack of a helping thread: the longest line takes less than half of it.
const STACK: usize = 4 << 20;

/// When to stop thinking, and about what. The default thinks to [`MAX_DEPTH`] about the best line.
#[derive(Clone, Debug)]
pub struct Terms<M> {
    /// The last depth, from 1.
    pub depth: Depth,
    /// Nodes of all threads. With one thread the search stops at exactly this many, with several within some thousand.
    pub nodes: Option<u64>,
    /// No new depth is begun from here on, but for the first.
    pub soft: Option<Deadline>,
    /// The search is stopped here, within 256 nodes of each thread.
    pub hard: Option<Deadline>,
    /// Enough is a win, or a loss, within so many plies of the root.
    pub mate: Option<Ply>,
    /// The moves to think about; without any that is legal, all.
    pub moves: Vec<M>,
    /// How many of the best moves to find, each with its score and line. 0 counts as 1.
    pub lines: usize,
}

impl<M> Default for Terms<M> {
    fn default() -> Self {
        Self {
            depth: MAX_DEPTH,
            nodes: None,
            soft: None,
            hard: None,
            mate: None,
            moves: Vec::new(),
            lines: 1,
        }
    }
}

/// What is known in the middle of thinking.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a, M> {
    /// Plies searched.
    pub depth: Depth,
    /// The longest line looked at so far, in plies.
    pub deepest: Ply,
    /// Which of the best lines it is, from 0.
    pub rank: usize,
    /// The value, or a bound of it, for the side to move.
    pub score: Score,
    /// `Exact`, or on which side of the value the score lies: the search goes on with a wider window.
    pub bound: Bound,
    /// Best play as far as it is known.
    pub line: &'a [M],
    /// Nodes of all threads so far.
    pub nodes: u64,
    /// Percent of the nodes of this depth, over all lines, that this thread spent on the best line's first move: little where
    /// others were hard to refute. 100 where nothing is known.
    pub effort: u8,
}

/// A line of play and its value for the side to move at the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation<M> {
    /// The value to the depth it was last searched to.
    pub score: Score,
    /// The moves. Each is legal, and the game is not over before the last.
    pub moves: Vec<M>,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought<M> {
    /// The best lines, the best first; as many as were asked for, if there are so many moves. Without any finished depth
    /// there is none.
    pub lines: Vec<Variation<M>>,
    /// The move to play: the first of the best line, or some legal move where no depth was finished, or where the game is drawn
    /// already: whoever plays on by some rule has to move. `None` where there is no move, or the game has ended otherwise.
    pub best: Option<M>,
    /// The last finished depth; 0 without any.
    pub depth: Depth,
    /// Nodes of all threads.
    pub nodes: u64,
    /// What ended it, if not the terms' depth, mate or soft limit.
    pub stopped: Option<Stopped>,
}

/// Thinks about moves, with what it has learnt about them in this game: one [`Play`] for each thread.
///
/// The threads share the table, the histories of moves and how far evaluations were off. All search the same tree at the same time, each whole: a move
/// that another is searching is put off, and by then the table may have its value. With one thread the same calls give the
/// same answers. None outlives the call.
///
/// ```
/// # use std::num::NonZeroU16;
/// # use search::{Evaluate, Game, Noisy, Outcome, Past, Tactical};
/// # #[derive(Clone)]
/// # struct Matches(u16);
/// # impl Game for Matches {
/// #     type Move = u16;
/// #     type Undo = ();
/// #     type List<T: Copy> = Vec<T>;
/// #     fn key(&self) -> u64 { self.0.into() }
/// #     fn outcome(&self) -> Option<Outcome> { (self.0 == 0).then_some(Outcome::Win) }
/// #     fn legal_moves(&self, moves: &mut Vec<u16>) { moves.extend(1..=self.0.min(3)); }
/// #     fn make(&mut self, taken: u16) { self.0 -= taken; }
/// #     fn unmake(&mut self, taken: u16, (): ()) { self.0 += taken; }
/// #     fn pack(&self, taken: u16) -> NonZeroU16 { NonZeroU16::new(taken).unwrap() }
/// #     fn unpack(&self, packed: NonZeroU16) -> Option<u16> {
/// #         (packed.get() <= self.0.min(3)).then_some(packed.get())
/// #     }
/// # }
/// # impl Evaluate for Matches { fn evaluate(&self) -> i16 { 0 } }
/// # impl Noisy for Matches {
/// #     fn is_calm(&self) -> bool { true }
/// #     fn noisy_moves(&self, _: &mut Vec<u16>) {}
/// # }
/// # impl Tactical for Matches {}
/// # impl Past for Matches {}
/// use std::sync::atomic::AtomicBool;
///
/// use search::{Player, Terms, Unbounded};
///
/// let terms = Terms { depth: 12, ..Terms::default() };
/// let thought = Player::new(1).think(&Unbounded::new(), &Matches(21), &terms, &AtomicBool::new(false), |_| ());
/// assert_eq!(thought.best, Some(1));
/// ```
#[derive(Debug)]
pub struct Player<S = Standard> {
    /// The caller's thread's, then the helpers'.
    policies: Vec<Play<S>>,
    techniques: S,
}

impl Player {
    /// One with so many threads, at least one, the caller's own among them.
    pub fn new(threads: usize) -> Self {
        Self::with_techniques(threads, Standard)
    }
}

impl<S: Techniques + Send> Player<S> {
    /// One that uses these techniques.
    pub fn with_techniques(threads: usize, techniques: S) -> Self {
        let mut player = Self { policies: Vec::new(), techniques };
        player.set_threads(threads);
        player
    }

    /// Goes on with so many threads, at least one.
    pub fn set_threads(&mut self, threads: usize) {
        self.policies.truncate(threads.max(1));
        while self.policies.len() < threads.max(1) {
            let first = self.policies.first();
            let policy = first.map_or_else(|| Play::new(self.techniques, AtLeast), Play::partner);
            self.policies.push(policy);
        }
    }

    /// Forgets what it has learnt, for a new game or a root with another side to move than before: what a player has learnt
    /// of moves is its side's.
    pub fn clear(&mut self) {
        if let Some((first, partners)) = self.policies.split_first_mut() {
            partners.iter_mut().for_each(Play::clear_own);
            first.clear();
        }
    }

    /// Thinks about the move to play in `game`, until the terms are met or `stop` is raised. What is found on the way is
    /// told to `progress`: each line of each finished depth, and each time a window has to be widened.
    ///
    /// Begin a new generation of the table before, if it has any.
    ///
    /// # Panics
    ///
    /// If the game does, when all threads have ended. Whoever goes on with the player after that has one thread, and nothing learnt.
    pub fn think<G, T>(
        &mut self,
        table: &T,
        game: &G,
        terms: &Terms<G::Move>,
        stop: &AtomicBool,
        progress: impl FnMut(Report<'_, G::Move>),
    ) -> Thought<G::Move>
    where
        G: Tactical + Past + Clone + Send,
        G::Move: Send + Sync,
        T: Table + Sync,
    {
        self.think_observed(table, game, terms, stop, &mut (), progress)
    }

    /// The same, with an observer of what the caller's own thread does: moves tried at the root as they are, or statistics.
    ///
    /// # Panics
    ///
    /// As [`think`](Self::think).
    pub fn think_observed<G, T, O>(
        &mut self,
        table: &T,
        game: &G,
        terms: &Terms<G::Move>,
        stop: &AtomicBool,
        observer: &mut O,
        progress: impl FnMut(Report<'_, G::Move>),
    ) -> Thought<G::Move>
    where
        G: Tactical + Past + Clone + Send,
        G::Move: Send + Sync,
        T: Table + Sync,
        O: Observer,
    {
        let (lead, busy, counted) = (Lead::default(), Busy::new(), AtomicU64::new(0));
        let (lead, counted) = (&lead, &counted);
        let techniques = self.techniques;
        let mut policies = std::mem::take(&mut self.policies).into_iter();
        let own = policies.next().unwrap_or_else(|| Play::new(techniques, AtLeast));
        let company = (policies.len() > 0).then_some(&busy);
        let thought = thread::scope(|scope| {
            let guard = Ended(lead);
            let mut helping = Vec::new();
            for policy in policies {
                let (game, policy) = (game.clone(), policy.with_company(company));
                let help = move || help::help(table, game, policy, lead, Watch::helper(lead, counted));
                // Where the system has no thread to give, those there are do the work.
                helping.extend(thread::Builder::new().stack_size(STACK).spawn_scoped(scope, help));
            }
            let watch = Watch::new(terms, stop, counted, helping.is_empty());
            let led = (!helping.is_empty()).then_some(lead);
            let own = (own.with_company(company), watch, observer);
            let (thought, own) = lines::find(table, game.clone(), terms, own, led, progress);
            drop(guard);
            self.policies.push(own.with_company(()));
            for helper in helping {
                match helper.join() {
                    Ok(policy) => self.policies.push(policy.with_company(())),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            thought
        });
        Thought { nodes: thought.nodes + counted.load(Ordering::Relaxed), ..thought }
    }
}

/// Ends the helpers, also when this thread unwinds.
struct Ended<'a>(&'a Lead);

impl Drop for Ended<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// The policy of a thread while it thinks.
type Member<'a, S> = Play<S, AtLeast, PracticalPast, Option<&'a Busy>>;

/// A search as it is used here.
type Thinking<'a, T, S, O> =
    Search<&'a T, Member<'a, S>, (Deepest, &'a mut O), Watch<'a>, PrincipalVariation>;

/// Whether the score is a win or a loss within the plies asked for.
fn is_mate_found(score: Score, mate: Option<Ply>) -> bool {
    matches!((score.plies_to_end(), mate), (Some(plies), Some(most)) if plies <= most)
}

/// The first of the moves asked for that is legal, else the legal move that is listed first; none where the game is won, lost or
/// at its value.
fn any_move<G: Game>(game: &G, terms: &Terms<G::Move>) -> Option<G::Move> {
    // Drawn by some rule, a game may still have moves.
    if !matches!(game.outcome(), None | Some(Outcome::Draw)) {
        return None;
    }
    let is_legal = |mv: &G::Move| game.unpack(game.pack(*mv)) == Some(*mv);
    terms.moves.iter().copied().find(is_legal).or_else(|| {
        let mut moves = G::List::default();
        game.legal_moves(&mut moves);
        moves.as_slice().first().copied()
    })
}

#[cfg(test)]
mod tests;
