//! Negamax with bounds over any two-player game.
//!
//! Implement [`Game`] for a game of your own and this crate searches it:
//!
//! | what | for |
//! |---|---|
//! | [`minimax()`], [`perft()`] | the oracles |
//! | [`Search::run`] | the value to a depth in a window: fail-soft [`AlphaBeta`] or [`PrincipalVariation`] search |
//! | [`Search::deepen`] | iterative deepening with aspiration windows, and the line of best play |
//! | [`Search::try_converge`] | MTD(f) |
//! | [`Search::try_solve`] | the exact value of a game that ends within reach, by null windows |
//! | [`Player`] | the move to play: [`Play`]'s selective search, limits of every kind, several lines, several threads |
//! | [`Solver`] | the exact value for a game whose positions are copied and that knows its forced replies ([`Resolve`]) |
//!
//! All work over any [`Table`]. What a search may know beyond the rules comes in through a [`Policy`], what it does goes out
//! through an [`Observer`], and what may end it early is a [`Limit`]. All are compiled in: what is not used costs nothing.
//!
//! [`check_game`] walks an implementation at random and names the first rule of the contract it breaks; [`check_tactical`] does so
//! for what a game tells a search that plays.
//!
//! It does **not** know any concrete game, print, read the clock where no [`Deadline`] is set, or keep a thread alive beyond
//! its call.
//!
//! # Stability
//!
//! With one thread and an empty table, a release of the same minor version visits the same nodes in the same order on
//! every platform. Values are those of plain minimax to the same depth with the [`Equal`] gate, and wherever a search goes to
//! the end of the game.
//!
//! # Examples
//!
//! Take one to three matches; who takes the last one has lost. A whole game with keys, evaluation and tactics is the crate's
//! example `breakthrough`, which the book's chapter *Bring your own game* goes through; tic-tac-toe is at [`Game`].
//!
//! ```
//! use std::num::NonZeroU16;
//!
//! use search::{Full, Game, Outcome, Search, Unbounded};
//!
//! struct Matches(u16);
//!
//! impl Game for Matches {
//!     type Move = u16;
//!     type Undo = ();
//!     type List<T: Copy> = Vec<T>;
//!
//!     fn key(&self) -> u64 {
//!         self.0.into()
//!     }
//!     fn outcome(&self) -> Option<Outcome> {
//!         (self.0 == 0).then_some(Outcome::Win) // the other side took the last one
//!     }
//!     fn legal_moves(&self, moves: &mut Vec<u16>) {
//!         moves.extend(1..=self.0.min(3));
//!     }
//!     fn make(&mut self, taken: u16) {
//!         self.0 -= taken;
//!     }
//!     fn unmake(&mut self, taken: u16, (): ()) {
//!         self.0 += taken;
//!     }
//!     fn pack(&self, taken: u16) -> NonZeroU16 {
//!         NonZeroU16::new(taken).expect("a move takes at least one")
//!     }
//!     fn unpack(&self, packed: NonZeroU16) -> Option<u16> {
//!         (packed.get() <= self.0.min(3)).then_some(packed.get())
//!     }
//! }
//!
//! let answer = Search::new(Unbounded::new()).run(&mut Matches(20), 20, Full::OPEN);
//! assert_eq!(answer.best, Some(3)); // leaves 17, which is 4·4 + 1: lost for the side to move
//! assert_eq!(answer.score.plies_to_end(), Some(10));
//! ```

#![forbid(unsafe_code)]

mod algorithm;
mod check;
mod deepen;
mod game;
mod history;
mod limits;
mod minimax;
mod mixed;
mod negamax;
mod node;
mod observe;
mod order;
mod parallel;
mod play;
mod player;
mod policy;
mod resolve;
mod score;
mod search;
mod selection;
mod solve;
mod staged;
mod statistics;
mod tactical;
mod trace;
mod window;

pub use algorithm::{Algorithm, AlphaBeta, Lines, PrincipalVariation, Triangle};
pub use check::{CheckError, TacticalError, TacticalRule, check_game, check_tactical};
pub use deepen::Iteration;
pub use game::{Bounded, Evaluate, Game, Guide, List, Noisy, Outcome};
pub use history::History;
pub use limits::{Deadline, Limit, NodeLimit, StopFlag, Stopped};
pub use minimax::{minimax, perft};
pub use mixed::Mixed;
pub use observe::{Counts, Entered, Observer, Searched};
pub use parallel::{Busy, Company, race};
pub use play::{
    Bare, Chosen, ExactPast, GraphHistory, IgnorePast, Paths, Play, PracticalPast, Standard, Technique,
    Techniques,
};
pub use player::{Player, Report, Terms, Thought, Variation};
pub use policy::{
    AtLeast, DepthGate, Equal, Evaluated, Guided, Plain, Policy, Quiescent, Reordered, ValueRange,
};
pub use resolve::{Resolve, Resolved, Solution, Solver};
pub use score::{MAX_PLY, Ply, Score};
pub use search::{Answer, Depth, MAX_DEPTH, Search};
pub use selection::Selection;
pub use staged::{Moves, Stage};
pub use statistics::Statistics;
pub use tactical::{Past, Tactical};
pub use trace::Trace;
pub use ttable::{Bound, Entry, NoTable, Stored, Table, Unbounded};
pub use window::{Full, Null, Window};
