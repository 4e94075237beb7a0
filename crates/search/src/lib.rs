//! Negamax with bounds over any two-player game.
//!
//! Implement [`Game`] for a game of your own and this crate searches it: plain [`minimax`], the oracle; [`Search`],
//! fail-soft alpha-beta over any [`Table`]; and exact solving by null windows ([`Search::try_solve`]). What a search may
//! know beyond the rules comes in through a [`Policy`], what it does goes out through an [`Observer`], and what
//! may end it early is a [`Limit`]. All are compiled in: what is not used costs nothing.
//!
//! It does **not** know any concrete game, print, read the clock, or keep a thread alive beyond its call.
//!
//! # Stability
//!
//! With one thread and an empty table, a release of the same minor version visits the same nodes in the same order on
//! every platform. Values are those of plain minimax and never change.
//!
//! # Examples
//!
//! Take one to three matches; who takes the last one has lost.
//!
//! ```
//! use std::num::NonZeroU16;
//!
//! use search::{Full, Game, Outcome, Search};
//! use ttable::Unbounded;
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

mod game;
mod limits;
mod minimax;
mod negamax;
mod observe;
mod parallel;
mod policy;
mod score;
mod solve;
mod window;

pub use game::{Bounded, Evaluate, Game, Guide, List, Outcome};
pub use limits::{Limit, NodeLimit, StopFlag, Stopped};
pub use minimax::{minimax, perft};
pub use negamax::{Answer, Depth, MAX_DEPTH, Search};
pub use observe::{Counts, Observer};
pub use parallel::race;
pub use policy::{AtLeast, DepthGate, Equal, Evaluated, Guided, Limits, Plain, Policy, Reordered};
pub use score::{MAX_PLY, Ply, Score};
pub use ttable::Table;
pub use window::{Full, Null, Window};
