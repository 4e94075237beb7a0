//! Zobrist keys.

#![no_std]
#![forbid(unsafe_code)]
#![warn(clippy::print_stdout, clippy::print_stderr)]

#[cfg(any(feature = "std", test))]
extern crate std;

#[cfg(feature = "std")]
pub mod birthday;
mod code;
mod count;
mod feature;
mod hashing_vector;
mod key_set;
mod keys;
mod lanes;
mod pcg;
mod position_key;
#[cfg(feature = "std")]
pub mod quality;
#[cfg(feature = "rand_core")]
mod rng;
mod seed;
mod split_mix;
mod sum_key;
mod symmetry;
mod word;

pub use code::Code;
pub use count::Count;
pub use feature::Feature;
pub use hashing_vector::HashingVector;
pub use key_set::{Field, KeySet};
pub use keys::Keys;
pub use lanes::Lanes;
pub use pcg::Pcg;
pub use position_key::{Hashed, PositionKey};
pub use seed::Seed;
pub use split_mix::SplitMix64;
pub use sum_key::SumKey;
pub use symmetry::SymmetricKey;
pub use word::{Word, Words};
