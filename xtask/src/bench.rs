//! `cargo xtask bench`: the report, and the criterion benches.

use std::fs;
use std::path::Path;

use lexopt::Arg;

use crate::{Done, sh};

/// What to measure.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub(crate) struct Options {
    quick: bool,
    experiments: bool,
    peers: bool,
    native: bool,
    filter: Option<String>,
    criterion: Vec<String>,
}

impl Options {
    /// Reads the options that follow `bench`.
    ///
    /// # Errors
    ///
    /// At the first option that is not known.
    pub(crate) fn parse(mut args: lexopt::Parser) -> Result<Self, lexopt::Error> {
        let mut options = Self::default();
        let mut passed_on = false;
        loop {
            passed_on |= args.try_raw_args().is_some_and(|rest| rest.peek().is_some_and(|next| next == "--"));
            let Some(arg) = args.next()? else { break };
            match arg {
                Arg::Long("quick") => options.quick = true,
                Arg::Long("experiments") => options.experiments = true,
                Arg::Long("peers") => options.peers = true,
                Arg::Long("native") => options.native = true,
                Arg::Long("filter") => options.filter = Some(args.value()?.string()?),
                Arg::Value(value) if passed_on => options.criterion.push(value.string()?),
                _ => return Err(arg.unexpected()),
            }
        }
        if options.quick && !options.peers && !options.criterion.is_empty() {
            return Err("criterion is not run with --quick, so it takes no arguments".into());
        }
        if options.native && !options.peers {
            return Err("--native is for --peers".into());
        }
        Ok(options)
    }

    /// Builds and runs the report; then the criterion benches, unless a short run is asked for.
    ///
    /// # Errors
    ///
    /// If something does not build, or a figure is not what it must be.
    pub(crate) fn run(&self) -> Done {
        let root = sh::root()?;
        if self.peers {
            return self.compare(&root);
        }
        if self.criterion.is_empty() {
            sh::run(&mut sh::cargo(&root, self.report().iter().map(String::as_str)))?;
        }
        if self.quick || self.experiments {
            return Ok(());
        }
        let mut args = vec!["bench", "--package", "benches", "--"];
        args.extend(self.filter.as_deref());
        args.extend(self.criterion.iter().map(String::as_str));
        sh::run(&mut sh::cargo(&root, args))
    }

    /// Runs the comparisons with other crates, each of them a bench named after its subject.
    fn compare(&self, root: &Path) -> Done {
        for name in peer_benches(&root.join("benches/benches"))? {
            if self.filter.as_ref().is_some_and(|text| !name.contains(text.as_str())) {
                continue;
            }
            let mut args = vec!["bench", "--package", "benches", "--bench", &name, "--"];
            args.extend(self.quick.then_some("--quick"));
            args.extend(self.criterion.iter().map(String::as_str));
            let mut bench = sh::cargo(root, args);
            if self.native {
                // A folder of its own: other flags would have everything else built anew.
                bench.env("RUSTFLAGS", "-C target-cpu=native");
                bench.env("CARGO_TARGET_DIR", root.join("target/native"));
            }
            sh::run(&mut bench)?;
        }
        Ok(())
    }

    /// The arguments with which cargo runs the report.
    fn report(&self) -> Vec<String> {
        // The experiments count, they take no time: they need no better code than the short report.
        let profile = if self.quick || self.experiments { "quick" } else { "release" };
        let mut args = vec!["run", "--profile", profile, "--package", "benches", "--bin", "report", "--"];
        args.extend(self.quick.then_some("--quick"));
        args.extend(self.experiments.then_some("--experiments"));
        if let Some(text) = &self.filter {
            args.extend(["--filter", text]);
        }
        // A filter that names none of the report's groups may name benches, which come after it.
        args.extend((!self.quick && !self.experiments).then_some("--if-any"));
        args.into_iter().map(String::from).collect()
    }
}

/// The benches in a folder that compare with peers: files and folders named `…_peers`.
fn peer_benches(folder: &Path) -> std::io::Result<Vec<String>> {
    let mut names = Vec::new();
    for item in fs::read_dir(folder)? {
        let path = item?.path();
        names.extend(path.file_stem().and_then(|stem| stem.to_str()).map(String::from));
    }
    names.retain(|name| name.ends_with("_peers"));
    names.sort();
    Ok(names)
}

trait Text {
    /// The argument as text.
    fn string(self) -> Result<String, lexopt::Error>;
}

impl Text for std::ffi::OsString {
    fn string(self) -> Result<String, lexopt::Error> {
        self.into_string().map_err(lexopt::Error::NonUnicodeValue)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(args: &[&str]) -> Result<Options, lexopt::Error> {
        Options::parse(lexopt::Parser::from_args(args))
    }

    #[test]
    fn quick_runs_the_quick_profile() {
        let options = parse(&["--quick", "--filter", "table"]).unwrap();
        assert_eq!(
            options.report().join(" "),
            "run --profile quick --package benches --bin report -- --quick --filter table"
        );
    }

    #[test]
    fn criterion_arguments_are_passed_on_but_not_with_quick() {
        assert_eq!(parse(&["--", "--save-baseline", "a"]).unwrap().criterion, ["--save-baseline", "a"]);
        assert!(parse(&["--quick", "--", "--test"]).is_err());
    }

    #[test]
    fn peers_are_found_by_name() {
        let benches = Path::new(env!("CARGO_MANIFEST_DIR")).join("../benches/benches");
        let names = peer_benches(&benches).unwrap();
        assert!(names.iter().any(|name| name == "chess_peers"), "{names:?}");
        assert!(parse(&["--peers", "--native", "--quick"]).unwrap().native);
        assert!(parse(&["--native"]).is_err());
    }

    #[test]
    fn unknown_options_are_refused() {
        assert!(parse(&["--quik"]).is_err());
        assert!(parse(&["quick"]).is_err());
    }
}
