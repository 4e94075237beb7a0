//! Connect Four solved exactly, beside the crate `connect-four-ai`: one thread, its own time on the processor, the table
//! empty before each position. Every score is checked.

use std::cell::RefCell;
use std::ops::Range;
use std::time::Duration;

use benches::connect_four::{CLASSES, Class, Drawn, ExactTable, solve};
use benches::plot::Ratios;
use benches::sheet::{Sheet, Value};
use connect_four_ai::{Position, Solver};
use games::connect_four::ConnectFour;

use crate::progress::Progress;
use crate::timing::{Effort, thread_time};

/// MiB of our table that suit each class best, of 1, 2, 4 … 64: in the order of [`CLASSES`].
const TABLE_MIB: [u64; CLASSES.len()] = [1, 1, 1, 1, 2, 8];

/// The same for the empty board.
const EMPTY_MIB: u64 = 64;

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
    for ((class, mib), rounds) in CLASSES.iter().zip(TABLE_MIB).zip(ROUNDS) {
        let positions: Vec<_> = class.positions().take(extent.positions(class)).collect();
        both.add(class.name, &positions, mib, Some(rounds));
    }
    if matches!(extent, Extent::Whole | Extent::Long) {
        let empty = Drawn { columns: String::new(), board: ConnectFour::new() };
        both.add("empty board", &[(empty, 1)], EMPTY_MIB, (extent == Extent::Long).then_some(1));
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
    /// Times the solution of a position, after `prepare`, which is not timed. The score, and the nodes.
    fn add(&mut self, prepare: impl FnOnce(), solve: impl FnOnce() -> (i32, u64)) -> i32 {
        prepare();
        let start = thread_time();
        let (score, nodes) = solve();
        self.time += thread_time().saturating_sub(start);
        self.nodes += nodes;
        score
    }

    fn micros(self, positions: usize) -> f64 {
        self.time.as_secs_f64() * 1e6 / positions as f64
    }
}

/// Both solvers on the same positions.
struct Match<'a> {
    progress: &'a Progress,
    sheet: Sheet,
    ratios: Ratios,
    other: RefCell<Solver>,
}

impl<'a> Match<'a> {
    fn new(progress: &'a Progress) -> Self {
        let heads = ["positions", "solver", "number", "MiB", "nodes each", "µs each", "times as fast"];
        let mut sheet = Sheet::new("Peers, Connect Four: positions solved exactly, one thread", &heads);
        sheet.remark(
            "Position by position in turns, the table empty before each, which is not timed; time of the \
             thread's own.",
        );
        sheet.remark(
            "Each solver has the table that suits it best, up to 64 MiB; the other's size is fixed. The \
             ratio's spread, where a class was solved more than once, is from the least round to the \
             greatest.",
        );
        let ratios =
            Ratios::new("Connect Four beside another solver", "ours: times as fast as connect-four-ai");
        Self { progress, sheet, ratios, other: RefCell::new(Solver::empty()) }
    }

    /// Solves the positions by ours, and so many times over by both, if the other is to take part.
    fn add(&mut self, name: &str, positions: &[(Drawn, i8)], mib: u64, rounds: Option<usize>) {
        if positions.is_empty() {
            return;
        }
        let Ok(table) = ExactTable::with_mib(mib) else {
            return self.sheet.remark(format!("{name} is left out: no memory for {mib} MiB."));
        };
        let table = RefCell::new(table);
        let runs: Vec<[Work; 2]> = (0..rounds.unwrap_or(1))
            .map(|round| {
                let step = format!("peers: Connect Four, {name}, round {}", round + 1);
                self.progress
                    .step(&step, 2_000, || self.round(positions, &table, rounds.is_some(), round == 0))
            })
            .collect();
        let ratio = |run: &[Work; 2]| run[1].time.as_secs_f64() / run[0].time.as_secs_f64();
        let sums: [Work; 2] = std::array::from_fn(|who| {
            runs.iter().map(|run| run[who]).min_by_key(|work| work.time).unwrap_or_default()
        });
        let times = rounds.map(|_| ratio(&sums));
        if let Some(times) = times {
            self.ratios.ratio(name, times, spread(runs.iter().map(ratio)));
        }
        self.row(name, "ours", mib, sums[0], positions.len(), times);
        if rounds.is_some() {
            self.row(name, "connect-four-ai", 64, sums[1], positions.len(), None);
        }
    }

    /// Each position by ours and, if it is to take part, by the other.
    fn round(
        &mut self,
        positions: &[(Drawn, i8)],
        table: &RefCell<ExactTable>,
        with_other: bool,
        checked: bool,
    ) -> [Work; 2] {
        let [mut ours, mut theirs] = [Work::default(); 2];
        for (drawn, score) in positions {
            let found = ours.add(
                || table.borrow_mut().clear(),
                || {
                    let solution = solve(drawn.board, &*table.borrow(), ());
                    (solution.score.get(), solution.nodes)
                },
            );
            let other = with_other.then(|| self.theirs(drawn, &mut theirs));
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

    fn theirs(&self, drawn: &Drawn, work: &mut Work) -> i32 {
        work.add(
            || self.other.borrow_mut().reset(),
            || {
                let mut other = self.other.borrow_mut();
                // A position it cannot read has no score: no position of ours is won by so much.
                let Ok(position) = Position::from_moves(&drawn.columns) else { return (i32::MAX, 0) };
                let score = other.solve(&position);
                (score.into(), other.explored_positions as u64)
            },
        )
    }

    fn row(&mut self, name: &str, solver: &str, mib: u64, work: Work, positions: usize, ratio: Option<f64>) {
        self.sheet.row([
            name.into(),
            solver.into(),
            positions.into(),
            mib.into(),
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
        // Two positions of two classes by two solvers.
        assert_eq!((sheet.rows().len(), sheet.checked()), (4, 8));
    }
}
