//! `--peers`: the comparisons with other people's crates, each of them a bench named after its subject.

use std::path::Path;
use std::{fs, io};

use super::Options;
use crate::{Done, sh};

/// Runs those whose name holds the filter.
///
/// # Errors
///
/// If one does not build, or a peer gives another answer.
pub(super) fn run(root: &Path, options: &Options) -> Done {
    for name in benches(&root.join("benches/benches"))? {
        if options.filter.as_ref().is_some_and(|text| !name.contains(text.as_str())) {
            continue;
        }
        let mut args = vec!["bench", "--package", "benches", "--bench", &name, "--"];
        args.extend(options.quick.then_some("--quick"));
        args.extend(options.criterion.iter().map(String::as_str));
        let mut bench = sh::cargo(root, args);
        if options.native {
            // A folder of its own: other flags would have everything else built anew.
            bench.env("RUSTFLAGS", "-C target-cpu=native");
            bench.env("CARGO_TARGET_DIR", root.join("target/native"));
        }
        sh::run(&mut bench)?;
    }
    Ok(())
}

/// The benches in a folder that compare with peers: files and folders named `…_peers`.
fn benches(folder: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for item in fs::read_dir(folder)? {
        let path = item?.path();
        names.extend(path.file_stem().and_then(|stem| stem.to_str()).map(String::from));
    }
    names.retain(|name| name.ends_with("_peers"));
    names.sort();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn peers_are_found_by_name() {
        let names = benches(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../benches/benches")).unwrap();
        assert!(names.iter().any(|name| name == "chess_peers"), "{names:?}");
        assert!(names.iter().all(|name| name != "keys"), "{names:?}");
    }
}
