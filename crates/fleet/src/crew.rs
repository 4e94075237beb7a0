//! The workers of a process: started together, ended together.

use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use timely::WorkerConfig;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{Allocator, AllocatorBuilder, ProcessBuilder};
use timely::communication::{Config, Hooks, initialize_from};
use timely::worker::Worker;

use crate::failure::Alarm;
use crate::link::Link;
use crate::{ConnectError, Hosts};

/// How long a worker with nothing to do sleeps before it looks again whether the run goes on.
const NAP: Duration = Duration::from_millis(5);

/// Why a run did not finish.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The processes did not come together.
    #[error(transparent)]
    Connect(#[from] ConnectError),
    /// Another process is gone.
    #[error("lost process {process} at {address}: {why}")]
    Lost {
        /// Which one.
        process: usize,
        /// Its address.
        address: String,
        /// How it was noticed.
        why: String,
    },
    /// A fault of the program's.
    #[error("worker {worker} panicked: {message}")]
    Panic {
        /// Which worker, of all.
        worker: usize,
        /// What it said.
        message: String,
    },
    /// A file, or the disk for what is spilled.
    #[error("{what}: {source}")]
    Io {
        /// What was to be read or written.
        what: String,
        /// Why it could not be.
        source: io::Error,
    },
    /// There is no table of the size asked for.
    #[error("table: {0}")]
    Table(#[from] ttable::SizeError),
    /// What the positions say of each other does not add up.
    #[error("expected {expected}, found position {key:#x} of ply {ply} without")]
    Inconsistent {
        /// What it lacks.
        expected: &'static str,
        /// The position's key.
        key: u64,
        /// Its ply.
        ply: u8,
    },
}

impl RunError {
    /// An error of a file or a folder.
    pub(crate) fn io(what: impl Into<String>) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Io { what: what.into(), source }
    }
}

/// A worker as its work sees it.
pub(crate) struct Mate<'a> {
    worker: &'a mut Worker,
    alarm: &'a Alarm,
}

/// Ended because of something that was reported elsewhere already, or of this.
#[derive(Debug)]
pub(crate) enum Ended {
    /// Another worker or process has said why.
    Elsewhere,
    Here(RunError),
}

impl<E: Into<RunError>> From<E> for Ended {
    fn from(error: E) -> Self {
        Self::Here(error.into())
    }
}

impl Mate<'_> {
    /// Its number among all workers.
    pub(crate) fn index(&self) -> usize {
        self.worker.index()
    }

    /// Workers there are in all.
    pub(crate) fn peers(&self) -> usize {
        self.worker.peers()
    }

    /// Takes in what has come, without waiting.
    pub(crate) fn step(&mut self) -> Result<(), Ended> {
        self.worker.step();
        self.check()
    }

    /// Takes in what comes until `done`.
    pub(crate) fn wait_until(&mut self, mut done: impl FnMut() -> bool) -> Result<(), Ended> {
        while !done() {
            self.nap()?;
        }
        Ok(())
    }

    /// Takes in what comes, or waits a little for something to come.
    pub(crate) fn nap(&mut self) -> Result<(), Ended> {
        self.worker.step_or_park(Some(NAP));
        self.check()
    }

    fn check(&self) -> Result<(), Ended> {
        if self.alarm.is_raised() { Err(Ended::Elsewhere) } else { Ok(()) }
    }

    pub(crate) fn worker(&mut self) -> &mut Worker {
        self.worker
    }
}

/// Runs `work` on every worker of this process, the other processes doing the same, and gives what they return in order.
///
/// `job` says in words what is done: processes that say something else are refused.
pub(crate) fn run<T, F>(hosts: &Hosts, job: &str, work: F) -> Result<Vec<T>, RunError>
where
    T: Send + 'static,
    F: Fn(&mut Mate<'_>) -> Result<T, Ended> + Send + Sync + 'static,
{
    let alarm = Arc::new(Alarm::default());
    let (builders, connections) = builders(hosts, job, &alarm).inspect_err(|_| alarm.give_up())?;
    let first = hosts.process() * hosts.threads();
    // Each worker's thread has a share of it.
    let work = Arc::new(work);
    let working = Arc::downgrade(&work);
    let guards = {
        let alarm = Arc::clone(&alarm);
        initialize_from(builders, Box::new(()), move |allocator| on_thread(allocator, &alarm, &*work))
    };
    let results: Vec<Option<T>> = match guards {
        Ok(guards) => guards.join().into_iter().map(|result| result.ok().flatten()).collect(),
        Err(error) => {
            alarm.raise(ConnectError::Resources(io::Error::other(error)).into());
            // Some workers may have their threads already.
            while working.strong_count() > 0 {
                thread::sleep(NAP);
            }
            Vec::new()
        }
    };
    // Waits for the connections to end, which they do with a panic if the other side is gone.
    alarm.release();
    let ended = catch_unwind(AssertUnwindSafe(|| drop(connections)));
    if let Some(cause) = alarm.take() {
        return Err(cause);
    }
    let lost = |message| RunError::Panic { worker: first, message };
    ended.map_err(|panic| lost(message(&*panic)))?;
    results.into_iter().collect::<Option<_>>().ok_or_else(|| lost("it left nothing".into()))
}

/// A worker's thread. `None` if the run ended early, which is then in the alarm.
fn on_thread<T>(
    allocator: Allocator,
    alarm: &Alarm,
    work: &impl Fn(&mut Mate<'_>) -> Result<T, Ended>,
) -> Option<T> {
    let index = allocator.index();
    // A part of timely that finds its peers gone panics, also as it is dropped.
    let done = catch_unwind(AssertUnwindSafe(|| {
        let mut worker = Worker::new(WorkerConfig::default(), allocator, Some(Instant::now()));
        let done = work_on(&mut worker, alarm, work);
        for dataflow in worker.installed_dataflows() {
            worker.drop_dataflow(dataflow);
        }
        done
    }));
    done.unwrap_or_else(|panic| {
        alarm.raise(RunError::Panic { worker: index, message: message(&*panic) });
        None
    })
}

/// One worker's part. `None` if the run ended early, which is then in the alarm.
fn work_on<T>(
    worker: &mut Worker,
    alarm: &Alarm,
    work: &impl Fn(&mut Mate<'_>) -> Result<T, Ended>,
) -> Option<T> {
    let done = work(&mut Mate { worker: &mut *worker, alarm }).and_then(|done| {
        // Until all inputs are closed everywhere, the others need this one.
        let mut mate = Mate { worker: &mut *worker, alarm };
        while mate.worker.has_dataflows() {
            mate.nap()?;
        }
        Ok(done)
    });
    match done {
        Ok(done) => Some(done),
        Err(Ended::Elsewhere) => None,
        Err(Ended::Here(error)) => {
            alarm.raise(error);
            None
        }
    }
}

/// The workers' ends of the channels, and what keeps the connections.
fn builders(
    hosts: &Hosts,
    job: &str,
    alarm: &Arc<Alarm>,
) -> Result<(Vec<AllocatorBuilder>, Box<dyn Any + Send>), RunError> {
    let resources = |error| ConnectError::Resources(error);
    if hosts.processes() == 1 {
        let config = if hosts.threads() == 1 { Config::Thread } else { Config::Process(hosts.threads()) };
        return Ok(config.try_build().map_err(|error| resources(io::Error::other(error)))?);
    }
    let connections = hosts.connect(job)?;
    let mut links = Vec::new();
    for (process, connection) in connections.into_iter().enumerate() {
        let Some(stream) = connection else {
            links.push(None);
            continue;
        };
        alarm.watch(&stream).map_err(resources)?;
        links.push(Some(Link::new(stream, process, hosts.address(process).to_owned(), Arc::clone(alarm))));
    }
    let hooks = Hooks::default();
    let local = ProcessBuilder::new_typed_vector(hosts.threads(), hooks.refill.clone(), hooks.spill.clone());
    let (builders, guard) =
        initialize_networking_from_sockets(local, links, hosts.process(), hosts.threads(), hooks)
            .map_err(resources)?;
    Ok((builders.into_iter().map(AllocatorBuilder::Tcp).collect(), Box::new(guard)))
}

/// What a panic said.
pub(crate) fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "without a message".into())
}
