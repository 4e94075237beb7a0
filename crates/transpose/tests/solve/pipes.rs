//! Standard input that comes slowly, standard output that is closed early.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::sync::mpsc;
use std::time::Duration;

use crate::command;

#[test]
fn each_line_is_answered_before_the_next_is_given() {
    for threads in ["1", "2"] {
        let mut child = command(["connect4", "--threads", threads, "--file", "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        // The answers come through a channel, so that a missing one fails the test instead of hanging it.
        let (sender, answers) = mpsc::channel();
        let reader = std::thread::spawn(move || {
            for line in stdout.lines() {
                sender.send(line.unwrap()).unwrap();
            }
        });
        for (position, start) in
            [("33445", "33445 -18 "), ("121212", "121212 18 "), ("1212121", "1212121 -18 ")]
        {
            writeln!(stdin, "{position}").unwrap();
            stdin.flush().unwrap();
            let answer = answers.recv_timeout(Duration::from_mins(1)).unwrap();
            assert!(answer.starts_with(start), "{answer}");
        }
        drop(stdin);
        assert!(child.wait().unwrap().success());
        reader.join().unwrap();
    }
}

#[test]
fn a_reader_that_goes_away_ends_the_run_quietly() {
    for threads in ["1", "3"] {
        let mut child = command(["connect4", "--threads", threads, "--file", "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let mut stdin = child.stdin.take().unwrap();
        // The program may stop reading at any time, which breaks this pipe in turn.
        let _ = stdin.write_all("33445\n".repeat(100_000).as_bytes());
        drop(stdin);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    }
}

/// The others' searches would take hours, and standard input stays open.
#[test]
fn a_reader_that_goes_away_ends_the_other_threads_too() {
    let mut child = command(["connect4", "--threads", "2", "--file", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"33445\n-\n").unwrap();
    let (sender, ended) = mpsc::channel();
    let waiter = std::thread::spawn(move || sender.send(child.wait().unwrap()).unwrap());
    assert!(ended.recv_timeout(Duration::from_mins(1)).unwrap().success());
    waiter.join().unwrap();
    drop(stdin);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = command(["connect4", "33445"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().starts_with("error: standard output: "));
}
