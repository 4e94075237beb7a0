//! What every package's manifest must say.

use super::Text;
use super::layers::Package;

/// Packages whose targets would swallow criterion's arguments, or that the workspace's lints pass by.
pub(super) fn check(packages: &[Package], texts: &[Text]) -> Vec<String> {
    let mut errors = Vec::new();
    for package in packages {
        let manifest = texts.iter().find(|text| {
            text.path.file_name().is_some_and(|name| name == "Cargo.toml")
                && text.path.parent().is_some_and(|folder| package.folder.ends_with(folder))
                && text.path.components().count() > 1
        });
        let Some(manifest) = manifest else {
            errors.push(format!("{}: no manifest below the root", package.name));
            continue;
        };
        errors.extend(check_one(package, &manifest.content));
    }
    errors
}

fn check_one(package: &Package, manifest: &str) -> Vec<String> {
    let sections = sections(manifest);
    let no_bench = |lines: &[&str]| lines.contains(&"bench = false");
    let mut errors = Vec::new();
    let mut miss = |what: String| errors.push(format!("{}: {what}", package.name));
    if package.has_library && !sections.iter().any(|(head, lines)| *head == "[lib]" && no_bench(lines)) {
        miss("its [lib] lacks `bench = false`, so criterion's options are refused".into());
    }
    for binary in &package.binaries {
        let name = format!("name = \"{binary}\"");
        let found = |(head, lines): &(&str, Vec<&str>)| {
            *head == "[[bin]]" && lines.contains(&name.as_str()) && no_bench(lines)
        };
        if !sections.iter().any(found) {
            miss(format!("its [[bin]] {binary} lacks `bench = false`, so criterion's options are refused"));
        }
    }
    if !sections.iter().any(|(head, lines)| *head == "[lints]" && lines.contains(&"workspace = true")) {
        miss("it does not take the workspace's lints".into());
    }
    errors
}

/// The sections of a manifest: head, and its lines without comments.
fn sections(manifest: &str) -> Vec<(&str, Vec<&str>)> {
    let mut sections = vec![("", Vec::new())];
    for line in manifest.lines().map(|line| line.split('#').next().unwrap_or("").trim()) {
        if line.starts_with('[') && line.ends_with(']') {
            sections.push((line, Vec::new()));
        } else if let Some((_, lines)) = sections.last_mut() {
            lines.push(line);
        }
    }
    sections
}

#[cfg(test)]
mod tests {
    use super::super::{layers, text};
    use super::*;

    fn found(manifest: &str) -> usize {
        let packages = layers::packages(
            r#"{"packages":[{"name":"x","manifest_path":"/any/crates/x/Cargo.toml","dependencies":[],
            "targets":[{"name":"x","kind":["lib"]},{"name":"play","kind":["bin"]}]}]}"#,
        )
        .unwrap();
        check(&packages, &[text("Cargo.toml", "[workspace]\n"), text("crates/x/Cargo.toml", manifest)]).len()
    }

    #[test]
    fn a_full_manifest_passes_and_each_gap_is_found() {
        let full = "[lib]\nbench = false # criterion\n[[bin]]\nname = \"play\"\nbench = false\n[lints]\nworkspace = true\n";
        assert_eq!(found(full), 0);
        assert_eq!(found(&full.replacen("bench = false", "", 1)), 1);
        assert_eq!(found(&full.replace("\"play\"", "\"other\"")), 1);
        assert_eq!(found(&full.replace("[lints]", "[lint]")), 1);
        assert_eq!(found(""), 3);
    }
}
