//! Where the programs' output goes. Whoever reads it may stop at any time, as `head` does: that ends none of them with a panic.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

const REPORT: &str = env!("CARGO_BIN_EXE_report");
const INSTRUCTIONS: &str = env!("CARGO_BIN_EXE_instructions");

/// A pipe that nobody reads from.
fn closed() -> Stdio {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    writer.into()
}

/// A folder of this test's own, empty.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs the program with stdout closed: what it says on stderr, having succeeded.
fn succeeds(program: &str, args: &[&str]) -> String {
    let output = Command::new(program).args(args).stdout(closed()).stderr(Stdio::piped()).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && !said.contains("panicked"), "{program} {args:?}: {said}");
    said
}

#[test]
fn a_report_that_nobody_reads_is_written_all_the_same() {
    let out = folder("closed-report");
    let path = out.to_str().unwrap();
    for form in
        [&["--quick", "--filter", "keys", "--out", path][..], &["--quick", "--filter", "keys", "--json"]]
    {
        succeeds(REPORT, form);
    }
    for name in ["report.html", "report.md", "report.json"] {
        assert!(out.join(name).is_file(), "{name}");
    }
    // Two reports beside each other.
    let figures = out.join("report.json");
    let figures = figures.to_str().unwrap();
    succeeds(REPORT, &["--old", figures, "--new", figures]);
}

#[test]
fn a_closed_stderr_is_no_reason_to_panic_either() {
    let out = folder("closed-stderr");
    let mut report = Command::new(REPORT);
    report.args(["--quick", "--filter", "keys", "--out"]).arg(&out).stdout(closed()).stderr(closed());
    assert!(report.status().unwrap().success());
    assert!(out.join("report.html").is_file());
    // An error that cannot be told is still a failure, and no panic, which would be code 101.
    let mut report = Command::new(REPORT);
    report.args(["--filter", "nonsense"]).stdout(closed()).stderr(closed());
    assert_eq!(report.status().unwrap().code(), Some(1));
}

#[test]
fn a_folder_that_cannot_be_is_refused_before_anything_is_measured() {
    let file = folder("no-folder").join("file");
    fs::write(&file, "").unwrap();
    let mut report = Command::new(REPORT);
    let output = report.args(["--filter", "keys", "--out"]).arg(file.join("out")).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(said.contains("error: ") && said.contains("file/out") && !said.contains("keys"), "{said}");
}

#[test]
fn a_count_that_nobody_reads_is_no_panic() {
    succeeds(INSTRUCTIONS, &["--rounds", "tic_tac_toe_no_table", "1"]);
}

#[test]
fn another_fault_of_stdout_is_an_error() {
    // A device that is always full, where there is one.
    let Ok(full) = fs::OpenOptions::new().write(true).open("/dev/full") else { return };
    let mut report = Command::new(REPORT);
    report.args(["--quick", "--filter", "keys"]).stdout(full).stderr(Stdio::piped());
    let output = report.output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(1) && said.contains("error: "), "{said}");
}
