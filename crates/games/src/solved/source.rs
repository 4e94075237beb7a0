//! Where a database's bytes come from.

use std::fs::File;
use std::io;

/// Bytes that can be read at any place, by several threads at once.
pub trait Source {
    /// How many there are.
    ///
    /// # Errors
    ///
    /// Where the system cannot tell.
    fn length(&self) -> io::Result<u64>;

    /// Fills `buffer` with the bytes from `offset` on.
    ///
    /// # Errors
    ///
    /// Where they cannot be read, or there are fewer.
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()>;
}

/// Bytes in memory: read, or mapped.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bytes<B>(pub B);

impl<B: AsRef<[u8]>> Source for Bytes<B> {
    fn length(&self) -> io::Result<u64> {
        Ok(self.0.as_ref().len() as u64)
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        let start = usize::try_from(offset).ok();
        let bytes = start.and_then(|start| self.0.as_ref().get(start..)?.get(..buffer.len()));
        buffer.copy_from_slice(bytes.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}

impl Source for File {
    fn length(&self) -> io::Result<u64> {
        Ok(self.metadata()?.len())
    }

    #[cfg(unix)]
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(self, buffer, offset)
    }

    #[cfg(windows)]
    fn read_at(&self, mut offset: u64, mut buffer: &mut [u8]) -> io::Result<()> {
        while !buffer.is_empty() {
            match std::os::windows::fs::FileExt::seek_read(self, buffer, offset)? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                read => (buffer, offset) = (&mut buffer[read..], offset + read as u64),
            }
        }
        Ok(())
    }

    /// No file can be read by several threads at once here, and none at all in a browser: such bytes come as [`Bytes`].
    #[cfg(not(any(unix, windows)))]
    fn read_at(&self, _offset: u64, _buffer: &mut [u8]) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}
