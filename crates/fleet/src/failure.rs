//! What ends a run early, once for all workers of a process.

use std::io;
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::crew::RunError;

/// Raised by the first thing that goes wrong; every worker looks at it between steps.
#[derive(Debug, Default)]
pub(crate) struct Alarm {
    raised: AtomicBool,
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
        self.raised.store(true, Ordering::Release);
        for connection in lock(&self.connections).drain(..) {
            // One that is closed already needs no closing.
            let _ = connection.shutdown(Shutdown::Both);
        }
    }

    pub(crate) fn is_raised(&self) -> bool {
        self.raised.load(Ordering::Acquire)
    }

    /// The cause, if it was raised.
    pub(crate) fn take(&self) -> Option<RunError> {
        lock(&self.cause).take()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
