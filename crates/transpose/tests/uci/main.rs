//! `transpose uci` as chess programs meet it: the program is driven through its pipes, with a deadline for each answer.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod clocks;
mod options;
mod positions;
mod running;
mod selfplay;
mod sessions;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Long enough for a machine that is busy with something else; what takes as long hangs.
const DEADLINE: Duration = Duration::from_secs(30);

/// The program, started.
struct Engine {
    child: Child,
    /// `None` once closed.
    input: Option<ChildStdin>,
    /// Lines and when they came.
    lines: Receiver<(String, Instant)>,
    errors: Option<JoinHandle<String>>,
    /// All that was said, for messages.
    said: Vec<String>,
    /// When the last line came.
    last_at: Instant,
}

impl Engine {
    fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_transpose"))
            .arg("uci")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let mut stderr = child.stderr.take().unwrap();
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in output.lines() {
                if sender.send((line.unwrap(), Instant::now())).is_err() {
                    break;
                }
            }
        });
        let errors = thread::spawn(move || {
            let mut text = String::new();
            stderr.read_to_string(&mut text).unwrap();
            text
        });
        let (said, last_at) = (Vec::new(), Instant::now());
        Self { input: child.stdin.take(), child, lines, errors: Some(errors), said, last_at }
    }

    /// Sends lines.
    fn send(&mut self, lines: &str) {
        self.send_bytes(format!("{lines}\n").as_bytes());
    }

    /// Sends bytes as they are. The program may have ended already: that is not the writer's matter.
    fn send_bytes(&mut self, bytes: &[u8]) {
        if let Some(input) = &mut self.input {
            let _ = input.write_all(bytes).and_then(|()| input.flush());
        }
    }

    fn close_input(&mut self) {
        self.input = None;
    }

    /// The next line, if one comes within `time`.
    fn line_within(&mut self, time: Duration) -> Option<String> {
        match self.lines.recv_timeout(time) {
            Ok((line, at)) => {
                self.said.push(line.clone());
                self.last_at = at;
                Some(line)
            }
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => None,
        }
    }

    /// Lines up to the one that starts so, that one included.
    #[track_caller]
    fn until(&mut self, start: &str) -> Vec<String> {
        let begun = Instant::now();
        let mut lines = Vec::new();
        while begun.elapsed() < DEADLINE {
            if let Some(line) = self.line_within(DEADLINE.saturating_sub(begun.elapsed())) {
                lines.push(line);
                if lines.last().unwrap().starts_with(start) {
                    return lines;
                }
            } else {
                break;
            }
        }
        panic!("expected a line {start}, found after {:?}: {:#?}", begun.elapsed(), self.said);
    }

    /// Sends lines and returns what is said up to `bestmove`, that included.
    #[track_caller]
    fn go(&mut self, lines: &str) -> Vec<String> {
        self.send(lines);
        self.until("bestmove ")
    }

    /// Sends lines and returns the best move.
    #[track_caller]
    fn best_move(&mut self, lines: &str) -> String {
        best_move_of(&self.go(lines))
    }

    /// Nothing is said by `isready` but `readyok`.
    #[track_caller]
    fn is_ready(&mut self) {
        self.send("isready");
        assert_eq!(self.until("readyok").len(), 1, "{:#?}", self.said);
    }

    /// No `bestmove` within this time.
    #[track_caller]
    fn no_best_move_within(&mut self, time: Duration) {
        let begun = Instant::now();
        while let Some(left) = time.checked_sub(begun.elapsed()) {
            if let Some(line) = self.line_within(left) {
                assert!(!line.starts_with("bestmove"), "{line} after {:?}", begun.elapsed());
            }
        }
    }

    /// How it ended by itself, and all the lines there were and had not been looked at.
    #[track_caller]
    fn end(mut self) -> (ExitStatus, Vec<String>) {
        let begun = Instant::now();
        let mut rest = Vec::new();
        while begun.elapsed() < DEADLINE {
            if let Some(line) = self.line_within(Duration::from_millis(5)) {
                rest.push(line);
            } else if let Some(status) = self.child.try_wait().unwrap() {
                // What it said last may not have been read yet.
                while let Some(line) = self.line_within(DEADLINE) {
                    rest.push(line);
                }
                assert_eq!(self.errors.take().unwrap().join().unwrap(), "", "standard error");
                return (status, rest);
            }
        }
        panic!("expected the program to end, said: {:#?}", self.said);
    }

    /// Quits, with nothing more to be said.
    #[track_caller]
    fn quit(mut self) {
        self.send("quit");
        let (status, rest) = self.end();
        assert_eq!((status.code(), rest), (Some(0), Vec::new()));
    }
}

/// A test that fails leaves no process behind.
impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The move of the last line.
fn best_move_of(lines: &[String]) -> String {
    let line = lines.last().unwrap();
    line.strip_prefix("bestmove ").unwrap().split(' ').next().unwrap().to_owned()
}

/// What follows a word in the last `info` line that has it.
fn told<'a>(lines: &'a [String], word: &str) -> &'a str {
    let after = |line: &'a String| {
        let mut words = line.split(' ').skip_while(|&found| found != word);
        words.next()?;
        words.next()
    };
    lines.iter().rev().filter(|line| line.starts_with("info ")).find_map(after).unwrap()
}

/// How far to go: more with `cargo xtask test --long`.
fn scale(short: usize, long: usize) -> usize {
    if std::env::var_os("TRANSPOSE_LONG").is_some() { long } else { short }
}
