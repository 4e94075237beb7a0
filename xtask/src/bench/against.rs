//! `--against`: this work tree's figures beside those of another revision, measured in turns, or of a kept report.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Options, kept};
use crate::{Done, sh};

/// Pairs of runs, unless the user says how many: enough for an interval.
const PAIRS: u32 = 5;

/// Measures and prints the comparison.
///
/// # Errors
///
/// If a revision is not known or does not build, or its report has no figures to compare.
pub(super) fn run(root: &Path, options: &Options, other: &str) -> Done {
    let saved = kept(root, other).join("report.json");
    // Before anything is built: the name may be no revision.
    let tree = if saved.exists() { None } else { Some(WorkTree::new(root, other)?) };
    let new = build(root, root, options)?;
    let (olds, news) = if let Some(tree) = &tree {
        let old = build(root, &tree.folder, options)?;
        in_turns(root, options, &old, &new)?
    } else {
        sh::say(&format!("{other} was measured at another time: only counts compare well\n"))?;
        (vec![saved], vec![measure(&new, options, &kept(root, "new-1"))?])
    };
    let sides = [("--old", olds), ("--new", news)];
    let files = sides.iter().flat_map(|(side, files)| files.iter().map(move |file| (side, file)));
    let mut compare = Command::new(new);
    for (side, file) in files {
        compare.arg(side).arg(file);
    }
    sh::run(&mut compare)
}

/// Runs the two reports in turns, so that what slows the machine slows both: the files with their figures.
fn in_turns(
    root: &Path,
    options: &Options,
    old: &Path,
    new: &Path,
) -> Result<(Vec<PathBuf>, Vec<PathBuf>), Box<dyn Error>> {
    let (mut olds, mut news) = (Vec::new(), Vec::new());
    for pair in 1..=options.pairs.unwrap_or(PAIRS) {
        sh::say(&format!("pair {pair}\n"))?;
        let one = |report: &Path, side: &str, files: &mut Vec<PathBuf>| -> Result<(), String> {
            let out = kept(root, &format!("{side}-{pair}"));
            files.push(measure(report, options, &out)?);
            Ok(())
        };
        // Whoever goes first is warmed up less: they take turns in that too.
        if pair % 2 == 1 {
            one(old, "old", &mut olds)?;
            one(new, "new", &mut news)?;
        } else {
            one(new, "new", &mut news)?;
            one(old, "old", &mut olds)?;
        }
    }
    Ok((olds, news))
}

/// Builds the report of the work tree `folder`: its program.
fn build(root: &Path, folder: &Path, options: &Options) -> Result<PathBuf, Box<dyn Error>> {
    // A target folder of its own for the other revision: the two would evict each other's builds.
    let target = root.join("target").join(if folder == root { "" } else { "bench/against" });
    sh::run(sh::cargo(folder, ["build"]).args(options.built()).env("CARGO_TARGET_DIR", &target))?;
    Ok(target.join(options.profile()).join("report"))
}

/// Runs a report: the file with its figures.
fn measure(report: &Path, options: &Options, out: &Path) -> Result<PathBuf, String> {
    let file = out.join("report.json");
    let mut command = Command::new(report);
    command.args(options.measure()).arg("--out").arg(out).stdout(std::process::Stdio::null());
    let failed = |why: &dyn std::fmt::Display| {
        format!("{}: {why}: a revision whose report knows no --out cannot be compared", report.display())
    };
    // A file of an earlier run must not pass for this one's.
    let _ = fs::remove_file(&file);
    sh::run(&mut command).map_err(|error| failed(&error))?;
    if file.exists() { Ok(file) } else { Err(failed(&"left no figures")) }
}

/// A revision checked out under `target`, and taken away in the end.
struct WorkTree {
    root: PathBuf,
    folder: PathBuf,
}

impl WorkTree {
    fn new(root: &Path, revision: &str) -> Result<Self, Box<dyn Error>> {
        let commit = format!("{revision}^{{commit}}");
        let hash = sh::output(git(root).args(["rev-parse", "--verify", "--quiet", &commit]))
            .map_err(|_| format!("expected the name of a kept report or a revision, found {revision:?}"))?;
        let folder = kept(root, &format!("tree-{}", hash.trim()));
        sh::run(git(root).args(["worktree", "prune"]))?;
        if !folder.exists() {
            sh::run(
                git(root).args(["worktree", "add", "--quiet", "--detach"]).arg(&folder).arg(hash.trim()),
            )?;
        }
        Ok(Self { root: root.into(), folder })
    }
}

impl Drop for WorkTree {
    fn drop(&mut self) {
        if let Err(error) = sh::run(git(&self.root).args(["worktree", "remove", "--force"]).arg(&self.folder))
        {
            sh::tell(&error.to_string());
        }
    }
}

fn git(root: &Path) -> Command {
    let mut git = Command::new("git");
    git.current_dir(root);
    git
}
