//! Probing a database.

use std::fs::File;
use std::io;
use std::path::Path;

use super::format::{BLOCK, Header, INDEX_BYTES, Ply, checksum, take_number};
use super::source::{Bytes, Source};

/// Why a file is no database that can be probed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It does not begin as one does, or was not written to the end.
    #[error("expected a database of solved positions, found something else or one not finished")]
    Foreign,
    /// Its header was changed.
    #[error("header: expected checksum {expected:016x}, found {found:016x}")]
    Corrupt {
        /// What the file says.
        expected: u64,
        /// What its bytes come to.
        found: u64,
    },
    /// It ends too early.
    #[error("ply {ply}: expected to lie within the file, found an end at byte {length}")]
    Truncated {
        /// The ply that does not.
        ply: usize,
        /// Bytes of the file.
        length: u64,
    },
}

/// Why a probe has no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProbeError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Its entries make no sense.
    #[error("ply {ply}, block {block}: expected entries in order, found something else")]
    Corrupt {
        /// The ply.
        ply: u8,
        /// The block, from 0.
        block: u64,
    },
}

/// A database of solved positions.
#[derive(Debug)]
pub struct Database<S = File> {
    source: S,
    header: Header,
    plies: Vec<Ply>,
}

impl Database {
    /// Opens the file, of which only the header is read.
    ///
    /// # Errors
    ///
    /// [`OpenError`] if it is no database, or one not finished, or cut short.
    pub fn open(path: &Path) -> Result<Self, OpenError> {
        Self::new(File::open(path)?)
    }
}

impl<B: AsRef<[u8]>> Database<Bytes<B>> {
    /// A database in memory, or in memory that a file is mapped to.
    ///
    /// # Errors
    ///
    /// As [`Database::open`].
    pub fn from_bytes(bytes: B) -> Result<Self, OpenError> {
        Self::new(Bytes(bytes))
    }
}

impl<S: Source> Database<S> {
    /// A database from anywhere.
    ///
    /// # Errors
    ///
    /// As [`Database::open`].
    pub fn new(source: S) -> Result<Self, OpenError> {
        let length = source.length()?;
        let mut fixed = [0; Header::FIXED_BYTES];
        if length < fixed.len() as u64 {
            return Err(OpenError::Foreign);
        }
        source.read_at(0, &mut fixed)?;
        let header = Header::decode(&fixed).ok_or(OpenError::Foreign)?;
        let mut bytes = vec![0; header.bytes()];
        if length < bytes.len() as u64 {
            return Err(OpenError::Truncated { ply: 0, length });
        }
        source.read_at(0, &mut bytes)?;
        let (covered, sum) = bytes.split_at(bytes.len() - 8);
        let expected = u64::from_le_bytes(sum.try_into().unwrap_or_default());
        let found = checksum(covered);
        if expected != found {
            return Err(OpenError::Corrupt { expected, found });
        }
        let plies: Vec<Ply> =
            covered[Header::FIXED_BYTES..].chunks_exact(Ply::BYTES).map(Ply::decode).collect();
        match plies.iter().position(|ply| !ply.fits(bytes.len() as u64, length)) {
            Some(ply) => Err(OpenError::Truncated { ply, length }),
            None => Ok(Self { source, header, plies }),
        }
    }

    /// What it is of.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Positions there are at a ply, 0 where there is no such ply.
    pub fn positions(&self, ply: u8) -> u64 {
        self.plies.get(usize::from(ply)).map_or(0, |ply| ply.positions)
    }

    /// Positions there are in all.
    pub fn len(&self) -> u64 {
        self.plies.iter().map(|ply| ply.positions).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of the position of this key at a ply, for the side to move; `None` if it is not there. Where the database is
    /// [reduced](Header::is_reduced), the key is the canonical one.
    ///
    /// Reads about log₂ of the ply's blocks places, and one block.
    ///
    /// # Errors
    ///
    /// [`ProbeError`] if the file cannot be read or makes no sense.
    pub fn probe(&self, ply: u8, key: u64) -> Result<Option<i16>, ProbeError> {
        let Some(place) = self.plies.get(usize::from(ply)) else { return Ok(None) };
        // The blocks whose first key is not above `key`: the last of them is the one.
        let (mut low, mut high) = (0, place.blocks());
        while low < high {
            let middle = low.midpoint(high);
            if self.index(place, middle)?.0 <= key { low = middle + 1 } else { high = middle }
        }
        let Some(block) = low.checked_sub(1) else { return Ok(None) };
        for entry in self.block(ply, place, block)? {
            let (found, value) = entry?;
            if found >= key {
                return Ok((found == key).then_some(value));
            }
        }
        Ok(None)
    }

    /// All positions of a ply, keys ascending, with their values.
    ///
    /// # Errors
    ///
    /// Each item is one where the file cannot be read or makes no sense.
    pub fn iter(&self, ply: u8) -> impl Iterator<Item = Result<(u64, i16), ProbeError>> {
        let place = self.plies.get(usize::from(ply)).copied().unwrap_or_default();
        (0..place.blocks()).flat_map(move |block| {
            let (entries, error) = match self.block(ply, &place, block) {
                Ok(entries) => (Some(entries), None),
                Err(error) => (None, Some(Err(error))),
            };
            entries.into_iter().flatten().chain(error)
        })
    }

    /// A block's first key, and the offset of its first entry.
    fn index(&self, place: &Ply, block: u64) -> io::Result<(u64, u64)> {
        let mut bytes = [0; 16];
        self.source.read_at(place.index + block * INDEX_BYTES, &mut bytes)?;
        let bits = u128::from_le_bytes(bytes);
        #[expect(clippy::cast_possible_truncation, reason = "the halves are meant")]
        Ok((bits as u64, (bits >> 64) as u64))
    }

    /// The entries of a block.
    fn block(
        &self,
        ply: u8,
        place: &Ply,
        block: u64,
    ) -> Result<impl Iterator<Item = Result<(u64, i16), ProbeError>> + use<S>, ProbeError> {
        let corrupt = move || ProbeError::Corrupt { ply, block };
        let (mut key, start) = self.index(place, block)?;
        let end = if block + 1 < place.blocks() { self.index(place, block + 1)?.1 } else { place.length };
        // An entry takes ten bytes at most.
        let length = end.checked_sub(start).filter(|&length| length <= 10 * BLOCK as u64);
        let length = length.filter(|_| end <= place.length).ok_or_else(corrupt)?;
        let mut bytes = vec![0; usize::try_from(length).unwrap_or(0)];
        self.source.read_at(place.entries + start, &mut bytes)?;
        let entries = (place.positions - block * BLOCK as u64).min(BLOCK as u64);
        let header = self.header.clone();
        let mut at = 0;
        Ok((0..entries).map(move |_| {
            let mut rest = bytes.get(at..).unwrap_or_default();
            let number = take_number(&mut rest).ok_or_else(corrupt)?;
            at = bytes.len() - rest.len();
            key = key.checked_add(number / header.values()).ok_or_else(corrupt)?;
            Ok((key, header.value_of(number % header.values())))
        }))
    }
}
