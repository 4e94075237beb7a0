//! What the crates do together, one case a row: counts that may change for a good reason, and should be seen to.
//!
//! `cargo xtask snap --review` shows what a change does to them, `--accept` takes it. A fact with a known truth is no
//! matter of taste: it is asserted elsewhere.

#![allow(clippy::unwrap_used, reason = "in a test a panic is a finding")]

mod rows;

use std::fmt::Write as _;

use benches::experiments::{Extent, schemes, verification_bits};
use games::connect_four::ConnectFour;
use games::tic_tac_toe::{KeySource as _, MarkKeys, StandardKeys};
use insta::{assert_snapshot, with_settings};
use rows::{algorithms, connect_four, connect_four_classes as classes, tactics, tic_tac_toe};
use search::Game as _;

/// The snapshot holds the rows alone and is named after what it shows.
macro_rules! shows {
    ($name:literal, $rows:expr) => {
        with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
            assert_snapshot!($name, $rows);
        });
    };
}

#[test]
fn keys() {
    let mut rows = String::from(" set           key     value\n");
    for field in MarkKeys::FIELDS {
        for (number, word) in StandardKeys.keys().words().skip(field.offset).take(field.len).enumerate() {
            writeln!(rows, " tic_tac_toe   {:<5} {number:>2}  {word:016x}", field.name).unwrap();
        }
    }
    for column in ConnectFour::<7, 6>::columns() {
        let mut board = ConnectFour::<7, 6>::new();
        for stone in 1..=6 {
            board.play(column).unwrap();
            writeln!(rows, " connect_four  {column}×{stone:<5}  {:016x}", board.key()).unwrap();
        }
    }
    shows!("keys", rows);
}

#[test]
fn tic_tac_toe_traffic() {
    let rows = tic_tac_toe();
    shows!("tic_tac_toe_traffic", rows.text);
    assert_eq!(rows.wrong, [""; 0], "a score is a fact: all runs must agree");
}

#[test]
fn connect_four_traffic() {
    let rows = connect_four();
    shows!("connect_four_traffic", rows.text);
    assert_eq!(rows.wrong, [""; 0], "a score is a fact: all runs must agree");
}

#[test]
fn connect_four_classes() {
    shows!("connect_four_classes", classes());
}

#[test]
fn search_algorithms() {
    let rows = algorithms();
    shows!("search_algorithms", rows.text);
    assert_eq!(rows.wrong, [""; 0], "a score is a fact: all algorithms must agree");
}

#[test]
fn replacement_schemes() {
    let sheets = schemes::sheets(Extent::Short);
    let counts = sheets.iter().filter(|sheet| !sheet.title().contains("timed"));
    shows!("replacement_schemes", counts.map(ToString::to_string).collect::<Vec<_>>().join("\n"));
}

#[test]
fn verification_bits() {
    let sheets = verification_bits::sheets();
    shows!("verification_bits", sheets.iter().map(ToString::to_string).collect::<String>());
}

#[test]
fn chess_yardsticks() {
    let (tactics, depths) = (tactics::tactics(), tactics::depths());
    shows!(
        "chess_yardsticks",
        format!(" {:<45} {:>9}\n", "yardstick", "figure") + &tactics.sums + &depths.sums
    );
    shows!("chess_tactics", tactics.text);
    shows!("chess_depths", depths.text);
}
