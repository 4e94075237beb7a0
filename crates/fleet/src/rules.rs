//! A game as a table of functions over its keys: the fleet itself is compiled once, for all games.

use std::fmt;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use ttable::SizeError;

use crate::states::States;
use crate::tally::Tally;

/// A game, as the fleet sees it.
#[derive(Clone, Copy)]
pub struct Rules {
    /// Its name, as [`GameName`](crate::GameName) reads it.
    pub name: &'static str,
    /// Bits of a key.
    pub key_bits: u32,
    /// The last ply there can be, the empty board being ply 0.
    pub last_ply: u8,
    /// The least and the greatest value of a position.
    pub values: (i16, i16),
    /// The key of the empty board.
    pub(crate) root: u64,
    /// Counts positions, and appends their children's keys, canonical ones where `reduced`; of positions whose game is over
    /// there are none.
    pub(crate) expand: fn(keys: &[u64], reduced: bool, tally: &mut Tally, children: &mut Vec<u64>),
    /// Counts positions.
    pub(crate) count: fn(keys: &[u64], reduced: bool, tally: &mut Tally),
    /// Appends the keys of positions that may lead to this one, canonical ones where `reduced`.
    pub(crate) retract: fn(key: u64, reduced: bool, parents: &mut Vec<u64>),
    /// Stones on the board.
    pub(crate) ply: fn(key: u64) -> u8,
    /// The value for the side to move, where the game is over.
    pub(crate) value: fn(key: u64) -> Option<i16>,
    /// The least key of the position and its images.
    pub(crate) canonical: fn(key: u64) -> u64,
    /// The key of a position written as text, with so many characters before it in its line.
    pub(crate) read: fn(text: &str, offset: usize) -> Result<u64, String>,
    /// A solver with a table of so many MiB.
    pub(crate) solver: fn(table_mib: u64) -> Result<Box<dyn Solve>, SizeError>,
    /// Writes a book of positions with their scores.
    pub(crate) save_book: Option<SaveBook>,
}

/// How a game writes its books.
pub(crate) type SaveBook =
    fn(scores: &mut dyn Iterator<Item = (u64, i16)>, path: &Path) -> Result<(), String>;

/// Solves one position after another, and remembers what it has learnt.
pub trait Solve: Send {
    /// The exact value of the position of this key for the side to move, and the nodes it took; `None` if `stop` was raised
    /// first.
    fn solve(&mut self, key: u64, stop: &AtomicBool) -> Option<(i16, u64)>;
}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rules")
            .field("name", &self.name)
            .field("key_bits", &self.key_bits)
            .finish_non_exhaustive()
    }
}

/// What a game adds to what follows from its positions: the fields of [`Rules`] of the same names.
#[derive(Clone, Copy)]
pub(crate) struct Extras {
    pub(crate) name: &'static str,
    pub(crate) values: (i16, i16),
    pub(crate) read: fn(text: &str, offset: usize) -> Result<u64, String>,
    pub(crate) solver: fn(table_mib: u64) -> Result<Box<dyn Solve>, SizeError>,
    pub(crate) save_book: Option<SaveBook>,
}

impl Rules {
    pub(crate) fn new<S: States>(extras: Extras) -> Self {
        let Extras { name, values, read, solver, save_book } = extras;
        Self {
            name,
            key_bits: S::KEY_BITS,
            last_ply: S::LAST_PLY,
            values,
            root: S::ROOT.key(),
            expand: expand::<S>,
            count: count::<S>,
            retract: |key, reduced, parents| {
                parents.extend(S::decode(key).parents().map(|parent| name_of(parent, reduced)));
            },
            ply: |key| S::decode(key).ply(),
            value: |key| S::decode(key).value(),
            canonical: |key| S::decode(key).canonical(),
            read,
            solver,
            save_book,
        }
    }

    /// The key of a position written as text; of Connect Four the columns played, or `-` for the empty board. `offset` counts
    /// the characters before it in its line.
    ///
    /// # Errors
    ///
    /// Why it is none, with the place.
    pub fn read(&self, text: &str, offset: usize) -> Result<u64, String> {
        (self.read)(text, offset)
    }

    /// Whether there are opening books of the game.
    pub const fn has_books(&self) -> bool {
        self.save_book.is_some()
    }

    /// The least key of the position of this key and its images.
    pub fn canonical(&self, key: u64) -> u64 {
        (self.canonical)(key)
    }
}

fn name_of<S: States>(position: S, reduced: bool) -> u64 {
    if reduced { position.canonical() } else { position.key() }
}

fn expand<S: States>(keys: &[u64], reduced: bool, tally: &mut Tally, children: &mut Vec<u64>) {
    for &key in keys {
        let position = S::decode(key);
        if add(position, reduced, tally) {
            children.extend(position.children().map(|child| name_of(child, reduced)));
        }
    }
}

fn count<S: States>(keys: &[u64], reduced: bool, tally: &mut Tally) {
    for &key in keys {
        add(S::decode(key), reduced, tally);
    }
}

/// Counts a position; whether its game goes on.
fn add<S: States>(position: S, reduced: bool, tally: &mut Tally) -> bool {
    let standing = position.standing();
    tally.add(standing, if reduced { position.images() } else { 1 });
    standing == crate::tally::Standing::Open
}

/// Which worker owns a key: the remainder by the number of workers.
///
/// The finaliser of `SplitMix64`: every bit depends on every bit of the key.
///
/// Source: Steele, Lea and Flood, *Fast splittable pseudorandom number generators*, OOPSLA 2014.
#[inline]
pub(crate) const fn owner(key: u64) -> u64 {
    let key = (key ^ (key >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let key = (key ^ (key >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    key ^ (key >> 31)
}
