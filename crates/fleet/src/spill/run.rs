//! A sorted run on disk: ascending numbers, each written as what it exceeds the one before by, in groups of seven bits.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use super::Scratch;

/// Bytes read or written at a time.
pub(super) const BUFFER: usize = 1 << 17;

/// A run that is complete. Its file goes when it is dropped.
#[derive(Debug)]
pub(super) struct Run {
    path: PathBuf,
    count: u64,
    /// Keeps the folder.
    _scratch: Scratch,
}

impl Run {
    /// Opens it from its beginning.
    pub(super) fn read(&self) -> io::Result<RunReader> {
        let file = File::open(&self.path).map_err(|error| named(&self.path, &error))?;
        let file = BufReader::with_capacity(BUFFER, file);
        Ok(RunReader { file, path: self.path.clone(), left: self.count, last: 0 })
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        // The folder's end takes what is left here.
        let _ = std::fs::remove_file(&self.path);
    }
}

/// A run that is being written.
pub(super) struct RunWriter {
    file: BufWriter<File>,
    run: Run,
    last: u64,
}

impl RunWriter {
    pub(super) fn new(scratch: &Scratch) -> io::Result<Self> {
        let path = scratch.file();
        let file = File::create(&path).map_err(|error| named(&path, &error))?;
        let file = BufWriter::with_capacity(BUFFER, file);
        Ok(Self { file, run: Run { path, count: 0, _scratch: scratch.clone() }, last: 0 })
    }

    /// Writes a number, no less than the one before.
    pub(super) fn push(&mut self, number: u64) -> io::Result<()> {
        let mut rest = number - self.last;
        self.last = number;
        self.run.count += 1;
        let mut bytes = [0; 10];
        let mut length = 0;
        loop {
            #[expect(clippy::cast_possible_truncation, reason = "seven bits are meant")]
            let bits = rest as u8 & 0x7f;
            rest >>= 7;
            bytes[length] = if rest == 0 { bits } else { bits | 0x80 };
            length += 1;
            if rest == 0 {
                let written = self.file.write_all(&bytes[..length]);
                return written.map_err(|error| named(&self.run.path, &error));
            }
        }
    }

    pub(super) fn finish(mut self) -> io::Result<Run> {
        self.file.flush().map_err(|error| named(&self.run.path, &error))?;
        Ok(self.run)
    }
}

/// Reads a run.
#[derive(Debug)]
pub(super) struct RunReader {
    file: BufReader<File>,
    path: PathBuf,
    left: u64,
    last: u64,
}

impl RunReader {
    /// The next number.
    pub(super) fn next(&mut self) -> io::Result<Option<u64>> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        let (mut step, mut shift) = (0, 0);
        loop {
            let mut byte = [0];
            self.file.read_exact(&mut byte).map_err(|error| named(&self.path, &error))?;
            step |= u64::from(byte[0] & 0x7f) << shift;
            shift += 7;
            if byte[0] < 0x80 {
                self.last += step;
                return Ok(Some(self.last));
            }
            if shift > 63 {
                let error = io::Error::other("expected a number of 64 bits, found more");
                return Err(named(&self.path, &error));
            }
        }
    }
}

/// An error that says at which file: a disk that is full should be known by name.
#[cold]
fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
