//! A short run of the fuzz targets, which need a nightly toolchain and `cargo-fuzz`: where either is missing this says
//! so and passes, since the mutation tests of `games` make the same checks on any toolchain.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::{Done, sh};

/// Every target, and what it fuzzes from, if there are seeds for it.
const TARGETS: [&str; 6] = ["fen", "epd", "uci", "san", "moves", "book"];

/// Seconds for each: a minute for all.
const SECONDS: &str = "-max_total_time=10";

/// Runs each target for ten seconds.
///
/// # Errors
///
/// If a target does not build or has a finding; libFuzzer says where it left the input.
pub(crate) fn run(root: &Path) -> Done {
    if !is_there() {
        sh::tell(
            "not fuzzed: `rustup run nightly cargo fuzz` is not there; to have it, run \
             `rustup toolchain install nightly` and `cargo install cargo-fuzz`",
        );
        return Ok(());
    }
    let folder = root.join("fuzz");
    for target in TARGETS {
        let corpus = folder.join("target/corpus").join(target);
        fs::create_dir_all(&corpus)?;
        let mut command = nightly(&["run", "--fuzz-dir", ".", target]);
        command.arg(&corpus).current_dir(&folder);
        let seeds = folder.join("seeds").join(target);
        if seeds.is_dir() {
            command.arg(seeds);
        }
        sh::run(command.args(["--", SECONDS, "-max_len=400", "-verbosity=0"]))?;
    }
    Ok(())
}

fn is_there() -> bool {
    let mut command = nightly(&["--version"]);
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

/// `cargo fuzz ARGS` by the nightly toolchain, whatever toolchain runs this program.
fn nightly(args: &[&str]) -> Command {
    let mut command = Command::new("rustup");
    command.args(["run", "nightly", "cargo", "fuzz"]).args(args);
    command.env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN").env_remove("RUSTFLAGS");
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_target_is_run() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let mut names: Vec<String> = fs::read_dir(root.join("fuzz/fuzz_targets"))
            .unwrap()
            .map(|file| file.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
            .collect();
        names.sort();
        let mut targets = TARGETS;
        targets.sort_unstable();
        assert_eq!(names, targets);
    }
}
