//! Connect Four to a depth, beside the crate `minimax`: the same rules, evaluation and order of moves through both crates'
//! traits, one thread, its own time on the processor, an empty table of 16 MiB each.
//!
//! Values are checked where both are defined to give minimax's: plain alpha-beta, without a table. With one, both take deeper
//! entries for an answer.

#![allow(
    clippy::unwrap_used,
    reason = "small numbers, and a table without which there is nothing to compare"
)]

use std::num::NonZeroU16;

use benches::connect_four::RandomPlay;
use benches::plot::Ratios;
use benches::sheet::{Sheet, Value};
use games::connect_four::{Column, ConnectFour};
use minimax::{IterativeOptions, IterativeSearch, Negamax, Strategy, Winner};
use search::{
    AlphaBeta, AtLeast, Depth, Evaluate, Evaluated, Full, Game, History, NoTable, Outcome, Ply, Policy,
    PrincipalVariation, Score, Search, Selection,
};
use ttable::FullTable;

use crate::progress::Progress;
use crate::timing::{Effort, thread_time};

/// The seed of the positions, and their stones.
const SEED: u64 = 21;
const STONES: u8 = 8;
const MIB: u64 = 16;

/// Connect Four where a win is a win, graded by its distance; `connect_four` itself has values of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Four(ConnectFour);

impl Four {
    /// What both evaluations are: empty squares that make four, the mover's less the other's.
    fn worth(self) -> i16 {
        let count = |squares: u64| i16::try_from(squares.count_ones()).unwrap();
        8 * (count(self.0.threats()) - count(self.0.threats_against()))
    }

    /// The columns with room, from the middle outwards.
    fn columns(self) -> impl Iterator<Item = Column> {
        let columns = [4, 3, 5, 2, 6, 1, 7].into_iter().filter_map(Column::from_number);
        columns.filter(move |&column| self.0.height(column) < 6)
    }

    fn after(self, column: Column) -> Self {
        let mut after = self;
        Game::make(&mut after.0, column);
        after
    }
}

impl Game for Four {
    type Move = Column;
    type Undo = <ConnectFour as Game>::Undo;
    type List<T: Copy> = <ConnectFour as Game>::List<T>;

    fn key(&self) -> u64 {
        self.0.key()
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.0.outcome()? {
            Outcome::Draw => Some(Outcome::Draw),
            _ => Some(Outcome::Loss),
        }
    }

    fn legal_moves(&self, moves: &mut Self::List<Column>) {
        moves.extend(self.columns());
    }

    fn make(&mut self, column: Column) -> Self::Undo {
        self.0.make(column)
    }

    fn unmake(&mut self, column: Column, undo: Self::Undo) {
        self.0.unmake(column, undo);
    }

    fn pack(&self, column: Column) -> NonZeroU16 {
        self.0.pack(column)
    }

    fn unpack(&self, packed: NonZeroU16) -> Option<Column> {
        self.0.unpack(packed)
    }
}

impl Evaluate for Four {
    fn evaluate(&self) -> i16 {
        self.worth()
    }
}

/// The evaluation, and moves by what they leave to each side: what a policy may tell the search, and the other crate's traits have
/// no place for.
#[derive(Clone, Copy, Debug)]
struct Ranked(AtLeast);

impl Selection<Four> for Ranked {}

impl Policy<Four> for Ranked {
    type Gate = AtLeast;

    const RANKED: bool = true;

    fn gate(&self) -> &AtLeast {
        &self.0
    }

    fn leaf(&self, four: &Four) -> Score {
        Score::plain(four.worth().into())
    }

    fn rank(&self, four: &Four, column: Column, _ply: Ply) -> i32 {
        let after = four.after(column);
        if Game::outcome(&after) == Some(Outcome::Loss) { 2_000 } else { -i32::from(after.worth()) }
    }
}

/// The other crate's game, and its evaluation.
#[derive(Clone, Copy)]
struct Theirs;

impl minimax::Game for Theirs {
    type S = Four;
    type M = Column;

    fn generate_moves(four: &Four, moves: &mut Vec<Column>) -> Option<Winner> {
        let winner = Self::get_winner(four);
        if winner.is_none() {
            moves.extend(four.columns());
        }
        winner
    }

    fn apply(four: &mut Four, column: Column) -> Option<Four> {
        Some(four.after(column))
    }

    fn get_winner(four: &Four) -> Option<Winner> {
        Some(match Game::outcome(four)? {
            Outcome::Draw => Winner::Draw,
            _ => Winner::PlayerJustMoved,
        })
    }

    fn zobrist_hash(four: &Four) -> u64 {
        four.key()
    }

    fn table_index(column: Column) -> u16 {
        column.number().into()
    }

    fn max_table_index() -> u16 {
        7
    }
}

impl minimax::Evaluator for Theirs {
    type G = Self;

    fn evaluate(&self, four: &Four) -> i16 {
        four.worth()
    }
}

/// What one search of one position came to.
struct Found {
    value: i32,
    /// `None` where the crate does not tell.
    nodes: Option<u64>,
}

/// Alpha-beta to the depth at once, without a table.
fn ours_plain(four: Four, depth: Depth) -> Found {
    let mut search = Search::new(NoTable).with_policy(Evaluated(AtLeast)).with_algorithm::<AlphaBeta>();
    let answer = search.run(&mut four.clone(), depth, Full::OPEN);
    Found { value: answer.score.get(), nodes: Some(answer.nodes) }
}

fn theirs_plain(four: Four, depth: Depth) -> Found {
    let mut search = Negamax::new(Theirs, depth.try_into().unwrap());
    search.choose_move(&four);
    Found { value: search.root_value().into(), nodes: None }
}

/// Depth by depth, over a table.
fn ours_deepening(four: Four, depth: Depth) -> Found {
    let mut search = Search::new(FullTable::with_mib(MIB).unwrap())
        .with_policy(History::new(Evaluated(AtLeast)))
        .with_algorithm::<PrincipalVariation>();
    let (last, _) = search.deepen(&mut four.clone(), 1..=depth, |_| ());
    Found { value: last.unwrap().score.get(), nodes: Some(search.nodes()) }
}

fn ours_ranked(four: Four, depth: Depth) -> Found {
    let mut search = Search::new(FullTable::with_mib(MIB).unwrap())
        .with_policy(History::new(Ranked(AtLeast)))
        .with_algorithm::<PrincipalVariation>();
    let (last, _) = search.deepen(&mut four.clone(), 1..=depth, |_| ());
    Found { value: last.unwrap().score.get(), nodes: Some(search.nodes()) }
}

fn theirs_deepening(four: Four, depth: Depth, change: fn(IterativeOptions) -> IterativeOptions) -> Found {
    let bytes = usize::try_from(MIB << 20).unwrap();
    let options = change(IterativeOptions::new().with_table_byte_size(bytes));
    let mut search = IterativeSearch::new(Theirs, options);
    search.set_max_depth(depth.try_into().unwrap());
    search.choose_move(&four);
    let summary = search.stats(&mut four.clone());
    let nodes =
        summary.split_once("Explored ").and_then(|(_, rest)| rest.split_whitespace().next()?.parse().ok());
    Found { value: search.root_value().into(), nodes }
}

/// A search, with its name.
type Way = (&'static str, fn(Four, Depth) -> Found);

const PLAIN: [Way; 2] = [("ours: alpha-beta", ours_plain), ("minimax: Negamax", theirs_plain)];

const DEEPENING: [Way; 6] = [
    ("ours: principal variation, history", ours_deepening),
    ("ours: the same, moves ranked by the game", ours_ranked),
    ("minimax: IterativeSearch", |four, depth| theirs_deepening(four, depth, |options| options)),
    ("minimax: …, counter-moves", |four, depth| {
        theirs_deepening(four, depth, IterativeOptions::with_countermoves)
    }),
    ("minimax: …, counter-moves and history", |four, depth| {
        theirs_deepening(four, depth, |options| options.with_countermoves().with_countermove_history())
    }),
    ("minimax: …, MTD(f)", |four, depth| theirs_deepening(four, depth, IterativeOptions::with_mtdf)),
];

/// Positions nobody has won by this depth: there the other crate would stop early.
fn undecided(count: usize, depth: Depth) -> Vec<Four> {
    let is_open = |four: &Four| {
        let mut search = Search::new(FullTable::with_mib(MIB).unwrap()).with_policy(Evaluated(AtLeast));
        search.run(&mut four.clone(), depth, Full::OPEN).score.plies_to_end().is_none()
    };
    RandomPlay::new(SEED, STONES).map(|drawn| Four(drawn.board)).filter(is_open).take(count).collect()
}

/// The table, and its picture.
pub(crate) fn sheets(progress: &Progress, effort: Effort) -> Vec<Sheet> {
    let (count, plain, deep) = match effort {
        Effort::Little => (6, 8, 12),
        Effort::Much => (12, 10, 16),
    };
    vec![sheet(progress, count, plain, deep)]
}

fn sheet(progress: &Progress, count: usize, plain: Depth, deep: Depth) -> Sheet {
    let title = format!("Peers, Connect Four to a depth: {count} undecided positions of {STONES} stones");
    let mut sheet =
        Sheet::new(title, &["depth", "search", "nodes each", "µs each", "time, ours = 1", "same value"]);
    sheet.remark(format!("Seed {SEED}. The making of each table is timed with its search, in both crates."));
    let mut ratios =
        Ratios::new("Connect Four to a depth beside another search", "ours: times as fast as minimax's");
    let positions = undecided(count, deep);
    compare(progress, (&mut sheet, &mut ratios), &positions, plain, &PLAIN, true);
    compare(progress, (&mut sheet, &mut ratios), &positions, deep, &DEEPENING, false);
    sheet.plot(ratios);
    sheet
}

/// Rows for the ways on the same positions; the first is what the others are measured by.
fn compare(
    progress: &Progress,
    (sheet, ratios): (&mut Sheet, &mut Ratios),
    positions: &[Four],
    depth: Depth,
    ways: &[Way],
    equal: bool,
) {
    let mut first: Option<(f64, Vec<i32>)> = None;
    for (name, search) in ways {
        let (found, time) = progress.step(&format!("peers: depth {depth}, {name}"), 3_000, || {
            let start = thread_time();
            let found: Vec<Found> = positions.iter().map(|&four| search(four, depth)).collect();
            (found, thread_time().saturating_sub(start))
        });
        let micros = time.as_secs_f64() * 1e6 / positions.len() as f64;
        let values: Vec<i32> = found.iter().map(|found| found.value).collect();
        let is_ours = first.is_none();
        let (base, known) = first.get_or_insert_with(|| (micros, values.clone()));
        if !is_ours {
            ratios.ratio(&format!("{name}, depth {depth}"), micros / *base, None);
        }
        let same = values.iter().zip(known.iter()).filter(|(value, known)| value == known).count();
        if equal {
            sheet.expect(name, values.as_slice(), known.as_slice());
        }
        let nodes: Option<u64> = found.iter().map(|found| found.nodes).sum();
        sheet.row([
            i32::from(depth).into(),
            (*name).into(),
            nodes.map_or_else(|| "not told".into(), |nodes| (nodes / positions.len() as u64).into()),
            Value::decimal(micros, 0),
            Value::decimal(micros / *base, 2),
            format!("{same} of {}", positions.len()).into(),
        ]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_searches_have_the_same_values() {
        let sheet = sheet(&Progress::new(1), 2, 4, 6);
        assert_eq!(sheet.faults(), [""; 0]);
        assert_eq!((sheet.rows().len(), sheet.checked()), (PLAIN.len() + DEEPENING.len(), PLAIN.len()));
    }
}
