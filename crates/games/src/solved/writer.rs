//! Writing a database, one ply at a time.

use std::io::{self, BufWriter, Seek, SeekFrom, Write};

use super::format::{BLOCK, Header, Ply, push_number};

/// Why a database cannot be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The file cannot be written, or the positions not be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A ply the header has no room for, or one already written.
    #[error("expected a ply below {plies} that is not yet written, found {ply}")]
    Ply {
        /// What the header has room for.
        plies: u8,
        /// What was to be written.
        ply: u8,
    },
    /// Keys come in ascending order, each once.
    #[error("ply {ply}: expected a key above {before:#x}, found {found:#x}")]
    Order {
        /// Where.
        ply: u8,
        /// The key before.
        before: u64,
        /// The next one.
        found: u64,
    },
    /// A value the header has no number for, or a key so far from the one before that it has none.
    #[error("ply {ply}: expected a value from {least} to {greatest}, found {found} for key {key:#x}")]
    Value {
        /// Where.
        ply: u8,
        /// The least there may be.
        least: i16,
        /// The greatest there may be.
        greatest: i16,
        /// What was to be written.
        found: i16,
        /// The position's key.
        key: u64,
    },
}

/// Writes a database. Plies come in any order; one that is not written is empty.
#[derive(Debug)]
pub struct Writer<F: Write + Seek> {
    file: BufWriter<F>,
    header: Header,
    plies: Vec<Option<Ply>>,
    /// Bytes written so far, the header's place included.
    end: u64,
}

impl<F: Write + Seek> Writer<F> {
    /// A writer to an empty file.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn new(file: F, header: Header) -> io::Result<Self> {
        let mut file = BufWriter::with_capacity(1 << 16, file);
        // No magic yet: what is not finished is no database.
        file.write_all(&vec![0; header.bytes()])?;
        let end = header.bytes() as u64;
        Ok(Self { file, plies: vec![None; header.plies().into()], header, end })
    }

    /// Writes the positions of a ply, keys ascending, with their values.
    ///
    /// # Errors
    ///
    /// [`WriteError`]; the file is then worthless.
    pub fn ply(
        &mut self,
        ply: u8,
        positions: impl Iterator<Item = io::Result<(u64, i16)>>,
    ) -> Result<(), WriteError> {
        let known = self.plies.get(usize::from(ply));
        if !matches!(known, Some(None)) {
            return Err(WriteError::Ply { plies: self.header.plies(), ply });
        }
        let mut place = Ply { entries: self.end, ..Ply::default() };
        let mut index = Vec::new();
        let mut bytes = Vec::new();
        let mut before = None;
        for position in positions {
            let (key, value) = position?;
            let step = match before {
                Some(before) if key <= before => return Err(WriteError::Order { ply, before, found: key }),
                Some(before) if !place.positions.is_multiple_of(BLOCK as u64) => key - before,
                _ => {
                    index.extend([key, place.length]);
                    0
                }
            };
            let number = self.number(step, value).ok_or_else(|| {
                let (least, greatest) = self.header.value_range();
                WriteError::Value { ply, least, greatest, found: value, key }
            })?;
            bytes.clear();
            push_number(&mut bytes, number);
            self.write(&bytes)?;
            place.length += bytes.len() as u64;
            place.positions += 1;
            before = Some(key);
        }
        place.index = self.end;
        index.iter().try_for_each(|word| self.write(&word.to_le_bytes()))?;
        self.plies[usize::from(ply)] = Some(place);
        Ok(())
    }

    /// Writes what is left, the header last, and waits until all of it is on the disk's side of `F`.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn finish(mut self) -> io::Result<F> {
        let plies: Vec<Ply> = self.plies.iter().map(|ply| ply.unwrap_or_default()).collect();
        self.file.flush()?;
        self.file.seek(SeekFrom::Start(0))?;
        self.file.write_all(&self.header.encode(&plies))?;
        self.file.into_inner().map_err(io::IntoInnerError::into_error)
    }

    fn number(&self, step: u64, value: i16) -> Option<u64> {
        step.checked_mul(self.header.values())?.checked_add(self.header.number_of(value)?)
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.end += bytes.len() as u64;
        self.file.write_all(bytes)
    }
}
