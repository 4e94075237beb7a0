//! The chess engine's yardsticks that no clock disturbs: positions solved on a few nodes, and nodes to a depth.

use std::fmt::Write as _;

use benches::chess_play::{Middlegames, SEED, to_depth};
use benches::tactics::{MIB, Solved, problems};
use games::chess::Line;
use search::{Chosen, Depth};
use ttable::FullTable;

/// What a position is solved on here. Ten times as many are a matter of the report.
const NODES: u64 = 10_000;

/// To these depths.
const DEPTHS: [Depth; 4] = [4, 6, 8, 10];

/// Rows, and their sums as rows of another snapshot.
pub(crate) struct Rows {
    pub(crate) text: String,
    pub(crate) sums: String,
}

/// Each tactical position: whether its answer was found, whether the mate was announced at its distance, and the last
/// finished depth.
pub(crate) fn tactics() -> Rows {
    let mut text =
        format!(" {:<9} {:<8} {:>7} {:>9} {:>6}\n", "problem", "answer", "solved", "announced", "depth");
    let mut solved = Solved::default();
    let problems = problems();
    let mut table = FullTable::with_mib(MIB).unwrap();
    for problem in &problems {
        let attempt = problem.attempt(&mut table, NODES);
        solved.add(problem, &attempt);
        let announced =
            problem.mate.map_or_else(|| "-".into(), |_| u8::from(attempt.is_announced).to_string());
        let (id, answer) = (&problem.id, problem.board.write_san(problem.best));
        let (is_solved, depth) = (u8::from(attempt.is_solved), attempt.depth);
        writeln!(text, " {id:<9} {answer:<8} {is_solved:>7} {announced:>9} {depth:>6}").unwrap();
    }
    let mates = problems.iter().filter(|problem| problem.mate.is_some()).count();
    let mut sums = String::new();
    for (name, solved, of) in [
        ("wins solved", solved.wins, problems.len() - mates),
        ("mates solved", solved.mates, mates),
        ("mates announced", solved.announced, mates),
    ] {
        sums += &sum(&format!("{name} on {NODES} nodes, of {of}:"), solved as u64);
    }
    Rows { text, sums }
}

/// Nodes to some depths from middlegames that depend on no search, each over an empty table.
pub(crate) fn depths() -> Rows {
    let middlegames: Vec<Line> = Middlegames::new(SEED).take(12).collect();
    let mut text = format!(" {:<66}", "middlegame");
    for depth in DEPTHS {
        write!(text, " {:>9}", format!("depth-{depth}")).unwrap();
    }
    text.push('\n');
    let mut all = [0; DEPTHS.len()];
    for middlegame in &middlegames {
        // The men and the side to move: what follows ends in figures.
        let fen = middlegame.board().to_string();
        write!(text, " {:<66}", fen.split(' ').take(2).collect::<Vec<_>>().join(" ")).unwrap();
        for (depth, all) in DEPTHS.into_iter().zip(&mut all) {
            let table = || FullTable::with_mib(MIB).unwrap();
            let nodes =
                to_depth(std::slice::from_ref(middlegame), depth, Chosen::STANDARD, table).counts.nodes;
            *all += nodes;
            write!(text, " {nodes:>9}").unwrap();
        }
        text.push('\n');
    }
    let sums = DEPTHS.into_iter().zip(all);
    let sums = sums.map(|(depth, nodes)| {
        sum(&format!("nodes to depth {depth} from {} middlegames:", middlegames.len()), nodes)
    });
    Rows { text, sums: sums.collect() }
}

fn sum(name: &str, figure: u64) -> String {
    format!(" {name:<45} {figure:>9}\n")
}
