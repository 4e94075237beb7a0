//! Transposition tables for game-tree search.

#![warn(clippy::print_stdout)]

mod clustered;
mod entry;
mod layout;
mod memory;
mod minifloat;
mod policy;
mod prefetch;
mod reference;
mod size;
mod sync;
mod table;
mod word;

pub use clustered::{Clustered, FullTable, Handle};
pub use entry::{Bound, Entry};
pub use layout::{
    Cluster, Compact, CompactLine, Exact, ExactWord, Fields, Full, HalfLine, Layout, Line, Located, Masked,
    OnePerIndex, QuarterLine, Short, Sliced, TwoPerIndex, multiply_shift,
};
pub use memory::{Memory, Pages};
pub use policy::{
    Aging, Always, Big, Decision, DepthPreferred, LeastWork, Old, Replacement, Selective, TwoBig, TwoDeep,
    TwoTier,
};
pub use reference::{NoTable, Unbounded};
pub use size::{Limit, Size, SizeError};
pub use table::{Stored, Table};
pub use word::{AgedWord, FadingWord, Generation, Packed, Weighed, WeighedWord, Word, Word64};
