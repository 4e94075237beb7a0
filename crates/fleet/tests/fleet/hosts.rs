//! Processes that find each other, or say why they do not.

use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use fleet::{ConnectError, Enumeration, Hosts, HostsError, RunError, enumerate};

use super::{addresses, game};

const SHORT: Duration = Duration::from_millis(400);

fn hosts(processes: usize, process: usize, addresses: &[String]) -> Hosts {
    Hosts::cluster(1, processes, process, addresses.to_vec()).unwrap()
}

#[test]
fn numbers_that_do_not_go_together_are_refused() {
    let list = Hosts::loopback(2);
    assert_eq!(Hosts::cluster(0, 1, 0, vec![]), Err(HostsError::NoThreads));
    assert_eq!(Hosts::cluster(1, 2, 2, list.clone()), Err(HostsError::Process { processes: 2, process: 2 }));
    assert_eq!(Hosts::cluster(1, 3, 0, list.clone()), Err(HostsError::TooFew { processes: 3, found: 2 }));
    assert_eq!(Hosts::cluster(2, 2, 1, list).map(|hosts| hosts.workers()), Ok(4));
}

#[test]
fn addresses_that_are_none_are_refused_before_anybody_is_called() {
    let cluster = |second: &str| {
        Hosts::cluster(1, 2, 0, ["localhost:2101", second, "not looked at"].map(String::from).to_vec())
    };
    for found in ["", "localhost", "localhost:", ":2101", "localhost:0", "localhost:65536", "a b:1", "a:1 b"]
    {
        assert_eq!(cluster(found), Err(HostsError::Address { number: 2, found: found.into() }));
    }
    let again = HostsError::Again { number: 2, found: "localhost:2101".into() };
    assert_eq!(cluster("localhost:2101"), Err(again));
    for address in ["localhost:2102", "[::1]:2101", "10.0.0.1:65535"] {
        assert!(cluster(address).is_ok(), "{address}");
    }
}

/// A host that takes calls and does not answer, as one does behind whose port another program is.
#[test]
fn a_process_that_listens_and_says_nothing_is_given_up_in_time() {
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let list = vec![silent.local_addr().unwrap().to_string(), addresses(1).remove(0)];
    let start = Instant::now();
    let error =
        enumerate(&hosts(2, 1, &list).with_patience(SHORT), &game("tictactoe"), |_| Ok(())).unwrap_err();
    assert!(error.to_string().ends_with(": it listens, but says nothing"), "{error}");
    assert!(start.elapsed() < 20 * SHORT);
}

#[test]
fn a_process_that_is_never_started_is_named_in_time() {
    let list = addresses(3);
    let start = Instant::now();
    let error =
        enumerate(&hosts(3, 0, &list).with_patience(SHORT), &game("tictactoe"), |_| Ok(())).unwrap_err();
    let RunError::Connect(ConnectError::Missing { missing, .. }) = &error else { panic!("{error}") };
    assert_eq!(*missing, [1, 2]);
    let error =
        enumerate(&hosts(3, 1, &list).with_patience(SHORT), &game("tictactoe"), |_| Ok(())).unwrap_err();
    let RunError::Connect(ConnectError::Unreachable { process: 0, address, .. }) = &error else {
        panic!("{error}")
    };
    assert_eq!(*address, list[0]);
    assert!(start.elapsed() < 20 * SHORT);
}

#[test]
fn an_address_in_use_is_said() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let list = vec![listener.local_addr().unwrap().to_string(), addresses(1).remove(0)];
    let error = enumerate(&hosts(2, 0, &list), &game("tictactoe"), |_| Ok(())).unwrap_err();
    assert!(matches!(error, RunError::Connect(ConnectError::Listen { .. })), "{error}");
}

#[test]
fn processes_with_other_jobs_refuse_each_other() {
    let list = addresses(2);
    let other = Enumeration { plies: 3, ..game("tictactoe") };
    let errors = thread::scope(|scope| {
        let first =
            scope.spawn(|| enumerate(&hosts(2, 0, &list), &game("tictactoe"), |_| Ok(())).unwrap_err());
        let second = enumerate(&hosts(2, 1, &list), &other, |_| Ok(())).unwrap_err();
        [first.join().unwrap(), second]
    });
    for (error, other) in errors.iter().zip([1, 0]) {
        let RunError::Connect(ConnectError::OtherJob { process }) = error else { panic!("{error}") };
        assert_eq!(*process, other);
    }
}

#[test]
fn strangers_are_ignored() {
    let list = addresses(2);
    let enumeration = game("tictactoe");
    thread::scope(|scope| {
        let first = scope.spawn(|| enumerate(&hosts(2, 0, &list), &enumeration, |_| Ok(())));
        // One that says something else, and one that goes away at once.
        let call = || loop {
            if let Ok(stream) = TcpStream::connect(&list[0]) {
                return stream;
            }
        };
        call().write_all(b"GET / HTTP/1.1\r\nHost: nobody\r\n\r\n").unwrap();
        drop(call());
        let second = scope.spawn(|| enumerate(&hosts(2, 1, &list), &enumeration, |_| Ok(())));
        assert_eq!(first.join().unwrap().unwrap().len(), 10);
        assert_eq!(second.join().unwrap().unwrap(), []);
    });
}

/// A process whose disk fails: the others learn that it is gone.
#[test]
fn an_error_of_one_process_ends_the_others() {
    let list = addresses(3);
    let good = Enumeration { plies: 20, ..game("connect4") };
    let bad = Enumeration { scratch: "no/such/folder".into(), ..good.clone() };
    thread::scope(|scope| {
        let runs: Vec<_> = [&good, &bad, &good]
            .into_iter()
            .enumerate()
            .map(|(process, enumeration)| {
                let hosts = hosts(3, process, &list);
                scope.spawn(move || enumerate(&hosts, enumeration, |_| Ok(())).unwrap_err())
            })
            .collect();
        let errors: Vec<RunError> = runs.into_iter().map(|run| run.join().unwrap()).collect();
        assert!(matches!(errors[1], RunError::Io { .. }), "{}", errors[1]);
        for error in [&errors[0], &errors[2]] {
            let RunError::Lost { address, .. } = error else { panic!("{error}") };
            assert!(list.contains(address));
        }
    });
}
