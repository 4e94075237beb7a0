//! `transpose solve` as a user meets it: the program is run, its output and exit code looked at.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod bad_input;
mod connect_four;
mod pipes;
mod several;
mod tic_tac_toe;

use std::ffi::OsStr;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// What the program left behind.
struct Run {
    /// `None` if a signal ended it.
    code: Option<i32>,
    out: String,
    err: String,
}

impl Run {
    /// The answers' fields.
    fn answers(&self) -> Vec<Vec<&str>> {
        self.out.lines().map(|line| line.split(' ').collect()).collect()
    }

    /// The answers' scores.
    fn scores(&self) -> Vec<i32> {
        self.answers().iter().map(|fields| fields[1].parse().unwrap()).collect()
    }

    /// The answers without their times, the only thing that differs from run to run.
    fn timeless(&self) -> String {
        let without_time = |mut fields: Vec<&str>| {
            fields.remove(3);
            fields.join(" ")
        };
        self.answers().into_iter().map(without_time).collect::<Vec<_>>().join("\n")
    }

    /// The lines of standard error that start so.
    fn err_lines(&self, start: &str) -> Vec<&str> {
        self.err.lines().filter(|line| line.starts_with(start)).collect()
    }
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

fn command<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_transpose"));
    command.arg("solve").args(arguments);
    command
}

/// Runs `transpose solve` with these arguments, split at blanks.
fn solve(arguments: &str) -> Run {
    command(arguments.split_whitespace()).output().unwrap().into()
}

/// Runs it with these bytes as standard input.
fn solve_input(arguments: &str, input: impl AsRef<[u8]>) -> Run {
    let mut child = command(arguments.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.as_ref().to_owned();
    // From another thread, lest both sides wait for the other to read.
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let run = child.wait_with_output().unwrap().into();
    // A program that reads no further breaks the pipe, which is its right.
    let _ = writer.join().unwrap();
    run
}

/// A file with these contents, for one test alone.
fn file(name: &str, contents: impl AsRef<[u8]>) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, contents).unwrap();
    path
}
