//! Exact scores of Connect Four positions, on a board whose size is chosen while the program runs.
//!
//! Each board of `games::connect_four` is a type of its own, which makes it fast and its size a matter for the compiler. Here
//! all of them stand behind one call, [`solver`]; what they share is [`BoardSolver`], for a board and a table of one's own.
//!
//! Building every board takes long, and nothing else should wait for it: this is why they are a crate of their own.
//!
//! # Examples
//!
//! ```
//! use connect4::{Question, Size, solver};
//! use ttable::FullTable;
//!
//! let size = Size { width: 5, height: 5, connect: 4 };
//! let solver = solver(size, Some(FullTable::with_mib(1)?)).ok_or("no such board")?;
//! let answer = solver.solve("3323", Question { columns: true, ..Question::default() }, 1)?;
//! assert_eq!(answer.columns.map(|columns| columns.len()), Some(5));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Sources
//!
//! As `games::connect_four` and `search::Solver` name them.

#![forbid(unsafe_code)]

mod boards;
mod solver;

pub use boards::{Size, solver};
pub use solver::{Answer, BoardSolver, Question, Solve};
