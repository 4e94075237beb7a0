//! Databases of solved positions: every position of a game with its value, in one file that is probed where it lies.
//!
//! A database maps lossless keys to values, ply by ply. It holds every position of its game, or one of each set of symmetric
//! ones; a probe reads a handful of places of the file and nothing is loaded first, so that memory-mapped bytes
//! ([`Database::from_bytes`]) and a plain file ([`Database::open`]) serve alike.
//!
//! # The file
//!
//! All numbers are little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | [`MAGIC`] |
//! | 24 | the game's name, padded by zeros |
//! | 1 | plies, one more than the last |
//! | 1 | 1 if only one of each set of symmetric positions is there |
//! | 1 | the least value, signed |
//! | 1 | how many values there are from the least on |
//! | 4 | zeros |
//! | 32 a ply | positions; offset of its index; offset of its entries; bytes of its entries |
//! | 8 | checksum of the bytes before |
//! | the rest | each ply's entries, then its index |
//!
//! Entries are sorted by key, [`BLOCK`] to a block. Each is one number in groups of seven bits, the low ones first, the high
//! bit set where more follow: what the key exceeds the one before by (0 for a block's first), times the number of values, plus
//! the value less the least. So neither costs a bit more than it must, and the whole about two bytes a position. The index has 16 bytes a
//! block: its first key, and the offset of its first entry from the ply's.
//!
//! ```
//! use games::solved::{Database, Header, Writer};
//!
//! let header = Header::new("nim", 2, false, (-1, 1))?;
//! let mut file = std::io::Cursor::new(Vec::new());
//! let mut writer = Writer::new(&mut file, header)?;
//! writer.ply(1, [(3, 1), (5, 0), (900, -1)].into_iter().map(Ok))?;
//! writer.ply(0, [(0, 1)].into_iter().map(Ok))?;
//! writer.finish()?;
//!
//! let database = Database::from_bytes(file.into_inner())?;
//! assert_eq!(database.probe(1, 900)?, Some(-1));
//! assert_eq!(database.probe(1, 901)?, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod database;
mod format;
mod source;
mod writer;

pub use database::{Database, OpenError, ProbeError};
pub use format::{BLOCK, Header, HeaderError, MAGIC};
pub use source::{Bytes, Source};
pub use writer::{WriteError, Writer};
