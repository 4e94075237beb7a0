//! `transpose uci`: the engine for chess programs, over the Universal Chess Interface.
//!
//! Two threads. One reads lines and never waits for a search: it answers `uci`, and `isready` while one runs; it raises
//! the signals for `stop` and `ponderhit`; all else it hands on, in order. The other, the engine's, has all the state and
//! obeys one command after the other. So a command that comes during a search waits for its end, and only `stop`, the
//! search's own limits and `quit` bring that about. `stop` ends every search asked for before it.
//!
//! The end of the input is `quit`: searches end, each with its answer, and so does the program.

mod book;
mod command;
mod options;
mod session;
mod write;

use std::io::{self, BufRead};
use std::process::ExitCode;
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use clap::Args;

use crate::console::{BAD_INPUT, complain};
use crate::engine::Signal;
use crate::lines::read_line;
use command::Command;
use session::Session;

/// Arguments of `transpose uci`: what there is to set is set over the protocol.
#[derive(Debug, Args)]
pub(crate) struct Arguments {}

/// A command and how to reach whoever obeys it.
#[derive(Debug)]
struct Order {
    command: Command,
    signal: Arc<Signal>,
}

/// Bytes of the longest line obeyed: a game of some 200,000 half-moves.
const LINE_LIMIT: usize = 1 << 20;

/// How long the engine may take to end when told so, before it is ended: freeing a table of many GiB takes long.
const GRACE: Duration = Duration::from_millis(500);

/// Runs the command.
pub(crate) fn run(_: &Arguments) -> ExitCode {
    let session = match Session::new() {
        Ok(session) => session,
        Err(error) => {
            complain(&format_args!("error: {error}"));
            return ExitCode::from(BAD_INPUT);
        }
    };
    let (orders, received) = mpsc::channel();
    let (ending, ended) = mpsc::channel();
    let engine = thread::Builder::new().name("engine".to_owned()).spawn(move || {
        let _abort = AbortOnPanic;
        obey_all(session, &received);
        // Nobody may be left to hear it.
        let _ = ending.send(());
    });
    if let Err(error) = engine {
        complain(&format_args!("error: expected a thread for the engine, refused by the system: {error}"));
        return ExitCode::from(BAD_INPUT);
    }
    listen(io::stdin().lock(), &orders);
    drop(orders);
    // Whoever has not ended by then is ended with the process.
    let _ = ended.recv_timeout(GRACE);
    ExitCode::SUCCESS
}

/// The engine's side: obeys until nobody can give orders any more.
fn obey_all(mut session: Session, orders: &mpsc::Receiver<Order>) {
    for Order { command, signal } in orders {
        session.obey(command, &signal);
        signal.finish();
    }
    // The process ends, and takes the memory back faster than anybody could give it.
    std::mem::forget(session);
}

/// The reader's side: until `quit` or the end of the input, after which every search is stopped.
fn listen(mut input: impl BufRead, orders: &mpsc::Sender<Order>) {
    let mut running: Vec<Arc<Signal>> = Vec::new();
    while let Ok(Some(line)) = read_line(&mut input, LINE_LIMIT) {
        if line.len() > LINE_LIMIT {
            write::remark(&format_args!("expected lines of at most {LINE_LIMIT} bytes, found more"));
            continue;
        }
        let Some(command) = Command::read(&String::from_utf8_lossy(&line)) else { continue };
        running.retain(|signal| !signal.is_finished());
        match command {
            Command::Quit => break,
            Command::Uci => session::introduce(),
            // While a search runs, readiness is to hear it; else it is to have obeyed all that came before.
            Command::IsReady if !running.is_empty() => write::say(session::READY),
            Command::Stop => running.iter().for_each(|signal| signal.stop()),
            Command::PonderHit => running.iter().for_each(|signal| signal.ponder_hit()),
            command => {
                let signal = Arc::new(Signal::default());
                if command.takes_long() {
                    running.push(Arc::clone(&signal));
                }
                if orders.send(Order { command, signal }).is_err() {
                    break;
                }
            }
        }
    }
    for signal in running {
        signal.stop();
    }
}

/// Ends the process when the engine's thread unwinds: a reader without an engine would listen forever.
struct AbortOnPanic;

impl Drop for AbortOnPanic {
    fn drop(&mut self) {
        if thread::panicking() {
            std::process::abort();
        }
    }
}
