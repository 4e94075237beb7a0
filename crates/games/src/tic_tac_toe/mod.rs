//! Tic-tac-toe: the smallest game worth a transposition table, and the one whose every figure can be checked.
//!
//! Squares are numbered 0 to 8, row by row from the top left. X begins.
//!
//! ```
//! use games::tic_tac_toe::TicTacToe;
//! use search::{Game, Outcome};
//!
//! let board: TicTacToe = "XXXOO....".parse()?;
//! assert_eq!(board.outcome(), Some(Outcome::Value(-5))); // O is to move and lost with five stones on the board
//! # Ok::<(), games::tic_tac_toe::PositionError>(())
//! ```

mod board;
mod keys;
mod marks;
mod text;

pub use board::{Mark, Square, TicTacToe};
pub use keys::{KeySource, MarkKeys, StandardKeys};
pub use marks::Marks;
pub use text::PositionError;
