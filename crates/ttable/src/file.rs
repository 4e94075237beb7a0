//! A table to a file and back.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use crate::sync::RELAXED;
use crate::{Cluster, Clustered, Generation, Layout, Size, SizeError};

/// What a table's file begins with; the last byte is the format's version.
const MAGIC: u64 = u64::from_le_bytes(*b"ttable\0\x01");

/// What a file holds ahead of the clusters, as little-endian words; behind them comes one word more, the checksum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Header {
    layout: u64,
    keys: u64,
    clusters: u64,
    generation: u64,
}

impl Header {
    const BYTES: u64 = 40;

    const fn words(self) -> [u64; 5] {
        [MAGIC, self.layout, self.keys, self.clusters, self.generation]
    }
}

/// Why a table was not saved.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SaveError {
    /// The file could not be written; one that was there before is as it was.
    #[error("expected to write the table's file: {0}")]
    Write(#[from] io::Error),
}

/// Why a table was not loaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The file could not be read.
    #[error("expected to read the table's file: {0}")]
    Read(#[from] io::Error),
    /// It does not begin as a table's file of this version does.
    #[error("expected a table's file of this version, found another kind of file")]
    Foreign,
    /// It holds a table of another layout.
    #[error("expected a table of layout {expected:#x}, found one of layout {found:#x}")]
    Layout {
        /// The layout asked for, as [`Layout::tag`] says.
        expected: u64,
        /// The layout in the file.
        found: u64,
    },
    /// Its keys are of another set.
    #[error("expected a table of key set {expected:#x}, found one of key set {found:#x}")]
    Keys {
        /// The key set asked for.
        expected: u64,
        /// The key set in the file.
        found: u64,
    },
    /// It is shorter or longer than its header says.
    #[error("expected {expected} bytes, found {found}")]
    Length {
        /// The length that follows from the header.
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
    /// There is no memory for so large a table, or it does not suit the layout.
    #[error(transparent)]
    Size(#[from] SizeError),
}

/// A running checksum. Each step is invertible in the word and in the sum, so one changed word always shows.
#[derive(Clone, Copy)]
struct Checksum(u64);

impl Checksum {
    fn add(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    }
}

impl<L: Layout, R> Clustered<L, R> {
    /// Writes the table to a file, which appears under its name only when it is complete. `keys` is the caller's number
    /// for the key set: a table is worthless with other keys.
    ///
    /// The table may be in use: each entry is then as it was at some moment of the call.
    ///
    /// It is always a new file, with the permissions that new files get. One that had the name before loses it with its own
    /// permissions, and a symbolic link to a file or to nothing is replaced, not followed: what it led to stays as it is.
    ///
    /// # Errors
    ///
    /// [`SaveError`] where the file, or a temporary one beside it, cannot be written, and where something else than a file has
    /// the name: a device is not replaced.
    ///
    /// # Examples
    ///
    /// ```
    /// use ttable::{Aging, Bound, Entry, Full, FullTable, LoadError, Table};
    ///
    /// let path = std::env::temp_dir().join(format!("ttable-example-{}", std::process::id()));
    /// // Whoever makes the keys gives each set of them a number.
    /// let keys = 7;
    /// let table = FullTable::with_clusters(100)?;
    /// table.store(table.locate(1), &Entry::new(30, Bound::Exact, 9), 1);
    /// table.save(&path, keys)?;
    ///
    /// let loaded = FullTable::load(&path, Full, Aging, keys)?;
    /// assert_eq!(loaded.probe(loaded.locate(1)).map(|entry| entry.value), Some(30));
    /// let other_keys = FullTable::load(&path, Full, Aging, 8);
    /// assert!(matches!(other_keys, Err(LoadError::Keys { expected: 8, found: 7 })));
    /// std::fs::remove_file(&path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save(&self, path: &Path, keys: u64) -> Result<(), SaveError> {
        if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
            return Err(io::Error::other("expected a file, found something else").into());
        }
        let (partial, file) = create_beside(path)?;
        let written = self.write(file, keys).and_then(|()| fs::rename(&partial, path));
        if written.is_err() {
            // Nothing more can be done about a temporary file that cannot be removed.
            let _ = fs::remove_file(&partial);
        }
        Ok(written?)
    }

    fn write(&self, file: File, keys: u64) -> io::Result<()> {
        let header = Header {
            layout: self.layout().tag(),
            keys,
            clusters: self.clusters().len() as u64,
            generation: u64::from(self.generation().number()),
        };
        let mut file = BufWriter::with_capacity(1 << 16, file);
        let mut checksum = Checksum(0);
        let body = self.clusters().iter().flat_map(Cluster::words).map(|word| word.load(RELAXED));
        for word in header.words().into_iter().chain(body) {
            checksum.add(word);
            file.write_all(&word.to_le_bytes())?;
        }
        file.write_all(&checksum.0.to_le_bytes())?;
        file.into_inner()?.sync_all()
    }

    /// Reads a table back, with all of its entries and its generation. The layout is the one it was saved with; the policy may be
    /// another. [`Clustered::save`] has an example.
    ///
    /// # Errors
    ///
    /// [`LoadError`] where the file cannot be read, is no table's or another layout's or key set's, is truncated,
    /// extended or changed, or where there is no memory for it.
    pub fn load(path: &Path, layout: L, policy: R, keys: u64) -> Result<Self, LoadError> {
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        let mut file = BufReader::with_capacity(1 << 16, file);
        let mut checksum = Checksum(0);
        let header = read_header(&mut file, &mut checksum, length)?;
        if header.layout != layout.tag() {
            return Err(LoadError::Layout { expected: layout.tag(), found: header.layout });
        }
        if header.keys != keys {
            return Err(LoadError::Keys { expected: keys, found: header.keys });
        }
        let expected = header
            .clusters
            .checked_mul(size_of::<L::Cluster>() as u64)
            .and_then(|bytes| bytes.checked_add(Header::BYTES + 8))
            .ok_or(SizeError::Overflow { bits: u64::BITS })?;
        if length != expected {
            return Err(LoadError::Length { expected, found: length });
        }
        let table = Self::new(layout, policy, Size::Clusters(header.clusters))?;
        for word in table.clusters().iter().flat_map(Cluster::words) {
            let read = read_word(&mut file)?;
            checksum.add(read);
            word.store(read, RELAXED);
        }
        let expected = read_word(&mut file)?;
        if expected != checksum.0 {
            return Err(LoadError::Corrupt { expected, found: checksum.0 });
        }
        // Less than the count, or `Generation` takes it modulo that.
        table.set_generation(Generation::new(header.generation.to_le_bytes()[0]));
        Ok(table)
    }
}

/// Temporary files in one folder, at most: of other threads that save into it at this moment, and of processes of the same
/// number that ended while they did.
const PARTIALS: u32 = 1 << 10;

/// Creates a file that nobody else writes, beside `path`.
///
/// Nothing of the file's name is in the temporary one's: there may be no room for more.
fn create_beside(path: &Path) -> io::Result<(PathBuf, File)> {
    let mut last = io::Error::from(io::ErrorKind::AlreadyExists);
    for number in 0..PARTIALS {
        let partial = path.with_file_name(format!("ttable-{}-{number}.partial", std::process::id()));
        match File::create_new(&partial) {
            Ok(file) => return Ok((partial, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => last = error,
            Err(error) => return Err(error),
        }
    }
    Err(last)
}

fn read_word(file: &mut impl Read) -> io::Result<u64> {
    let mut bytes = [0; 8];
    file.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

fn read_header(file: &mut impl Read, checksum: &mut Checksum, length: u64) -> Result<Header, LoadError> {
    if length < 8 || read_word(file)? != MAGIC {
        return Err(LoadError::Foreign);
    }
    if length < Header::BYTES {
        return Err(LoadError::Length { expected: Header::BYTES, found: length });
    }
    let mut word = || read_word(file);
    let header = Header { layout: word()?, keys: word()?, clusters: word()?, generation: word()? };
    header.words().into_iter().for_each(|word| checksum.add(word));
    Ok(header)
}
