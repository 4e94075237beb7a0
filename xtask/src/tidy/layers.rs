//! Who may depend on whom.
//!
//! One direction: keys and tables know nothing of games, the search knows tables, games know the search, the command line
//! knows all. Someone who depends on one crate builds only what lies below it. Tests keep to the same direction: a
//! dev-dependency upwards would build a crate twice and switch features on that its users never see.

use std::error::Error;
use std::path::PathBuf;

use serde_json::Value;

use super::Text;

/// What a crate may be built on.
enum May {
    /// These of ours, and these of others.
    Use(&'static [&'static str], &'static [&'static str]),
    /// Anything but the command line: nothing is built on that.
    All,
}

/// The whole order, one crate a row.
const LAYERS: [(&str, May); 11] = [
    ("zkeys", May::Use(&[], &["thiserror", "rand_core", "serde"])),
    // loom only under `--cfg loom`.
    ("ttable", May::Use(&[], &["thiserror", "rustix", "loom"])),
    ("search", May::Use(&["ttable"], &["thiserror", "arrayvec"])),
    ("games", May::Use(&["search", "zkeys"], &["thiserror", "arrayvec", "bitflags", "wide"])),
    ("connect4", May::Use(&["games", "search", "ttable"], &[])),
    // Optional in whatever is built on it, so that only who asks for it builds timely.
    ("fleet", May::Use(&["games", "search", "ttable", "zkeys"], &["thiserror", "timely", "rustix"])),
    ("transpose", May::All),
    ("benches", May::All),
    ("pages", May::All),
    ("book", May::All),
    ("xtask", May::All),
];

/// A package of the workspace.
#[derive(Debug)]
pub(super) struct Package {
    pub(super) name: String,
    /// The folder of its manifest.
    pub(super) folder: PathBuf,
    /// Names of the binaries it builds.
    pub(super) binaries: Vec<String>,
    pub(super) has_library: bool,
    dependencies: Vec<Dependency>,
}

#[derive(Debug)]
struct Dependency {
    name: String,
    /// It lies in this workspace.
    ours: bool,
    dev: bool,
}

/// The packages that `cargo metadata --no-deps` tells of.
///
/// # Errors
///
/// If it is not the JSON it should be.
pub(super) fn packages(metadata: &str) -> Result<Vec<Package>, Box<dyn Error>> {
    let metadata: Value = serde_json::from_str(metadata)?;
    let packages = metadata["packages"].as_array().ok_or("cargo metadata names no packages")?;
    packages
        .iter()
        .map(|package| read(package).ok_or_else(|| "cargo metadata changed its form".into()))
        .collect()
}

fn read(package: &Value) -> Option<Package> {
    let text = |value: &Value| value.as_str().map(String::from);
    let is = |target: &Value, kind: &str| {
        target["kind"].as_array().is_some_and(|kinds| kinds.iter().any(|k| k == kind))
    };
    let targets = package["targets"].as_array()?;
    let dependencies = package["dependencies"].as_array()?.iter().map(|dependency| {
        Some(Dependency {
            name: text(&dependency["name"])?,
            ours: dependency["path"].is_string(),
            dev: dependency["kind"] == "dev",
        })
    });
    Some(Package {
        name: text(&package["name"])?,
        folder: PathBuf::from(package["manifest_path"].as_str()?).parent()?.to_path_buf(),
        binaries: targets.iter().filter(|t| is(t, "bin")).map(|t| text(&t["name"])).collect::<Option<_>>()?,
        has_library: targets.iter().any(|target| is(target, "lib")),
        dependencies: dependencies.collect::<Option<_>>()?,
    })
}

/// What a crate's example shows beside it, though the crate itself does not use it: never one that lies above.
const SHOWN: [(&str, &str); 1] = [("search", "zkeys")];

/// Every dependency that goes against the order.
pub(super) fn check(packages: &[Package]) -> Vec<String> {
    packages.iter().flat_map(check_one).collect()
}

fn check_one(package: &Package) -> Vec<String> {
    let name = &package.name;
    let Some((_, may)) = LAYERS.iter().find(|(layer, _)| layer == name) else {
        return vec![format!("{name}: no row for it in the table of layers")];
    };
    let mut errors = Vec::new();
    for Dependency { name: used, ours, dev } in &package.dependencies {
        let allowed = match may {
            // What tests are built on, of others' crates, is the tests' business.
            May::Use(of_ours, of_others) => {
                if *ours {
                    of_ours.contains(&used.as_str()) || *dev && SHOWN.contains(&(name, used))
                } else {
                    *dev || of_others.contains(&used.as_str())
                }
            }
            May::All => used != "transpose",
        };
        if !allowed {
            let how = if *dev { "its tests depend" } else { "it depends" };
            errors.push(format!("{name}: {how} on {used}, which it must not know"));
        }
    }
    errors
}

/// The search asks the time only in its limits: everything else must not depend on how fast the machine is.
pub(super) fn clock(texts: &[Text]) -> Vec<String> {
    let in_search = |text: &&Text| text.path.starts_with("crates/search/src");
    let is_limits = |text: &&Text| {
        text.path.components().any(|part| part.as_os_str().to_string_lossy().starts_with("limits"))
    };
    texts
        .iter()
        .filter(|text| in_search(text) && !is_limits(text))
        // A point in time that the caller gave may be handed on.
        .filter(|text| {
            ["Instant::now", ".elapsed()", "SystemTime"].iter().any(|asks| text.content.contains(asks))
        })
        .map(|text| format!("{}: asks the time outside the limits module", text.path.display()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::text;
    use super::*;

    fn package(name: &str, used: &str, ours: bool, kind: &str) -> Vec<Package> {
        let path = if ours { r#","path":"crates/x""# } else { "" };
        packages(&format!(
            r#"{{"packages":[{{"name":"{name}","manifest_path":"crates/{name}/Cargo.toml",
            "targets":[{{"name":"{name}","kind":["lib"]}}],
            "dependencies":[{{"name":"{used}","kind":{kind}{path}}}]}}]}}"#
        ))
        .unwrap()
    }

    #[test]
    fn dependencies_downwards_are_fine() {
        for (name, used) in
            [("search", "ttable"), ("games", "search"), ("transpose", "games"), ("xtask", "benches")]
        {
            assert_eq!(check(&package(name, used, true, "null")), Vec::<String>::new(), "{name} on {used}");
        }
        assert!(check(&package("zkeys", "thiserror", false, "null")).is_empty());
        assert!(check(&package("zkeys", "rand_pcg", false, r#""dev""#)).is_empty());
    }

    #[test]
    fn dependencies_upwards_are_found_in_tests_too() {
        for kind in ["null", r#""dev""#, r#""build""#] {
            for (name, used) in [
                ("ttable", "zkeys"),
                ("search", "games"),
                ("zkeys", "games"),
                ("games", "ttable"),
                ("search", "xtask"),
                ("xtask", "transpose"),
            ] {
                let errors = check(&package(name, used, true, kind));
                assert_eq!(errors.len(), 1, "{name} on {used}");
                assert!(
                    errors[0].starts_with(&format!("{name}: it")) && errors[0].contains(used),
                    "{errors:?}"
                );
            }
        }
    }

    #[test]
    fn others_crates_must_be_in_the_table_unless_only_tests_use_them() {
        assert_eq!(check(&package("ttable", "rand", false, "null")).len(), 1);
        assert_eq!(check(&package("zkeys", "rand_pcg", false, "null")).len(), 1);
    }

    #[test]
    fn a_crate_without_a_row_is_found() {
        assert_eq!(check(&package("newcomer", "thiserror", false, "null")).len(), 1);
    }

    #[test]
    fn the_search_may_ask_the_time_in_its_limits_only() {
        for asks in ["let start = Instant::now();", "if start.elapsed() > limit", "time::SystemTime::now()"] {
            assert_eq!(clock(&[text("crates/search/src/negamax.rs", asks)]).len(), 1, "{asks}");
            let elsewhere = [text("crates/search/src/limits.rs", asks), text("benches/src/lib.rs", asks)];
            assert!(clock(&elsewhere).is_empty(), "{asks}");
        }
        assert!(clock(&[text("crates/search/src/negamax.rs", "fn until(time: Instant)")]).is_empty());
    }
}
