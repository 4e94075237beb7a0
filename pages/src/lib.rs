//! What the book's interactive pages run, compiled to WebAssembly: the crates themselves, not a second writing of them in
//! another language.
//!
//! A page asks by a text of lines, the command first and its arguments after it, and is answered with JSON:
//!
//! ```
//! let mut pages = pages::Pages::default();
//! let answer = pages.call("key cost\nX..X.OOX.");
//! assert!(answer.contains(r#""events":169"#), "{answer}"); // 57 nodes, 56 moves made and taken back
//! assert_eq!(pages.call("play"), r#"{"error":"expected a command, found \"play\""}"#);
//! ```
//!
//! A search is a recursion and cannot be stopped halfway and looked at. So it is run whole while a wrapped game, a wrapped
//! table and an observer write down what it does, and a page plays that record back at its own pace.
//!
//! Keys are written as 16 hexadecimal digits, as a script's numbers cannot hold them.

#![deny(unsafe_code)]

mod chess;
mod connect_four;
mod interface;
mod key_cost;
mod keys;
mod record;
mod table;

use std::fmt::Display;

use serde_json::{Value, json};

/// All pages' state: one per browser tab, or per worker in it.
#[derive(Debug, Default)]
pub struct Pages {
    key_cost: Option<key_cost::Playback>,
    table: Option<table::Playback>,
    solver: Option<connect_four::Solver>,
}

/// What goes wrong is a sentence for the reader.
type Answer = Result<Value, String>;

impl Pages {
    /// Answers a request with JSON; what cannot be answered with an object that has an `error` alone.
    pub fn call(&mut self, request: &str) -> String {
        let mut lines = request.lines();
        let command = lines.next().unwrap_or_default();
        let answer = self.answer(command, &mut Arguments(lines));
        answer.unwrap_or_else(|error| json!({ "error": error })).to_string()
    }

    fn answer(&mut self, command: &str, arguments: &mut Arguments<'_>) -> Answer {
        match command {
            "key cost" => Ok(self.key_cost.insert(key_cost::Playback::new(arguments)?).answer()),
            "key cost, go on" => begun(self.key_cost.as_mut())?.go_on(arguments),
            "table" => Ok(self.table.insert(table::Playback::new(arguments)?).answer()),
            "table, go on" => begun(self.table.as_mut())?.go_on(arguments),
            "connect four" => connect_four::position(arguments),
            "connect four, solve" => {
                let solver = match &mut self.solver {
                    Some(solver) => solver,
                    none => none.insert(connect_four::Solver::new()?),
                };
                solver.solve(arguments)
            }
            "chess" => chess::game(arguments),
            _ => Err(format!("expected a command, found {command:?}")),
        }
    }
}

fn begun<T>(playback: Option<&mut T>) -> Result<&mut T, String> {
    playback.ok_or_else(|| "expected a search to play back, found none".into())
}

/// The lines after the command.
struct Arguments<'a>(std::str::Lines<'a>);

impl<'a> Arguments<'a> {
    /// The next line.
    fn text(&mut self, what: &str) -> Result<&'a str, String> {
        self.0.next().ok_or_else(|| format!("expected {what}, found the end"))
    }

    /// The next line as a number, or whatever else it is to be.
    fn parsed<T: std::str::FromStr<Err: Display>>(&mut self, what: &str) -> Result<T, String> {
        let text = self.text(what)?;
        text.parse().map_err(|error| format!("expected {what}, found {text:?}: {error}"))
    }
}

/// A key as the pages show it.
fn hex(key: u64) -> String {
    format!("{key:016x}")
}
