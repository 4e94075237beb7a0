//! `cargo xtask release-check`: is each crate fit to be published?
//!
//! What a test run does not see: the manifest's metadata, the files that go into the package, whether the package builds
//! by itself, the oldest compiler it says it needs, and whether the interface broke a promise since a revision.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use lexopt::{Arg, ValueExt};
use serde_json::Value;

use crate::{Done, book, sh};

/// What to check.
#[derive(Debug, Default)]
pub(crate) struct Options {
    /// The revision whose interfaces are the promise; the last tag `v…`, unless it is named.
    since: Option<String>,
}

/// Files every package holds besides its sources.
const FILES: [&str; 4] = ["Cargo.toml", "LICENSE-APACHE", "LICENSE-MIT", "README.md"];

/// What a package must not hold.
const ENDINGS: [&str; 4] = [".new", ".orig", ".rej", ".snap"];

/// A crate that can be published.
#[derive(Debug)]
struct Package {
    name: String,
    manifest: Value,
    has_library: bool,
}

impl Options {
    /// Reads the options that follow `release-check`.
    ///
    /// # Errors
    ///
    /// At the first option that is not known.
    pub(crate) fn parse(mut args: lexopt::Parser) -> Result<Self, lexopt::Error> {
        let mut options = Self::default();
        while let Some(arg) = args.next()? {
            match arg {
                Arg::Long("since") => options.since = Some(args.value()?.string()?),
                _ => return Err(arg.unexpected()),
            }
        }
        Ok(options)
    }

    /// Runs all checks and reports everything that is wrong, not only the first thing.
    ///
    /// # Errors
    ///
    /// If anything is wrong.
    pub(crate) fn run(&self) -> Done {
        let root = sh::root()?;
        let metadata = sh::output(&mut sh::cargo(&root, ["metadata", "--format-version", "1", "--no-deps"]))?;
        let packages = published(&serde_json::from_str(&metadata)?);
        let toolchain = fs::read_to_string(root.join("rust-toolchain.toml"))?;
        let mut wrong = Vec::new();
        for package in &packages {
            wrong.extend(gaps(package, &toolchain));
            let list = ["package", "--list", "--allow-dirty", "--package", &package.name];
            wrong.extend(contents(&package.name, &sh::output(&mut sh::cargo(&root, list))?));
        }
        let names: Vec<&str> = packages.iter().map(|package| package.name.as_str()).collect();
        sh::say(&format!("manifests and contents of {}: {} faults\n", names.join(", "), wrong.len()))?;
        let mut step = |what: &str, done: Done| {
            wrong.extend(done.as_ref().err().map(|error| format!("{what}: {error}")));
            sh::say(&format!("{what}: {}\n", if done.is_ok() { "passed" } else { "FAILED" }))
        };
        step("documentation without a warning", sh::run(&mut book::docs(&root)))?;
        step("packages build by themselves", build(&root, &names))?;
        match self.semver(&root, &packages) {
            Ok(checked) => sh::say(&format!("{checked}\n"))?,
            Err(error) => step("interfaces", Err(error))?,
        }
        if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
    }

    /// Compares each library's interface with the one it had; what was done, or why it was not.
    fn semver(&self, root: &Path, packages: &[Package]) -> Result<String, Box<dyn std::error::Error>> {
        let Some(since) = self.since.clone().or_else(|| last_tag(root)) else {
            return Ok(
                "interfaces: skipped, nothing was released yet: --since REV compares with a revision".into()
            );
        };
        let mut asked = sh::cargo(root, ["semver-checks", "--version"]);
        if !asked.stdout(Stdio::null()).stderr(Stdio::null()).status()?.success() {
            return Ok("interfaces: skipped, as there is no cargo-semver-checks: `cargo install cargo-semver-checks`".into());
        }
        // Asked first, or an unknown revision would look like one that had no package yet.
        sh::run(git(root).args(["rev-parse", "--quiet", "--verify", &format!("{since}^{{commit}}")]))?;
        let libraries = packages.iter().filter(|package| package.has_library);
        let (old, new): (Vec<_>, Vec<_>) = libraries.partition(|package| package.was_there(root, &since));
        let mut check = sh::cargo(root, ["semver-checks", "--baseline-rev", &since]);
        for package in old {
            check.args(["--package", &package.name]);
        }
        sh::run(&mut check)?;
        let new: Vec<&str> = new.iter().map(|package| package.name.as_str()).collect();
        let new = if new.is_empty() { String::new() } else { format!("; new: {}", new.join(", ")) };
        Ok(format!("interfaces since {since}: nothing broke{new}"))
    }
}

impl Package {
    /// Whether a revision has its manifest: what it has not, has no interface there.
    fn was_there(&self, root: &Path, revision: &str) -> bool {
        let manifest = Path::new(self.manifest["manifest_path"].as_str().unwrap_or_default());
        let Ok(manifest) = manifest.strip_prefix(root) else { return false };
        let name = format!("{revision}:{}", manifest.display());
        let mut asked = git(root);
        let asked = asked.args(["cat-file", "-e", &name]).stderr(Stdio::null());
        asked.status().is_ok_and(|status| status.success())
    }
}

fn git(root: &Path) -> Command {
    let mut git = Command::new("git");
    git.current_dir(root);
    git
}

/// The packages that may be published.
fn published(metadata: &Value) -> Vec<Package> {
    let all = metadata["packages"].as_array().map(Vec::as_slice).unwrap_or_default();
    let may =
        |package: &&Value| package["publish"].as_array().is_none_or(|registries| !registries.is_empty());
    let is_library = |target: &Value| {
        target["kind"].as_array().is_some_and(|kinds| kinds.iter().any(|kind| kind == "lib"))
    };
    all.iter()
        .filter(may)
        .map(|package| Package {
            name: package["name"].as_str().unwrap_or_default().into(),
            manifest: package.clone(),
            has_library: package["targets"].as_array().is_some_and(|targets| targets.iter().any(is_library)),
        })
        .collect()
}

/// What the manifest lacks, and a `rust-version` that is not the toolchain everything is tested with.
fn gaps(package: &Package, toolchain: &str) -> Vec<String> {
    let field = |name: &str| package.manifest[name].as_str().unwrap_or_default();
    let mut gaps: Vec<String> = ["description", "license", "readme", "rust_version"]
        .into_iter()
        .filter(|name| field(name).is_empty())
        .map(|name| {
            format!("{}: expected `{}` in its manifest, found none", package.name, name.replace('_', "-"))
        })
        .collect();
    let tested = channel(toolchain);
    let oldest = field("rust_version");
    // Only the toolchain named is known to do: an older one is a promise nobody keeps.
    let same = tested == oldest || tested.starts_with(&format!("{oldest}."));
    if !oldest.is_empty() && !same {
        gaps.push(format!(
            "{}: expected rust-version {tested}, which is tested, found {oldest}",
            package.name
        ));
    }
    let ours = package.manifest["dependencies"].as_array().map(Vec::as_slice).unwrap_or_default();
    let loose = ours
        .iter()
        .filter(|other| other["path"].is_string() && other["req"] == "*" && other["kind"] != "dev");
    gaps.extend(loose.map(|other| {
        format!("{}: expected a version for {}, found a path alone", package.name, other["name"])
    }));
    gaps
}

/// The channel that a toolchain file names.
fn channel(toolchain: &str) -> &str {
    let line = toolchain.lines().find_map(|line| line.trim().strip_prefix("channel"));
    line.map_or("", |line| line.trim_matches([' ', '=', '"']))
}

/// What the list of a package's files lacks or has too much.
fn contents(name: &str, list: &str) -> Vec<String> {
    let files: Vec<&str> = list.lines().collect();
    let lacking = FILES.into_iter().filter(|file| !files.contains(file));
    let mut wrong: Vec<String> =
        lacking.map(|file| format!("{name}: expected {file} in its package, found none")).collect();
    // The manifest as it is written, which cargo adds.
    let stray = files
        .iter()
        .filter(|file| **file != "Cargo.toml.orig")
        .filter(|file| ENDINGS.iter().any(|ending| file.ends_with(ending)));
    wrong.extend(stray.map(|file| format!("{name}: {file} does not belong in its package")));
    wrong
}

/// Packs every crate and builds it from its package alone, anew: cargo tells packages that build on each other by name and version
/// and would take what it unpacked and compiled of them in an earlier check.
fn build(root: &Path, names: &[&str]) -> Done {
    let target = root.join("target/release-check");
    if target.exists() {
        fs::remove_dir_all(&target).map_err(|error| format!("{}: {error}", target.display()))?;
    }
    let cargo = env::var_os("CARGO_HOME").map(PathBuf::from);
    if let Some(cargo) = cargo.or_else(|| Some(env::home_dir()?.join(".cargo"))) {
        forget_unpacked(&cargo.join("registry/src"), names);
    }
    let mut package = sh::cargo(root, ["package", "--allow-dirty", "--quiet"]);
    for name in names {
        package.args(["--package", name]);
    }
    sh::run(package.env("CARGO_TARGET_DIR", target))
}

/// Removes what cargo has unpacked of these crates from local registries, as which it takes packages that build on each other.
fn forget_unpacked(sources: &Path, names: &[&str]) {
    let entries = |folder: &Path| fs::read_dir(folder).into_iter().flatten().flatten();
    // A registry's folder has the name of its host, of which a local one has none, and a hash.
    let locals = entries(sources).filter(|registry| registry.file_name().to_string_lossy().starts_with('-'));
    for unpacked in locals.flat_map(|registry| entries(&registry.path())) {
        let folder = unpacked.file_name();
        let folder = folder.to_string_lossy();
        if folder.rsplit_once('-').is_some_and(|(name, _)| names.contains(&name)) {
            // What stays is noticed: the packages do not build, or the next check says so.
            let _ = fs::remove_dir_all(unpacked.path());
        }
    }
}

/// The last release's tag, if there was one.
fn last_tag(root: &Path) -> Option<String> {
    let mut asked = git(root);
    asked.args(["describe", "--tags", "--abbrev=0", "--match", "v*"]).stderr(Stdio::null());
    let told = asked.output().ok().filter(|told| told.status.success())?;
    String::from_utf8(told.stdout).ok().map(|tag| tag.trim().into())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const TOOLCHAIN: &str = "[toolchain]\nchannel = \"1.95.0\"\ncomponents = [\"clippy\"]\n";

    fn manifest() -> Value {
        json!({
            "name": "keys", "description": "Keys", "license": "MIT", "readme": "README.md", "rust_version": "1.95",
            "publish": null, "targets": [{ "kind": ["lib"] }],
            "dependencies": [{ "name": "table", "path": "crates/table", "req": "^0.1.0", "kind": null }],
        })
    }

    fn gaps_of(manifest: &Value) -> Vec<String> {
        let packages = published(&json!({ "packages": [manifest] }));
        packages.iter().flat_map(|package| gaps(package, TOOLCHAIN)).collect()
    }

    #[test]
    fn a_full_manifest_passes_and_each_gap_is_named() {
        assert_eq!(gaps_of(&manifest()), [""; 0]);
        for name in ["description", "license", "readme", "rust_version"] {
            let mut manifest = manifest();
            manifest[name] = Value::Null;
            let gaps = gaps_of(&manifest);
            assert!(matches!(&gaps[..], [gap] if gap.contains(&name.replace('_', "-"))), "{gaps:?}");
        }
    }

    #[test]
    fn another_compiler_than_the_tested_one_is_no_promise() {
        for (version, fits) in
            [("1.95", true), ("1.95.0", true), ("1.9", false), ("1.94", false), ("1.96", false)]
        {
            let mut manifest = manifest();
            manifest["rust_version"] = version.into();
            assert_eq!(gaps_of(&manifest).is_empty(), fits, "{version}");
        }
    }

    #[test]
    fn a_path_without_a_version_cannot_be_published() {
        let mut manifest = manifest();
        manifest["dependencies"][0]["req"] = "*".into();
        assert!(gaps_of(&manifest)[0].contains("expected a version for \"table\""));
    }

    #[test]
    fn what_is_not_published_is_not_checked() {
        let mut manifest = manifest();
        manifest["publish"] = json!([]);
        assert!(published(&json!({ "packages": [manifest] })).is_empty());
    }

    #[test]
    fn a_package_holds_its_licences_and_nothing_stray() {
        let whole = "Cargo.toml\nCargo.toml.orig\nLICENSE-APACHE\nLICENSE-MIT\nREADME.md\nsrc/lib.rs\n";
        assert_eq!(contents("keys", whole), [""; 0]);
        assert!(contents("keys", &whole.replace("LICENSE-MIT\n", ""))[0].contains("LICENSE-MIT"));
        assert!(contents("keys", &format!("{whole}tests/a.snap\n"))[0].contains("tests/a.snap"));
    }

    #[test]
    fn a_package_that_a_revision_has_not_is_new() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let package = |name: &str| {
            let mut manifest = manifest();
            manifest["manifest_path"] = root.join(name).join("Cargo.toml").to_str().into();
            published(&json!({ "packages": [manifest] })).remove(0)
        };
        assert!(!package("crates/none").was_there(root, "HEAD"));
        assert!(!package("crates/zkeys").was_there(root, "no-such-revision"));
    }

    #[test]
    fn the_revision_is_read() {
        let parse = |args: &[&str]| Options::parse(lexopt::Parser::from_args(args));
        assert_eq!(parse(&["--since", "v0.1.0"]).unwrap().since.as_deref(), Some("v0.1.0"));
        assert!(parse(&["--since"]).is_err() && parse(&["v0.1.0"]).is_err());
    }

    #[test]
    fn packages_of_earlier_checks_are_forgotten_and_no_others() {
        let sources = env::temp_dir().join(format!("xtask-release-{}", std::process::id()));
        let folders = [
            ("-0123/keys-0.1.0", false),
            ("-0123/keys-0.2.0", false),
            ("-0123/keys-more-0.1.0", true),
            ("-4567/table-0.1.0", false),
            ("index.example.org-0123/keys-0.1.0", true),
        ];
        for (folder, _) in folders {
            fs::create_dir_all(sources.join(folder).join("src")).unwrap();
        }
        forget_unpacked(&sources, &["keys", "table"]);
        let left = folders.map(|(folder, _)| (folder, sources.join(folder).exists()));
        fs::remove_dir_all(&sources).unwrap();
        assert_eq!(left, folders);
        // Where nothing was unpacked there is nothing to forget.
        forget_unpacked(&sources, &["keys"]);
    }
}
