//! The tasks of the workspace. `cargo xtask` alone lists them.
//!
//! This crate is built by every newcomer before anything else happens, so it depends on next to nothing: what is heavy
//! lives in `benches`, which it runs through cargo. What crosses crates is tested in its `tests` folder.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command line talks to its user")]
#![forbid(unsafe_code)]

mod bench;
mod drive;
mod sh;
mod snap;
mod test;
mod tidy;

use std::error::Error;
use std::process::ExitCode;

/// What a task ends in. Tasks report to people, so an error is a sentence.
type Done = Result<(), Box<dyn Error>>;

const HELP: &str = "\
The tasks of the workspace

Usage: cargo xtask TASK [OPTION]...

  bench    measure: keys, table, search on real games, and the published experiments
             --quick         the short report, about three minutes from a fresh clone
             --experiments   only the published experiments, as tables
             --filter TEXT   only the groups and benches whose name holds TEXT
             -- ARG...       passed on to criterion, e.g. `-- --save-baseline before`
  snap     run the snapshot tests: what the crates do together, one case a row
             --review        show each difference, old rows and new, and change nothing
             --accept        take the new rows, and remove the snapshots that no test asks for
  test     everything CI runs: format, tidy, lints, docs, tests, snapshots, benches once as tests, and two games that
             python-chess plays by the engine, if there is python3
             --long          also what takes long (tests read TRANSPOSE_LONG)
  tidy     house rules: who may depend on whom, links in the docs, file lengths, machine paths

Without --quick, `bench` takes longer over each figure and then runs the criterion benches.
";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Done {
    let mut args = lexopt::Parser::from_env();
    let Some(first) = args.next()? else {
        print!("{HELP}");
        return Ok(());
    };
    match first {
        lexopt::Arg::Value(task) => match task.to_str() {
            Some("bench") => bench::Options::parse(args)?.run(),
            Some("snap") => snap::Mode::parse(args)?.run(),
            Some("test") => test::Options::parse(args)?.run(),
            Some("tidy") => {
                no_more(args)?;
                tidy::run()
            }
            Some("help") => {
                print!("{HELP}");
                Ok(())
            }
            _ => Err(format!("no task {}: `cargo xtask` lists them", task.display()).into()),
        },
        lexopt::Arg::Long("help") | lexopt::Arg::Short('h') => {
            print!("{HELP}");
            Ok(())
        }
        other => Err(other.unexpected().into()),
    }
}

/// Refuses any argument that is left.
fn no_more(mut args: lexopt::Parser) -> Done {
    match args.next()? {
        Some(arg) => Err(arg.unexpected().into()),
        None => Ok(()),
    }
}
