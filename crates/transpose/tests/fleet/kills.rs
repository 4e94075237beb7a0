//! Processes killed in the middle.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use super::{Processes, Random, Run, file, fleet, path, positions};

/// Kills one process of several as soon as the output has so many lines; what the others left, or `None` if the job was done
/// before.
fn kill_one(mut processes: Processes, victim: usize, output: &Path, lines: usize) -> Option<Vec<Run>> {
    let deadline = Instant::now() + Duration::from_mins(1);
    loop {
        let written = std::fs::read_to_string(output).map_or(0, |text| text.lines().count());
        if written >= lines {
            break;
        }
        if processes.0[victim].try_wait().unwrap().is_some() {
            return None;
        }
        assert!(Instant::now() < deadline, "the job makes no progress: {written} of {lines} lines");
        thread::sleep(Duration::from_millis(1));
    }
    let mut killed = processes.0.remove(victim);
    killed.kill().unwrap();
    killed.wait().unwrap();
    Some(processes.finish())
}

/// However often a batch is killed, and whoever is, in the end there are exactly the answers of a run that was not.
fn a_batch_survives_kills(name: &str, order: &str, seed: u64, processes: usize, kills: usize) {
    println!("seed {seed}");
    let mut random = Random(seed);
    let texts = positions(seed, 400, 20);
    let input = file(&format!("{name}.txt"), &texts.join("\n"));
    let job = |output: &Path| {
        let files = format!("--file {} --output {}", input.display(), output.display());
        format!("batch connect4 {order} --table-mib 1 {files}")
    };
    let undisturbed = path(&format!("{name}-undisturbed.out"));
    assert_eq!(fleet(&job(&undisturbed)).code, Some(0));
    let output = path(&format!("{name}.out"));
    let mut ended = 0;
    for kill in 0..kills {
        let victim = usize::try_from(random.below(processes as u64)).unwrap();
        let known = std::fs::read_to_string(&output).map_or(0, |text| text.lines().count());
        let left = 400 - known as u64;
        let lines = known + usize::try_from(random.below(left / 2 + 1)).unwrap();
        // One may be killed before it has called the others: they are not to wait for long.
        let job = format!("{} --wait 3", job(&output));
        let crew = Processes::start(&format!("{name}-{kill}"), processes, &job);
        let Some(others) = kill_one(crew, victim, &output, lines) else { continue };
        // One whose work was done has nothing to complain of.
        for run in others.iter().filter(|run| run.code != Some(0)) {
            assert_eq!(run.code, Some(3), "{run:?}");
            let errors: Vec<&str> = run.err.lines().filter(|line| line.starts_with("error: ")).collect();
            assert_eq!(errors.len(), 1, "{run:?}");
            assert!(
                errors[0].starts_with("error: lost process ")
                    || errors[0].starts_with("error: expected connections from")
                    || errors[0].starts_with("error: process "),
                "{run:?}"
            );
            assert!(!run.err.contains("panicked"), "{run:?}");
            ended += 1;
        }
    }
    assert!(ended > 0, "no kill came before the end");
    let last = Processes::start(&format!("{name}-last"), processes, &job(&output)).finish();
    assert!(last.iter().all(|run| run.code == Some(0)), "{last:?}");
    let read = |path: &Path| {
        let text = std::fs::read_to_string(path).unwrap();
        let mut lines: Vec<String> = text.lines().map(String::from).collect();
        if !order.is_empty() {
            lines.sort();
        }
        lines
    };
    assert_eq!(read(&output), read(&undisturbed));
}

#[test]
fn a_killed_batch_finishes_with_the_undisturbed_answers() {
    a_batch_survives_kills("kept", "", 11, 2, 4);
}

#[test]
fn so_does_one_in_any_order_of_four_processes() {
    a_batch_survives_kills("any", "--any-order", 12, 4, 3);
}

#[test]
#[ignore = "minutes: cargo test -p transpose --features fleet --test fleet -- --ignored"]
fn so_do_many() {
    for seed in 100..110 {
        a_batch_survives_kills("many-kept", "", seed, 2, 10);
        a_batch_survives_kills("many-any", "--any-order", seed, 3, 10);
        for name in ["many-kept.out", "many-any.out", "many-kept-undisturbed.out", "many-any-undisturbed.out"]
        {
            std::fs::remove_file(path(name)).unwrap();
        }
    }
}

#[test]
fn an_enumeration_that_loses_a_process_ends_and_says_so() {
    // Too much to finish before the kill.
    let mut crew = Processes::start("lost", 3, "enumerate connect4 --plies 16 --memory-mib 64");
    thread::sleep(Duration::from_millis(1_500));
    let mut victim = crew.0.remove(1);
    assert_eq!(victim.try_wait().unwrap(), None, "it has ended already");
    victim.kill().unwrap();
    victim.wait().unwrap();
    let start = Instant::now();
    for run in crew.finish() {
        assert_eq!(run.code, Some(3), "{run:?}");
        assert!(run.err.starts_with("error: lost process "), "{run:?}");
        assert_eq!(run.err.lines().count(), 1, "{run:?}");
    }
    assert!(start.elapsed() < Duration::from_secs(20));
}
