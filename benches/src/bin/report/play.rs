//! Search: chess middlegames, what each technique saves, what the table saves, and what a second thread does.

use std::time::Instant;

use ::search::{Chosen, Depth, NoTable, Statistics, Technique, Techniques as _};
use benches::chess_play::{Middlegames, SEED, to_depth, with_threads};
use benches::plot::{Axis, Bars, Lines};
use benches::sheet::{Sheet, Value};
use benches::tactics::{self, Solved, problems};
use games::chess::Line;
use ttable::FullTable;

use crate::progress::Progress;
use crate::scaling;
use crate::timing::Effort;

/// The sheets, all but the last on the same twelve positions.
pub(crate) fn sheets(progress: &Progress, effort: Effort) -> Vec<Sheet> {
    let positions: Vec<Line> = Middlegames::new(SEED).take(12).collect();
    let (depth, kib): (Depth, &[u64]) = match effort {
        Effort::Little => (7, &[4, 16, 64, 256, 1_024]),
        Effort::Much => (9, &[16, 64, 256, 1_024, 4_096, 16_384, 65_536]),
    };
    vec![
        techniques(progress, &positions, depth),
        tables(progress, &positions, depth, kib),
        threads(progress, &positions, depth + 1, effort),
        solved(progress, effort),
    ]
}

fn table(mib: u64) -> FullTable {
    FullTable::with_mib(mib).expect("the sizes of this report are to be had")
}

fn ratio(nodes: u64, standard: u64) -> Value {
    Value::decimal(nodes as f64 / standard as f64, 3)
}

fn percent(per_mille: u64) -> Value {
    Value::decimal(per_mille as f64 / 10.0, 1)
}

/// Nodes to the depth with all but one, or one more.
fn techniques(progress: &Progress, positions: &[Line], depth: Depth) -> Sheet {
    let mut sheet = Sheet::new(
        format!(
            "Search: chess, 12 middlegames of seed {SEED} to depth {depth}, 16 MiB: what each technique saves"
        ),
        &["techniques", "nodes", "of standard", "first-move cuts %", "searched again %"],
    );
    let mut all = Vec::new();
    let mut run = |name: String, chosen: Chosen, standard: Option<u64>| {
        let found = progress.step(&name, 400, || to_depth(positions, depth, chosen, || table(16)));
        let nodes = found.counts.nodes;
        all.push((name.clone(), nodes));
        sheet.row([
            name.into(),
            nodes.into(),
            ratio(nodes, standard.unwrap_or(nodes)),
            percent(found.first_move_cuts_per_mille()),
            percent(found.searched_again_per_mille()),
        ]);
        nodes
    };
    let standard = run("standard".into(), Chosen::STANDARD, None);
    for technique in Technique::ALL {
        if Chosen::STANDARD.has(technique) {
            run(format!("without {}", technique.name()), Chosen::STANDARD.without(technique), Some(standard));
        } else {
            run(format!("with {}", technique.name()), Chosen::STANDARD.with(technique), Some(standard));
        }
    }
    sheet.plot(ablation(depth, standard, &all));
    sheet.remark(
        "Fewer nodes to a depth are no gain by themselves: a technique that leaves more out also sees less.",
    );
    sheet
}

/// Nodes without each technique, as bars beside those of the standard.
fn ablation(depth: Depth, standard: u64, all: &[(String, u64)]) -> Bars {
    let title = format!("Nodes to depth {depth} without each technique");
    let mut bars = Bars::new(&title, "nodes; the line: the standard's", standard as f64);
    for (name, nodes) in all {
        let more = 100.0 * (*nodes as f64 / standard as f64 - 1.0);
        // The title says it already.
        bars.bar(
            name.trim_start_matches("without "),
            *nodes as f64,
            &format!("{more:+.1} %").replace('-', "−"),
        );
    }
    bars
}

/// Nodes to the depth over tables of so many KiB, and what they show of the ordering.
fn tables(progress: &Progress, positions: &[Line], depth: Depth, kib: &[u64]) -> Sheet {
    let mut sheet = Sheet::new(
        format!("Search: the same positions to depth {depth} by table"),
        &["table", "nodes", "hits %", "hash move best %", "hash move cuts %", "first-move cuts %"],
    );
    let mut add = |name: String, found: Statistics| {
        sheet.row([
            name.into(),
            found.counts.nodes.into(),
            percent(found.hits_per_mille()),
            percent(found.hash_move_best_per_mille()),
            percent(found.hash_move_cuts_per_mille()),
            percent(found.first_move_cuts_per_mille()),
        ]);
        found.counts.nodes as f64
    };
    let none = progress.step("no table", 1_000, || to_depth(positions, depth, Chosen::STANDARD, || NoTable));
    let none = add("none".into(), none);
    let mut points = Vec::new();
    for &kib in kib {
        let name = format!("{kib} KiB");
        let table = || FullTable::with_bytes(kib << 10).expect("the sizes of this report are to be had");
        let found = progress.step(&name, 500, || to_depth(positions, depth, Chosen::STANDARD, table));
        points.push((kib as f64, add(name, found)));
    }
    let title = format!("Nodes to depth {depth} by table size");
    let mut plot = Lines::new(&title, Axis::log("table, KiB"), Axis::linear("nodes"));
    plot.guide("no table", points.iter().map(|(kib, _)| (*kib, none)));
    plot.line("with a table", points.iter().copied());
    sheet.plot(plot);
    sheet.remark(
        "Each position with a table of its own, empty before. What a search leaves out depends on what its table knows: \
         fewer nodes need not be less work for the same answer.",
    );
    sheet
}

/// Nodes and time to the depth by threads: the best of some rounds, the numbers of threads in turns.
fn threads(progress: &Progress, positions: &[Line], depth: Depth, effort: Effort) -> Sheet {
    let rounds = if effort == Effort::Little { 3 } else { 5 };
    let mut sheet = Sheet::new(
        format!("Search: the same positions to depth {depth}, 16 MiB, by threads"),
        &[
            "threads",
            "thousand nodes",
            "ms",
            "million nodes/s",
            "nodes/s, of one",
            "speed to the depth, of one",
        ],
    );
    let crews = scaling::threads();
    let mut best = vec![(0, f64::INFINITY); crews.len()];
    for _ in 0..rounds {
        for (&threads, best) in crews.iter().zip(&mut best) {
            let found = progress.step(&format!("by threads: {threads}"), 500, || {
                let start = Instant::now();
                let nodes = with_threads(positions, depth, threads, || table(16));
                (nodes, start.elapsed().as_secs_f64())
            });
            if found.1 < best.1 {
                *best = found;
            }
        }
    }
    let rate = |(nodes, seconds): (u64, f64)| nodes as f64 / seconds;
    let (mut rates, mut speeds) = (Vec::new(), Vec::new());
    for (&threads, &found) in crews.iter().zip(&best) {
        rates.push((threads, rate(found) / rate(best[0])));
        speeds.push((threads, best[0].1 / found.1));
        let times = |points: &[(usize, f64)]| {
            Value::Number(points.last().map_or("–".into(), |(_, times)| format!("{times:.2} ×")))
        };
        sheet.row([
            threads.into(),
            Value::decimal(found.0 as f64 / 1e3, 1),
            Value::decimal(1e3 * found.1, 0),
            Value::decimal(rate(found) / 1e6, 2),
            times(&rates),
            times(&speeds),
        ]);
    }
    let lines = [("nodes/s", rates), ("speed to the depth", speeds)];
    sheet.plot(scaling::plot("Chess search by threads", "threads", &lines));
    sheet.remark(format!(
        "The fastest of {rounds} rounds, in turns. More threads search more nodes for the same depth: they help each \
         other through the table alone. Their count differs from run to run."
    ));
    sheet
}

/// Tactical positions solved, by nodes.
fn solved(progress: &Progress, effort: Effort) -> Sheet {
    let problems = problems();
    let mates = problems.iter().filter(|problem| problem.mate.is_some()).count();
    let mut sheet = Sheet::new(
        format!(
            "Search: {} wins without mate and {mates} mates, {} MiB, one thread: solved",
            problems.len() - mates,
            tactics::MIB
        ),
        &["nodes", "wins", "mates", "mates announced at their distance"],
    );
    let budgets: &[u64] = if effort == Effort::Little { &[1_000, 10_000] } else { &[1_000, 10_000, 100_000] };
    let mut table = table(tactics::MIB);
    for &nodes in budgets {
        let found = progress.step(&format!("tactics on {nodes} nodes"), nodes / 5, || {
            let mut solved = Solved::default();
            for problem in &problems {
                solved.add(problem, &problem.attempt(&mut table, nodes));
            }
            solved
        });
        sheet.row([nodes.into(), found.wins.into(), found.mates.into(), found.announced.into()]);
    }
    sheet.remark("Positions and answers: benches/data/tactics.epd. Counts, the same on every machine.");
    sheet
}
