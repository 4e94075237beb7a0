//! Zobrist keys for game search: made at compile time, typed by feature, measured.
//!
//! A program that remembers positions names each by a number, its *key*: the XOR of one random number for every feature
//! the position has (a piece on a square, a castling right, the side to move). A move changes few features, so it
//! changes the key with few XORs; a position that comes back by other moves has the same key. This crate makes the
//! numbers, keeps them apart by feature, and tells how good they are.
//!
//! - [`key_set!`] declares the features of a game and makes a `static` of their keys.
//! - [`Pcg`], [`SplitMix64`] and [`Code`] are where keys come from; `KeySet::from_fn` takes any generator, and with the
//!   feature `rand_core` so does `KeySet::from_rng`. Keys have 32, 64 or 128 bits.
//! - [`PositionKey`] is a key that follows a position, and [`Hashed`] checks it in debug builds.
//! - [`SumKey`], [`Count`], [`SymmetricKey`], [`Lanes`], [`HashingVector`] serve what is counted, symmetric, on hosts
//!   without 64-bit integers, or no game at all.
//! - `birthday` says how many bits are enough, and `quality` what keys are worth (both with the feature `std`).
//!
//! # What it does not do
//!
//! It knows no game, has no board and no table. Its keys are no secret and no protection: whoever wants two positions
//! to collide can make them, since the hash is linear. It draws nothing from the system: the same seed gives the same
//! keys everywhere.
//!
//! # How many bits
//!
//! Two positions with one key are a *type-1 error*: the search takes one for the other and cannot notice. Among n
//! positions there are n(n − 1)/2 pairs, so errors come sooner than one thinks: 32 bits are more likely than not to fail
//! among 77,164 positions, 64 bits among 5.06 billion. A table that verifies with part of the key is as good as the
//! bits that it stores *or* indexes with, counted once. `birthday::bits_needed` and `birthday::false_match_rate` do the
//! sums.
//!
//! # Random keys or coded ones
//!
//! Two positions have the same key exactly when the keys of the features they differ in XOR to zero. Among 781 random
//! keys of 64 bits, some dozen keys do, and nobody knows which. [`Code`] makes keys of which no 13 or fewer do: positions
//! that differ in 13 features or fewer, that is within about four quiet moves of each other, *cannot* collide. Farther apart
//! they collide as those of random keys do.
//!
//! The promise is about the whole key. Of the keys that a table keeps only the low bits of, the least number that XOR
//! to zero is, among 781 (exact, or as far as random search came where marked ≤):
//!
//! | bits kept | random | coded | coded, graded at 32 |
//! |---|---|---|---|
//! | 16 | 2 | 2 | 2 |
//! | 24 | 3 | 3 | 3 |
//! | 32 | 4 | 4 | 8 |
//! | 40 | 5 | 5 | 8 |
//! | 64 | 7 to 12 | 14 | 14 |
//!
//! So with more than 64 features give a table that verifies with the low 32 bits the graded code. With fewer, where the whole word has a
//! bit for every feature, grading promises nothing in the low bits, and some features may not show there at all:
//! `Code::low_distance` tells. (The figures are those of [`Seed::PI`]; tests hold them.)
//!
//! # Pitfalls
//!
//! - Keys drawn at start-up from the time make failures that nobody can repeat. Take a `static`.
//! - Everything that tells positions apart must be in the key: side to move, castling rights, en-passant file if a
//!   capture is possible, pockets. What does not tell them apart must not, or transpositions are missed.
//! - A null move changes the side, and takes away the en-passant file.
//! - Two features with one key cancel; a key of 0 is no feature. `quality::smallest_dependency` finds both at once.
//! - The index and the verification of a table must not come from the same bits.
//!
//! # Stability
//!
//! The keys of a seed never change: not between platforms, nor builds, nor releases. Tests compare every way to make
//! keys with recorded words and checksums; a change of them would be a new major version. The order of words is the
//! order of declaration, so adding a field at the end of a set keeps the words before it (except with [`Code`], whose
//! keys depend on how many there are).
//!
//! The minimum supported Rust version is 1.95. Without `std` the crate needs neither the standard library nor
//! allocation, and has no `unsafe` code.
//!
//! # Examples
//!
//! ```
//! use zkeys::{Feature, Pcg, PositionKey, Seed, key_set};
//!
//! #[derive(Clone, Copy)]
//! enum Mark { X, O }
//!
//! impl Feature for Mark {
//!     const COUNT: usize = 2;
//!     fn index(self) -> usize {
//!         self as usize
//!     }
//! }
//!
//! #[derive(Clone, Copy)]
//! struct Square(u8);
//!
//! impl Feature for Square {
//!     const COUNT: usize = 9;
//!     fn index(self) -> usize {
//!         self.0.into()
//!     }
//! }
//!
//! key_set! {
//!     /// Keys of tic-tac-toe.
//!     pub struct TicTacToeKeys: u64 {
//!         /// A mark on a square.
//!         mark: (Mark, Square) = 18,
//!         /// O to move.
//!         side: () = 1,
//!     }
//! }
//!
//! // In the binary: nothing runs at start-up.
//! static KEYS: TicTacToeKeys = TicTacToeKeys::from_pcg(Pcg::from_seed(Seed::PI));
//!
//! // X plays the centre, O a corner.
//! let mut key = PositionKey::default();
//! for (mark, square) in [(Mark::X, Square(4)), (Mark::O, Square(0))] {
//!     key.toggle(KEYS.mark.key((mark, square)));
//!     key.swap_sides(KEYS.side.key(()));
//! }
//! assert_eq!(key.word(), 0xb771_74e9_75c2_88f3);
//! ```

#![no_std]
#![forbid(unsafe_code)]
#![warn(clippy::print_stdout, clippy::print_stderr)]

// The README's example is tested as documentation is.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

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
