//! Who answers which position.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

use super::input::{Input, InputError, Item, Place};
use super::{Position, PositionError, Solution, Solver};

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

/// Answers every item and hands the answers to `report` in the input's order, until it breaks off.
///
/// One thread answers each item before it reads the next. Several read the next item each; a single item in all is
/// searched by all of them together.
pub(super) fn answer(
    solver: &impl Solver,
    mut input: Input,
    threads: usize,
    mut report: impl FnMut(Answer) -> ControlFlow<()>,
) {
    let Some(first) = input.next() else { return };
    if input.is_last() {
        let _ = report(answer_one(solver, first, threads));
    } else if threads == 1 {
        let _ = std::iter::once(first).chain(input).try_for_each(|item| report(answer_one(solver, item, 1)));
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
    mut report: impl FnMut(Answer) -> ControlFlow<()>,
) {
    let items = &Mutex::new(items.enumerate());
    let stopped = &AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads {
            let sender = sender.clone();
            let work = move || {
                // The lock is held while the next item is awaited: the others would wait for the same one.
                let next = || items.lock().unwrap_or_else(PoisonError::into_inner).next();
                while let Some((index, item)) = next() {
                    let answer = answer_one(solver, item, 1);
                    if stopped.load(Ordering::Relaxed) || sender.send((index, answer)).is_err() {
                        break;
                    }
                }
            };
            // If the system has no more threads to give, those there are do the work.
            if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        drop(sender);
        if in_order(receiver.into_iter(), &mut report).is_break() {
            stopped.store(true, Ordering::Relaxed);
        }
    });
}

/// Hands on what comes with its index, from 0 without gaps, in the order of the indices and as early as that allows.
fn in_order<T>(
    arriving: impl Iterator<Item = (usize, T)>,
    mut report: impl FnMut(T) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    for (index, item) in arriving {
        waiting.insert(index, item);
        while let Some(item) = waiting.remove(&next) {
            report(item)?;
            next += 1;
        }
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_arrives_in_any_order_is_reported_in_order() {
        let mut reported = Vec::new();
        let arriving = [3, 0, 2, 1, 5, 4].map(|index| (index, index));
        let flow = in_order(arriving.into_iter(), |index| {
            reported.push(index);
            if index == 4 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(reported, [0, 1, 2, 3, 4]);
        assert!(flow.is_break());
    }
}
