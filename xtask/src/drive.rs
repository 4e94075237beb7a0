//! The engine in another program's hands: python-chess plays whole games through its pipes.

use std::env;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::{Done, sh};

/// The release of python-chess that the games are played with.
const PYTHON_CHESS: &str = "chess==1.11.2";

/// If it is set, a machine without Python is an error.
const REQUIRED: &str = "TRANSPOSE_PYTHON";

/// Plays two games by the engine that the tests have built. Without Python 3 and its `venv` there is nobody to play with:
/// the step is then skipped, unless `TRANSPOSE_PYTHON` is set.
///
/// # Errors
///
/// If a rule of chess or of the protocol was broken, or python-chess cannot be installed.
pub(crate) fn run(root: &Path) -> Done {
    let home = root.join("target/python");
    let python = home.join("bin/python");
    if !python.exists() && !make_venv(&home) {
        if env::var_os(REQUIRED).is_some() {
            return Err(format!("expected python3 with venv, as {REQUIRED} is set").into());
        }
        sh::tell("skipped: python-chess plays no game, as there is no python3 with venv");
        return Ok(());
    }
    let has_chess =
        Command::new(&python).args(["-c", "import chess.engine"]).stderr(Stdio::null()).status()?;
    if !has_chess.success() {
        sh::run(Command::new(&python).args(["-m", "pip", "install", "--quiet", PYTHON_CHESS]))?;
    }
    let engine = format!("'{}' uci", root.join("target/debug/transpose").display());
    let mut games = Command::new(&python);
    games.current_dir(root).arg("docs/measure/match.py");
    games.args(["--first", &engine, "--second", &engine]);
    games.args([
        "--openings",
        "docs/measure/openings.txt",
        "--games",
        "2",
        "--clock",
        "0.5+0.02",
        "--strict",
    ]);
    // How fast the machine is, is no matter here: no game is lost on time, and none is void.
    sh::run(games.args(["--margin", "60000", "--stall", "60000"]))
}

/// Whether the folder has a Python of its own now.
fn make_venv(home: &Path) -> bool {
    let mut venv = Command::new("python3");
    venv.args(["-m", "venv"]).arg(home).stdout(Stdio::null()).stderr(Stdio::null());
    venv.status().is_ok_and(|status| status.success())
}
