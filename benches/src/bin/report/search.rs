//! Search: Connect Four solved to the end, and tic-tac-toe, with and without a table.

use std::time::Instant;

use benches::connect_four::{SETS, Set};
use benches::experiments::{self, published, tree_sizes};
use benches::sheet::{Sheet, Value};
use games::connect_four::ConnectFour;
use search::{Answer, AtLeast, Depth, Game, Guided, Score, Search};
use ttable::{FullTable, NoTable, Table};

use crate::progress::Progress;
use crate::timing::{Effort, Timing};

/// The group's tables.
pub(crate) fn sheets(progress: &Progress, effort: Effort) -> Vec<Sheet> {
    vec![connect_four(progress, effort), tic_tac_toe(progress, effort)]
}

/// The exact score, by null windows.
fn solve(mut board: ConnectFour, table: impl Table) -> Answer<<ConnectFour as Game>::Move> {
    let most = Score::plain(ConnectFour::<7, 6>::AREA.into());
    let depth = Depth::from(ConnectFour::<7, 6>::AREA);
    let Ok(answer) =
        Search::new(table).with_policy(Guided(AtLeast)).try_solve(&mut board, depth, -most, most);
    answer
}

fn connect_four(progress: &Progress, effort: Effort) -> Sheet {
    let mut sheet = Sheet::new(
        "Search: Connect Four solved exactly, one thread, the table empty before each position",
        &["stones", "positions", "table", "nodes each", "ms each", "million nodes/s", "right"],
    );
    let mut tables = [1, 64].map(|mib| (mib, FullTable::with_mib(mib)));
    for set in SETS {
        row(&mut sheet, progress, effort, set, "none", &mut NoTable, |_| ());
        for (mib, table) in &mut tables {
            match table {
                Ok(table) => {
                    row(&mut sheet, progress, effort, set, &format!("{mib} MiB"), table, FullTable::clear);
                }
                Err(error) => sheet.remark(format!("{mib} MiB: left out: {error}.")),
            }
        }
    }
    sheet.remark(
        "By random play, no win at once for the side to move. The scores are those of an independent solver.",
    );
    sheet
}

/// Solves the positions of a set over one table, which `clear` empties before each.
fn row<T>(
    sheet: &mut Sheet,
    progress: &Progress,
    effort: Effort,
    set: Set,
    name: &str,
    table: &mut T,
    clear: fn(&mut T),
) where
    for<'a> &'a T: Table,
{
    // Early positions are slow without a table: a few of them show it.
    let most = if effort == Effort::Little && set.stones < 16 { 4 } else { set.scores.len() };
    let (mut nodes, mut seconds, mut right) = (0, 0.0, 0_usize);
    let count = set.positions().take(most).count();
    for (drawn, score) in set.positions().take(most) {
        clear(table);
        let step = format!("Connect Four, {} stones, table: {name}", set.stones);
        let answer = progress.step(&step, if set.stones < 16 { 600 } else { 20 }, || {
            let start = Instant::now();
            let answer = solve(drawn.board, &*table);
            seconds += start.elapsed().as_secs_f64();
            answer
        });
        nodes += answer.nodes;
        right += usize::from(answer.score.get() == i32::from(score));
        sheet.expect(&drawn.columns, answer.score.get(), i32::from(score));
    }
    sheet.row([
        u32::from(set.stones).into(),
        count.into(),
        name.into(),
        (nodes / count as u64).into(),
        Value::decimal(1e3 * seconds / count as f64, 2),
        Value::decimal(nodes as f64 / seconds / 1e6, 1),
        right.into(),
    ]);
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
