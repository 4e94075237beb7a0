//! `book`: makes the book, and serves it. `cargo xtask book` runs it.

#![forbid(unsafe_code)]

use std::error::Error;
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::ExitCode;

use benches::console::{say, tell};
use book::{Parts, make, serve, sources};

#[derive(Debug, Default)]
struct Options {
    out: PathBuf,
    module: Option<PathBuf>,
    api: Option<PathBuf>,
    serve: bool,
    /// The book has been made: serve it as it is.
    made: bool,
}

impl Options {
    fn parse() -> Result<Self, lexopt::Error> {
        let mut options = Self { out: "target/book".into(), ..Self::default() };
        let mut args = lexopt::Parser::from_env();
        while let Some(arg) = args.next()? {
            match arg {
                lexopt::Arg::Long("out") => options.out = args.value()?.into(),
                lexopt::Arg::Long("module") => options.module = Some(args.value()?.into()),
                lexopt::Arg::Long("api") => options.api = Some(args.value()?.into()),
                lexopt::Arg::Long("made") => options.made = true,
                lexopt::Arg::Long("serve") => options.serve = true,
                _ => return Err(arg.unexpected()),
            }
        }
        Ok(options)
    }
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tell(format_args!("error: {error}"));
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let Options { out, module, api, serve: serves, made } = Options::parse()?;
    if !made {
        make(&sources(), &out, &Parts { module: module.as_deref(), api: api.as_deref() })?;
        say(out.join("index.html").display())?;
    }
    if serves {
        let listener = TcpListener::bind(("127.0.0.1", 0))?;
        say(format_args!("http://{}/ (Ctrl-C ends it)", listener.local_addr()?))?;
        serve::serve(&listener, &out)?;
    }
    Ok(())
}
