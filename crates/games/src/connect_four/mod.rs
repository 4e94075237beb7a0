//! Connect Four on bitboards, 7×6 unless said otherwise.
//!
//! Columns are written `1`, `2`, … from the left. A position is written as the columns played.
//!
//! # Values
//!
//! A win with the winner's n-th stone is worth `⌈W·H/2⌉ + 1 − n`, that is 22 − n on 7×6: 1 for a win with the last stone
//! that the player who begins has, and one more for each stone less.
//!
//! ```
//! use games::connect_four::ConnectFour;
//! use search::{Game, Outcome};
//!
//! let board: ConnectFour = "1212121".parse()?;
//! assert_eq!(board.outcome(), Some(Outcome::Value(-18))); // lost to the fourth stone of the other side
//! # Ok::<(), games::connect_four::PositionError>(())
//! ```
//!
//! [`ConnectFour`] is a board of up to 64 bits where four in a row win; [`ConnectK`] is the general one, for five in a row too
//! and for words of 128 bits. A board must fit its word with one spare row, `(H + 1)·W ≤ 64`, which the compiler checks:
//!
//! ```compile_fail
//! let board = games::connect_four::ConnectFour::<8, 8>::new();
//! ```
//!
//! # Sources
//!
//! The bitboard with a spare row per column, and the key made of stones plus mask: John Tromp, *Fhourstones*, 1996, and
//! Pascal Pons, *Solving Connect 4*, 2015.

mod bits;
mod board;
mod book;
mod follow_up;
mod grid;
mod keys;
mod rules;
mod solve;
mod stones;
mod svg;
mod tactics;
mod text;
mod threat_board;

pub use bits::Bits;
pub use board::{Column, ColumnError, ConnectFour, ConnectK, Player};
pub use book::{Book, BookError, LoadError, SaveError};
pub use stones::Stones;
pub use svg::Svg;
pub use text::PositionError;
pub use threat_board::ThreatBoard;
