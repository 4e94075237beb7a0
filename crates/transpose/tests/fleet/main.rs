//! `transpose fleet` as a user meets it: programs are run, several at once, some are killed, and what they leave is looked at.
#![expect(clippy::unwrap_used, reason = "a test may panic")]
#![expect(clippy::print_stdout, reason = "a test says its seed, and why it is skipped")]

mod books;
mod kills;
mod namespaces;
mod one;
mod processes;
mod refused;
mod scratch;

use std::io::Read;
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// What a program left behind.
#[derive(Debug)]
struct Run {
    /// `None` if a signal ended it.
    code: Option<i32>,
    out: String,
    err: String,
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

/// `transpose` with these arguments, split at blanks.
fn transpose(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_transpose"));
    command.args(arguments.split_whitespace()).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs `transpose fleet` with these arguments.
fn fleet(arguments: &str) -> Run {
    transpose(&format!("fleet {arguments}")).output().unwrap().into()
}

/// Several processes of one job, which end with their owner.
struct Processes(Vec<Child>);

impl Processes {
    /// Starts `transpose fleet` with these arguments in so many processes on this machine.
    fn start(name: &str, processes: usize, arguments: &str) -> Self {
        let hosts = file(&format!("{name}.hosts"), &addresses(processes).join("\n"));
        let start = |process| {
            let crew = format!("-n {processes} -p {process} -h {}", hosts.display());
            transpose(&format!("fleet {arguments} {crew}")).spawn().unwrap()
        };
        Self((0..processes).map(start).collect())
    }

    /// What each of them left, in order.
    fn finish(mut self) -> Vec<Run> {
        // Each is read while the others run: what they print is little.
        self.0.drain(..).map(|child| child.wait_with_output().unwrap().into()).collect()
    }
}

impl Drop for Processes {
    fn drop(&mut self) {
        for child in &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Waits until a process has written so many lines, and gives them. The rest is left in the pipe, as it is read byte by byte.
fn lines_of(out: &mut Option<impl Read>, lines: usize) -> String {
    let out = out.as_mut().unwrap();
    let (mut text, mut byte, mut left) = (Vec::new(), [0], lines);
    while left > 0 {
        out.read_exact(&mut byte).unwrap();
        left -= usize::from(byte == [b'\n']);
        text.push(byte[0]);
    }
    String::from_utf8(text).unwrap()
}

/// Addresses on this machine where nobody listens.
///
/// Not from the system's choice of free ports, out of which it also takes the near ends of connections: one let go would soon be
/// somebody else's.
fn addresses(processes: usize) -> Vec<String> {
    static TRIED: AtomicU32 = AtomicU32::new(0);
    let free = std::iter::from_fn(|| {
        // Test programs that run at the same time begin at different places.
        let number = std::process::id().wrapping_mul(97).wrapping_add(TRIED.fetch_add(1, Ordering::Relaxed));
        Some(format!("127.0.0.1:{}", 10_000 + number % 20_000))
    });
    free.filter(|address| TcpListener::bind(address).is_ok()).take(processes).collect()
}

/// A path in this test run's own folder.
fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("fleet-{}-{name}", std::process::id()))
}

/// A file with these contents.
fn file(name: &str, contents: &str) -> PathBuf {
    let path = path(name);
    std::fs::write(&path, contents).unwrap();
    path
}

/// Numbers that look random, from a seed.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

/// Positions of Connect Four by random play, with so many stones, none of them over: columns played.
fn positions(seed: u64, count: usize, stones: usize) -> Vec<String> {
    let mut random = Random(seed);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut board = games::connect_four::ConnectFour::<7, 6>::new();
        let mut text = String::new();
        while text.len() < stones {
            let number = u8::try_from(random.below(7) + 1).unwrap();
            let column = games::connect_four::Column::from_number(number).unwrap();
            if board.winner().is_some() {
                break;
            }
            if board.play(column).is_ok() {
                text.push_str(&number.to_string());
            }
        }
        if text.len() == stones && board.winner().is_none() {
            positions.push(text);
        }
    }
    positions
}
