//! What all commands say and how they end.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

/// Exit code where an answer differs from what was expected.
pub(crate) const DIFFERENT: u8 = 1;
/// Exit code where something given was bad; goes before [`DIFFERENT`].
pub(crate) const BAD_INPUT: u8 = 2;

/// Threads a command may be given: more help nobody, and a system has only so many.
pub(crate) const MAX_THREADS: i64 = 256;

/// Writes a line to standard error; if that is closed, there is nobody to tell.
pub(crate) fn complain(line: &impl Display) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}

/// How a command ends that has written its answer, or tried to: a reader that has gone away wants no more, any other
/// error is one.
pub(crate) fn written(answer: io::Result<()>) -> ExitCode {
    match answer {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            complain(&format_args!("error: standard output: {error}"));
            ExitCode::from(BAD_INPUT)
        }
        _ => ExitCode::SUCCESS,
    }
}
