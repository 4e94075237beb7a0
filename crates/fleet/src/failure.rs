//! What ends a run early, once for all workers of a process.

use std::io;
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crate::crew::RunError;

/// Raised by the first thing that goes wrong; every worker looks at it between steps.
#[derive(Debug, Default)]
pub(crate) struct Alarm {
    raised: AtomicBool,
    /// The workers have ended and let go of everything.
    released: AtomicBool,
    cause: Mutex<Option<RunError>>,
    /// Connections to the other processes, to be broken off, which is how these learn of it.
    connections: Mutex<Vec<TcpStream>>,
}

impl Alarm {
    /// Adds a connection that ends when the alarm is raised.
    ///
    /// # Errors
    ///
    /// If the system has no second handle to give.
    pub(crate) fn watch(&self, connection: &TcpStream) -> io::Result<()> {
        lock(&self.connections).push(connection.try_clone()?);
        Ok(())
    }

    /// Ends the run. The first cause is the one reported.
    pub(crate) fn raise(&self, cause: RunError) {
        lock(&self.cause).get_or_insert(cause);
        self.break_off();
    }

    /// Lets go of all connections of a run that has no workers yet.
    pub(crate) fn give_up(&self) {
        self.break_off();
        self.release();
    }

    fn break_off(&self) {
        self.raised.store(true, Ordering::Release);
        for connection in lock(&self.connections).drain(..) {
            // One that is closed already needs no closing.
            let _ = connection.shutdown(Shutdown::Both);
        }
    }

    pub(crate) fn is_raised(&self) -> bool {
        self.raised.load(Ordering::Acquire)
    }

    /// Lets those go on who are [held](Self::hold).
    pub(crate) fn release(&self) {
        self.released.store(true, Ordering::Release);
    }

    /// Keeps a connection's thread until the workers have ended.
    ///
    /// Timely's threads answer an error by a panic, which spreads to the workers, and from their destructors ends the program. So they
    /// hear of the error when no worker is left to be hurt.
    pub(crate) fn hold(&self) {
        while !self.released.load(Ordering::Acquire) {
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// The cause, if it was raised.
    pub(crate) fn take(&self) -> Option<RunError> {
        lock(&self.cause).take()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
