//! What the command line asks for.

use std::path::PathBuf;

use lexopt::{Arg, ValueExt};

use crate::timing::Effort;

/// What to do.
#[derive(Debug)]
pub(crate) enum Task {
    /// Measure and report.
    Measure(Options),
    /// Lay the figures of earlier reports beside each other: the old ones, then the new ones, in pairs.
    Compare { old: Vec<PathBuf>, new: Vec<PathBuf> },
}

/// What to measure, and where to leave it.
#[derive(Debug, Default)]
pub(crate) struct Options {
    pub(crate) effort: Effort,
    /// Only the groups whose name begins so: the experiments, or the comparisons with other people's crates.
    pub(crate) only: Option<&'static str>,
    pub(crate) filter: Option<String>,
    /// A filter that lets no group through is no error.
    pub(crate) if_any: bool,
    /// Print the figures for programs instead of tables for people.
    pub(crate) json: bool,
    /// The folder for the report's files.
    pub(crate) out: Option<PathBuf>,
}

impl Task {
    /// Reads the command line.
    ///
    /// # Errors
    ///
    /// At the first option that is not known.
    pub(crate) fn parse(mut args: lexopt::Parser) -> Result<Self, lexopt::Error> {
        let mut options = Options::default();
        let (mut old, mut new) = (Vec::new(), Vec::new());
        while let Some(arg) = args.next()? {
            match arg {
                Arg::Long("quick") => options.effort = Effort::Little,
                Arg::Long("experiments") => options.only = Some("experiments"),
                Arg::Long("peers") => options.only = Some("peers"),
                Arg::Long("if-any") => options.if_any = true,
                Arg::Long("json") => options.json = true,
                Arg::Long("filter") => options.filter = Some(args.value()?.string()?),
                Arg::Long("out") => options.out = Some(args.value()?.into()),
                Arg::Long("old") => old.push(args.value()?.into()),
                Arg::Long("new") => new.push(args.value()?.into()),
                _ => return Err(arg.unexpected()),
            }
        }
        match (old.len(), new.len()) {
            (0, 0) => Ok(Self::Measure(options)),
            (0, _) | (_, 0) => Err("expected --old and --new, found one of them".into()),
            _ => Ok(Self::Compare { old, new }),
        }
    }
}

impl Options {
    /// Whether a group of this name is asked for.
    pub(crate) fn wants(&self, name: &str) -> bool {
        self.only.is_none_or(|only| name.starts_with(only))
            && self.filter.as_ref().is_none_or(|text| name.contains(text.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measure(args: &[&str]) -> Options {
        match Task::parse(lexopt::Parser::from_args(args)) {
            Ok(Task::Measure(options)) => options,
            other => panic!("expected options, found {other:?}"),
        }
    }

    #[test]
    fn groups_are_asked_for_by_name() {
        assert!(measure(&[]).wants("table"));
        let filtered = measure(&["--filter", "tab"]);
        assert!(filtered.wants("table") && !filtered.wants("keys"));
        assert!(!measure(&["--experiments", "--filter", "table"]).wants("experiments"));
        let peers = measure(&["--peers", "--filter", "chess"]);
        assert!(peers.wants("peers: chess") && !peers.wants("chess") && !peers.wants("peers: keys"));
    }

    #[test]
    fn a_comparison_has_two_sides() {
        let parse = |args: &[&str]| Task::parse(lexopt::Parser::from_args(args));
        assert!(matches!(parse(&["--old", "a", "--new", "b"]), Ok(Task::Compare { .. })));
        assert!(parse(&["--old", "a"]).is_err());
        assert!(parse(&["--quik"]).is_err());
    }
}
