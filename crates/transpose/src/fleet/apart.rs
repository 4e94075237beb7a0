//! Files that are written, kept apart from those that are read.

use std::path::{Path, PathBuf};

use super::Failure;

/// Refuses outputs that are inputs, by the same name or by another one. Each input comes with the option that names it.
pub(super) fn keep_apart<'a>(
    outputs: impl IntoIterator<Item = &'a Path>,
    inputs: &[(&str, &Path)],
) -> Result<(), Failure> {
    for output in outputs {
        for &(option, input) in inputs {
            if is_one(output, input) {
                return Err(Failure::bad(format_args!(
                    "{}: expected a file of its own to write to, found that of {option}",
                    output.display()
                )));
            }
        }
    }
    Ok(())
}

/// The path with something behind its name.
pub(super) fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.file_name().map(ToOwned::to_owned).unwrap_or_default();
    name.push(end);
    path.with_file_name(name)
}

/// Whether both lead to one file.
fn is_one(output: &Path, input: &Path) -> bool {
    let input = if input.as_os_str() == "-" { Path::new("/dev/stdin") } else { input };
    output == input || identity(output).is_some_and(|output| Some(output) == identity(input))
}

/// What all names of a file have in common; nothing if there is no such file.
#[cfg(unix)]
fn identity(path: &Path) -> Option<impl PartialEq + use<>> {
    use std::os::unix::fs::MetadataExt;

    std::fs::metadata(path).ok().map(|data| (data.dev(), data.ino()))
}

/// What all names of a file have in common, links aside that are files of their own.
#[cfg(not(unix))]
fn identity(path: &Path) -> Option<impl PartialEq + use<>> {
    path.canonicalize().ok()
}
