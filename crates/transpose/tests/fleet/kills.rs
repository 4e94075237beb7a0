//! Processes killed in the middle.

use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use super::{Processes, Random, Run, file, fleet, lines_of, path, positions};

/// Positions of each batch.
const POSITIONS: usize = 400;

/// How long a batch that nobody has killed may be without an answer, on a machine that has much else to do.
const STANDSTILL: Duration = Duration::from_mins(5);

/// What was killed, and when.
#[derive(Clone, Copy, Debug, Default)]
struct Kills {
    /// Processes that died of it.
    hit: usize,
    /// Of these, those whose batch had some answers of this run and not yet all, so that it had to end early.
    midway: usize,
    /// Other processes that ended with an error for it.
    ended: usize,
}

impl std::ops::AddAssign for Kills {
    fn add_assign(&mut self, more: Self) {
        self.hit += more.hit;
        self.midway += more.midway;
        self.ended += more.ended;
    }
}

fn lines(output: &Path) -> usize {
    std::fs::read_to_string(output).map_or(0, |text| text.matches('\n').count())
}

/// Kills one process of several as soon as the output has so many lines. Whether it died of that, and what the others left;
/// `None` if its work was done before.
fn kill_one(
    mut processes: Processes,
    victim: usize,
    output: &Path,
    least: usize,
) -> Option<(bool, Vec<Run>)> {
    let (mut progress, mut since) = (0, Instant::now());
    while progress < least {
        if processes.0[victim].try_wait().unwrap().is_some() {
            return None;
        }
        thread::sleep(Duration::from_millis(1));
        let written = lines(output);
        if written > progress {
            (progress, since) = (written, Instant::now());
        }
        assert!(since.elapsed() < STANDSTILL, "the job makes no progress: {progress} of {least} lines");
    }
    let mut killed = processes.0.remove(victim);
    killed.kill().unwrap();
    // It may have ended just before; its code is then its own.
    let died = killed.wait().unwrap().code().is_none();
    Some((died, processes.finish()))
}

/// A batch that is killed again and again.
struct Victim {
    name: String,
    order: &'static str,
    input: PathBuf,
    output: PathBuf,
    /// The answers of a run that was not.
    undisturbed: Vec<String>,
    processes: usize,
}

impl Victim {
    fn new(name: &str, order: &'static str, seed: u64, processes: usize) -> Self {
        let name = format!("{name}-{seed}");
        let input = file(&format!("{name}.txt"), &positions(seed, POSITIONS, 20).join("\n"));
        let output = path(&format!("{name}.out"));
        let mut victim = Self { name, order, input, output, undisturbed: Vec::new(), processes };
        assert_eq!(fleet(&victim.job()).code, Some(0));
        victim.undisturbed = victim.answers();
        std::fs::remove_file(&victim.output).unwrap();
        victim
    }

    fn job(&self) -> String {
        let files = format!("--file {} --output {}", self.input.display(), self.output.display());
        format!("batch connect4 {} --table-mib 1 {files}", self.order)
    }

    /// The answers there are; those in any order sorted.
    fn answers(&self) -> Vec<String> {
        let text = std::fs::read_to_string(&self.output).unwrap();
        let mut lines: Vec<String> = text.lines().map(String::from).collect();
        if !self.order.is_empty() {
            lines.sort();
        }
        lines
    }

    /// Starts the batch again, and kills one of its processes at a point drawn by `random`.
    fn kill(&self, number: usize, random: &mut Random) -> Kills {
        let victim = usize::try_from(random.below(self.processes as u64)).unwrap();
        let known = lines(&self.output);
        let least = known + usize::try_from(random.below((POSITIONS - known) as u64 / 2 + 1)).unwrap();
        // One may be killed before it has called the others: they are not to wait for long.
        let job = format!("{} --wait 10", self.job());
        let crew = Processes::start(&format!("{}-{number}", self.name), self.processes, &job);
        let Some((died, others)) = kill_one(crew, victim, &self.output, least) else {
            return Kills::default();
        };
        // One whose work was done has nothing to complain of.
        let ended: Vec<&Run> = others.iter().filter(|run| run.code != Some(0)).collect();
        for run in &ended {
            one_error(run);
        }
        let answered = lines(&self.output);
        let midway = died && known < answered && answered < POSITIONS;
        Kills { hit: died.into(), midway: midway.into(), ended: ended.len() }
    }

    /// Finishes the batch, undisturbed at last, and holds its answers to what they should be.
    fn finish(&self) {
        let runs = Processes::start(&format!("{}-last", self.name), self.processes, &self.job()).finish();
        assert!(runs.iter().all(|run| run.code == Some(0)), "{runs:?}");
        assert_eq!(self.answers(), self.undisturbed);
    }
}

/// A process that lost another says so once, and nothing else.
fn one_error(run: &Run) {
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
}

/// However often a batch is killed, and whoever is, in the end there are exactly the answers of a run that was not. A batch
/// that gets through in spite of it begins anew, so that there is always something to kill.
fn a_batch_survives_kills(
    name: &str,
    order: &'static str,
    seed: u64,
    processes: usize,
    kills: usize,
) -> Kills {
    println!("seed {seed}");
    let mut random = Random(seed);
    let victim = Victim::new(name, order, seed, processes);
    let mut sum = Kills::default();
    for number in 0..kills {
        sum += victim.kill(number, &mut random);
        if lines(&victim.output) == POSITIONS {
            victim.finish();
            std::fs::remove_file(&victim.output).unwrap();
        }
    }
    victim.finish();
    for file in [&victim.input, &victim.output] {
        std::fs::remove_file(file).unwrap();
    }
    sum
}

#[test]
fn a_killed_batch_finishes_with_the_undisturbed_answers() {
    let kills = a_batch_survives_kills("kept", "", 11, 2, 4);
    assert!(kills.hit > 0 && kills.ended > 0, "no kill came before the end: {kills:?}");
}

#[test]
fn so_does_one_in_any_order_of_four_processes() {
    let kills = a_batch_survives_kills("any", "--any-order", 12, 4, 3);
    assert!(kills.hit > 0 && kills.ended > 0, "no kill came before the end: {kills:?}");
}

#[test]
#[ignore = "minutes: cargo test -p transpose --features fleet --test fleet -- --ignored"]
fn so_do_many() {
    let mut sum = Kills::default();
    let mut tried = 0;
    for seed in 100..110 {
        sum += a_batch_survives_kills("many-kept", "", seed, 2, 10);
        sum += a_batch_survives_kills("many-any", "--any-order", seed, 3, 10);
        tried += 20;
        println!(
            "of {tried} kills {} hit, {} of them midway; {} others ended",
            sum.hit, sum.midway, sum.ended
        );
    }
    // Those that come too late test nothing.
    assert!(sum.hit >= tried * 3 / 4 && sum.midway >= tried / 2, "of {tried} kills: {sum:?}");
}

#[test]
fn an_enumeration_that_loses_a_process_ends_and_says_so() {
    // Too much to finish before the kill.
    let mut crew = Processes::start("lost", 3, "enumerate connect4 --plies 16 --memory-mib 64");
    lines_of(&mut crew.0[0].stdout, 9);
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
