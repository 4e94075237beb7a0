//! `cargo xtask snap`: the snapshot tests, without a tool to install.
//!
//! The tests leave what they found in a folder under `target`, and a list of the snapshots they asked for. Both come from
//! insta's own switches; comparing, accepting and rejecting is done here.

use std::collections::BTreeSet;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, io};

use lexopt::Arg;

use self::show::{comment, review};
use crate::{Done, sh};

mod moved;
mod show;

/// What becomes of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// The task fails.
    Check,
    /// It is shown as text.
    Review,
    /// It is shown as Markdown, for a comment.
    Comment,
    /// It is taken.
    Accept,
}

impl Mode {
    /// Reads the options that follow `snap`.
    ///
    /// # Errors
    ///
    /// At the first option that is not known, or if both are given.
    pub(crate) fn parse(mut args: lexopt::Parser) -> Result<Self, lexopt::Error> {
        let [mut accept, mut review, mut markdown] = [false; 3];
        while let Some(arg) = args.next()? {
            match arg {
                Arg::Long("accept") => accept = true,
                Arg::Long("review") => review = true,
                Arg::Long("markdown") => markdown = true,
                _ => return Err(arg.unexpected()),
            }
        }
        match (accept, review, markdown) {
            (false, false, false) => Ok(Self::Check),
            (true, false, false) => Ok(Self::Accept),
            (false, true, false) => Ok(Self::Review),
            (false, true, true) => Ok(Self::Comment),
            (true, true, _) => Err("--accept and --review exclude each other".into()),
            (_, false, true) => Err("--markdown goes with --review".into()),
        }
    }

    /// Runs the snapshot tests and deals with what differs.
    ///
    /// # Errors
    ///
    /// If a test fails for another reason than a difference; in [`Mode::Check`], if anything differs.
    pub(crate) fn run(self) -> Done {
        let root = sh::root()?;
        let references = References::new(&root)?;
        let pending = root.join("target/snapshots/pending");
        clear(&pending)?;
        let mut test =
            sh::cargo(&root, ["test", "--package", "xtask", "--test", "snapshots*", "--no-fail-fast"]);
        references.record(&mut test).env("INSTA_PENDING_DIR", &pending);
        match self {
            Self::Check => test.env("INSTA_UPDATE", "no"),
            // Insta stays silent and passes; the differences are read from what it leaves.
            Self::Review | Self::Comment | Self::Accept => {
                test.env("INSTA_UPDATE", "new").env("INSTA_FORCE_PASS", "1").env("INSTA_OUTPUT", "none")
            }
        };
        if self != Self::Check {
            // What is shown may go into a file: the tests' own words do not belong there.
            test.stdout(io::stderr());
        }
        let ran = sh::run(&mut test);
        match self {
            Self::Check => {
                ran.map_err(|error| {
                    format!("{error}\n`cargo xtask snap --review` shows what moved, if that is all")
                })?;
                references.reject_unreferenced()
            }
            Self::Review | Self::Comment => {
                let changes = Change::all(&root, &pending)?;
                // A test that failed may have had no time to ask for its snapshot.
                let unreferenced = if ran.is_ok() { references.unreferenced()? } else { Vec::new() };
                let show = if self == Self::Review { review } else { comment };
                sh::say(&show(&root, &changes, &unreferenced))?;
                ran.map_err(|error| {
                    format!("{error}\nA test failed, whatever moved: --accept will not help").into()
                })
            }
            Self::Accept => {
                ran?;
                accept(&root, &Change::all(&root, &pending)?, &references.unreferenced()?)
            }
        }
    }
}

fn accept(root: &Path, changes: &[Change], unreferenced: &[PathBuf]) -> Done {
    for change in changes {
        if let Some(folder) = change.snapshot.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(&change.snapshot, accepted(&fs::read_to_string(&change.pending)?))?;
        sh::say(&format!("accepted {}\n", sh::shown(root, &change.snapshot)))?;
    }
    for path in unreferenced {
        fs::remove_file(path)?;
        sh::say(&format!("removed {}\n", sh::shown(root, path)))?;
    }
    sh::say(&format!("{} accepted, {} removed\n", changes.len(), unreferenced.len()))
}

/// A snapshot that a test would write differently.
struct Change {
    snapshot: PathBuf,
    pending: PathBuf,
    old: String,
    new: String,
}

impl Change {
    /// All that the tests left in the folder `pending`, which mirrors the workspace.
    fn all(root: &Path, pending: &Path) -> io::Result<Vec<Self>> {
        let mut changes = Vec::new();
        if !pending.exists() {
            return Ok(changes);
        }
        for path in
            sh::files(pending)?.into_iter().filter(|path| path.extension().is_some_and(|e| e == "new"))
        {
            let snapshot = root.join(path.strip_prefix(pending).unwrap_or(&path)).with_extension("");
            let old = if snapshot.exists() { fs::read_to_string(&snapshot)? } else { String::new() };
            let new = fs::read_to_string(&path)?;
            changes.push(Self { snapshot, pending: path, old: body(&old).into(), new: body(&new).into() });
        }
        Ok(changes)
    }
}

/// A pending file as it is to be kept: without the line of the assertion, which moves with every edit of the test.
fn accepted(pending: &str) -> String {
    let head = pending.len() - body(pending).len();
    let kept = pending[..head].split_inclusive('\n').filter(|line| !line.starts_with("assertion_line:"));
    kept.chain([&pending[head..]]).collect()
}

/// A snapshot file without its head, which lies between two lines of dashes.
fn body(file: &str) -> &str {
    let Some(rest) = file.strip_prefix("---\n") else { return file };
    rest.split_once("\n---\n").map_or(rest, |(_, body)| body)
}

/// The snapshots that a run of the tests asked for.
pub(crate) struct References {
    root: PathBuf,
    list: PathBuf,
}

impl References {
    /// An empty list.
    ///
    /// # Errors
    ///
    /// If `target` cannot be written.
    pub(crate) fn new(root: &Path) -> io::Result<Self> {
        let folder = root.join("target/snapshots");
        fs::create_dir_all(&folder)?;
        let list = folder.join("referenced");
        fs::write(&list, "")?;
        Ok(Self { root: root.to_path_buf(), list })
    }

    /// Makes the tests that `command` runs write into the list.
    pub(crate) fn record<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        command.env("INSTA_SNAPSHOT_REFERENCES_FILE", &self.list)
    }

    /// Fails if `xtask/tests` holds a snapshot that no test asked for.
    ///
    /// # Errors
    ///
    /// Names those snapshots.
    pub(crate) fn reject_unreferenced(&self) -> Done {
        let unreferenced = self.unreferenced()?;
        if unreferenced.is_empty() {
            return Ok(());
        }
        let names: Vec<_> = unreferenced.iter().map(|path| sh::shown(&self.root, path).to_string()).collect();
        Err(format!("no test asks for the snapshot {}", names.join(", ")).into())
    }

    fn unreferenced(&self) -> Result<Vec<PathBuf>, Box<dyn Error>> {
        let referenced: BTreeSet<_> =
            fs::read_to_string(&self.list)?.lines().filter_map(|line| fs::canonicalize(line).ok()).collect();
        let mut unreferenced = Vec::new();
        // The tests that `snap` runs keep theirs here; another crate's would not be asked for.
        let kept = sh::files(&self.root.join("xtask/tests"))?;
        for path in kept.into_iter().filter(|path| path.extension().is_some_and(|e| e == "snap")) {
            if !referenced.contains(&fs::canonicalize(&path)?) {
                unreferenced.push(path);
            }
        }
        Ok(unreferenced)
    }
}

/// Removes a folder and all in it, if it is there.
fn clear(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_head_is_no_part_of_the_snapshot() {
        assert_eq!(body("---\nsource: a.rs\n---\nrow 1\n---\n"), "row 1\n---\n");
        assert_eq!(body("row 1\n"), "row 1\n");
    }

    #[test]
    fn the_line_of_the_assertion_is_not_kept() {
        let pending = "---\nsource: a.rs\nassertion_line: 7\n---\nassertion_line: row\n";
        assert_eq!(accepted(pending), "---\nsource: a.rs\n---\nassertion_line: row\n");
        assert_eq!(accepted("row\n"), "row\n");
    }

    #[test]
    fn a_snapshot_nobody_asks_for_is_rejected() {
        let root = std::env::temp_dir().join(format!("xtask-snap-{}", std::process::id()));
        clear(&root).unwrap();
        let folder = root.join("xtask/tests/snapshots");
        fs::create_dir_all(&folder).unwrap();
        let (asked, stale) = (folder.join("asked.snap"), folder.join("stale.snap"));
        fs::write(&asked, "").unwrap();
        let references = References::new(&root).unwrap();
        fs::write(&references.list, format!("{}\n", asked.display())).unwrap();
        assert!(references.reject_unreferenced().is_ok());
        fs::write(&stale, "").unwrap();
        let error = references.reject_unreferenced().unwrap_err().to_string();
        assert!(error.contains("stale.snap") && !error.contains("asked.snap"), "{error}");
        clear(&root).unwrap();
    }

    #[test]
    fn accept_and_review_exclude_each_other() {
        let parse = |args: &[&str]| Mode::parse(lexopt::Parser::from_args(args));
        assert_eq!(parse(&["--review"]).unwrap(), Mode::Review);
        assert!(parse(&["--review", "--accept"]).is_err());
        assert_eq!(parse(&["--review", "--markdown"]).unwrap(), Mode::Comment);
        assert!(parse(&["--markdown"]).is_err());
        assert!(parse(&["--reject"]).is_err());
    }
}
