//! `cargo xtask book`: the interactive pages, the API documentation and the chapters, in `target/book`.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use lexopt::Arg;

use crate::{Done, sh};

/// What to do with the book once it is made.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Options {
    serve: bool,
    open: bool,
    test: bool,
}

const TARGET: &str = "wasm32-unknown-unknown";

const NO_COMPILER: &str = "expected a compiler to WebAssembly for the book's pages, found none: \
    `rustup target add wasm32-unknown-unknown`, or Debian's packages rustc-web, cargo-web, rust-web-src, lld-19";
const NO_BROWSER: &str = "expected a browser to test the book's pages in, found none: Chromium with chromedriver, \
    Debian's packages chromium and chromium-driver";

/// Where Debian's packages put a compiler, a linker and the standard library's source, for where rustup has no standard library
/// for [`TARGET`].
const CARGO: &str = "/usr/bin/cargo";
const RUSTC: &str = "/usr/bin/rustc";
const LINKER: &str = "/usr/bin/wasm-ld-19";
const LIBRARY: &str = "/usr/lib/rustlib/src/rust/library";

impl Options {
    /// Reads the options that follow `book`.
    ///
    /// # Errors
    ///
    /// At the first option that is not known.
    pub(crate) fn parse(mut args: lexopt::Parser) -> Result<Self, lexopt::Error> {
        let mut options = Self::default();
        while let Some(arg) = args.next()? {
            match arg {
                Arg::Long("serve") => options.serve = true,
                Arg::Long("open") => options.open = true,
                Arg::Long("test") => options.test = true,
                _ => return Err(arg.unexpected()),
            }
        }
        Ok(options)
    }

    /// Makes the book; then opens, tests or serves it.
    ///
    /// # Errors
    ///
    /// If a part does not build, a figure or a page that a chapter names is not there, or a browser test fails.
    pub(crate) fn run(self) -> Done {
        let root = sh::root()?;
        if self.test && !runs("chromedriver") {
            return Err(NO_BROWSER.into());
        }
        let module = module(&root)?;
        sh::run(&mut docs(&root))?;
        let out = root.join("target/book");
        // The tests' profile: in a checkout that has been tested, all that this needs is built.
        let mut make =
            sh::cargo(&root, ["run", "--quiet", "--profile", "test", "--package", "book", "--bin", "book"]);
        make.arg("--").args([OsString::from("--out"), out.clone().into()]);
        make.args([OsString::from("--module"), module.into()]);
        make.args([OsString::from("--api"), root.join("target/doc").into()]);
        sh::run(&mut make)?;
        if self.open {
            open(&out.join("index.html"));
        }
        if self.test {
            test(&root, &out)?;
        }
        if self.serve {
            sh::run(make.args(["--made", "--serve"]))?;
        }
        Ok(())
    }
}

/// The step of `cargo xtask test`. Where a tool is missing it is skipped, with a word; not so in CI, which installs them.
///
/// # Errors
///
/// As [`Options::run`].
pub(crate) fn step() -> Done {
    let missing = match (has_compiler(), runs("chromedriver")) {
        (true, true) => None,
        (false, _) => Some(NO_COMPILER),
        (true, false) => Some(NO_BROWSER),
    };
    match missing {
        Some(missing) if env::var_os("CI").is_none() => {
            sh::tell(&format!("skipped: {missing}"));
            Ok(())
        }
        Some(missing) => Err(missing.into()),
        None => Options { test: true, ..Options::default() }.run(),
    }
}

/// The API documentation, by the same command as the step of `cargo xtask test`, or it would be made twice.
pub(crate) fn docs(root: &Path) -> Command {
    let mut doc = sh::cargo(root, ["doc", "--workspace", "--no-deps"]);
    doc.env("RUSTDOCFLAGS", "--deny warnings");
    doc
}

/// Runs the browser tests.
fn test(root: &Path, out: &Path) -> Done {
    let args = ["test", "--package", "book", "--test", "browser", "--", "--ignored"];
    sh::run(sh::cargo(root, args).env("BOOK", out))
}

/// Compiles the interactive pages to WebAssembly.
///
/// # Errors
///
/// If they do not compile, or there is no compiler that can.
fn module(root: &Path) -> Result<PathBuf, Box<dyn std::error::Error>> {
    let args = ["build", "--profile", "pages", "--package", "pages", "--lib", "--target", TARGET];
    // A folder of its own: two compilers that share one build everything anew in turns.
    let folder = root.join("target/pages");
    let mut build = if has_target() {
        sh::cargo(root, args)
    } else if has_compiler() {
        let mut build = Command::new(CARGO);
        // A standard library without backtraces, as there is no one to read them.
        build
            .args(args)
            .args(["-Z", "build-std=std,panic_abort", "-Z", "build-std-features="])
            .current_dir(root);
        build.env("RUSTC", RUSTC).env("RUSTC_BOOTSTRAP", "1").env_remove("RUSTUP_TOOLCHAIN");
        build.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", LINKER);
        build
    } else {
        return Err(NO_COMPILER.into());
    };
    sh::run(build.env("CARGO_TARGET_DIR", &folder))?;
    Ok(folder.join(TARGET).join("pages/pages.wasm"))
}

/// Whether the toolchain in use has a standard library for [`TARGET`].
fn has_target() -> bool {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let mut libraries = Command::new(rustc);
    libraries.args(["--print", "target-libdir", "--target", TARGET]);
    sh::output(&mut libraries).is_ok_and(|folder| Path::new(folder.trim()).is_dir())
}

/// Whether there is a compiler to WebAssembly.
fn has_compiler() -> bool {
    has_target() || [CARGO, RUSTC, LINKER, LIBRARY].iter().all(|part| Path::new(part).exists())
}

/// Whether a program of this name is there and says its version.
fn runs(program: &str) -> bool {
    let mut asked = Command::new(program);
    asked.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    asked.status().is_ok_and(|status| status.success())
}

/// Shows a file in the reader's browser. Where that fails, its path is printed all the same.
fn open(page: &Path) {
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let _ = Command::new(opener).arg(page).stdin(Stdio::null()).stderr(Stdio::null()).spawn();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_and_unknown_ones_refused() {
        let parse = |args: &[&str]| Options::parse(lexopt::Parser::from_args(args));
        let options = parse(&["--serve", "--test"]).unwrap();
        assert!(options.serve && options.test && !options.open);
        assert!(parse(&["--watch"]).is_err());
        assert!(parse(&["chapter"]).is_err());
    }
}
