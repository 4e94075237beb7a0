//! Negamax with bounds over any two-player game.

mod game;
mod score;

pub use game::{Bounded, Evaluate, Game, Guide, List, Outcome};
pub use score::{MAX_PLY, Ply, Score};
