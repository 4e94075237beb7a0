//! How much of the tree each search visits.

use games::tic_tac_toe::TicTacToe;
use search::{Counts, Depth, Score, minimax};
use ttable::{NoTable, Unbounded};

use super::{Run, positions, published, search};
use crate::sheet::{Sheet, Value};

/// Plain minimax from the empty board.
pub fn plain() -> Run {
    plain_from(TicTacToe::new())
}

/// Plain minimax from any board.
pub fn plain_from(mut board: TicTacToe) -> Run {
    let mut counts = Counts::default();
    let depth = Depth::from(9 - board.stones());
    let value = minimax(&mut board, depth, &|_| Score::DRAW, &mut counts).get();
    Run { value, counts }
}

/// Alpha-beta without a table.
pub fn alpha_beta() -> Run {
    search(TicTacToe::new(), NoTable)
}

/// Alpha-beta with a table that forgets nothing, and the entries it holds at the end.
pub fn unbounded() -> (Run, usize) {
    let table = Unbounded::new();
    (search(TicTacToe::new(), &table), table.len())
}

/// The tree sizes as a table.
pub fn sheets() -> Vec<Sheet> {
    let mut sheet = Sheet::new(
        "Tree sizes: tic-tac-toe from the empty board",
        &["search", "nodes", "published", "probes", "hits", "cutoffs", "entries", "value"],
    );
    let (table, entries) = unbounded();
    let rows = [
        ("plain minimax", plain(), published::MINIMAX_NODES, None),
        ("alpha-beta, no table", alpha_beta(), published::ALPHA_BETA_NODES, None),
        ("alpha-beta, unbounded table", table, published::UNBOUNDED.nodes, Some(entries)),
    ];
    for (name, run, nodes, entries) in rows {
        let traffic = |count: u64| entries.map_or("".into(), |_| Value::from(count));
        sheet.row([
            name.into(),
            run.counts.nodes.into(),
            nodes.into(),
            traffic(run.counts.probes),
            traffic(run.counts.hits),
            traffic(run.counts.table_cutoffs),
            entries.map_or("".into(), Value::from),
            run.value.into(),
        ]);
        sheet.expect(name, (run.counts.nodes, run.value), (nodes, 0));
    }
    sheet.expect("table traffic", table.traffic(), published::UNBOUNDED);
    sheet.expect("entries", entries, published::UNBOUNDED_ENTRIES);

    let (boards, distinct, games) = (
        positions::reachable(TicTacToe::new()).len(),
        positions::distinct_up_to_symmetry(),
        positions::games(),
    );
    sheet.expect("positions", boards, published::POSITIONS);
    sheet.expect("positions up to symmetry", distinct, published::POSITIONS_UP_TO_SYMMETRY);
    sheet.expect("games", games, published::GAMES);
    sheet.remark(format!("{boards} positions can be reached ({distinct} up to symmetry), by {games} games."));
    vec![sheet]
}
