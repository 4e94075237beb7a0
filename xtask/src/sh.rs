//! Running other programs, and finding the workspace.

use std::error::Error;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs, io};

use crate::Done;

/// The workspace's root folder.
///
/// # Errors
///
/// If the program was not started by cargo, which names the package's folder.
pub(crate) fn root() -> Result<PathBuf, Box<dyn Error>> {
    let package = env::var_os("CARGO_MANIFEST_DIR").ok_or("started without cargo: run `cargo xtask`")?;
    Ok(Path::new(&package).parent().ok_or("xtask lies outside a workspace")?.to_path_buf())
}

/// `cargo ARGS`, by the cargo that runs this program, in the workspace's root.
pub(crate) fn cargo<'a>(root: &Path, args: impl IntoIterator<Item = &'a str>) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args).current_dir(root);
    // What cargo told this package about itself would mislead a build of the same package.
    for (name, _) in env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("CARGO_PKG_")) {
        command.env_remove(name);
    }
    command.env_remove("CARGO_MANIFEST_DIR").env_remove("CARGO_MANIFEST_PATH");
    command
}

/// Runs the command on this terminal.
///
/// # Errors
///
/// If it cannot be started or does not succeed; the error shows the command.
pub(crate) fn run(command: &mut Command) -> Done {
    let status = command.stdin(Stdio::null()).status().map_err(|error| failed(command, &error))?;
    if status.success() { Ok(()) } else { Err(failed(command, &status).into()) }
}

/// Runs the command and returns what it printed.
///
/// # Errors
///
/// If it cannot be started, does not succeed, or prints something other than text.
pub(crate) fn output(command: &mut Command) -> Result<String, Box<dyn Error>> {
    let output = command.stderr(Stdio::inherit()).output().map_err(|error| failed(command, &error))?;
    if !output.status.success() {
        return Err(failed(command, &output.status).into());
    }
    Ok(String::from_utf8(output.stdout)?)
}

fn failed(command: &Command, why: &dyn std::fmt::Display) -> String {
    let args: Vec<_> = command.get_args().map(|arg| arg.to_string_lossy()).collect();
    let program = Path::new(command.get_program()).file_name().unwrap_or_default().to_string_lossy();
    format!("`{program} {}` failed: {why}", args.join(" "))
}

/// Prints a text. That nobody reads on, as when `head` has seen enough, is no error.
///
/// # Errors
///
/// If it cannot be written for another reason.
pub(crate) fn say(text: &str) -> Done {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

/// Prints a line of progress, or a complaint, to stderr. There is nobody to tell where even that fails.
pub(crate) fn tell(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}

/// Every file under `root` that belongs to the project, sorted; what builds leave and what tools hide is skipped.
///
/// # Errors
///
/// If a folder cannot be read.
pub(crate) fn files(root: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for item in fs::read_dir(&folder)? {
            let path = item?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if path.is_dir() {
                let hidden = name.starts_with('.') && ![".ci", ".cargo", ".github"].contains(&&*name);
                if !hidden && !["target", "node_modules"].contains(&&*name) {
                    folders.push(path);
                }
            } else if name != ".git" {
                // In a second work tree `.git` is a file.
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

/// The path as seen from `root`, for messages.
pub(crate) fn shown<'a>(root: &Path, path: &'a Path) -> std::path::Display<'a> {
    path.strip_prefix(root).unwrap_or(path).display()
}
