//! `cargo xtask bench`: the report, its comparison with other revisions, instruction counts, and the criterion benches.

mod against;

use std::path::{Path, PathBuf};
use std::process::Command;

use lexopt::{Arg, ValueExt};

use crate::{Done, sh};

/// What to measure.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub(crate) struct Options {
    quick: bool,
    /// Only the published experiments.
    experiments: bool,
    /// Only the comparisons with other people's crates.
    peers: bool,
    /// The peers built for this machine's processor.
    native: bool,
    filter: Option<String>,
    json: bool,
    /// The name to keep the report under.
    save: Option<String>,
    /// A kept report or a revision to compare with.
    against: Option<String>,
    /// How often the two revisions are measured in turns.
    pairs: Option<u32>,
    instructions: Option<Counts>,
    criterion: Vec<String>,
}

/// What becomes of instruction counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Counts {
    /// They are compared with those kept.
    Compare,
    /// They are kept.
    Accept,
}

impl Options {
    /// Reads the options that follow `bench`.
    ///
    /// # Errors
    ///
    /// At the first option that is not known, and where two do not go together.
    pub(crate) fn parse(mut args: lexopt::Parser) -> Result<Self, lexopt::Error> {
        let mut options = Self::default();
        let [mut passed_on, mut accept] = [false; 2];
        loop {
            passed_on |= args.try_raw_args().is_some_and(|rest| rest.peek().is_some_and(|next| next == "--"));
            let Some(arg) = args.next()? else { break };
            match arg {
                Arg::Long("quick") => options.quick = true,
                Arg::Long("experiments") => options.experiments = true,
                Arg::Long("peers") => options.peers = true,
                Arg::Long("native") => options.native = true,
                Arg::Long("filter") => options.filter = Some(args.value()?.string()?),
                Arg::Long("json") => options.json = true,
                Arg::Long("save") => options.save = Some(name(args.value()?.string()?)?),
                Arg::Long("against") => options.against = Some(args.value()?.string()?),
                Arg::Long("pairs") => options.pairs = Some(args.value()?.parse()?),
                Arg::Long("instructions") => options.instructions = Some(Counts::Compare),
                Arg::Long("accept") => accept = true,
                Arg::Value(value) if passed_on => options.criterion.push(value.string()?),
                _ => return Err(arg.unexpected()),
            }
        }
        if options.filter.as_deref() == Some("peers") {
            (options.peers, options.filter) = (true, None);
        }
        if accept {
            let counts = options.instructions.as_mut().ok_or("--accept goes with --instructions")?;
            *counts = Counts::Accept;
        }
        options.check()
    }

    fn check(self) -> Result<Self, lexopt::Error> {
        if (self.quick || self.peers) && !self.criterion.is_empty() {
            return Err("criterion is not run with --quick or --peers, so it takes no arguments".into());
        }
        if self.experiments && self.peers {
            return Err("--experiments and --peers exclude each other".into());
        }
        if self.save.is_some() && self.against.is_some() {
            return Err("--save and --against exclude each other".into());
        }
        if self.native && (!self.peers || self.against.is_some()) {
            return Err("--native goes with --peers, and not with --against".into());
        }
        if self.pairs.is_some() && self.against.is_none() {
            return Err("--pairs goes with --against".into());
        }
        if self.pairs == Some(0) {
            return Err("expected at least one pair, found 0".into());
        }
        Ok(self)
    }

    /// Builds and runs what is asked for: the report; then the criterion benches, unless a part or a short run is asked for.
    ///
    /// # Errors
    ///
    /// If something does not build, or a figure is not what it must be.
    pub(crate) fn run(&self) -> Done {
        let root = sh::root()?;
        if let Some(counts) = self.instructions {
            return instructions(&root, counts);
        }
        if let Some(other) = &self.against {
            return against::run(&root, self, other);
        }
        if self.criterion.is_empty() {
            let mut report = sh::cargo(&root, self.report(&root).iter().map(String::as_str));
            sh::run(self.aimed(&root, &mut report))?;
        }
        if self.is_part() {
            return Ok(());
        }
        let mut args = vec!["bench", "--package", "benches", "--"];
        args.extend(self.filter.as_deref());
        args.extend(self.criterion.iter().map(String::as_str));
        sh::run(&mut sh::cargo(&root, args))
    }

    /// Whether the report, or a part of it, is all that is asked for.
    fn is_part(&self) -> bool {
        self.quick || self.experiments || self.peers || self.json || self.save.is_some() || self.names_fleet()
    }

    /// Has what the command builds built for this machine's processor, if that is asked for.
    fn aimed<'a>(&self, root: &Path, build: &'a mut Command) -> &'a mut Command {
        if self.native {
            // A folder of its own: other flags would have everything else built anew.
            build
                .env("RUSTFLAGS", "-C target-cpu=native")
                .env("CARGO_TARGET_DIR", root.join("target/native"));
        }
        build
    }

    /// The profile the report is built with.
    fn profile(&self) -> &'static str {
        // The experiments count, they take no time: they need no better code than the short report.
        if self.quick || self.experiments { "quick" } else { "release" }
    }

    /// Whether the group `fleet` is asked for, by name: only then it is built, with all it is built on. No bench of
    /// criterion's belongs to it.
    fn names_fleet(&self) -> bool {
        self.filter.as_deref() == Some("fleet")
    }

    /// Whether the groups `peers` are wanted: they are built only then. A whole run has them, a short one only if they are named.
    fn names_peers(&self) -> bool {
        self.peers || !(self.quick || self.experiments || self.filter.is_some())
    }

    /// What cargo is to build.
    fn built(&self) -> Vec<String> {
        let mut args = vec!["--profile", self.profile(), "--package", "benches", "--bin", "report"];
        args.extend(self.names_fleet().then_some(["--features", "fleet"]).into_iter().flatten());
        args.extend(self.names_peers().then_some(["--features", "peers"]).into_iter().flatten());
        args.into_iter().map(String::from).collect()
    }

    /// The arguments with which cargo runs the report.
    fn report(&self, root: &Path) -> Vec<String> {
        let mut args = vec!["run".into()];
        args.extend(self.built());
        args.push("--".into());
        args.extend(self.measure());
        if self.json {
            args.push("--json".into());
        }
        args.extend([
            "--out".into(),
            kept(root, self.save.as_deref().unwrap_or("report")).display().to_string(),
        ]);
        // A filter that names none of the report's groups may name benches, which come after it.
        args.extend((!self.is_part()).then(|| "--if-any".into()));
        args
    }

    /// What the report is to measure.
    fn measure(&self) -> Vec<String> {
        let mut args = Vec::new();
        args.extend(self.quick.then(|| "--quick".into()));
        args.extend(self.experiments.then(|| "--experiments".into()));
        args.extend(self.peers.then(|| "--peers".into()));
        if let Some(text) = &self.filter {
            args.extend(["--filter".into(), text.clone()]);
        }
        args
    }
}

/// The folder of the report kept under this name.
fn kept(root: &Path, name: &str) -> PathBuf {
    root.join("target/bench").join(name)
}

/// A name that is one folder.
fn name(name: String) -> Result<String, lexopt::Error> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    if name.is_empty() || name.starts_with('.') || !name.chars().all(plain) {
        return Err(format!("expected a name of letters, digits, '-', '_' and '.', found {name:?}").into());
    }
    Ok(name)
}

/// Counts instructions under callgrind and compares them with those kept in `benches/instructions.txt`.
fn instructions(root: &Path, counts: Counts) -> Done {
    let mut args = vec![
        "run",
        "--profile",
        "quick",
        "--package",
        "benches",
        "--bin",
        "instructions",
        "--",
        "benches/instructions.txt",
    ];
    args.extend((counts == Counts::Accept).then_some("--accept"));
    sh::run(&mut sh::cargo(root, args))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(args: &[&str]) -> Result<Options, lexopt::Error> {
        Options::parse(lexopt::Parser::from_args(args))
    }

    #[test]
    fn quick_runs_the_quick_profile() {
        let options = parse(&["--quick", "--filter", "table", "--save", "before"]).unwrap();
        assert_eq!(
            options.report(Path::new("root")).join(" "),
            "run --profile quick --package benches --bin report -- --quick --filter table --out \
             root/target/bench/before"
        );
        let options = parse(&["--filter", "keys"]).unwrap();
        assert!(options.report(Path::new("root")).join(" ").contains("--profile release"));
    }

    #[test]
    fn the_fleet_is_built_when_it_is_named() {
        let built = parse(&["--filter", "fleet"]).unwrap().built().join(" ");
        assert!(built.ends_with(" --bin report --features fleet"), "{built}");
        assert!(!parse(&[]).unwrap().built().contains(&"fleet".to_owned()));
    }

    #[test]
    fn the_peers_are_a_group_too() {
        let options = parse(&["--filter", "peers"]).unwrap();
        assert!(options.peers && options.filter.is_none());
        assert!(options.built().join(" ").ends_with(" --features peers"));
        assert_eq!(
            parse(&["--quick", "--peers", "--filter", "chess"]).unwrap().measure().join(" "),
            "--quick --peers --filter chess"
        );
        assert!(parse(&[]).unwrap().names_peers());
        assert!(
            !parse(&["--quick"]).unwrap().names_peers()
                && !parse(&["--filter", "chess"]).unwrap().names_peers()
        );
    }

    #[test]
    fn options_that_do_not_go_together_are_refused() {
        for args in [
            &["--save", "a", "--against", "b"][..],
            &["--pairs", "3"],
            &["--against", "main", "--pairs", "0"],
            &["--accept"],
            &["--native"],
            &["--native", "--peers", "--against", "main"],
            &["--experiments", "--peers"],
            &["--save", "../a"],
            &["--save", ".."],
        ] {
            assert!(parse(args).is_err(), "{args:?}");
        }
    }

    #[test]
    fn criterion_arguments_are_passed_on_but_not_with_quick() {
        assert_eq!(parse(&["--", "--save-baseline", "a"]).unwrap().criterion, ["--save-baseline", "a"]);
        assert!(parse(&["--quick", "--", "--test"]).is_err());
    }

    #[test]
    fn unknown_options_are_refused() {
        assert!(parse(&["--quik"]).is_err());
        assert!(parse(&["quick"]).is_err());
    }
}
