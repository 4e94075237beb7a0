//! `transpose bench`: the nodes of a fixed piece of work, which change only with the search.

use std::cell::RefCell;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use clap::Args;
use games::chess::{Board, Line, Rules, Status};
use search::Depth;
use zkeys::SplitMix64;

use crate::console::{BAD_INPUT, complain, written};
use crate::engine::{Engine, Limits, Signal, Task, per_second};

/// Arguments of `transpose bench`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {}

const POSITIONS: usize = 24;
const DEPTH: Depth = 9;
const HASH_MIB: u64 = 16;

/// What the positions are drawn by.
const SEED: u64 = 24;

/// Runs the command.
pub(crate) fn run_command(_: &Arguments) -> ExitCode {
    let (signal, printed) = (Signal::default(), RefCell::new(Ok(())));
    let done = run(&signal, |line| {
        if let Err(error) = writeln!(io::stdout().lock(), "{line}") {
            // Nobody is going to see the rest.
            *printed.borrow_mut() = Err(error);
            signal.stop();
        }
    });
    let printed = printed.into_inner();
    if done.is_some() || printed.is_err() {
        return written(printed);
    }
    complain(&format_args!("error: expected {HASH_MIB} MiB for the table, refused by the system"));
    ExitCode::from(BAD_INPUT)
}

/// Searches each position to a fixed depth from an empty table of 16 MiB on one thread. A line for each goes to `tell`,
/// and last `N nodes N nps`. The nodes; `None` if it was stopped, or there is no memory for the table.
pub(crate) fn run(signal: &Signal, tell: impl Fn(&str)) -> Option<u64> {
    let mut engine = Engine::new(HASH_MIB).ok()?;
    let begun = Instant::now();
    let mut nodes = 0;
    for (line, number) in positions(SEED).iter().zip(1..) {
        engine.clear();
        let board = line.board();
        let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
        let task = Task { line, moves: board.legal_moves(), best_moves: 1, limits, signal };
        let found = engine.search(&task, |_| ());
        if signal.is_stopped() {
            return None;
        }
        let best = found.best.line.first().map(|&mv| board.write_uci(mv, Rules::Standard));
        tell(&format!("{number:>2} {:>9} {:<5} {board}", found.nodes, best.unwrap_or_default()));
        nodes += found.nodes;
    }
    tell(&format!("{nodes} nodes {} nps", per_second(nodes, begun.elapsed())));
    Some(nodes)
}

/// Games of random moves, a different number of them each, where neither side is far ahead and the game goes on.
fn positions(seed: u64) -> Vec<Line> {
    let mut chance = SplitMix64::new(seed);
    let mut lines = Vec::new();
    while lines.len() < POSITIONS {
        // From opening to endgame: 8 to 77 half-moves.
        let plies = 8 + 3 * lines.len();
        lines.extend(random_game(plies, &mut chance).filter(is_open));
    }
    lines
}

fn random_game(plies: usize, chance: &mut SplitMix64) -> Option<Line> {
    let mut line = Line::new(Board::start());
    for _ in 0..plies {
        let moves = line.board().legal_moves();
        let index = chance.next_u64().checked_rem(moves.len() as u64)?;
        line.make(moves[usize::try_from(index).ok()?]);
    }
    Some(line)
}

fn is_open(line: &Line) -> bool {
    let worth = search::Evaluate::evaluate(line.chess());
    line.status() == Status::Playing && line.board().legal_moves().len() > 1 && worth.abs() <= 300
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_positions_are_many_and_different() {
        let fens: std::collections::BTreeSet<String> =
            positions(SEED).iter().map(|line| line.board().to_string()).collect();
        assert_eq!(fens.len(), POSITIONS);
    }
}
