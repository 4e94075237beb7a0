//! Which threads, processes and machines there are, and how the processes find each other.
//!
//! Timely can connect processes itself, but prints as it does, waits for ever and takes the first stranger's word. So connections
//! are made here: with a deadline, and with a greeting that compares what the two sides are about to do.

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::thread;
use std::time::{Duration, Instant};

const MAGIC: [u8; 8] = *b"fleet\x01\r\n";

/// A greeting: magic, what will be done, who speaks.
const GREETING: usize = 24;

/// How long a connection that was accepted may take to say who it is.
const GREETING_TIME: Duration = Duration::from_secs(5);

/// The threads and processes of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hosts {
    threads: usize,
    process: usize,
    addresses: Vec<String>,
    patience: Duration,
}

/// Why there is no such set of processes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HostsError {
    /// A process has one worker at least.
    #[error("expected at least one thread, found none")]
    NoThreads,
    /// Processes are counted from 0.
    #[error("expected a process below {processes}, found {process}")]
    Process {
        /// How many there are.
        processes: usize,
        /// Which one this was to be.
        process: usize,
    },
    /// The list of hosts is too short.
    #[error("expected {processes} addresses, one a line, found {found}")]
    TooFew {
        /// How many there must be.
        processes: usize,
        /// How many there are.
        found: usize,
    },
    /// An address of the list is none.
    #[error("address {number}: expected HOST:PORT, the port from 1 to 65535, found {found:?}")]
    Address {
        /// Where in the list, from 1.
        number: usize,
        /// What stands there.
        found: String,
    },
    /// Two processes have one address.
    #[error("address {number}: expected one of its own, found {found} again")]
    Again {
        /// Where in the list the second is, from 1.
        number: usize,
        /// The address.
        found: String,
    },
}

/// Why the processes of a run did not come together.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConnectError {
    /// The process's own address.
    #[error("{address}: cannot be listened at: {source}")]
    Listen {
        /// The address.
        address: String,
        /// Why not.
        source: io::Error,
    },
    /// Another process that could not be reached in time.
    #[error("process {process} at {address}: expected a connection within {} s: {source}", patience.as_secs())]
    Unreachable {
        /// Which one.
        process: usize,
        /// Its address.
        address: String,
        /// How long it was tried.
        patience: Duration,
        /// Why the last attempt failed.
        source: io::Error,
    },
    /// Processes that did not call in time.
    #[error("expected connections from processes {missing:?} within {} s, found none", patience.as_secs())]
    Missing {
        /// Which ones.
        missing: Vec<usize>,
        /// How long they were waited for.
        patience: Duration,
    },
    /// Another process was started with other arguments, or is another version.
    #[error("process {process}: expected the same job, workers and version as here, found others")]
    OtherJob {
        /// Which one.
        process: usize,
    },
    /// Two processes with one number.
    #[error("process {process}: expected one, found two")]
    Twice {
        /// The number.
        process: usize,
    },
    /// The system has no more threads or handles.
    #[error("cannot start: {0}")]
    Resources(io::Error),
}

impl Hosts {
    /// How long the processes wait for each other unless said otherwise.
    pub const PATIENCE: Duration = Duration::from_mins(1);

    /// One process with so many workers, at least one.
    pub fn local(threads: usize) -> Self {
        Self { threads: threads.max(1), process: 0, addresses: Vec::new(), patience: Self::PATIENCE }
    }

    /// Process `process` of `processes`, each with `threads` workers. Process `i` listens at `addresses[i]`, `HOST:PORT`;
    /// addresses beyond `processes` are not looked at.
    ///
    /// # Errors
    ///
    /// [`HostsError`] if the numbers do not go together, or an address is none.
    pub fn cluster(
        threads: usize,
        processes: usize,
        process: usize,
        mut addresses: Vec<String>,
    ) -> Result<Self, HostsError> {
        if threads == 0 {
            return Err(HostsError::NoThreads);
        }
        if process >= processes {
            return Err(HostsError::Process { processes, process });
        }
        if processes == 1 {
            return Ok(Self::local(threads));
        }
        if addresses.len() < processes {
            return Err(HostsError::TooFew { processes, found: addresses.len() });
        }
        addresses.truncate(processes);
        for (number, address) in (1..).zip(&addresses) {
            let found = || address.clone();
            if !is_address(address) {
                return Err(HostsError::Address { number, found: found() });
            }
            if addresses[..number - 1].contains(address) {
                return Err(HostsError::Again { number, found: found() });
            }
        }
        Ok(Self { threads, process, addresses, patience: Self::PATIENCE })
    }

    /// The addresses of processes that all run on this machine: ports 2101 and up of the loopback device.
    pub fn loopback(processes: usize) -> Vec<String> {
        (0..processes).map(|process| format!("localhost:{}", 2101 + process)).collect()
    }

    /// The same, waiting so long for the other processes.
    #[must_use]
    pub fn with_patience(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }

    /// Workers of each process.
    pub const fn threads(&self) -> usize {
        self.threads
    }

    /// This process's number.
    pub const fn process(&self) -> usize {
        self.process
    }

    /// Processes there are.
    pub fn processes(&self) -> usize {
        self.addresses.len().max(1)
    }

    /// Workers there are in all.
    pub fn workers(&self) -> usize {
        self.threads * self.processes()
    }

    pub(crate) fn address(&self, process: usize) -> &str {
        self.addresses.get(process).map_or("", String::as_str)
    }

    /// A connection to each other process, `None` in this one's place: made to those before it, awaited from those after.
    ///
    /// # Errors
    ///
    /// [`ConnectError`] if they do not come together in time, or are not about to do the same.
    pub(crate) fn connect(&self, job: &str) -> Result<Vec<Option<TcpStream>>, ConnectError> {
        let deadline = Instant::now() + self.patience;
        let own = Greeting { job: self.fingerprint(job), process: self.process };
        let address = self.address(self.process);
        let listener = TcpListener::bind(address)
            .map_err(|source| ConnectError::Listen { address: address.to_owned(), source })?;
        let mut connections: Vec<Option<TcpStream>> = Vec::new();
        for process in 0..self.process {
            connections.push(Some(self.call(process, own, deadline)?));
        }
        connections.resize_with(self.addresses.len(), || None);
        self.answer(&listener, own, deadline, &mut connections)?;
        Ok(connections)
    }

    /// Calls a process that was started before or will be soon.
    fn call(&self, process: usize, own: Greeting, deadline: Instant) -> Result<TcpStream, ConnectError> {
        let address = self.address(process);
        let unreachable = |source| ConnectError::Unreachable {
            process,
            address: address.to_owned(),
            patience: self.patience,
            source,
        };
        loop {
            match own.call(address, deadline) {
                Ok((_, other)) if other.job != own.job => return Err(ConnectError::OtherJob { process }),
                Ok((stream, other)) if other.process == process => return Ok(stream),
                Ok(_) => return Err(ConnectError::Twice { process }),
                Err(error) if Instant::now() >= deadline => return Err(unreachable(error)),
                Err(_) => thread::sleep(Duration::from_millis(50)),
            }
        }
    }

    /// Takes the calls of the processes after this one.
    fn answer(
        &self,
        listener: &TcpListener,
        own: Greeting,
        deadline: Instant,
        connections: &mut [Option<TcpStream>],
    ) -> Result<(), ConnectError> {
        listener.set_nonblocking(true).map_err(ConnectError::Resources)?;
        loop {
            let missing: Vec<usize> =
                (self.process + 1..connections.len()).filter(|&other| connections[other].is_none()).collect();
            if missing.is_empty() {
                return Ok(());
            }
            if Instant::now() >= deadline {
                return Err(ConnectError::Missing { missing, patience: self.patience });
            }
            let Ok((stream, _)) = listener.accept() else {
                thread::sleep(Duration::from_millis(5));
                continue;
            };
            // Whoever says nothing sensible is a stranger, and is not answered.
            let Ok(other) = own.answer(&stream) else { continue };
            if other.job != own.job {
                return Err(ConnectError::OtherJob { process: other.process });
            }
            match connections.get_mut(other.process) {
                Some(place @ None) if other.process > self.process => *place = Some(stream),
                _ => return Err(ConnectError::Twice { process: other.process }),
            }
        }
    }

    /// A number for what the processes must agree on.
    fn fingerprint(&self, job: &str) -> u64 {
        let text = format!("{}|{}|{}|{job}", env!("CARGO_PKG_VERSION"), self.threads, self.addresses.len());
        text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        })
    }
}

/// Whether it is `HOST:PORT`. Whether there is such a host is found out when it is called.
fn is_address(text: &str) -> bool {
    let parts = text.rsplit_once(':');
    parts.is_some_and(|(host, port)| {
        !host.is_empty()
            && !host.contains(char::is_whitespace)
            && port.parse().is_ok_and(|port: u16| port > 0)
    })
}

/// What two processes say to each other first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Greeting {
    job: u64,
    process: usize,
}

impl Greeting {
    /// Greets whoever listens at `address`, and hears its greeting.
    fn call(self, address: &str, deadline: Instant) -> io::Result<(TcpStream, Self)> {
        let mut stream = reach(address, deadline)?;
        stream.write_all(&self.encode())?;
        // The other side may have calls of its own to make before it answers.
        let left = deadline.saturating_duration_since(Instant::now());
        let other = Self::read(&stream, left)?;
        prepare(&stream)?;
        Ok((stream, other))
    }

    /// Hears the greeting of one who called, and greets it.
    fn answer(self, mut stream: &TcpStream) -> io::Result<Self> {
        stream.set_nonblocking(false)?;
        let other = Self::read(stream, GREETING_TIME)?;
        stream.write_all(&self.encode())?;
        prepare(stream)?;
        Ok(other)
    }

    fn encode(self) -> [u8; GREETING] {
        let mut bytes = [0; GREETING];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..16].copy_from_slice(&self.job.to_le_bytes());
        bytes[16..].copy_from_slice(&(self.process as u64).to_le_bytes());
        bytes
    }

    fn read(mut stream: &TcpStream, patience: Duration) -> io::Result<Self> {
        let mut bytes = [0; GREETING];
        stream.set_read_timeout(Some(patience.max(Duration::from_millis(1))))?;
        stream.read_exact(&mut bytes).map_err(|error| match error.kind() {
            // So it is called where a connection has a time.
            io::ErrorKind::WouldBlock => {
                io::Error::new(io::ErrorKind::TimedOut, "it listens, but says nothing")
            }
            _ => error,
        })?;
        stream.set_read_timeout(None)?;
        let word = |at: usize| bytes[at..at + 8].try_into().map_or(0, u64::from_le_bytes);
        match usize::try_from(word(16)) {
            Ok(process) if bytes[..8] == MAGIC => Ok(Self { job: word(8), process }),
            _ => Err(io::ErrorKind::InvalidData.into()),
        }
    }
}

/// A connection to the first of a host's addresses that has one to give, by the deadline: some hosts never say no.
fn reach(address: &str, deadline: Instant) -> io::Result<TcpStream> {
    let mut last = io::Error::new(io::ErrorKind::NotFound, "there is no such host");
    for address in address.to_socket_addrs()? {
        let left = deadline.saturating_duration_since(Instant::now()).max(Duration::from_millis(1));
        match TcpStream::connect_timeout(&address, left) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// Sends small messages at once, and notices within half a minute when the other host vanishes without a word.
fn prepare(stream: &TcpStream) -> io::Result<()> {
    stream.set_nodelay(true)?;
    #[cfg(target_os = "linux")]
    {
        use rustix::net::sockopt;
        sockopt::set_socket_keepalive(stream, true)?;
        sockopt::set_tcp_keepidle(stream, Duration::from_secs(10))?;
        sockopt::set_tcp_keepintvl(stream, Duration::from_secs(5))?;
        sockopt::set_tcp_keepcnt(stream, 4)?;
        sockopt::set_tcp_user_timeout(stream, 30_000)?;
    }
    Ok(())
}
