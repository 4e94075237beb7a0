//! Connect Four: the board to look at, and each column's exact score.

use std::fmt;

use games::connect_four::{Column, ConnectFour, Player, ThreatBoard};
use search::{Counts, Game as _, Solver as ExactSolver};
use serde_json::json;
use ttable::{Clustered, Exact, LeastWork, Lossless};

use crate::{Answer, Arguments};

/// Columns and rows of the board.
const WIDTH: usize = 7;
const HEIGHT: usize = 6;

/// The position after these columns, without their scores.
pub(crate) fn position(arguments: &mut Arguments<'_>) -> Answer {
    let board = read(arguments)?;
    let cells: Vec<Vec<u8>> = ConnectFour::<WIDTH, HEIGHT>::columns()
        .map(|column| (0..HEIGHT).map(|row| number(board.cell(column, row))).collect())
        .collect();
    let open: Vec<bool> =
        ConnectFour::<WIDTH, HEIGHT>::columns().map(|column| { board }.play(column).is_ok()).collect();
    Ok(json!({
        "stones": board.stones(),
        "mover": number(Some(board.to_move())),
        "winner": number(board.winner()),
        "four": four(&board),
        "over": board.outcome().is_some(),
        "open": open,
        "cells": cells,
    }))
}

/// 1 for the player who begins, 2 for the other, 0 for nobody.
fn number(player: Option<Player>) -> u8 {
    player.map_or(0, |player| player as u8 + 1)
}

fn read(arguments: &mut Arguments<'_>) -> Result<ConnectFour, String> {
    let text = arguments.text("the columns played, or -")?;
    let text = if text == "-" { "" } else { text };
    text.parse().map_err(|error: games::connect_four::PositionError| error.to_string())
}

/// The squares of a line of four, as column and row from 0, if there is one.
fn four(board: &ConnectFour) -> Vec<(usize, usize)> {
    let cell = |(column, row): (usize, usize)| {
        let column = Column::from_number(u8::try_from(column).ok()?.checked_add(1)?)?;
        board.cell(column, row)
    };
    for from in (0..WIDTH).flat_map(|column| (0..HEIGHT).map(move |row| (column, row))) {
        for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            // A step off the board comes to a square that is not there.
            let step =
                |by: isize| (from.0.wrapping_add_signed(right * by), from.1.wrapping_add_signed(up * by));
            let line = [0, 1, 2, 3].map(step);
            let [first, rest @ ..] = line.map(cell);
            if first.is_some() && rest.iter().all(|cell| *cell == first) {
                return line.to_vec();
            }
        }
    }
    Vec::new()
}

/// Keys of 49 bits, lossless; scores of −18 to 18 in 6 bits, work in 7.
type Table = Clustered<Exact<Lossless<49, 6, 7>>, LeastWork>;

/// MiB of the table: small enough for a phone.
const MIB: u64 = 16;

/// The exact solver with a table that goes from position to position.
pub(crate) struct Solver(Table);

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Solver").finish_non_exhaustive()
    }
}

impl Solver {
    pub(crate) fn new() -> Result<Self, String> {
        Table::with_mib(MIB).map(Self).map_err(|error| error.to_string())
    }

    /// The score of one column, 1 to 7, after the columns played: for the side to move.
    pub(crate) fn solve(&self, arguments: &mut Arguments<'_>) -> Answer {
        let mut board = read(arguments)?;
        let column = Column::from_number(arguments.parsed("a column")?).ok_or("expected a column from 1")?;
        board.play(column).map_err(|error| error.to_string())?;
        let mut counts = Counts::default();
        let (least, greatest) = ConnectFour::<WIDTH, HEIGHT>::value_range();
        let score = if let Some(outcome) = board.outcome() {
            outcome.score(0)
        } else {
            let mut solver = ExactSolver::new(&self.0).with_observer(&mut counts);
            solver.solve(ThreatBoard::from(board), least, greatest).score
        };
        Ok(json!({
            "column": column.number(),
            "score": (-score).get(),
            "nodes": counts.nodes,
            "probes": counts.probes,
            "hits": counts.hits,
            "cutoffs": counts.table_cutoffs,
            "stores": counts.stores,
            "evictions": counts.evictions,
        }))
    }
}
