//! Zobrist keys.

#![no_std]
#![forbid(unsafe_code)]
#![warn(clippy::print_stdout, clippy::print_stderr)]

#[cfg(any(feature = "std", test))]
extern crate std;

mod feature;
mod key_set;
mod keys;
mod pcg;
mod seed;
mod split_mix;
mod word;

pub use feature::Feature;
pub use key_set::{Field, KeySet};
pub use keys::Keys;
pub use pcg::Pcg;
pub use seed::Seed;
pub use split_mix::SplitMix64;
pub use word::{Word, Words};
