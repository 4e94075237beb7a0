//! Games for the [`search`] crate, each usable without running a search.
//!
//! A position keeps its Zobrist key up to date with every move and takes moves back bit for bit. Text is read
//! with errors that name the place; whatever the text, nothing panics.
//!
//! This crate does **not** search, keep tables, start threads or print.
//!
//! # Stability
//!
//! Keys and the order of moves are part of a release of the same minor version: stored keys stay good, and a search visits
//! the same nodes in the same order.
//!
//! # Examples
//!
//! ```
//! use games::connect_four::{Column, ConnectFour};
//! use search::Game;
//!
//! let mut board: ConnectFour = "4455".parse()?;
//! let (before, column) = (board, Column::from_number(6).expect("1 to 9"));
//! let undo = board.make(column);
//! assert_eq!(board.threats_against().count_ones(), 2); // three in a row, open at both ends
//! board.unmake(column, undo);
//! assert_eq!(board, before);
//! # Ok::<(), games::connect_four::PositionError>(())
//! ```

#![deny(unsafe_code)]

pub mod chess;
pub mod connect_four;
pub mod solved;
pub mod tic_tac_toe;

/// The README's examples, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
