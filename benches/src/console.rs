//! Talking to whoever started a program, who may stop listening at any time.
//!
//! `println!` panics where the reader has gone, as `head` does once it has seen enough. These do not.

use std::fmt::Display;
use std::io::{self, Write};

/// Prints a line. That nobody reads it is no error: the program goes on with what else it has to do.
///
/// # Errors
///
/// If it cannot be written for another reason, such as a full disk.
pub fn say(line: impl Display) -> io::Result<()> {
    let mut out = io::stdout().lock();
    unless_gone(writeln!(out, "{line}").and_then(|()| out.flush()))
}

/// Prints a line of progress, or a complaint, to stderr. There is nobody to tell where even that fails.
pub fn tell(line: impl Display) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}

fn unless_gone(written: io::Result<()>) -> io::Result<()> {
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_reader_who_is_gone_is_no_error() {
        assert!(unless_gone(Ok(())).is_ok());
        assert!(unless_gone(Err(io::ErrorKind::BrokenPipe.into())).is_ok());
        assert!(unless_gone(Err(io::ErrorKind::StorageFull.into())).is_err());
    }
}
