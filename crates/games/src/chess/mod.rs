//! Chess and Chess960: rules, keys and text.
//!
//! A [`Board`] is a position; it lists its legal moves, plays and takes back [`Move`]s and keeps its Zobrist keys.
//! It knows no game history; a [`Line`] does. [`Chess`] and [`Line`] are what the `search` crate searches.
//!
//! # Where to read
//!
//! | you want to know | files, in reading order |
//! |---|---|
//! | what the words are | `square`, `bitboard`, `piece`, `castling`, `moves` |
//! | what a position is | `board`; `setup` makes one and refuses what is none |
//! | where pieces attack | `rays` (leapers, lines), `sliders` with the numbers in `magics` |
//! | which moves are legal | `generate`: `survey` (checks, pins), then `king`, `pawns`, `pieces`, all into a `sink` |
//! | what a single move is | `legal`: whether it is legal; `checks`: whether it gives check |
//! | what a move does | `play`: make, unmake, null moves, the key after a move |
//! | how many lines there are | `perft` |
//! | what keys are made of | `keys`; `polyglot` for the other format and its books |
//! | how it is written | `fen` and `lenient`, `epd`, `san`, `uci`, `picture` |
//! | when a game ends | `status` |
//! | whether a move repeats a position | `reversible` |
//! | what a position is worth | `network`, `lone_king` where a side has its king alone; `exchange` for captures on one square |
//! | how a search sees it | `game` |
//!
//! # Examples
//!
//! ```
//! use games::chess::{Board, perft};
//!
//! let mut board: Board = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse()?;
//! assert_eq!(board.legal_moves().len(), 48);
//! assert_eq!(perft(&board, 3), 97_862);
//!
//! let before = board;
//! let mv = board.legal_moves()[0];
//! let undo = board.make(mv);
//! assert_ne!(board.key(), before.key());
//! board.unmake(undo);
//! assert_eq!(board, before);
//! # Ok::<(), games::chess::FenError>(())
//! ```

#![allow(
    clippy::inline_always,
    reason = "the generator is one function for each colour, written in readable parts"
)]

mod bitboard;
mod board;
mod castling;
mod checks;
mod epd;
mod exchange;
mod fen;
mod game;
mod generate;
mod keys;
mod legal;
pub mod lenient;
mod lone_king;
mod magics;
mod moves;
mod network;
mod perft;
mod picture;
mod piece;
mod play;
pub mod polyglot;
mod rays;
mod reversible;
mod san;
mod setup;
mod sliders;
mod square;
mod status;
mod uci;

pub use bitboard::BitBoard;
pub use board::Board;
pub use castling::{CastlingRight, CastlingRights, Wing};
pub use epd::{Epd, EpdError, Operation};
pub use fen::{FenError, FenField, Rules};
pub use game::{Chess, ChessUndo};
pub use keys::{ChessKeys, KEYS, Rehash};
pub use moves::{MAX_MOVES, Move, MoveKind, MoveList};
pub use perft::{divide, perft, walk};
pub use picture::{Picture, Svg};
pub use piece::{Color, Piece, Role};
pub use play::Undo;
pub use rays::{between, king_attacks, knight_attacks, pawn_attacks};
pub use san::SanError;
pub use setup::{Setup, SetupError};
pub use sliders::{bishop_attacks, queen_attacks, rook_attacks};
pub use square::{File, Square, SquareError};
pub use status::{Claim, Line, Status};
pub use uci::UciError;
