//! Transposition tables for game-tree search: fast, shared between threads without locks, and measured.
//!
//! A table maps 64-bit keys to [`Entry`]s: value, bound, draft, move. It is chosen by what it is made of:
//!
//! - a [`Layout`] says how entries lie in a cache line and how a probe knows its own,
//! - a [`Replacement`] policy says which entry gives way,
//! - memory comes from the system ([`Memory`]) or from the caller.
//!
//! | layout | bytes per entry | false matches per probe of an absent key | for |
//! |---|---|---|---|
//! | [`Full`] | 16 | 4 · 2⁻⁶⁴ × clusters | any keys; the one to start with |
//! | [`Compact`] | 10.7 | 3 · 2⁻²¹ | more entries in the same memory |
//! | [`CompactLine`] | 10.7 | 6 · 2⁻²¹ | the same, with six candidates for each replacement |
//! | [`Exact`] | 8 | none | lossless keys of small state spaces; solvers |
//! | [`ExactHalf`] | 4 | none | the same, where key and entry fit 32 bits |
//! | [`Sliced`] | 16 | any, by choice | experiments |
//! | [`Masked`] | as the layout within | as the layout within | indices by a mask, for a power of two of clusters |
//!
//! [`Full`] is a value as it stands; the others are made: [`Compact::new()`](Short::new), [`Exact::new()`](Exact::new),
//! [`OnePerIndex::whole()`](Sliced::whole), `Masked(Full)`.
//!
//! [`Clustered`] puts them together; [`FullTable`] is the combination to start with. [`NoTable`] and [`Unbounded`] are
//! for comparison. A search that takes any [`Table`] runs on all of them, at no cost: dispatch is static.
//!
//! Every store is marked with the table's generation. Begin a new one for each search of a game
//! ([`Clustered::new_generation`]), so that entries of earlier searches stay useful and give way first; not for each depth
//! of iterative deepening, where they are what the next depth begins with. Clear between games, where nothing stored can
//! be met again and equal searches should count equal nodes; never between the moves of one game, where it would throw
//! away what the next search starts from.
//!
//! Without the feature `std`, on by default, a table lives in memory of the caller's ([`Clustered::with_memory`]); nothing
//! is allocated. [`Memory`], [`FullTable`], [`Unbounded`] and files need the feature. With it or without, clusters are made of
//! 64-bit atomics, which the target must have: `thumbv7em`, for one, has none, and there the crate does not compile.
//!
//! # What it does not do
//!
//! It knows no moves, no mates and no games: values are the caller's numbers, and distances to mate must be made relative
//! to the node before they are stored. It makes no keys (keys are expected to look random, but for [`Exact`]'s). It
//! prints nothing, starts no thread that outlives its call, and keeps no global state.
//!
//! # Stability
//!
//! With one thread and a cleared table, the same calls give the same answers on every platform and in every patch
//! release. The arrangement of bits within clusters is documented but may change in a minor release.
//!
//! # Examples
//!
//! ```
//! use ttable::{Bound, Entry, FullTable, Stored, Table};
//!
//! let table = FullTable::with_bytes(3_000_000)?;
//! assert_eq!(table.slots(), 187_392);
//!
//! let handle = table.locate(0x463b_9618_1691_fc9c);
//! table.prefetch(handle);
//! assert_eq!(table.probe(handle), None);
//! assert_eq!(table.store(handle, &Entry::new(25, Bound::Exact, 4), 1), Stored::Filled);
//! assert_eq!(table.probe(handle).map(|entry| (entry.value, entry.draft)), Some((25, 4)));
//! # Ok::<(), ttable::SizeError>(())
//! ```

#![cfg_attr(not(feature = "std"), no_std)]
// What is not there is told of at the head of the page.
#![cfg_attr(not(feature = "std"), doc = "\n[`Memory`]: crate\n[`FullTable`]: crate\n[`Unbounded`]: crate\n")]

mod batch;
mod clustered;
mod entry;
#[cfg(all(feature = "std", not(loom)))]
mod file;
mod layout;
#[cfg(feature = "std")]
mod memory;
mod minifloat;
mod policy;
mod prefetch;
mod reference;
mod size;
mod sync;
mod table;
mod traffic;
mod word;

pub use batch::{Handles, Probes, handles, probes};
#[cfg(feature = "std")]
pub use clustered::FullTable;
pub use clustered::{Clustered, Handle};
pub use entry::{Bound, Entry};
#[cfg(all(feature = "std", not(loom)))]
pub use file::{LoadError, SaveError};
pub use layout::{
    Cluster, Compact, CompactLine, Exact, ExactHalf, ExactWord, Fields, Full, HalfLine, HashKeyed, Layout,
    Line, Located, Lossless, Masked, OnePerIndex, QuarterLine, Short, Sliced, Slots, TwoPerIndex,
    multiply_shift,
};
#[cfg(feature = "std")]
pub use memory::{Memory, Pages};
pub use policy::{
    Aging, Always, Big, Decision, DepthPreferred, LeastWork, Old, Replacement, Selective, TwoBig, TwoDeep,
    TwoTier, Victim,
};
pub use prefetch::prefetch;
pub use reference::NoTable;
#[cfg(feature = "std")]
pub use reference::Unbounded;
pub use size::{Limit, Size, SizeError};
pub use table::{Stored, Table};
pub use traffic::{Counts, Observed, Traffic};
pub use word::{AgedWord, FadingWord, Generation, Packed, Weighed, WeighedWord, Word, Word64};

/// The README's example, run with the documentation's.
#[cfg(all(doctest, feature = "std"))]
#[doc = include_str!("../README.md")]
struct Readme;
