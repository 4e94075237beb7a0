//! What cannot be, said before any work is done.

use std::fs;
use std::process::{Command, Stdio};

use super::{Processes, Run, file, fleet, lines_of, path, transpose};

#[test]
fn what_cannot_be_is_refused() {
    let hosts = file("few.hosts", "localhost:1\n");
    let twice = file("twice.hosts", "localhost:1\nlocalhost:1\n");
    let folder = env!("CARGO_TARGET_TMPDIR");
    for (arguments, message) in [
        ("enumerate chess".to_owned(), "expected one of tictactoe, connect4"),
        ("enumerate connect4 -w 0".into(), "0 is not in 1..=256"),
        ("enumerate connect4 -n 2 -p 2".into(), "error: expected a process below 2, found 2"),
        (
            format!("enumerate connect4 -n 2 -h {}", hosts.display()),
            "expected 2 addresses, one a line, found 1",
        ),
        (
            format!("enumerate connect4 -n 2 -h {}", twice.display()),
            "error: address 2: expected one of its own, found localhost:1 again",
        ),
        ("enumerate connect4 -n 2 -h no-such-file".into(), "error: no-such-file: "),
        ("enumerate connect4:4x4 --scratch no/such/folder".into(), "error: no/such/folder: "),
        ("book tictactoe --plies 2 --output x".into(), "connect4:7x6, found \"tictactoe\""),
        ("book chess --plies 2 --output x".into(), ": expected one of connect4, connect4:4x4, "),
        ("book connect4:3x3 --plies 2 --output x".into(), "found \"connect4:3x3\""),
        ("book connect4:4x4 --plies 16 --output x".into(), "a ply up to 15, found connect4:4x4 and 16"),
        (format!("book connect4 --plies 2 --output {folder}"), "expected a file, found something else"),
        ("batch connect4 --file no-such-file --output x/y".into(), "error: x/y: "),
        // Before the positions are enumerated, which here would take days.
        ("solve-all connect4 --output no/such/folder/x".into(), "error: no/such/folder/x.partial: "),
        (format!("solve-all connect4 --output {folder}"), "expected a file, found something else"),
    ] {
        let run = fleet(&arguments);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{arguments}: {run:?}");
        assert!(run.err.contains(message), "{arguments}: {}", run.err);
    }
    assert_eq!(fleet("enumerate --help").code, Some(0));
    // Help offers what is taken.
    let help = fleet("book --help").out;
    assert!(help.contains("connect4:5x4") && !help.contains("tictactoe"), "{help}");
    assert!(help.contains("takes books of 7x6"), "{help}");
}

/// Of devices and pipes nothing is replaced, and no link is written through.
#[cfg(unix)]
#[test]
fn outputs_take_the_place_of_files_only() {
    use std::os::unix::fs::symlink;

    let other = file("places.other", "as it was");
    let [device, part] = ["places.device", "places.database.partial"].map(path);
    symlink("/dev/null", &device).unwrap();
    symlink(&other, &part).unwrap();
    let device = device.display();
    for (arguments, of) in [
        (format!("solve-all tictactoe --output {device}"), "places.device"),
        (format!("book connect4 --plies 1 --output {device}"), "places.device"),
        (
            format!("batch connect4 --file {} --output {device}", file("places.none", "").display()),
            "places.device",
        ),
        (
            format!("solve-all tictactoe --output {}", path("places.database").display()),
            "places.database.partial",
        ),
    ] {
        let run = fleet(&arguments);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{arguments}: {run:?}");
        let message = format!("{of}: expected a file, found something else\n");
        assert!(run.err.ends_with(&message), "{arguments}: {}", run.err);
    }
    assert!(fs::symlink_metadata(path("places.device")).unwrap().is_symlink());
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
    assert_eq!(fs::read_to_string(&other).unwrap(), "as it was");
}

/// A file of positions with their scores would otherwise be taken for its own answers.
#[test]
fn a_batch_is_not_written_over_its_positions() {
    let text = "1212121 -18\n1212121 5";
    let input = file("own.txt", text);
    let roundabout = input.parent().unwrap().join(".").join(input.file_name().unwrap());
    let same = [input.clone(), roundabout];
    #[cfg(unix)]
    let same = {
        let [soft, hard] = ["own.soft", "own.hard"].map(path);
        std::os::unix::fs::symlink(&input, &soft).unwrap();
        fs::hard_link(&input, &hard).unwrap();
        same.into_iter().chain([soft, hard])
    };
    let expected = |run: Run, what: &str| {
        let message = format!("expected a file of its own to write to, found that of {what}\n");
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{run:?}");
        assert!(run.err.starts_with("error: ") && run.err.ends_with(&message), "{run:?}");
        assert_eq!(fs::read_to_string(&input).unwrap(), text);
    };
    for output in same {
        let run = |input: &str| {
            let job = format!("fleet batch connect4 --file {input} --output {}", output.display());
            transpose(&job)
        };
        expected(run(&input.display().to_string()).output().unwrap().into(), "--file");
        // As standard input.
        let mut standard = run("-");
        standard.stdin(fs::File::open(&input).unwrap());
        if cfg!(unix) {
            expected(standard.output().unwrap().into(), "--file");
        }
    }
}

#[test]
fn nothing_is_written_over_the_list_of_hosts() {
    let text = "localhost:1\n";
    for (end, job) in [
        ("", "batch connect4 --file no-such-file"),
        ("", "solve-all tictactoe"),
        (".partial", "solve-all tictactoe"),
        ("", "book connect4 --plies 2"),
        (".scores", "book connect4 --plies 2"),
        (".part", "book connect4 --plies 2"),
    ] {
        let list = file(&format!("hosts{end}"), text);
        let run = fleet(&format!("{job} --output {} -h {}", path("hosts").display(), list.display()));
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{job}: {run:?}");
        assert!(run.err.contains("expected a file of its own to write to, found that of --hosts"), "{run:?}");
        assert_eq!(fs::read_to_string(&list).unwrap(), text);
        fs::remove_file(list).unwrap();
    }
}

/// Two at one database, which both write under one name.
#[test]
fn a_database_is_written_by_one_run_at_a_time() {
    let database = path("twice.solved");
    let job = format!("solve-all connect4:6x5 --memory-mib 8 --output {}", database.display());
    let mut first = Processes(vec![transpose(&format!("fleet {job}")).spawn().unwrap()]);
    lines_of(&mut first.0[0].stderr, 1);
    let second = fleet(&job);
    assert_eq!(second.code, Some(2), "{second:?}");
    assert!(
        second.err.contains("expected a file that nobody writes to, found another run at it"),
        "{second:?}"
    );
    drop(first);
    // What a killed one leaves is written over.
    let partial = path("twice.solved.partial");
    assert!(partial.exists() && !database.exists());
    let run = fleet(&format!("solve-all tictactoe --output {}", database.display()));
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(!partial.exists() && fs::metadata(&database).unwrap().len() < 10_000);
}

/// What reads may stop reading.
#[test]
fn an_enumeration_whose_reader_has_gone_ends() {
    let mut crew = Processes(vec![transpose("fleet enumerate connect4 --memory-mib 8").spawn().unwrap()]);
    assert!(lines_of(&mut crew.0[0].stdout, 2).starts_with("0 1 1 0 0 0\n1 7 7 0 0 0\n"));
    drop(crew.0[0].stdout.take());
    let run = crew.finish().remove(0);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{run:?}");
}

/// A system that has no more threads to give, here for want of room for their stacks.
#[cfg(target_os = "linux")]
#[test]
fn threads_that_cannot_be_had_end_the_run() {
    for job in ["enumerate tictactoe", "batch connect4 --file no-such-file --output answers"] {
        let limited =
            format!("ulimit -v 1000000 && exec {} fleet {job} -w 16", env!("CARGO_BIN_EXE_transpose"));
        let mut command = Command::new("sh");
        command
            .args(["-c", &limited])
            .env("RUST_MIN_STACK", "100000000")
            .current_dir(env!("CARGO_TARGET_TMPDIR"));
        let run = Run::from(command.stdin(Stdio::null()).output().unwrap());
        assert_eq!((run.code, run.out.as_str()), (Some(3), ""), "{job}: {run:?}");
        assert!(run.err.contains("error: cannot start: "), "{job}: {run:?}");
        assert!(!run.err.contains("panicked"), "{job}: {run:?}");
    }
}
