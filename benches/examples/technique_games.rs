//! What each technique of the chess search is worth in games: the engine without it against the engine as it is.
//!
//! `cargo run --release --package benches --example technique_games -- [NODES [PAIRS [SEED [TECHNIQUE…]]]]`; 20,000 nodes a
//! move and 50 pairs of games from the middlegames of seed 12 if not given. A technique is named as in the output; without any
//! each has its turn.
//!
//! Each middlegame is played with both colours, 16 MiB a side, one thread; limits are nodes, so the machine and what else it
//! does do not matter. A game is decided when both sides have seen the same one ahead by ten pawns on four moves each, and drawn
//! when a position returns.

#![allow(clippy::print_stdout, reason = "a command line talks to its user")]
#![allow(clippy::cast_precision_loss, reason = "a few hundred games")]

use std::error::Error;
use std::sync::atomic::AtomicBool;

use benches::chess_play::{Middlegames, SEED};
use games::chess::{Color, Line};
use search::{Chosen, Game as _, Player, Technique, Terms};
use ttable::FullTable;

/// Centipawns that decide a game, and the half-moves for which they are seen.
const DECIDED: i32 = 1_000;
const SEEN_FOR: i32 = 8;
/// Half-moves after which a game is drawn.
const LONGEST: usize = 300;

/// One side of a game.
struct Side {
    player: Player<Chosen>,
    table: FullTable,
}

impl Side {
    fn new(techniques: Chosen) -> Result<Self, Box<dyn Error>> {
        Ok(Self { player: Player::with_techniques(1, techniques), table: FullTable::with_mib(16)? })
    }

    fn begin(&mut self) {
        self.player.clear();
        self.table.clear();
    }
}

/// Half-points of the first of two sides, of which it has the colour given.
fn play(opening: &Line, sides: &mut [Side; 2], first: Color, nodes: u64) -> i32 {
    let mut line = opening.clone();
    let terms = Terms { nodes: Some(nodes), ..Terms::default() };
    // How long the first side has been seen far ahead, or far behind.
    let mut lead = 0_i32;
    sides.iter_mut().for_each(Side::begin);
    for _ in 0..LONGEST {
        let sign = if line.board().side() == first { 1 } else { -1 };
        if let Some(outcome) = line.outcome() {
            return 1 + sign * outcome.score(0).get().signum();
        }
        let Side { player, table } = &mut sides[usize::from(sign < 0)];
        table.new_generation();
        let thought = player.think(&*table, &line, &terms, &AtomicBool::new(false), |_| ());
        let Some(mv) = thought.best else { return 1 };
        let score = thought.lines.first().map_or(0, |best| best.score.get()) * sign;
        lead = if score.abs() < DECIDED {
            0
        } else if score > 0 {
            lead.max(0) + 1
        } else {
            lead.min(0) - 1
        };
        if lead.abs() >= SEEN_FOR {
            return 1 + lead.signum();
        }
        line.make(mv);
    }
    1
}

/// The Elo difference that a share of the points stands for.
fn elo(share: f64) -> f64 {
    let share = share.clamp(0.001, 0.999);
    400.0 * (share / (1.0 - share)).log10()
}

/// Plays the match and tells of it.
fn compare(technique: Technique, openings: &[Line], nodes: u64) -> Result<(), Box<dyn Error>> {
    let mut sides = [Side::new(Chosen::STANDARD.without(technique))?, Side::new(Chosen::STANDARD)?];
    let mut games = [0_u32; 3];
    let mut pairs = Vec::new();
    for opening in openings {
        let results = [Color::White, Color::Black].map(|first| play(opening, &mut sides, first, nodes));
        for half_points in results {
            games[usize::try_from(half_points)?] += 1;
        }
        pairs.push(f64::from(results.iter().sum::<i32>()) / 4.0);
    }
    let count = pairs.len() as f64;
    let mean = pairs.iter().sum::<f64>() / count;
    let variance = pairs.iter().map(|share| (share - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    let error = 1.96 * (variance / count).sqrt();
    let [lost, drawn, won] = games;
    println!(
        "without {:<32} +{won} ={drawn} −{lost}  {:.1} % ± {:.1}  Elo {:+.0} ({:+.0} to {:+.0})",
        technique.name(),
        100.0 * mean,
        100.0 * error,
        elo(mean),
        elo(mean - error),
        elo(mean + error),
    );
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut given = std::env::args().skip(1);
    let mut number = |otherwise: u64| match given.next() {
        Some(text) => text.parse().map_err(|_| format!("expected a number, found {text:?}")),
        None => Ok(otherwise),
    };
    let (nodes, pairs, seed) = (number(20_000)?, usize::try_from(number(50)?)?, number(SEED)?);
    if pairs < 2 {
        return Err(format!("expected two pairs of games or more, for an error, found {pairs}").into());
    }
    let named: Vec<String> = given.collect();
    if let Some(unknown) = named.iter().find(|name| Technique::ALL.iter().all(|known| known.name() != *name))
    {
        return Err(format!("expected the name of a technique, found {unknown:?}").into());
    }
    let openings: Vec<Line> = Middlegames::new(seed).take(pairs).collect();
    println!("{nodes} nodes a move, {pairs} middlegames of seed {seed} with both colours, 16 MiB");
    for technique in Technique::ALL {
        if named.is_empty() || named.iter().any(|name| name == technique.name()) {
            compare(technique, &openings, nodes)?;
        }
    }
    Ok(())
}
