//! `transpose fleet book`: all positions of the first plies, the last ply solved, the plies before following from it.

use std::path::Path;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};

use fleet::batch::{Batch, Item};
use fleet::checkpoint::Order;
use fleet::{Rules, Scores};

use super::apart::beside;
use super::arguments::Book;
use super::{Failure, batch, counted};
use crate::console::complain;

pub(super) fn run(arguments: &Book) -> Result<ExitCode, Failure> {
    let hosts = arguments.crew.hosts()?;
    let enumeration = arguments.space.enumeration(Some(arguments.plies), true);
    let rules = enumeration.rules;
    if arguments.plies >= rules.last_ply || !rules.has_books() {
        let last = rules.last_ply.saturating_sub(1);
        return Err(Failure::bad(format_args!(
            "expected a game of Connect Four and a ply up to {last}, found {} and {}",
            rules.name, arguments.plies
        )));
    }
    let path = beside(&arguments.output, ".scores");
    // The book, its scores, and what it is called while it is written.
    arguments.crew.keep_apart([&*arguments.output, &path, &beside(&arguments.output, ".part")], None)?;
    // Known before the work, not after it.
    if std::fs::metadata(&arguments.output).is_ok_and(|there| !there.is_file()) {
        let shown = arguments.output.display();
        return Err(Failure::bad(format_args!("{shown}: expected a file, found something else")));
    }
    let mut plies = fleet::positions(&hosts, &enumeration)?;
    let deepest = Arc::new(plies.last().cloned().unwrap_or_default());
    let scores = Arc::new(Mutex::new(vec![None; deepest.len()]));
    let keep = {
        let scores = Arc::clone(&scores);
        move |index: u64, score| {
            let mut scores = scores.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(place) = usize::try_from(index).ok().and_then(|index| scores.get_mut(index)) {
                *place = Some(score);
            }
        }
    };
    let texts = |index| text(&deepest, index);
    let ledger = batch::open(&hosts, &path, Order::Any, texts, &keep)?;
    let questions = (0..)
        .zip(deepest.iter())
        .map(|(index, &key)| Item { index, key })
        .filter(|item| ledger.as_ref().is_some_and(|ledger| !ledger.has(item.index)))
        .collect();
    let task = Batch { rules, table_mib: arguments.table.mib };
    let keys = Arc::clone(&deepest);
    let name_of = move |index| text(&keys, index).unwrap_or_default();
    // Locked until the book is written: two runs at one book would write through one file.
    let (_, _ledger) = batch::solve(&hosts, &task, ledger, questions, name_of, move |answer| {
        keep(answer.index, answer.score);
        false
    })?;
    if hosts.process() == 0 {
        let scores = std::mem::take(&mut *scores.lock().unwrap_or_else(PoisonError::into_inner));
        plies.pop();
        write(rules, &deepest, &scores, &plies, &arguments.output)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A position in the ledger: its key.
fn text(keys: &[u64], index: u64) -> Option<String> {
    keys.get(usize::try_from(index).ok()?).map(|key| format!("{key:#x}"))
}

fn write(
    rules: Rules,
    deepest: &[u64],
    scores: &[Option<i16>],
    plies: &[Vec<u64>],
    path: &Path,
) -> Result<(), Failure> {
    let mut book = Scores::new(rules);
    book.add(deepest.iter().zip(scores).filter_map(|(&key, score)| Some((key, (*score)?))));
    for ply in plies.iter().rev() {
        book.follow(ply).map_err(Failure::bad)?;
    }
    let positions = book.len();
    let named = |error: String| Failure::bad(format_args!("{}: {error}", path.display()));
    book.save(path).map_err(named)?;
    complain(&format_args!("{} in {}", counted(positions as u64, "position"), path.display()));
    Ok(())
}
