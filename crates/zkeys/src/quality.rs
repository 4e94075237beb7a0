//! How good a set of keys is, measured.
//!
//! A hash that is the XOR of keys is linear over GF(2), so all that can go wrong with the keys alone is a *dependency*: a
//! non-empty set of keys that XORs to zero. Two positions have the same key exactly when the features they differ in
//! are a union of such sets; what counts is how small the smallest is ([`smallest_dependency`],
//! [`light_dependency`]) and how many different hashes there can be, 2^rank ([`rank`](fn@rank)). How evenly keys fill
//! a table shows in [`balance`] and [`avalanche`](fn@avalanche); what becomes of the positions of a game, in
//! [`Collisions`]. [`Report`] has it all for one set.

mod avalanche;
mod collisions;
mod dependency;
mod light;
mod rank;
mod report;

pub use avalanche::{Avalanche, Balance, Indexing, avalanche, balance};
pub use collisions::Collisions;
pub use dependency::{Progress, Smallest, smallest_dependency, smallest_dependency_with};
pub use light::light_dependency;
pub use rank::rank;
pub use report::{Report, report};
