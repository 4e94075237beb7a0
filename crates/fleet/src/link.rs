//! A connection that knows whose it is, so that its loss has a name.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;

use timely::communication::allocator::zero_copy::stream::Stream;

use crate::crew::RunError;
use crate::failure::Alarm;

/// Timely ends a stream by a header of zeros. What ends without was cut off.
const FAREWELL: usize = 48;

/// A connection to another process. The first error on it raises the alarm.
pub(crate) struct Link {
    stream: TcpStream,
    process: usize,
    address: String,
    alarm: Arc<Alarm>,
    /// Zeros at the end of what was read.
    zeros: usize,
}

impl Link {
    pub(crate) fn new(stream: TcpStream, process: usize, address: String, alarm: Arc<Alarm>) -> Self {
        Self { stream, process, address, alarm, zeros: 0 }
    }

    fn lost(&self, why: &dyn std::fmt::Display) {
        let (process, address) = (self.process, self.address.clone());
        self.alarm.raise(RunError::Lost { process, address, why: why.to_string() });
    }

    fn watched<T>(&self, done: io::Result<T>) -> io::Result<T> {
        if let Err(error) = &done
            && error.kind() != io::ErrorKind::Interrupted
        {
            self.lost(error);
        }
        done
    }
}

impl Read for Link {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.stream.read(buffer);
        let read = self.watched(read)?;
        if read == 0 && !buffer.is_empty() && self.zeros < FAREWELL {
            self.lost(&"it ended the connection in the middle of the run");
        }
        let zeros = buffer[..read].iter().rev().take(FAREWELL).take_while(|&&byte| byte == 0).count();
        self.zeros = if zeros == read { self.zeros + zeros } else { zeros };
        Ok(read)
    }
}

impl Write for Link {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let written = self.stream.write(buffer);
        self.watched(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

impl Stream for Link {
    fn try_clone(&self) -> io::Result<Self> {
        let (address, alarm) = (self.address.clone(), Arc::clone(&self.alarm));
        Ok(Self::new(self.stream.try_clone()?, self.process, address, alarm))
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        self.stream.shutdown(how)
    }
}
