//! Who answers which position.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, PoisonError, mpsc};
use std::thread;

use super::input::{Input, InputError, Item};
use super::{Position, PositionError, Solution, Solver};
use crate::lines::Place;

/// An item with its answer.
pub(super) struct Answer {
    pub(super) place: Place,
    /// As given; empty where nothing could be read.
    pub(super) position: String,
    pub(super) expected: Option<i32>,
    pub(super) outcome: Result<Solution, Problem>,
}

/// Why an item has no answer.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub(super) enum Problem {
    Input(#[from] InputError),
    Position(#[from] PositionError),
}

/// Answers every item and hands the answers to `report` in the input's order.
///
/// One thread answers each item before it reads the next. Several read the next item each; a single item in all is
/// searched by all of them together.
pub(super) fn answer(solver: &impl Solver, mut input: Input, threads: usize, mut report: impl FnMut(Answer)) {
    let Some(first) = input.next() else { return };
    if input.is_last() {
        report(answer_one(solver, first, threads));
    } else if threads == 1 {
        std::iter::once(first).chain(input).for_each(|item| report(answer_one(solver, item, 1)));
    } else {
        answer_in_parallel(solver, std::iter::once(first).chain(input), threads, report);
    }
}

fn answer_one(solver: &impl Solver, item: Item, threads: usize) -> Answer {
    let Item { place, content } = item;
    match content {
        Ok(request) => {
            let position = Position { text: &request.position, offset: request.offset };
            let outcome = solver.solve(position, threads).map_err(Problem::from);
            Answer { place, position: request.position, expected: request.expected, outcome }
        }
        Err(error) => Answer { place, position: String::new(), expected: None, outcome: Err(error.into()) },
    }
}

fn answer_in_parallel(
    solver: &impl Solver,
    items: impl Iterator<Item = Item> + Send,
    threads: usize,
    mut report: impl FnMut(Answer),
) {
    let items = &Mutex::new(items.enumerate());
    let reported = &Reported::default();
    let mut workers = 0;
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads {
            let sender = sender.clone();
            let work = move || {
                // The lock is held while the next item is awaited: the others would wait for the same one.
                let next = || items.lock().unwrap_or_else(PoisonError::into_inner).next();
                while let Some((index, item)) = next() {
                    reported.wait_for(index.saturating_sub(AHEAD));
                    let answer = answer_one(solver, item, 1);
                    if sender.send((index, answer)).is_err() {
                        break;
                    }
                }
            };
            // If the system has no more threads to give, those there are do the work.
            if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
            workers += 1;
        }
        drop(sender);
        if workers == 0 {
            let mut items = items.lock().unwrap_or_else(PoisonError::into_inner);
            items.by_ref().for_each(|(_, item)| report(answer_one(solver, item, 1)));
            return;
        }
        in_order(receiver.into_iter(), |answer| {
            reported.add_one();
            report(answer);
        });
    });
}

/// How many items may be answered before an earlier one is: what waits for a slow one is kept in memory.
const AHEAD: usize = 4_096;

/// How many answers have been reported.
#[derive(Default)]
struct Reported {
    count: Mutex<usize>,
    more: Condvar,
}

impl Reported {
    /// Waits until `count` have been.
    fn wait_for(&self, count: usize) {
        let reported = self.count.lock().unwrap_or_else(PoisonError::into_inner);
        // The guard is dropped at once: there is nothing to protect but the number.
        drop(self.more.wait_while(reported, |reported| *reported < count));
    }

    fn add_one(&self) {
        *self.count.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.more.notify_all();
    }
}

/// Hands on what comes with its index, from 0 without gaps, in the order of the indices and as early as that allows.
fn in_order<T>(arriving: impl Iterator<Item = (usize, T)>, mut report: impl FnMut(T)) {
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    for (index, item) in arriving {
        waiting.insert(index, item);
        while let Some(item) = waiting.remove(&next) {
            report(item);
            next += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_arrives_in_any_order_is_reported_in_order_and_early() {
        let mut reported = Vec::new();
        in_order([2, 0, 1, 4, 3].map(|index| (index, index)).into_iter(), |index| reported.push(index));
        assert_eq!(reported, [0, 1, 2, 3, 4]);

        let mut reported = Vec::new();
        let (sender, receiver) = mpsc::channel();
        sender.send((0, ())).unwrap();
        in_order(receiver.try_iter(), |()| {
            reported.push(());
            // What is in order is handed on before anything more is awaited.
            if reported.len() == 1 {
                sender.send((1, ())).unwrap();
            }
        });
        assert_eq!(reported.len(), 2);
    }
}
