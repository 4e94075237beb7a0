//! Transposition tables for game-tree search.

#![warn(clippy::print_stdout)]

mod entry;
mod reference;
mod table;

pub use entry::{Bound, Entry};
pub use reference::{NoTable, Unbounded};
pub use table::{Stored, Table};
