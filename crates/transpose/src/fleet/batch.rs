//! `transpose fleet batch`: the positions of a file, their answers appended to another.

use std::io;
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use fleet::batch::{Answer, Item};
use fleet::checkpoint::{Ledger, LedgerError, Order};
use fleet::{GameName, Hosts};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::arguments::Batch;
use super::{Failure, counted, workers};
use crate::console::{BAD_INPUT, DIFFERENT, complain};
use crate::lines::Place;
use crate::solve::input::Input;

/// A position of the file.
struct Position {
    place: Place,
    text: String,
    key: u64,
    expected: Option<i32>,
}

pub(super) fn run(arguments: &Batch) -> Result<ExitCode, Failure> {
    let hosts = arguments.crew.hosts()?;
    arguments.crew.keep_apart([&*arguments.output], Some(("--file", &*arguments.file)))?;
    let order = if arguments.any_order { Order::Any } else { Order::Kept };
    let (positions, bad) = read(&hosts, arguments.game, &arguments.file);
    let mut different = 0;
    let known = |index: u64, score| different += u64::from(differs(at(&positions, index), score));
    let texts = |index: u64| at(&positions, index).map(|position| position.text.clone());
    let ledger = open(&hosts, &arguments.output, order, texts, known)?;
    let positions = Arc::new(positions);
    let all = Arc::clone(&positions);
    let items =
        (0..).zip(positions.iter().map(|position| position.key)).map(|(index, key)| Item { index, key });
    let questions: Vec<Item> =
        items.filter(|item| ledger.as_ref().is_some_and(|ledger| !ledger.has(item.index))).collect();
    let batch = fleet::batch::Batch { rules: arguments.game.rules(), table_mib: arguments.table_mib() };
    let text = move |index| at(&all, index).map_or_else(String::new, |position| position.text.clone());
    let all = Arc::clone(&positions);
    let checked = move |answer: &Answer| differs(at(&all, answer.index), answer.score);
    different += solve(&hosts, &batch, ledger, questions, text, checked)?.0;
    Ok(if bad {
        ExitCode::from(BAD_INPUT)
    } else if different > 0 {
        ExitCode::from(DIFFERENT)
    } else {
        ExitCode::SUCCESS
    })
}

fn at(positions: &[Position], index: u64) -> Option<&Position> {
    positions.get(usize::try_from(index).ok()?)
}

/// The file's positions, and whether there was anything bad among them, of which each is told. Process 0 reads it alone.
fn read(hosts: &Hosts, game: GameName, file: &Path) -> (Vec<Position>, bool) {
    let mut positions = Vec::new();
    let mut bad = false;
    if hosts.process() > 0 {
        return (positions, bad);
    }
    let rules = game.rules();
    for item in Input::new(&[], Some(file)) {
        let place = item.place;
        let content = item.content.map_err(|error| error.to_string());
        let read = content.and_then(|request| {
            let key = rules.read(&request.position, request.offset)?;
            Ok((request.position, key, request.expected))
        });
        match read {
            Ok((text, key, expected)) => positions.push(Position { place, text, key, expected }),
            Err(error) => {
                bad = true;
                complain(&format_args!("error: {place}: {error}"));
            }
        }
    }
    (positions, bad)
}

/// Whether a score is not the expected one, which is then told.
fn differs(position: Option<&Position>, score: i16) -> bool {
    let Some(Position { place, text, expected: Some(expected), .. }) = position else { return false };
    let differs = *expected != i32::from(score);
    if differs {
        complain(&format_args!("difference: {place}: {text}: expected {expected}, found {score}"));
    }
    differs
}

/// The answers there are, at process 0.
pub(super) fn open(
    hosts: &Hosts,
    path: &Path,
    order: Order,
    text: impl Fn(u64) -> Option<String>,
    known: impl FnMut(u64, i16),
) -> Result<Option<Ledger>, Failure> {
    if hosts.process() > 0 {
        return Ok(None);
    }
    let opened = Ledger::open(path, order, text, known);
    let named = |error: LedgerError| Failure::bad(format_args!("{}: {error}", path.display()));
    opened.map(Some).map_err(named)
}

/// Solves the questions and adds the answers to the ledger, which is given back; how many answers `differ`.
pub(super) fn solve(
    hosts: &Hosts,
    batch: &fleet::batch::Batch,
    ledger: Option<Ledger>,
    questions: Vec<Item>,
    text: impl Fn(u64) -> String + Send + 'static,
    differ: impl Fn(&Answer) -> bool + Send + 'static,
) -> Result<(u64, Option<Ledger>), Failure> {
    let start = Instant::now();
    let count = questions.len();
    let bar = if hosts.process() == 0 { progress(count as u64) } else { ProgressBar::hidden() };
    let shared = Arc::new(Mutex::new((ledger, 0, 0)));
    let (sums, shown) = (Arc::clone(&shared), bar.clone());
    let ran = fleet::batch::run(hosts, batch, questions.into_iter(), move |answers| {
        let mut guard = sums.lock().unwrap_or_else(PoisonError::into_inner);
        let (Some(ledger), different, nodes) = &mut *guard else { return Ok(()) };
        for answer in answers {
            ledger.add(answer.index, &text(answer.index), answer.score)?;
            *nodes += answer.nodes;
            *different += u64::from(shown.suspend(|| differ(answer)));
        }
        shown.inc(answers.len() as u64);
        ledger.flush()
    });
    bar.finish_and_clear();
    ran?;
    let (mut ledger, different, nodes) =
        std::mem::take(&mut *shared.lock().unwrap_or_else(PoisonError::into_inner));
    if let Some(ledger) = &mut ledger {
        ledger.finish().map_err(|error: io::Error| Failure::bad(format_args!("answers: {error}")))?;
        let positions = counted(count as u64, "position");
        let seconds = start.elapsed().as_secs_f64();
        complain(&format_args!("{positions}, {nodes} nodes, {}, {seconds:.2} s", workers(hosts.workers())));
    }
    Ok((different, ledger))
}

/// A line on standard error with the time left; nothing if that is no terminal.
fn progress(positions: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(positions), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos} of {len} positions solved, {eta} left") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_secs(1));
    bar
}
