//! Whoever reads what the tasks print may stop at any time, as `head` does: that ends none of them with a panic.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A pipe that nobody reads from.
fn closed() -> Stdio {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    writer.into()
}

/// A task in the workspace at `root`, with stdout closed.
fn xtask(root: &Path, args: &[&str]) -> Output {
    let mut xtask = Command::new(env!("CARGO_BIN_EXE_xtask"));
    xtask.args(args).env("CARGO_MANIFEST_DIR", root.join("xtask")).current_dir(root);
    xtask.stdout(closed()).stderr(Stdio::piped()).output().unwrap()
}

/// A workspace of one empty crate and a file that is too long: `tidy` has something to say of it.
fn workspace() -> PathBuf {
    let root = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("closed-output");
    let _ = fs::remove_dir_all(&root);
    fs::create_dir_all(root.join("long/src")).unwrap();
    fs::write(root.join("Cargo.toml"), "[workspace]\nresolver = \"3\"\nmembers = [\"long\"]\n").unwrap();
    let manifest = "[package]\nname = \"long\"\nversion = \"0.1.0\"\nedition = \"2024\"\npublish = false\n";
    fs::write(root.join("long/Cargo.toml"), manifest).unwrap();
    fs::write(root.join("long/src/lib.rs"), "// A line.\n".repeat(2_000)).unwrap();
    root
}

#[test]
fn tidy_says_what_it_finds_whether_or_not_it_is_read() {
    let root = workspace();
    let mut read = Command::new(env!("CARGO_BIN_EXE_xtask"));
    read.arg("tidy").env("CARGO_MANIFEST_DIR", root.join("xtask")).current_dir(&root);
    let read = read.output().unwrap();
    let said = String::from_utf8_lossy(&read.stdout);
    assert!(said.contains("long/src/lib.rs"), "expected something to print, found {said:?}");
    let unread = xtask(&root, &["tidy"]);
    assert_eq!(unread.status.code(), read.status.code());
    assert_eq!(unread.stderr, read.stderr);
}

#[test]
fn the_list_of_tasks_and_an_error_are_no_panic() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for args in [&["--help"][..], &["bench", "--quick", "-h"], &[]] {
        let output = xtask(&root, args);
        assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    }
    let mut failing = Command::new(env!("CARGO_BIN_EXE_xtask"));
    failing.arg("nonsense").stdout(closed()).stderr(closed());
    assert_eq!(failing.status().unwrap().code(), Some(1));
}
