//! Connect Four solved exactly, beside the crate `connect-four-ai`: one thread, its own time on the processor, the table
//! empty before each position: a new one, or one that was emptied. Every score is checked.

use std::ops::Range;
use std::time::Duration;

use benches::connect_four::{CLASSES, Class, Drawn, ExactTable, solve};
use benches::plot::Ratios;
use benches::sheet::{Sheet, Value};
use connect_four_ai::{Position, Solver};
use games::connect_four::ConnectFour;

use crate::progress::Progress;
use crate::timing::{Effort, thread_time};

/// KiB of our table that suit each class best, of 4, 8, 16 … 65,536: in the order of [`CLASSES`].
const TABLE_KIB: [u64; CLASSES.len()] = [16, 16, 256, 16, 512, 8_192];

/// KiB of the other's.
const THEIR_KIB: u64 = 65_536;

/// KiB of ours for the empty board.
const EMPTY_KIB: u64 = 65_536;

/// Why a table is empty before a position. It makes most of the difference where a solution takes microseconds: a large new
/// table is handed out by the system page by page, as it is touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Empty {
    /// It is new, as for one question by a program that has just begun. Making it is part of the time.
    New,
    /// It was emptied, as for one question after another. Emptying it is not timed.
    Emptied,
}

/// How often each class is solved: those that are quickly done several times, for a spread.
const ROUNDS: [usize; CLASSES.len()] = [5, 5, 1, 3, 1, 1];

/// How much is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extent {
    /// A position or two of the quick classes: does it run?
    #[cfg(test)]
    Test,
    /// Some positions of all classes but the hardest.
    Short,
    /// All classes, and the empty board by ours.
    Whole,
    /// The empty board by the other solver too, which takes it six minutes and more.
    Long,
}

impl Extent {
    fn of(effort: Effort) -> Self {
        match effort {
            Effort::Little => Self::Short,
            Effort::Much if std::env::var_os("TRANSPOSE_LONG").is_some() => Self::Long,
            Effort::Much => Self::Whole,
        }
    }

    fn positions(self, class: &Class) -> usize {
        match (self, class.name) {
            #[cfg(test)]
            (Self::Test, "End-Easy" | "Middle-Easy") => 2,
            #[cfg(test)]
            (Self::Test, _) => 0,
            (Self::Short, "Begin-Hard") => 0,
            (Self::Short, "Begin-Medium") => 10,
            _ => class.count,
        }
    }
}

/// The table, and its picture.
pub(crate) fn sheets(progress: &Progress, effort: Effort) -> Vec<Sheet> {
    vec![sheet(progress, Extent::of(effort))]
}

fn sheet(progress: &Progress, extent: Extent) -> Sheet {
    let mut both = Match::new(progress);
    for ((class, kib), rounds) in CLASSES.iter().zip(TABLE_KIB).zip(ROUNDS) {
        let positions: Vec<_> = class.positions().take(extent.positions(class)).collect();
        both.add(class.name, &positions, kib, Empty::New, Some(rounds));
        // The page faults are nothing beside the minutes of the hardest.
        if class.name != "Begin-Hard" {
            both.add(class.name, &positions, kib, Empty::Emptied, Some(rounds));
        }
    }
    if matches!(extent, Extent::Whole | Extent::Long) {
        let empty = Drawn { columns: String::new(), board: ConnectFour::new() };
        both.add("empty board", &[(empty, 1)], EMPTY_KIB, Empty::New, (extent == Extent::Long).then_some(1));
    }
    both.finish()
}

/// What a solver did with a set of positions.
#[derive(Clone, Copy, Debug, Default)]
struct Work {
    nodes: u64,
    time: Duration,
}

impl Work {
    /// Times the solution of a position by a solver, which keeps its table. The score, and the nodes.
    fn add<T>(&mut self, kept: &mut Kept<T>, empty: Empty, solve: impl FnOnce(&mut T) -> (i32, u64)) -> i32 {
        match (empty, &mut kept.table) {
            (Empty::New, table) => drop(table.take()),
            (Empty::Emptied, table) => (kept.empty)(table.get_or_insert_with(&kept.make)),
        }
        let start = thread_time();
        let (score, nodes) = solve(kept.table.get_or_insert_with(&kept.make));
        self.time += thread_time().saturating_sub(start);
        self.nodes += nodes;
        score
    }

    fn micros(self, positions: usize) -> f64 {
        self.time.as_secs_f64() * 1e6 / positions as f64
    }
}

impl Empty {
    const fn text(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Emptied => "emptied",
        }
    }
}

/// What is solved in each round of a class.
struct Round<'a> {
    positions: &'a [(Drawn, i8)],
    kib: u64,
    empty: Empty,
    with_other: bool,
}

/// The table of the last position, if there was one, and how to get an empty one.
struct Kept<T> {
    table: Option<T>,
    make: Box<dyn Fn() -> T>,
    empty: fn(&mut T),
}

/// Both solvers on the same positions.
struct Match<'a> {
    progress: &'a Progress,
    sheet: Sheet,
    ratios: Ratios,
    other: Kept<Solver>,
}

impl<'a> Match<'a> {
    fn new(progress: &'a Progress) -> Self {
        let heads =
            ["positions", "solver", "number", "table", "KiB", "nodes each", "µs each", "times as fast"];
        let mut sheet = Sheet::new("Peers, Connect Four: positions solved exactly, one thread", &heads);
        sheet.remark(
            "Position by position in turns, the table empty before each: a new one, made within the \
             time, or one that was emptied before. Time of the thread's own.",
        );
        sheet.remark(
            "Each solver has the table that suits it best, up to 64 MiB; the other's size is fixed. The \
             ratio's spread, where a class was solved more than once, is from the least round to the \
             greatest.",
        );
        let ratios =
            Ratios::new("Connect Four beside another solver", "ours: times as fast as connect-four-ai");
        let other = Kept { table: None, make: Box::new(Solver::empty), empty: Solver::reset };
        Self { progress, sheet, ratios, other }
    }

    /// Solves the positions by ours, and so many times over by both, if the other is to take part.
    fn add(&mut self, name: &str, positions: &[(Drawn, i8)], kib: u64, empty: Empty, rounds: Option<usize>) {
        if positions.is_empty() {
            return;
        }
        if ExactTable::with_bytes(1_024 * kib).is_err() {
            return self.sheet.remark(format!("{name} is left out: no memory for {kib} KiB."));
        }
        let round = Round { positions, kib, empty, with_other: rounds.is_some() };
        let runs: Vec<[Work; 2]> = (0..rounds.unwrap_or(1))
            .map(|number| {
                let step = format!("peers: Connect Four, {name}, {empty:?}, round {}", number + 1);
                self.progress.step(&step, 2_000, || self.round(&round, number == 0))
            })
            .collect();
        let ratio = |run: &[Work; 2]| run[1].time.as_secs_f64() / run[0].time.as_secs_f64();
        let sums: [Work; 2] = std::array::from_fn(|who| {
            runs.iter().map(|run| run[who]).min_by_key(|work| work.time).unwrap_or_default()
        });
        let times = rounds.map(|_| ratio(&sums));
        if let Some(times) = times {
            self.ratios.ratio(&format!("{name}, {}", empty.text()), times, spread(runs.iter().map(ratio)));
        }
        self.row([name, "ours", empty.text()], kib, sums[0], positions.len(), times);
        if rounds.is_some() {
            self.row([name, "connect-four-ai", empty.text()], THEIR_KIB, sums[1], positions.len(), None);
        }
    }

    /// Each position by ours and, if it is to take part, by the other.
    fn round(&mut self, round: &Round, checked: bool) -> [Work; 2] {
        let [mut ours, mut theirs] = [Work::default(); 2];
        let kib = round.kib;
        let make = move || ExactTable::with_bytes(1_024 * kib).expect("the size was to be had a moment ago");
        let mut own = Kept { table: None, make: Box::new(make), empty: ExactTable::clear };
        for (drawn, score) in round.positions {
            let found = ours.add(&mut own, round.empty, |table| {
                let solution = solve(drawn.board, &*table, ());
                (solution.score.get(), solution.nodes)
            });
            let other = round.with_other.then(|| self.theirs(drawn, round.empty, &mut theirs));
            // Both are right or not in every round alike: they are as deterministic as their tables.
            if checked {
                self.sheet.expect(&drawn.columns, found, i32::from(*score));
            }
            if let Some(other) = other.filter(|_| checked) {
                self.sheet.expect(&format!("{}, connect-four-ai", drawn.columns), other, i32::from(*score));
            }
        }
        [ours, theirs]
    }

    fn theirs(&mut self, drawn: &Drawn, empty: Empty, work: &mut Work) -> i32 {
        work.add(&mut self.other, empty, |other| {
            // A position it cannot read has no score: no position of ours is won by so much.
            let Ok(position) = Position::from_moves(&drawn.columns) else { return (i32::MAX, 0) };
            let score = other.solve(&position);
            (score.into(), other.explored_positions as u64)
        })
    }

    /// A row of a class, a solver and the kind of table.
    fn row(&mut self, names: [&str; 3], kib: u64, work: Work, positions: usize, ratio: Option<f64>) {
        let [name, solver, table] = names;
        self.sheet.row([
            name.into(),
            solver.into(),
            positions.into(),
            table.into(),
            kib.into(),
            (work.nodes / positions as u64).into(),
            Value::decimal(work.micros(positions), 1),
            ratio.map_or_else(|| "".into(), |ratio| Value::Number(format!("{ratio:.1} ×"))),
        ]);
    }

    fn finish(mut self) -> Sheet {
        self.sheet.plot(self.ratios);
        self.sheet
    }
}

/// From the least to the greatest, if there are several.
fn spread(ratios: impl ExactSizeIterator<Item = f64>) -> Option<Range<f64>> {
    let several = ratios.len() > 1;
    let (least, most) =
        ratios.fold((f64::INFINITY, 0.0_f64), |(least, most), ratio| (least.min(ratio), most.max(ratio)));
    several.then_some(least..most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_solvers_have_the_same_scores() {
        let sheet = sheet(&Progress::new(1), Extent::Test);
        assert_eq!(sheet.faults(), [""; 0]);
        // Two positions of two classes by two solvers, with two kinds of table.
        assert_eq!((sheet.rows().len(), sheet.checked()), (8, 16));
    }
}
