//! Search: Connect Four solved to the end, and tic-tac-toe, with and without a table.

use std::time::Instant;

use ::search::Solution;
use benches::connect_four::{ExactTable, SETS, Set, search, solve};
use benches::experiments::{self, published, tree_sizes};
use benches::sheet::{Sheet, Value};
use games::connect_four::ConnectFour;
use ttable::{FullTable, NoTable};

use crate::progress::Progress;
use crate::timing::{Effort, Timing};

/// The group's tables.
pub(crate) fn sheets(progress: &Progress, effort: Effort) -> Vec<Sheet> {
    let mut sheets = vec![tic_tac_toe(progress, effort)];
    sheets.extend(crate::play::sheets(progress, effort));
    sheets
}

/// The table of the group `connect4`.
pub(crate) fn connect_four_sheets(progress: &Progress, effort: Effort) -> Vec<Sheet> {
    vec![connect_four(progress, effort)]
}

/// One way to solve a position.
type Way<T> = fn(ConnectFour, &T) -> Solution;

fn connect_four(progress: &Progress, effort: Effort) -> Sheet {
    let mut sheet = Sheet::new(
        "Connect Four solved exactly, one thread, the table empty before each position",
        &["stones", "positions", "search", "table", "nodes each", "ms each", "million nodes/s", "right"],
    );
    let mut exact = [1, 64].map(|mib| (mib, ExactTable::with_mib(mib)));
    let mut general = FullTable::with_mib(64);
    for set in SETS {
        let mut rows = Rows { sheet: &mut sheet, progress, effort, set };
        rows.add("exact", "none", &mut NoTable, |_| (), |board, table| solve(board, table, ()));
        for (mib, table) in &mut exact {
            if let Ok(table) = table {
                let name = format!("{mib} MiB");
                rows.add("exact", &name, table, ExactTable::clear, |board, table| solve(board, table, ()));
            }
        }
        if let Ok(table) = &mut general {
            rows.add("general", "64 MiB", table, FullTable::clear, |board, table| search(board, table, ()));
        }
    }
    if general.is_err() || exact.iter().any(|(_, table)| table.is_err()) {
        sheet.remark("A table for which there is no memory is left out.");
    }
    sheet.remark(
        "Random play, no win at once for the side to move. The scores are those of an independent solver.",
    );
    sheet
}

/// The rows of one set of positions.
struct Rows<'a> {
    sheet: &'a mut Sheet,
    progress: &'a Progress,
    effort: Effort,
    set: Set,
}

impl Rows<'_> {
    /// Solves the positions over one table, which `clear` empties before each.
    fn add<T>(&mut self, way: &str, name: &str, table: &mut T, clear: fn(&mut T), solve: Way<T>) {
        let set = self.set;
        // Early positions are slow without a table: a few of them show it.
        let most = if self.effort == Effort::Little && set.stones < 16 { 4 } else { set.scores.len() };
        let (mut nodes, mut seconds, mut right) = (0, 0.0, 0_usize);
        let count = set.positions().take(most).count();
        for (drawn, score) in set.positions().take(most) {
            clear(table);
            let step = format!("Connect Four, {} stones, {way}, table: {name}", set.stones);
            let solution = self.progress.step(&step, if set.stones < 16 { 300 } else { 20 }, || {
                let start = Instant::now();
                let solution = solve(drawn.board, table);
                seconds += start.elapsed().as_secs_f64();
                solution
            });
            nodes += solution.nodes;
            right += usize::from(solution.score.get() == i32::from(score));
            self.sheet.expect(&drawn.columns, solution.score.get(), i32::from(score));
        }
        self.sheet.row([
            u32::from(set.stones).into(),
            count.into(),
            way.into(),
            name.into(),
            (nodes / count as u64).into(),
            Value::decimal(1e3 * seconds / count as f64, 2),
            Value::decimal(nodes as f64 / seconds / 1e6, 1),
            right.into(),
        ]);
    }
}

fn tic_tac_toe(progress: &Progress, effort: Effort) -> Sheet {
    let mut sheet = Sheet::new(
        "Search: tic-tac-toe from the empty board",
        &["search", "nodes", "ms", "million nodes/s", "value"],
    );
    let mut add = |name: &str, truth: u64, run: &dyn Fn() -> experiments::Run| {
        let found = run();
        let nodes = found.counts.nodes;
        let timing = progress.step(&format!("tic-tac-toe, {name}"), 100, || {
            Timing::of(effort.long_rounds(), nodes, |_| _ = run())
        });
        sheet.row([
            name.into(),
            nodes.into(),
            Value::decimal(timing.best * nodes as f64 / 1e6, 3),
            Value::decimal(1e3 / timing.best, 1),
            found.value.into(),
        ]);
        sheet.expect(name, (nodes, found.value), (truth, 0));
    };
    add("plain minimax", published::MINIMAX_NODES, &tree_sizes::plain);
    add("alpha-beta, no table", published::ALPHA_BETA_NODES, &tree_sizes::alpha_beta);
    add("alpha-beta, unbounded table", published::UNBOUNDED.nodes, &|| tree_sizes::unbounded().0);
    sheet
}
