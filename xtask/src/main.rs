//! The tasks of the workspace. `cargo xtask` alone lists them.
//!
//! This crate is built by every newcomer before anything else happens, so it depends on next to nothing: what is heavy
//! lives in `benches`, which it runs through cargo. What crosses crates is tested in its `tests` folder.

#![forbid(unsafe_code)]

mod bench;
mod book;
mod drive;
mod fuzz;
mod release;
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

  bench    measure: keys, table, search on real games, and the published experiments; ends with the path of a page
             --quick         the short report, about three minutes from a fresh clone
             --experiments   only the published experiments
             --peers         only the comparisons with other people's crates (with --quick: shorter ones)
             --native        with --peers: built for this machine's processor
             --filter TEXT   only the groups and benches whose name holds TEXT: keys, table, connect4, chess, search,
                             experiments; `fleet`, built only if named; `peers`, the same as --peers, whose own groups
                             are `keys`, `chess` and `connect4`
             --save NAME     keep the report under this name
             --against WHAT  compare with a kept report, or with a revision (main, HEAD~1, …) built and measured in
                             turns with this one; --pairs N times, 5 unless said
             --instructions  instruction counts by callgrind, compared with those kept; --accept takes the new ones
             --json          print the figures for programs
             -- ARG...       passed on to criterion, e.g. `-- --save-baseline before`
  book     the book: chapters, interactive pages, API documentation, in target/book
             --open, --serve  show it in a browser: the files, or over HTTP from this machine
             --test           run its browser tests, which need Chromium and chromedriver
  release-check
           is each crate fit to be published: manifest, licences and files of its package, documentation, a build from the
           package alone, the oldest compiler, and what its interface promised
             --since REV      compare interfaces with this revision, else with the last tag v…
  snap     run the snapshot tests: what the crates do together, one case a row
             --review        show each difference, old rows and new, and what moved in all; change nothing
             --markdown      with --review: what moved as a comment for a pull request
             --accept        take the new rows, and remove the snapshots that no test asks for
  test     everything CI runs: format, tidy, lints, docs, tests, snapshots, benches once as tests, and two games that
             python-chess plays by the engine, if there is python3
             --long          also what takes long (tests read TRANSPOSE_LONG)
  tidy     house rules: who may depend on whom, links in the docs, file lengths, machine paths

Without --quick, `bench` takes longer over each figure, compares with the peers, and then runs the criterion benches.
";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            sh::tell(&format!("error: {error}"));
            ExitCode::FAILURE
        }
    }
}

fn run() -> Done {
    // Asked of any task, it is answered with all of them.
    let mut own = std::env::args_os().skip(1).take_while(|arg| arg != "--");
    if own.any(|arg| arg == "--help" || arg == "-h") {
        return sh::say(HELP);
    }
    let mut args = lexopt::Parser::from_env();
    let Some(first) = args.next()? else {
        return sh::say(HELP);
    };
    match first {
        lexopt::Arg::Value(task) => match task.to_str() {
            Some("bench") => bench::Options::parse(args)?.run(),
            Some("book") => book::Options::parse(args)?.run(),
            Some("release-check") => release::Options::parse(args)?.run(),
            Some("snap") => snap::Mode::parse(args)?.run(),
            Some("test") => test::Options::parse(args)?.run(),
            Some("tidy") => {
                no_more(args)?;
                tidy::run()
            }
            Some("help") => sh::say(HELP),
            _ => Err(format!("no task {}: `cargo xtask` lists them", task.display()).into()),
        },
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
