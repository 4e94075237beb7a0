//! Several processes on this machine's loopback device.

use super::{Processes, file, fleet, path, positions};

/// Processes, and workers of each.
const CREWS: [(usize, usize); 6] = [(1, 3), (1, 4), (2, 1), (2, 2), (3, 1), (4, 1)];

#[test]
fn any_crew_counts_what_one_worker_does() {
    for (game, plies) in [("connect4", " --plies 8"), ("connect4:4x4", ""), ("tictactoe", "")] {
        for symmetry in ["", " --symmetry"] {
            let job = format!("enumerate {game}{plies}{symmetry}");
            let one = fleet(&format!("{job} -w 1"));
            assert_eq!(one.code, Some(0), "{one:?}");
            for (processes, threads) in CREWS {
                let runs =
                    Processes::start("count", processes, &format!("{job} --memory-mib 1 -w {threads}"))
                        .finish();
                assert!(runs.iter().all(|run| run.code == Some(0)), "{runs:?}");
                assert_eq!(runs[0].out, one.out, "{job}: {processes} × {threads}");
                assert!(runs[1..].iter().all(|run| run.out.is_empty() && run.err.is_empty()), "{runs:?}");
            }
        }
    }
}

#[test]
fn any_crew_writes_the_database_that_one_worker_does() {
    for (game, whole) in [("connect4:4x4", ""), ("tictactoe", ""), ("tictactoe", " --whole")] {
        let solve = |processes, threads, name: &str| {
            let database = path(&format!("{name}.solved"));
            let job = format!("solve-all {game}{whole} --memory-mib 1 -w {threads}");
            let job = format!("{job} --output {}", database.display());
            let runs = Processes::start(name, processes, &job).finish();
            assert!(runs.iter().all(|run| run.code == Some(0)), "{runs:?}");
            std::fs::read(database).unwrap()
        };
        let one = solve(1, 1, "by-one");
        for (processes, threads) in CREWS {
            assert!(solve(processes, threads, "by-several") == one, "{game}{whole}: {processes} × {threads}");
        }
    }
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
    let hosts = file("alone.hosts", "127.0.0.1:1\n127.0.0.1:2\n");
    let run = fleet(&format!("enumerate tictactoe -n 2 -p 1 --wait 1 -h {}", hosts.display()));
    assert_eq!((run.code, run.out.as_str()), (Some(3), ""), "{run:?}");
    assert!(
        run.err.starts_with("error: process 0 at 127.0.0.1:1: expected a connection within 1 s: "),
        "{run:?}"
    );
}
