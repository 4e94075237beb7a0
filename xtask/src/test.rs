//! `cargo xtask test`: everything CI runs, the cheap steps first.

use std::path::Path;
use std::time::{Duration, Instant};

use lexopt::Arg;

use crate::{Done, book, drive, fuzz, sh, snap, tidy};

/// How much to test.
#[derive(Debug, Default)]
pub(crate) struct Options {
    long: bool,
}

type Step = (&'static str, fn(&Path, &Options) -> Done);

/// The command line is tested with all its commands, or it would be built twice.
const FLEET: &str = "transpose/fleet";

/// What the front ends have behind features.
const ALL: &str = "transpose/fleet,benches/fleet,benches/peers";

const STEPS: [Step; 10] = [
    ("format", |root, _| sh::run(&mut sh::cargo(root, ["fmt", "--all", "--check"]))),
    ("tidy", |_, _| tidy::run()),
    ("lints", |root, _| {
        let mut lints = sh::cargo(root, ["clippy", "--workspace", "--all-targets"]);
        sh::run(lints.args(["--features", ALL, "--", "--deny", "warnings"]))
    }),
    ("docs", |root, _| sh::run(&mut book::docs(root))),
    ("tests, snapshots, benches once", |root, options| {
        let references = snap::References::new(root)?;
        let mut test = sh::cargo(root, ["test", "--workspace", "--all-targets", "--features", FLEET]);
        references.record(&mut test).env("INSTA_UPDATE", "no").env("INSTA_REQUIRE_FULL_MATCH", "0");
        sh::run(options.scale(&mut test))?;
        references.reject_unreferenced()
    }),
    ("doctests", |root, options| {
        sh::run(options.scale(&mut sh::cargo(root, ["test", "--workspace", "--doc", "--features", FLEET])))
    }),
    ("python-chess plays the engine", |root, _| drive::run(root)),
    ("features", |root, _| features(root)),
    ("book and its browser tests", |_, _| book::step()),
    ("what takes long", |root, options| if options.long { long(root) } else { Ok(()) }),
];

/// What the other steps leave out: all features of the keys, the report's peers, the crates without the standard library, and the
/// front ends without the fleet.
fn features(root: &Path) -> Done {
    sh::run(&mut sh::cargo(root, ["test", "--package", "zkeys", "--all-features"]))?;
    let peers = ["test", "--package", "benches", "--features", "peers", "--bin", "report"];
    sh::run(&mut sh::cargo(root, peers))?;
    let deny = ["--", "--deny", "warnings"];
    for package in ["zkeys", "ttable"] {
        let args = ["clippy", "--package", package, "--no-default-features"];
        sh::run(sh::cargo(root, args).args(deny))?;
    }
    let args = ["clippy", "--package", "transpose", "--package", "benches", "--all-targets"];
    sh::run(sh::cargo(root, args).args(deny))
}

/// Tests that are ignored as too long; the fuzz targets for a minute; the models of the table's threads; and the
/// experiments as a reader sees them, whose figures the tests assert.
fn long(root: &Path) -> Done {
    sh::run(&mut sh::cargo(root, ["test", "--package", "games", "--tests", "--", "--ignored"]))?;
    fuzz::run(root)?;
    let fleet = ["test", "--package", "fleet", "--release", "--tests", "--", "--ignored"];
    sh::run(&mut sh::cargo(root, fleet))?;
    let fleet =
        ["test", "--package", "transpose", "--features", "fleet", "--test", "fleet", "--", "--ignored"];
    sh::run(&mut sh::cargo(root, fleet))?;
    let mut models = sh::cargo(root, ["test", "--package", "ttable", "--release", "--test", "loom"]);
    // A folder of its own: the flag would have everything else built anew.
    sh::run(models.env("RUSTFLAGS", "--cfg loom").env("CARGO_TARGET_DIR", root.join("target/loom")))?;
    sh::run(&mut sh::cargo(root, ["xtask", "bench", "--experiments"]))
}

impl Options {
    /// Reads the options that follow `test`.
    ///
    /// # Errors
    ///
    /// At the first option that is not known.
    pub(crate) fn parse(mut args: lexopt::Parser) -> Result<Self, lexopt::Error> {
        let mut options = Self::default();
        while let Some(arg) = args.next()? {
            match arg {
                Arg::Long("long") => options.long = true,
                _ => return Err(arg.unexpected()),
            }
        }
        Ok(options)
    }

    /// Runs the steps in order and stops at the first that fails.
    ///
    /// # Errors
    ///
    /// Names the step that failed.
    pub(crate) fn run(&self) -> Done {
        let root = sh::root()?;
        let begun = Instant::now();
        let mut times = Vec::new();
        for (number, (title, step)) in STEPS.iter().enumerate() {
            sh::tell(&format!("== {} of {}: {title}", number + 1, STEPS.len()));
            let start = Instant::now();
            step(&root, self).map_err(|error| format!("step `{title}`: {error}"))?;
            times.push((title, start.elapsed()));
        }
        for (title, time) in times {
            sh::tell(&format!("{title:<34}{}", seconds(time)));
        }
        sh::tell(&format!("{:<34}{}", "all passed", seconds(begun.elapsed())));
        Ok(())
    }

    /// Tells the tests how far to go.
    fn scale<'a>(&self, command: &'a mut std::process::Command) -> &'a mut std::process::Command {
        if self.long { command.env("TRANSPOSE_LONG", "1") } else { command }
    }
}

fn seconds(time: Duration) -> String {
    format!("{:>7.1} s", time.as_secs_f64())
}
