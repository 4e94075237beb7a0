//! `cargo xtask tidy`: the house rules that no compiler checks.

mod layers;
mod length;
mod links;
mod manifests;
mod words;

use std::fs;
use std::path::{Path, PathBuf};

use crate::{Done, sh};

/// A file of the project, as the rules see it.
struct Text {
    /// Relative to the root.
    path: PathBuf,
    content: String,
}

/// Checks every rule and prints what it finds: what must not be as `error`, what should not be as `warning`.
///
/// # Errors
///
/// If there is an error among them.
pub(crate) fn run() -> Done {
    let root = sh::root()?;
    let texts = texts(&root)?;
    let metadata = sh::output(&mut sh::cargo(&root, ["metadata", "--no-deps", "--format-version", "1"]))?;
    let packages = layers::packages(&metadata)?;

    let mut errors = layers::check(&packages);
    errors.extend(layers::clock(&texts));
    errors.extend(manifests::check(&packages, &texts));
    errors.extend(links::check(&root, &texts));
    errors.extend(words::check(&texts));

    for warning in length::check(&texts) {
        sh::say(&format!("warning: {warning}\n"))?;
    }
    for error in &errors {
        sh::say(&format!("error: {error}\n"))?;
    }
    match errors.len() {
        0 => Ok(()),
        n => Err(format!("tidy found {n} errors").into()),
    }
}

/// The project's files that are text.
fn texts(root: &Path) -> std::io::Result<Vec<Text>> {
    let mut texts = Vec::new();
    for file in sh::files(root)? {
        if let Ok(content) = String::from_utf8(fs::read(&file)?) {
            let path = file.strip_prefix(root).unwrap_or(&file).to_path_buf();
            texts.push(Text { path, content });
        }
    }
    Ok(texts)
}

#[cfg(test)]
fn text(path: &str, content: &str) -> Text {
    Text { path: path.into(), content: content.into() }
}
