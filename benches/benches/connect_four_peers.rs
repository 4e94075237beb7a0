//! Connect Four solved exactly, beside the crate `connect-four-ai`: one thread, its own time on the processor, the table
//! empty before each position. Every score is checked.
//!
//! `cargo bench --package benches --bench connect_four_peers`, with `-- --quick` for a minute instead of many, `-- --all` to
//! let the other solver at the empty board too, which takes it six minutes and more.

#![allow(clippy::unwrap_used, reason = "a benchmark that cannot run has nothing to say")]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command line talks to its user")]
#![allow(clippy::cast_precision_loss, reason = "means and times of counts far below 2⁵²")]

use std::process::ExitCode;
use std::time::Duration;

use benches::connect_four::{CLASSES, Class, Drawn, ExactTable, solve};
use benches::sheet::{Sheet, Value};
use connect_four_ai::{Position, Solver};
use games::connect_four::ConnectFour;
use rustix::time::{ClockId, clock_gettime};

/// MiB of our table that suit each class best, of 1, 2, 4 … 64: in the order of [`CLASSES`], then the empty board.
const TABLE_MIB: [u64; 7] = [1, 1, 1, 1, 2, 8, 64];

/// How much is measured.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effort {
    /// A position or two of the quick classes: does it run?
    Test,
    /// Some positions of all classes but the hardest.
    Quick,
    /// All classes, and the empty board by ours.
    Full,
    /// The empty board by the other solver too.
    All,
}

impl Effort {
    fn from_arguments() -> Self {
        let given: Vec<String> = std::env::args().collect();
        let has = |name: &str| given.iter().any(|argument| argument == name);
        if has("--test") || !has("--bench") {
            Self::Test
        } else if has("--quick") {
            Self::Quick
        } else if has("--all") {
            Self::All
        } else {
            Self::Full
        }
    }

    fn positions(self, class: &Class) -> usize {
        match (self, class.name) {
            (Self::Test, "End-Easy" | "Middle-Easy") => 2,
            (Self::Test, _) | (Self::Quick, "Begin-Hard") => 0,
            (Self::Quick, "Begin-Medium") => 10,
            _ => usize::MAX,
        }
    }
}

/// What a solver did with a set of positions.
#[derive(Clone, Copy, Default)]
struct Work {
    positions: u64,
    nodes: u64,
    time: Duration,
}

impl Work {
    /// Of the same positions: `solve` answers with score and nodes, and `prepare` goes before it, untimed.
    fn of(
        sheet: &mut Sheet,
        positions: &[(Drawn, i8)],
        mut prepare: impl FnMut(),
        mut solve: impl FnMut(&Drawn) -> (i32, u64),
    ) -> Self {
        let mut work = Self::default();
        for (drawn, score) in positions {
            prepare();
            let start = own_time();
            let (found, nodes) = solve(drawn);
            work.time += own_time().saturating_sub(start);
            work.nodes += nodes;
            work.positions += 1;
            sheet.expect(&drawn.columns, found, i32::from(*score));
        }
        work
    }

    fn micros(self) -> f64 {
        self.time.as_secs_f64() * 1e6 / self.positions as f64
    }
}

/// The time this thread has had on a processor.
fn own_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.try_into().unwrap(), time.tv_nsec.try_into().unwrap())
}

/// Both solvers on the same positions.
struct Match {
    sheet: Sheet,
    other: Solver,
}

impl Match {
    fn new() -> Self {
        let heads = ["positions", "number", "solver", "MiB", "nodes each", "µs each", "times as fast"];
        let mut sheet = Sheet::new(
            "Connect Four solved exactly: one thread, time of its own on the processor, the table empty before each position",
            &heads,
        );
        sheet.remark(
            "Each solver has the table that suits it best, up to 64 MiB; the other's size is fixed. Clearing is not timed.",
        );
        Self { sheet, other: Solver::empty() }
    }

    fn add(&mut self, name: &str, positions: &[(Drawn, i8)], mib: u64, with_other: bool) {
        if positions.is_empty() {
            return;
        }
        eprintln!("{name}");
        let ours = self.ours(positions, mib);
        let theirs = with_other.then(|| self.theirs(positions));
        let ratio = theirs.map(|theirs| theirs.micros() / ours.micros());
        self.row(name, "ours", mib, ours, ratio);
        if let Some(theirs) = theirs {
            self.row(name, "connect-four-ai", 64, theirs, None);
        }
    }

    fn ours(&mut self, positions: &[(Drawn, i8)], mib: u64) -> Work {
        let table = std::cell::RefCell::new(ExactTable::with_mib(mib).unwrap());
        Work::of(
            &mut self.sheet,
            positions,
            || table.borrow_mut().clear(),
            |drawn| {
                let solution = solve(drawn.board, &*table.borrow(), ());
                (solution.score.get(), solution.nodes)
            },
        )
    }

    fn theirs(&mut self, positions: &[(Drawn, i8)]) -> Work {
        let Self { sheet, other } = self;
        let other = std::cell::RefCell::new(other);
        Work::of(
            sheet,
            positions,
            || other.borrow_mut().reset(),
            |drawn| {
                let mut other = other.borrow_mut();
                let score = other.solve(&Position::from_moves(&drawn.columns).unwrap());
                (score.into(), other.explored_positions as u64)
            },
        )
    }

    fn row(&mut self, name: &str, solver: &str, mib: u64, work: Work, ratio: Option<f64>) {
        self.sheet.row([
            name.into(),
            work.positions.into(),
            solver.into(),
            mib.into(),
            (work.nodes / work.positions).into(),
            Value::decimal(work.micros(), 1),
            ratio.map_or_else(|| "".into(), |ratio| Value::decimal(ratio, 1)),
        ]);
    }
}

fn main() -> ExitCode {
    let effort = Effort::from_arguments();
    let mut both = Match::new();
    for (class, mib) in CLASSES.iter().zip(TABLE_MIB) {
        let positions: Vec<_> = class.positions().take(effort.positions(class)).collect();
        both.add(class.name, &positions, mib, true);
    }
    if matches!(effort, Effort::Full | Effort::All) {
        let empty = Drawn { columns: String::new(), board: ConnectFour::new() };
        both.add("empty board", &[(empty, 1)], TABLE_MIB[6], effort == Effort::All);
    }
    println!("{}", both.sheet);
    for fault in both.sheet.faults() {
        println!("WRONG  {fault}");
    }
    if both.sheet.faults().is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
