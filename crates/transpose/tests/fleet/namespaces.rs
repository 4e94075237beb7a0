//! Two hosts: network namespaces with a cable between them, where the machine lets a test make them.

use std::process::{Command, Stdio};
use std::time::Duration;

use super::{Run, file, fleet};

/// Runs `ip` with these arguments; whether it could.
fn ip(arguments: &str) -> bool {
    let output = Command::new("ip").args(arguments.split_whitespace()).stdin(Stdio::null()).output();
    output.is_ok_and(|output| output.status.success())
}

/// Two namespaces, each with an end of the cable, which go with this.
struct TwoHosts {
    names: [String; 2],
}

impl TwoHosts {
    fn new() -> Option<Self> {
        let id = std::process::id();
        let hosts = Self { names: ["a", "b"].map(|host| format!("fleet-{id}-{host}")) };
        let [a, b] = &hosts.names;
        let commands = [
            format!("netns add {a}"),
            format!("netns add {b}"),
            format!("link add fleet0 netns {a} type veth peer name fleet0 netns {b}"),
            format!("-n {a} address add 10.77.0.1/24 dev fleet0"),
            format!("-n {b} address add 10.77.0.2/24 dev fleet0"),
            format!("-n {a} link set fleet0 up"),
            format!("-n {b} link set fleet0 up"),
        ];
        let failed = commands.iter().find(|command| !ip(command));
        if let Some(command) = failed {
            println!("skipped: this machine lets no test make network namespaces (`ip {command}` failed)");
            return None;
        }
        Some(hosts)
    }

    /// `transpose fleet` on one of the hosts.
    fn command(&self, host: usize, arguments: &str) -> Command {
        let mut command = Command::new("ip");
        command.args(["netns", "exec", &self.names[host], env!("CARGO_BIN_EXE_transpose"), "fleet"]);
        command.args(arguments.split_whitespace()).stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }
}

impl Drop for TwoHosts {
    fn drop(&mut self) {
        for name in &self.names {
            ip(&format!("netns delete {name}"));
        }
    }
}

#[test]
#[ignore = "makes network namespaces: cargo test -p transpose --features fleet --test fleet -- --ignored"]
fn two_hosts_count_what_one_does_and_notice_a_cable_that_is_cut() {
    let Some(hosts) = TwoHosts::new() else { return };
    let list = file("namespaces.hosts", "10.77.0.1:2101\n10.77.0.2:2101\n");
    let start = |job: &str| {
        [0, 1].map(|host| {
            let crew = format!("{job} -n 2 -p {host} -h {}", list.display());
            hosts.command(host, &crew).spawn().unwrap()
        })
    };
    let finish = |children: [std::process::Child; 2]| {
        children.map(|child| Run::from(child.wait_with_output().unwrap()))
    };
    let runs = finish(start("enumerate connect4 --plies 10"));
    assert!(runs.iter().all(|run| run.code == Some(0)), "{runs:?}");
    assert_eq!(runs[0].out, fleet("enumerate connect4 --plies 10").out);

    // Nobody says goodbye: the silence must be noticed.
    let children = start("enumerate connect4 --plies 20 --memory-mib 64");
    std::thread::sleep(Duration::from_secs(2));
    assert!(ip(&format!("-n {} link set fleet0 down", hosts.names[0])));
    let begun = std::time::Instant::now();
    for run in finish(children) {
        assert_eq!(run.code, Some(3), "{run:?}");
        assert!(run.err.starts_with("error: lost process "), "{run:?}");
    }
    println!("noticed after {:.0} s", begun.elapsed().as_secs_f64());
    assert!(begun.elapsed() < Duration::from_mins(1));
}
