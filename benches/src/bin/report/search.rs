//! Search: Connect Four solved to the end, and tic-tac-toe, with and without a table.

use std::time::Instant;

use benches::connect_four::{SETS, Set};
use benches::experiments::{self, published, tree_sizes};
use benches::sheet::{Sheet, Value};
use games::connect_four::ConnectFour;
use games::tic_tac_toe::TicTacToe;
use search::{Answer, AtLeast, Depth, Game, Guided, Score, Search};
use ttable::{FullTable, NoTable, SizeError, Table};

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
        "Search: Connect Four solved exactly, one thread, a fresh table for each position",
        &["stones", "positions", "table", "nodes each", "ms each", "million nodes/s", "right"],
    );
    for set in SETS {
        row(&mut sheet, progress, effort, set, "none", || Ok(NoTable));
        row(&mut sheet, progress, effort, set, "one cluster", || FullTable::with_clusters(1));
        row(&mut sheet, progress, effort, set, "64 MiB", || FullTable::with_mib(64));
    }
    sheet.remark("Positions by random play, no win at once for the side to move. Their scores are those of an independent solver.");
    sheet
}

fn row<T: Table>(
    sheet: &mut Sheet,
    progress: &Progress,
    effort: Effort,
    set: Set,
    name: &str,
    table: impl Fn() -> Result<T, SizeError>,
) {
    // Early positions are slow with little memory: a few of them show it.
    let most = if effort == Effort::Little && set.stones < 16 { 4 } else { set.scores.len() };
    let (mut nodes, mut seconds, mut right, mut count) = (0, 0.0, 0_usize, 0_usize);
    for (drawn, score) in set.positions().take(most) {
        let step = format!("Connect Four, {} stones, table {name}", set.stones);
        let solved = progress.step(&step, 40, || {
            let table = table()?;
            let start = Instant::now();
            let answer = solve(drawn.board, &table);
            seconds += start.elapsed().as_secs_f64();
            Ok::<_, SizeError>(answer)
        });
        match solved {
            Ok(answer) => {
                nodes += answer.nodes;
                count += 1;
                right += usize::from(answer.score.get() == i32::from(score));
                sheet.expect(&drawn.columns, answer.score.get(), i32::from(score));
            }
            Err(error) => return sheet.remark(format!("table {name}: left out: {error}.")),
        }
    }
    sheet.row([
        u32::from(set.stones).into(),
        count.into(),
        name.into(),
        (nodes / count.max(1) as u64).into(),
        Value::decimal(1e3 * seconds / count.max(1) as f64, 2),
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
        let timing =
            progress.step(&format!("tic-tac-toe, {name}"), 100, || Timing::of(effort, nodes, |_| _ = run()));
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
    if let Ok(mut table) = FullTable::with_mib(1) {
        // Empty for every run: the time to clear it is not the search's, so it is cleared as seldom as possible.
        let timing = progress.step("tic-tac-toe, 1 MiB", 100, || {
            let run = experiments::search(TicTacToe::new(), &table);
            table.clear();
            run
        });
        sheet
            .remark(format!("With a table of 1 MiB: {} nodes, value {}.", timing.counts.nodes, timing.value));
    }
    sheet
}
