//! What the report, the criterion benches and their tests share: the published experiments, positions to search, and
//! tables of figures to print.
//!
//! The measuring itself lives in the `report` binary and in the criterion benches.

#![forbid(unsafe_code)]
#![allow(clippy::cast_precision_loss, reason = "means of counts far below 2⁵²")]

pub mod chess_play;
pub mod connect_four;
pub mod console;
pub mod experiments;
pub mod figures;
pub mod key_peers;
pub mod mates;
pub mod mean;
pub mod plot;
pub mod render;
pub mod sheet;
pub mod table;
pub mod table_limit;
pub mod table_peers;
pub mod tactics;

/// The README's examples are doctests of this crate: it is the one that depends on all the others.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
