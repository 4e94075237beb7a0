//! Enumerating, solving and batching game positions over threads, processes and machines, on timely dataflow.
//!
//! Positions are lossless keys, and each key has one owner among the workers: the key, mixed, says which. So every transposition
//! meets its twin at its owner, and no worker asks another whether a position is new or known.
//!
//! | what | for |
//! |---|---|
//! | [`enumerate()`] | the distinct positions of each ply, counted by outcome |
//! | [`solve_all()`] | the value of every position, from the last ply back, as a database that [`games::solved`] probes |
//! | [`batch::run`] | the exact scores of many positions, each worker with a table of its own |
//! | [`checkpoint::Ledger`] | a batch's answers on disk: nothing twice, nothing lost, whatever ended the run |
//! | [`Hosts`] | which threads, processes and machines |
//!
//! Memory is bounded by a budget for each worker; what does not fit is spilled to disk as sorted runs ([`spill`]).
//!
//! It does **not** survive the loss of a worker within a run: timely has no fault tolerance of its own. The others end with an
//! error that says who was lost; a batch goes on from its ledger when it is started again. It prints nothing and reads no
//! command line.
//!
//! # Stability
//!
//! Counts, values and answers are the same for any number of workers and processes. Timely's interface moves between its releases;
//! none of it shows in this crate's.
//!
//! # Examples
//!
//! ```
//! use fleet::{Enumeration, GameName, Hosts, enumerate};
//!
//! let game: GameName = "tictactoe".parse()?;
//! let levels = enumerate(&Hosts::local(2), &Enumeration::of(game), |_| Ok(()))?;
//! let positions: Vec<u64> = levels.iter().map(|level| level.tally.positions).collect();
//! assert_eq!(positions, [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Sources
//!
//! Work that goes to the owner of the key: J. W. Romein, A. Plaat, H. E. Bal and J. Schaeffer, *Transposition table driven work
//! scheduling in distributed search*, AAAI 1999. The dataflow: the crate `timely`.

#![forbid(unsafe_code)]

pub mod batch;
pub mod checkpoint;
mod claim;
mod crew;
mod enumerate;
mod exchange;
mod failure;
mod game;
mod gathering;
mod hosts;
mod link;
mod retrograde;
mod rules;
mod scores;
pub mod spill;
mod states;
mod tally;

pub use crew::RunError;
pub use enumerate::{Enumeration, Level, enumerate, positions};
pub use game::{GameError, GameName};
pub use hosts::{ConnectError, Hosts, HostsError};
pub use retrograde::{SolveAll, SolveAllError, Stage, solve_all};
pub use rules::{Rules, Solve};
pub use scores::Scores;
pub use tally::Tally;

/// The README's examples, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
