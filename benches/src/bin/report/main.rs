//! The report: what the crates do on this machine, as tables, with every figure checked whose truth is known.
//!
//! `cargo xtask bench` builds and runs it.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command line talks to its user")]
#![allow(clippy::cast_precision_loss, reason = "means and times of counts far below 2⁵²")]
#![forbid(unsafe_code)]

mod keys;
mod machine;
mod play;
mod progress;
mod search;
mod table;
mod timing;

use std::process::ExitCode;

use benches::experiments;
use benches::sheet::Sheet;

use progress::Progress;
use timing::Effort;

/// A part of the report.
struct Group {
    name: &'static str,
    /// About how long it takes, in milliseconds, with little effort and with much.
    weight: [u64; 2],
    run: fn(&Progress, Effort) -> Vec<Sheet>,
}

const GROUPS: [Group; 4] = [
    Group { name: "keys", weight: [1_500, 5_000], run: keys::sheets },
    Group { name: "table", weight: [9_000, 30_000], run: table::sheets },
    Group { name: "search", weight: [8_000, 30_000], run: search::sheets },
    Group { name: "experiments", weight: [4_000, 4_000], run: experiment_sheets },
];

#[derive(Debug)]
struct Options {
    effort: Effort,
    experiments: bool,
    filter: Option<String>,
    /// A filter that lets no group through is no error.
    if_any: bool,
}

impl Options {
    fn parse() -> Result<Self, lexopt::Error> {
        let mut options = Self { effort: Effort::Much, experiments: false, filter: None, if_any: false };
        let mut args = lexopt::Parser::from_env();
        while let Some(arg) = args.next()? {
            match arg {
                lexopt::Arg::Long("quick") => options.effort = Effort::Little,
                lexopt::Arg::Long("experiments") => options.experiments = true,
                lexopt::Arg::Long("if-any") => options.if_any = true,
                lexopt::Arg::Long("filter") => {
                    options.filter =
                        Some(args.value()?.into_string().map_err(lexopt::Error::NonUnicodeValue)?);
                }
                _ => return Err(arg.unexpected()),
            }
        }
        Ok(options)
    }

    fn wants(&self, group: &Group) -> bool {
        (!self.experiments || group.name == "experiments")
            && self.filter.as_ref().is_none_or(|text| group.name.contains(text.as_str()))
    }
}

fn main() -> ExitCode {
    let options = match Options::parse() {
        Ok(options) => options,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::FAILURE;
        }
    };
    let groups: Vec<&Group> = GROUPS.iter().filter(|group| options.wants(group)).collect();
    if groups.is_empty() && options.if_any {
        return ExitCode::SUCCESS;
    }
    if groups.is_empty() {
        let names: Vec<&str> = GROUPS.iter().map(|group| group.name).collect();
        eprintln!("error: no group of that name: expected one of {}", names.join(", "));
        return ExitCode::FAILURE;
    }
    let progress = Progress::new(groups.iter().map(|group| group.weight[options.effort as usize]).sum());
    let mut sheets = vec![machine::sheet()];
    for group in groups {
        let end = progress.position() + group.weight[options.effort as usize];
        sheets.extend((group.run)(&progress, options.effort));
        progress.reach(end);
    }
    progress.finish();
    for sheet in &sheets {
        println!("{sheet}");
    }
    verdict(&sheets)
}

/// The published experiments, which take as long as they take.
fn experiment_sheets(progress: &Progress, _effort: Effort) -> Vec<Sheet> {
    let mut sheets = Vec::new();
    for (name, run) in experiments::ALL {
        sheets.extend(progress.step(&format!("experiment {name}"), 600, run));
    }
    sheets
}

/// Says how many figures were checked, and which are wrong.
fn verdict(sheets: &[Sheet]) -> ExitCode {
    let checked: usize = sheets.iter().map(Sheet::checked).sum();
    let faults: Vec<&String> = sheets.iter().flat_map(Sheet::faults).collect();
    for fault in &faults {
        println!("WRONG  {fault}");
    }
    println!("{} of {checked} figures with a known truth are right", checked - faults.len());
    if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
