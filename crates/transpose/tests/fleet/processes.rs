//! Several processes on this machine's loopback device.

use super::{Processes, file, fleet, path, positions};

#[test]
fn several_processes_count_what_one_does() {
    let one = fleet("enumerate connect4 --plies 8 --symmetry");
    for (processes, threads) in [(2, 1), (2, 2), (3, 1), (4, 1)] {
        let job = format!("enumerate connect4 --plies 8 --symmetry -w {threads}");
        let runs = Processes::start(&format!("count-{processes}-{threads}"), processes, &job).finish();
        assert!(runs.iter().all(|run| run.code == Some(0)), "{runs:?}");
        assert_eq!(runs[0].out, one.out);
        assert!(runs[1..].iter().all(|run| run.out.is_empty() && run.err.is_empty()), "{runs:?}");
    }
}

#[test]
fn several_processes_write_the_database_that_one_does() {
    let database = |name: &str| path(&format!("{name}.solved"));
    assert_eq!(
        fleet(&format!("solve-all connect4:4x4 --output {}", database("one").display())).code,
        Some(0)
    );
    let job = format!("solve-all connect4:4x4 --memory-mib 1 --output {}", database("two").display());
    let runs = Processes::start("solve", 2, &job).finish();
    assert!(runs.iter().all(|run| run.code == Some(0)), "{runs:?}");
    assert!(std::fs::read(database("one")).unwrap() == std::fs::read(database("two")).unwrap());
}

#[test]
fn several_processes_answer_a_batch_in_order() {
    let input = file("several.txt", &positions(2, 100, 22).join("\n"));
    let job = |output: &str| {
        format!("batch connect4 --table-mib 1 --file {} --output {}", input.display(), path(output).display())
    };
    assert_eq!(fleet(&job("one.out")).code, Some(0));
    for processes in [2, 3, 4] {
        let output = format!("several-{processes}.out");
        let runs = Processes::start(&output, processes, &job(&output)).finish();
        assert!(runs.iter().all(|run| run.code == Some(0)), "{runs:?}");
        let read = |name: &str| std::fs::read_to_string(path(name)).unwrap();
        assert_eq!(read(&output), read("one.out"));
    }
}

#[test]
fn processes_that_never_come_are_named() {
    let hosts = file("alone.hosts", "127.0.0.1:1\n127.0.0.1:0\n");
    let run = fleet(&format!("enumerate tictactoe -n 2 -p 1 --wait 1 -h {}", hosts.display()));
    assert_eq!((run.code, run.out.as_str()), (Some(3), ""), "{run:?}");
    assert!(
        run.err.starts_with("error: process 0 at 127.0.0.1:1: expected a connection within 1 s: "),
        "{run:?}"
    );
}
