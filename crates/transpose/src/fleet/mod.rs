//! `transpose fleet`: jobs for many workers, on this machine and on others.

mod apart;
mod arguments;
mod batch;
mod book;
mod enumerate;
mod solve_all;

use std::fmt::Display;
use std::panic;
use std::process::ExitCode;
use std::thread;

use fleet::RunError;

pub(crate) use arguments::Arguments;
use arguments::Job;

use crate::console::{BAD_INPUT, complain};

/// Exit code where a worker or a process was lost, or the processes did not come together: start again.
const LOST: u8 = 3;

/// Why a job did not finish, with its exit code.
struct Failure {
    message: String,
    code: u8,
}

impl Failure {
    /// Something given was bad, or a file.
    fn bad(message: impl Display) -> Self {
        Self { message: message.to_string(), code: BAD_INPUT }
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        let code = match error {
            RunError::Connect(_) | RunError::Lost { .. } | RunError::Panic { .. } => LOST,
            _ => BAD_INPUT,
        };
        Self { message: error.to_string(), code }
    }
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    quiet_echoes();
    let done = match &arguments.job {
        Job::Enumerate(arguments) => enumerate::run(arguments),
        Job::SolveAll(arguments) => solve_all::run(arguments),
        Job::Batch(arguments) => batch::run(arguments),
        Job::Book(arguments) => book::run(arguments),
    };
    done.unwrap_or_else(|Failure { message, code }| {
        complain(&format_args!("error: {message}"));
        ExitCode::from(code)
    })
}

/// Keeps timely's own words for a lost process, or for workers that have no threads, off the screen: its threads panic one
/// after the other, and what happened is told once, by name, when they have ended.
fn quiet_echoes() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |what| {
        let thread = thread::current();
        let is_connection = thread
            .name()
            .is_some_and(|name| name.starts_with("timely:send") || name.starts_with("timely:recv"));
        let says = |text: &str| what.payload_as_str().is_some_and(|message| message.contains(text));
        if !is_connection
            && !says("buzzer")
            && !says("MergeQueue")
            && !says("timely communication error")
            && !says("Send thread panic")
            && !says("Recv thread panic")
        {
            usual(what);
        }
    }));
}

/// `1 worker`, `2 workers`.
fn workers(count: usize) -> String {
    counted(count as u64, "worker")
}

/// `1 position`, `2 positions`.
fn counted(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
