//! The fleet within one program: any number of threads, and of processes that are threads here, but speak over sockets.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod batches;
mod counts;
mod hosts;
mod solved;

use std::net::TcpListener;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use fleet::{Enumeration, GameName, Hosts, RunError};

/// The game to its end, in little memory.
fn game(name: &str) -> Enumeration {
    Enumeration::of(name.parse::<GameName>().unwrap())
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

/// Runs `work` as each of several processes, and gives what process 0 returns; the others must do without an error.
fn cluster<T: Send>(
    threads: usize,
    processes: usize,
    work: impl Fn(&Hosts) -> Result<T, RunError> + Sync,
) -> Result<T, RunError> {
    let addresses = addresses(processes);
    thread::scope(|scope| {
        let run = |process| {
            let hosts = Hosts::cluster(threads, processes, process, addresses.clone()).unwrap();
            let work = &work;
            scope.spawn(move || work(&hosts))
        };
        // The one that waits for calls starts last, so that all others have to call again.
        let others: Vec<_> = (1..processes).rev().map(run).collect();
        let first = run(0);
        for other in others {
            other.join().unwrap()?;
        }
        first.join().unwrap()
    })
}

/// Threads and processes to try everything with.
const CREWS: [(usize, usize); 8] = [(1, 1), (2, 1), (3, 1), (4, 1), (1, 2), (2, 2), (1, 3), (1, 4)];
