//! Two hosts: network namespaces with a cable between them, where the machine lets a test make them.
//!
//! A namespace has no name: it lives as long as the process that was started in it, which ends when its input does. So
//! nothing stays, however the test ends.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::{Processes, Run, file, fleet, lines_of};

/// A namespace of its own for each host, as root or as somebody who may be root in one of his own.
const WAYS: [&str; 2] = ["--net", "--user --map-root-user --net"];

/// A process in a network namespace.
struct Host {
    process: Child,
}

impl Host {
    /// Starts `command` where there is nothing but itself; why it could not, if so.
    fn start(mut command: Command) -> Result<Self, String> {
        command.args(["sh", "-c", "echo ready && exec cat"]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.stderr(Stdio::piped()).spawn().map_err(|error| error.to_string())?;
        let mut first = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut first).unwrap();
        if first == "ready\n" {
            return Ok(Self { process });
        }
        let ended = process.wait_with_output().unwrap();
        Err(String::from_utf8_lossy(&ended.stderr).trim().to_owned())
    }

    /// A command to be run in the namespace.
    fn command(&self, way: &str, program: &str) -> Command {
        let mut command = Command::new("nsenter");
        command.arg(format!("--target={}", self.process.id())).arg("--net");
        if way.contains("--user") {
            command.args(["--user", "--preserve-credentials"]);
        }
        command.arg(program).stdin(Stdio::null());
        command
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Two namespaces, each with an end of the cable, which go with this.
struct TwoHosts {
    hosts: [Host; 2],
    way: &'static str,
}

impl TwoHosts {
    /// Said why not, where this machine has none.
    fn new() -> Option<Self> {
        let mut reasons = Vec::new();
        for way in WAYS {
            match Self::connected(way) {
                Ok(hosts) => return Some(hosts),
                Err(reason) => reasons.push(format!("unshare {way}: {reason}")),
            }
        }
        println!("skipped: this machine lets no test make network namespaces ({})", reasons.join("; "));
        None
    }

    fn connected(way: &'static str) -> Result<Self, String> {
        let unshare = |command: &mut Command, way: &str| {
            command.args(way.split(' '));
        };
        let mut command = Command::new("unshare");
        unshare(&mut command, way);
        let a = Host::start(command)?;
        // From within the first: whoever is root there is so of both.
        let mut command = a.command(way, "unshare");
        unshare(&mut command, "--net");
        let b = Host::start(command)?;
        let hosts = Self { hosts: [a, b], way };
        hosts.ip(0, &format!("link add fleet0 type veth peer name fleet0 netns {}", hosts.pid(1)))?;
        for host in 0..2 {
            hosts.ip(host, &format!("address add 10.77.0.{}/24 dev fleet0", host + 1))?;
            hosts.ip(host, "link set fleet0 up")?;
        }
        Ok(hosts)
    }

    fn pid(&self, host: usize) -> u32 {
        self.hosts[host].process.id()
    }

    /// Runs `ip` on one of the hosts.
    fn ip(&self, host: usize, arguments: &str) -> Result<(), String> {
        let mut command = self.hosts[host].command(self.way, "ip");
        let output = command.args(arguments.split(' ')).output().map_err(|error| error.to_string())?;
        let error = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        if output.status.success() { Ok(()) } else { Err(format!("ip {arguments}: {error}")) }
    }

    /// The same job on both, which end with what this gives.
    fn start(&self, job: &str, list: &std::path::Path) -> Processes {
        let start = |host: usize| {
            let mut command = self.hosts[host].command(self.way, env!("CARGO_BIN_EXE_transpose"));
            let crew = format!("fleet {job} -n 2 -p {host} -h {}", list.display());
            command.args(crew.split(' ')).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
        };
        Processes(vec![start(0), start(1)])
    }
}

#[test]
fn two_hosts_count_what_one_does_and_notice_a_cable_that_is_cut() {
    let Some(hosts) = TwoHosts::new() else { return };
    let list = file("namespaces.hosts", "10.77.0.1:2101\n10.77.0.2:2101\n");
    let runs = hosts.start("enumerate connect4 --plies 9", &list).finish();
    assert!(runs.iter().all(|run| run.code == Some(0)), "{runs:?}");
    assert_eq!(runs[0].out, fleet("enumerate connect4 --plies 9").out);

    // Nobody says goodbye: the silence must be noticed.
    let mut crew = hosts.start("enumerate connect4 --plies 20 --memory-mib 64", &list);
    lines_of(&mut crew.0[0].stdout, 9);
    hosts.ip(0, "link set fleet0 down").unwrap();
    let begun = Instant::now();
    for run in crew.finish() {
        assert_eq!(run.code, Some(3), "{run:?}");
        assert!(run.err.starts_with("error: lost process "), "{run:?}");
    }
    println!("noticed after {:.0} s", begun.elapsed().as_secs_f64());
    assert!(begun.elapsed() < Duration::from_mins(1));
}

/// A host that is not there and of which nobody says so: a call to it is let ring for minutes.
#[test]
fn a_host_that_never_answers_is_given_up_in_time() {
    let Some(hosts) = TwoHosts::new() else { return };
    hosts.ip(0, "neighbour add 10.77.0.9 lladdr 02:00:00:00:00:09 dev fleet0").unwrap();
    let list = file("nobody.hosts", "10.77.0.9:2101\n10.77.0.1:2101\n");
    let mut command = hosts.hosts[0].command(hosts.way, env!("CARGO_BIN_EXE_transpose"));
    let job = format!("fleet enumerate tictactoe -n 2 -p 1 --wait 2 -h {}", list.display());
    let begun = Instant::now();
    let run = Run::from(command.args(job.split(' ')).output().unwrap());
    assert_eq!((run.code, run.out.as_str()), (Some(3), ""), "{run:?}");
    let message = "error: process 0 at 10.77.0.9:2101: expected a connection within 2 s: ";
    assert!(run.err.starts_with(message), "{run:?}");
    assert!(begun.elapsed() < Duration::from_mins(1));
}
