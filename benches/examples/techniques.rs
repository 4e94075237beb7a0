//! What each technique of the chess search saves, with its uncertainty: nodes to a depth with all techniques and with all but one,
//! position by position.
//!
//! `cargo run --release --package benches --example techniques -- [DEPTH [POSITIONS [SEED]]]`, 8, 120 and 12 if not given.

#![allow(clippy::print_stdout, reason = "a command line talks to its user")]
#![allow(clippy::cast_precision_loss, reason = "means of counts far below 2⁵²")]

use std::error::Error;

use benches::chess_play::{Middlegames, SEED, to_depth};
use games::chess::Line;
use search::{Chosen, Depth, Statistics, Technique};
use ttable::FullTable;

/// What each position took.
fn each(positions: &[Line], depth: Depth, chosen: Chosen) -> Result<Vec<Statistics>, Box<dyn Error>> {
    FullTable::with_mib(4)?;
    let table = || FullTable::with_mib(4).expect("the size was to be had a moment ago");
    let search = |position| to_depth(std::slice::from_ref(position), depth, chosen, table);
    Ok(positions.iter().map(search).collect())
}

/// The geometric mean of the ratios of nodes, and its standard error.
fn ratio(found: &[Statistics], standard: &[Statistics]) -> (f64, f64) {
    let logarithm = |all: &Statistics| (all.counts.nodes as f64).ln();
    let ratios: Vec<f64> =
        found.iter().zip(standard).map(|(found, all)| logarithm(found) - logarithm(all)).collect();
    let count = ratios.len() as f64;
    let mean = ratios.iter().sum::<f64>() / count;
    let variance = ratios.iter().map(|ratio| (ratio - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    (mean.exp(), mean.exp() * (variance / count).sqrt())
}

/// A share of sums, in per cent.
fn percent(all: &[Statistics], part: fn(&Statistics) -> u64, whole: fn(&Statistics) -> u64) -> f64 {
    100.0 * all.iter().map(part).sum::<u64>() as f64 / all.iter().map(whole).sum::<u64>().max(1) as f64
}

fn tell(name: &str, found: &[Statistics], standard: &[Statistics]) {
    let (mean, error) = ratio(found, standard);
    println!(
        "{name:<40} {:>10} {mean:>7.3} ± {error:.3} {:>7.1} {:>7.1}",
        found.iter().map(|all| all.counts.nodes).sum::<u64>(),
        percent(found, |all| all.first_move_cuts, |all| all.cut_nodes),
        percent(found, |all| all.hash_move_best, |all| all.with_hash_move),
    );
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut given = std::env::args().skip(1);
    let depth: Depth = given.next().map_or(Ok(8), |text| text.parse())?;
    let count: usize = given.next().map_or(Ok(120), |text| text.parse())?;
    let seed: u64 = given.next().map_or(Ok(SEED), |text| text.parse())?;
    let positions: Vec<Line> = Middlegames::new(seed).take(count).collect();
    println!(
        "{count} middlegames of seed {seed} to depth {depth}, 4 MiB; nodes in sum, geometric mean of the ratio to all"
    );
    println!("{:<40} {:>10} {:>15} {:>7} {:>7}", "techniques", "nodes", "of all", "first %", "hash %");
    let standard = each(&positions, depth, Chosen::STANDARD)?;
    tell("all", &standard, &standard);
    for technique in Technique::ALL {
        let found = each(&positions, depth, Chosen::STANDARD.without(technique))?;
        tell(&format!("without {}", technique.name()), &found, &standard);
    }
    Ok(())
}
