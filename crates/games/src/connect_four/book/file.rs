//! A book to a file and back. The format is told at the head of the module above.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;

use super::Book;
use crate::connect_four::ConnectK;

/// What a book's file begins with.
const MAGIC: [u8; 7] = *b"c4book\0";
/// The format told of here.
const VERSION: u8 = 1;
/// Bytes ahead of the keys.
const HEADER: usize = 24;
/// Bytes of the checksum.
const CHECKSUM: usize = 8;
/// Bytes of a position: its key and its score.
const ENTRY: usize = 9;

/// Why a book was not saved.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SaveError {
    /// The file could not be written; one that was there before is as it was.
    #[error("expected to write the book's file: {0}")]
    Write(#[from] io::Error),
}

/// Why a book was not loaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The file could not be read.
    #[error("expected to read the book's file: {0}")]
    Read(#[from] io::Error),
    /// It does not begin as a book's file does.
    #[error("expected a book of Connect Four, found another kind of file")]
    Foreign,
    /// It is of another version of the format.
    #[error("expected a book of format {VERSION}, found one of format {found}")]
    Version {
        /// The file's version.
        found: u8,
    },
    /// It is for another board.
    #[error(
        "expected a book for {} columns, {} rows and {} in a row, found one for {}, {} and {}",
        expected[0], expected[1], expected[2], found[0], found[1], found[2]
    )]
    Board {
        /// Columns, rows, and stones in a row that win, as asked for.
        expected: [usize; 3],
        /// The same of the file.
        found: [usize; 3],
    },
    /// It is shorter or longer than its header says.
    #[error("expected {expected} bytes, found {found}")]
    Length {
        /// The length that follows from the header, or the least there is.
        expected: u64,
        /// The file's length.
        found: u64,
    },
    /// Its contents do not add up to its checksum.
    #[error("expected the checksum {expected:#018x}, found {found:#018x}")]
    Corrupt {
        /// What the file says.
        expected: u64,
        /// What its contents add up to.
        found: u64,
    },
    /// A position or score that no book has.
    #[error("position {place} of the book: expected {expected}, found {found}")]
    Entry {
        /// Where, from 1.
        place: usize,
        /// What there should be.
        expected: &'static str,
        /// What there is.
        found: String,
    },
}

impl<const W: usize, const H: usize, const K: usize> Book<W, H, K> {
    /// What the header says of the board.
    const BOARD: [usize; 3] = [W, H, K];

    /// Writes the book's file to `out`.
    ///
    /// # Errors
    ///
    /// What `out` says.
    pub fn write_to(&self, mut out: impl Write) -> io::Result<()> {
        let mut sum = Checksum::new();
        let mut put = |bytes: &[u8]| {
            sum.add(bytes);
            out.write_all(bytes)
        };
        put(&MAGIC)?;
        put(&[VERSION])?;
        #[expect(clippy::cast_possible_truncation, reason = "a board's sides are below 20")]
        put(&(Self::BOARD.map(|side| side as u8)))?;
        put(&[0; 5])?;
        put(&(self.keys.len() as u64).to_le_bytes())?;
        for key in &self.keys {
            put(&key.to_le_bytes())?;
        }
        for score in &self.scores {
            put(&score.to_le_bytes())?;
        }
        out.write_all(&sum.0.to_le_bytes())?;
        out.flush()
    }

    /// Writes the book to a file: beside it first, under its name and `.part`, then in its place. A symbolic link to a file
    /// or to nothing is replaced, not followed.
    ///
    /// # Errors
    ///
    /// [`SaveError`], also where something else than a file has the name; what was there before is then as it was.
    pub fn save(&self, path: &Path) -> Result<(), SaveError> {
        if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
            return Err(io::Error::other("expected a file, found something else").into());
        }
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(".part");
        let part = path.with_file_name(name);
        // What an earlier call left, which may also be a link to elsewhere.
        let _ = fs::remove_file(&part);
        let written = File::create_new(&part).and_then(|file| {
            let mut out = BufWriter::new(file);
            self.write_to(&mut out)?;
            out.get_ref().sync_all()?;
            fs::rename(&part, path)
        });
        if written.is_err() {
            // The error that matters is the first one.
            let _ = fs::remove_file(&part);
        }
        Ok(written?)
    }

    /// Reads a book's file.
    ///
    /// # Errors
    ///
    /// [`LoadError`] for whatever is not a whole, unchanged book for this board.
    pub fn load(path: &Path) -> Result<Self, LoadError> {
        Self::read_from(File::open(path)?)
    }

    /// Reads a book's file from `input`, to its end.
    ///
    /// # Errors
    ///
    /// As [`Book::load`].
    pub fn read_from(mut input: impl Read) -> Result<Self, LoadError> {
        let mut bytes = Vec::new();
        // A file that is no book, however long, is told by its head.
        input.by_ref().take(HEADER as u64).read_to_end(&mut bytes)?;
        let count = Self::count(&bytes)?;
        input.read_to_end(&mut bytes)?;
        let expected = u128::from(count) * ENTRY as u128 + (HEADER + CHECKSUM) as u128;
        if bytes.len() as u128 != expected {
            let expected = u64::try_from(expected).unwrap_or(u64::MAX);
            return Err(LoadError::Length { expected, found: bytes.len() as u64 });
        }
        let (content, sum) = bytes.split_at(bytes.len() - CHECKSUM);
        let (expected, found) = (word(sum), Checksum::of(content));
        if expected != found {
            return Err(LoadError::Corrupt { expected, found });
        }
        let entries = &content[HEADER..];
        let (keys, scores) = entries.split_at(entries.len() / ENTRY * 8);
        Self::checked(
            keys.chunks_exact(8).map(word).collect(),
            scores.iter().map(|&byte| byte.cast_signed()).collect(),
        )
    }

    /// The number of positions that a file's head announces.
    fn count(head: &[u8]) -> Result<u64, LoadError> {
        if !head.starts_with(&MAGIC) {
            return Err(LoadError::Foreign);
        }
        let Some(board) = head.get(8..11).filter(|_| head.len() == HEADER) else {
            let expected = (HEADER + CHECKSUM) as u64;
            return Err(LoadError::Length { expected, found: head.len() as u64 });
        };
        if head[7] != VERSION {
            return Err(LoadError::Version { found: head[7] });
        }
        let found = [board[0], board[1], board[2]].map(usize::from);
        if found != Self::BOARD {
            return Err(LoadError::Board { expected: Self::BOARD, found });
        }
        Ok(word(&head[16..]))
    }

    /// A book of what a file holds: each entry is looked at, as a checksum is no oath.
    fn checked(keys: Vec<u64>, scores: Vec<i8>) -> Result<Self, LoadError> {
        let mut stones = 0;
        let mut last = None;
        for ((&key, &score), place) in keys.iter().zip(&scores).zip(1..) {
            let wrong = |expected, found| Err(LoadError::Entry { place, expected, found });
            if last >= Some(key) {
                return wrong("a greater key than the one before", format!("{key:#x}"));
            }
            last = Some(key);
            let board = ConnectK::<W, H, K>::from_lossless_key(key);
            let Some(board) = board.filter(|board| board.canonical_key() == key) else {
                return wrong("a position's canonical key", format!("{key:#x}"));
            };
            if i16::from(score).abs() > board.score_limit() {
                return wrong("a score that a position with so many stones can have", score.to_string());
            }
            stones = stones.max(board.stones());
        }
        Ok(Self { keys, scores, stones })
    }
}

/// The word of the first eight bytes, of which there are as many.
fn word(bytes: &[u8]) -> u64 {
    bytes.iter().take(8).rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
}

/// FNV-1a.
///
/// Source: Eastlake, Fowler, Vo, Noll: *The FNV Non-Cryptographic Hash Algorithm*, RFC 9923, 2025.
struct Checksum(u64);

impl Checksum {
    const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }

    fn of(bytes: &[u8]) -> u64 {
        let mut sum = Self::new();
        sum.add(bytes);
        sum.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Source: the test vectors of RFC 9923, appendix C.
    #[test]
    fn the_checksum_is_the_published_one() {
        assert_eq!(Checksum::of(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(Checksum::of(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(Checksum::of(b"foobar"), 0x8594_4171_f739_67e8);
    }
}
