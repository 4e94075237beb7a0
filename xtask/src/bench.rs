//! `cargo xtask bench`: the report, and the criterion benches.

use lexopt::Arg;

use crate::{Done, sh};

/// What to measure.
#[derive(Debug, Default)]
pub(crate) struct Options {
    quick: bool,
    experiments: bool,
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
                Arg::Long("filter") => options.filter = Some(args.value()?.string()?),
                Arg::Value(value) if passed_on => options.criterion.push(value.string()?),
                _ => return Err(arg.unexpected()),
            }
        }
        if options.quick && !options.criterion.is_empty() {
            return Err("criterion is not run with --quick, so it takes no arguments".into());
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
        if self.criterion.is_empty() {
            sh::run(&mut sh::cargo(&root, self.report().iter().map(String::as_str)))?;
        }
        if self.quick || self.experiments || self.names_fleet() {
            return Ok(());
        }
        let mut args = vec!["bench", "--package", "benches", "--"];
        args.extend(self.filter.as_deref());
        args.extend(self.criterion.iter().map(String::as_str));
        sh::run(&mut sh::cargo(&root, args))
    }

    /// Whether the group `fleet` is asked for, by name: only then it is built, with all it is built on. No bench of
    /// criterion's belongs to it.
    fn names_fleet(&self) -> bool {
        self.filter.as_deref() == Some("fleet")
    }

    /// The arguments with which cargo runs the report.
    fn report(&self) -> Vec<String> {
        // The experiments count, they take no time: they need no better code than the short report.
        let profile = if self.quick || self.experiments { "quick" } else { "release" };
        let mut args = vec!["run", "--profile", profile, "--package", "benches", "--bin", "report"];
        args.extend(self.names_fleet().then_some(["--features", "fleet"]).into_iter().flatten());
        args.push("--");
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
    fn the_fleet_is_built_when_it_is_named() {
        let report = parse(&["--filter", "fleet"]).unwrap().report().join(" ");
        assert!(report.contains(" --bin report --features fleet -- "), "{report}");
        assert!(!parse(&[]).unwrap().report().contains(&"--features".to_owned()));
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
