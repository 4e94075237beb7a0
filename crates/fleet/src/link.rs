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
}

impl Read for Link {
    /// Where the other side is lost, returns only when the workers have ended.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = match self.stream.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Err(error),
            Err(error) => {
                self.lost(&error);
                self.alarm.hold();
                return Err(error);
            }
            Ok(read) => read,
        };
        if read == 0 && !buffer.is_empty() && self.zeros < FAREWELL {
            self.lost(&"it ended the connection in the middle of the run");
            self.alarm.hold();
        }
        let zeros = buffer[..read].iter().rev().take(FAREWELL).take_while(|&&byte| byte == 0).count();
        self.zeros = if zeros == read { self.zeros + zeros } else { zeros };
        Ok(read)
    }
}

impl Write for Link {
    /// Where the other side is lost, the run is over, and what was to be sent does not matter.
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        match self.stream.write(buffer) {
            Err(error) if error.kind() != io::ErrorKind::Interrupted => {
                self.lost(&error);
                Ok(buffer.len())
            }
            done => done,
        }
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
        match self.stream.shutdown(how) {
            // One that is lost needs no end. If nobody has noticed yet, whoever reads will.
            Err(error) if error.kind() == io::ErrorKind::NotConnected || self.alarm.is_raised() => Ok(()),
            done => done,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    /// The other side is gone at the very end, when all has been sent, and no reader has noticed yet.
    #[test]
    fn a_connection_that_is_gone_needs_no_end() {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let mut stream = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (other, address) = listener.accept().unwrap();
        // What the other side has not read when it goes makes its end a reset.
        stream.write_all(b"unread").unwrap();
        drop(other);
        assert!(!matches!(stream.read(&mut [0]), Ok(1..)));
        let error = stream.shutdown(Shutdown::Write).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotConnected);
        let alarm = Arc::new(Alarm::default());
        let link = Link::new(stream, 1, address.to_string(), Arc::clone(&alarm));
        link.shutdown(Shutdown::Write).unwrap();
        assert!(!alarm.is_raised(), "who reads says what is lost");
    }
}
