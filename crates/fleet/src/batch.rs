//! Exact scores of many positions, each solved by the owner of its key.
//!
//! Worker 0 of process 0 hands the positions out and takes the answers in. A position and its images have one owner, so that what
//! an owner's table has learnt about its part of the game serves all positions of that part. Beside each worker a thread of its
//! own searches: the worker stays awake for what comes, and notices at once when another is lost.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle, Thread};

use crate::crew::{self, Ended, Mate, message};
use crate::exchange::Exchange;
use crate::rules::{Rules, Solve, owner};
use crate::{ConnectError, Hosts, RunError};

/// Positions on the way or waiting, for each worker: what worker 0 hands out before earlier ones are answered.
pub const WINDOW: u64 = 4_096;

/// Positions handed out at a time at most.
const HANDFUL: usize = 512;

/// Positions given to a thread that searches before it has answered: easy ones are not waited for one by one.
const AHEAD: usize = 64;

/// What to solve with.
#[derive(Clone, Debug)]
pub struct Batch {
    /// The game.
    pub rules: Rules,
    /// Size of each worker's table in MiB, never exceeded.
    pub table_mib: u64,
}

/// A position to solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    /// The caller's number for it.
    pub index: u64,
    /// Its key.
    pub key: u64,
}

/// An answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The item's number.
    pub index: u64,
    /// The exact score for the side to move.
    pub score: i16,
    /// Nodes it took.
    pub nodes: u64,
}

/// An item or an answer on its way: plain numbers are what timely encodes best.
type Message = (u64, u64, i16);

/// Solves all `items`, handing answers to `answered` as they come, some at a time, in no order. Both are used in process 0
/// only.
///
/// At most [`WINDOW`] items for each worker are taken before an earlier one is answered.
///
/// # Errors
///
/// [`RunError`] if the processes do not come together, one is lost, there is no table of that size, or `answered` fails.
pub fn run(
    hosts: &Hosts,
    batch: &Batch,
    items: impl Iterator<Item = Item> + Send + 'static,
    answered: impl FnMut(&[Answer]) -> io::Result<()> + Send + 'static,
) -> Result<(), RunError> {
    let job = format!("solve positions of {}", batch.rules.name);
    let batch = batch.clone();
    let ends = Mutex::new(Some((items, answered)));
    crew::run(hosts, &job, move |mate| {
        let ends =
            if mate.index() == 0 { ends.lock().unwrap_or_else(PoisonError::into_inner).take() } else { None };
        let Rules { canonical, solver, .. } = batch.rules;
        let mut worker = Worker::new(mate, canonical, solver(batch.table_mib)?)?;
        if let Some((items, answered)) = ends {
            worker.lead(mate, items, answered)
        } else {
            worker.questions.close();
            worker.follow(mate)
        }
    })
    .map(drop)
}

/// One worker: questions come to it, answers go to worker 0.
struct Worker {
    questions: Exchange<Message>,
    answers: Exchange<Message>,
    /// At worker 0, what has come in.
    arrived: Rc<RefCell<Vec<Message>>>,
    /// Waiting for the solver.
    waiting: Rc<RefCell<VecDeque<Message>>>,
    solver: SolverThread,
    /// Positions it has not answered yet.
    busy: usize,
}

impl Worker {
    fn new(mate: &mut Mate<'_>, canonical: fn(u64) -> u64, solver: Box<dyn Solve>) -> Result<Self, RunError> {
        let waiting = Rc::new(RefCell::new(VecDeque::new()));
        let arrived = Rc::new(RefCell::new(Vec::new()));
        let (queue, inbox) = (Rc::clone(&waiting), Rc::clone(&arrived));
        let by_key = move |&(_, key, _): &Message| owner(canonical(key));
        let questions = Exchange::new(mate, "positions", by_key, move |_, questions| {
            queue.borrow_mut().extend(questions.drain(..));
            Ok(())
        });
        let answers = Exchange::new(
            mate,
            "answers",
            |_| 0,
            move |_, answers| {
                inbox.borrow_mut().append(answers);
                Ok(())
            },
        );
        let solver = SolverThread::start(mate.index(), solver)?;
        Ok(Self { questions, answers, arrived, waiting, solver, busy: 0 })
    }

    /// Solves what comes until nobody asks any more.
    fn follow(&mut self, mate: &mut Mate<'_>) -> Result<(), Ended> {
        while self.busy > 0 || !self.questions.is_over() || !self.waiting.borrow().is_empty() {
            self.work()?;
            mate.nap()?;
        }
        self.answers.close();
        Ok(())
    }

    /// The same, handing the questions out and taking the answers in.
    fn lead(
        &mut self,
        mate: &mut Mate<'_>,
        mut items: impl Iterator<Item = Item>,
        mut answered: impl FnMut(&[Answer]) -> io::Result<()>,
    ) -> Result<(), Ended> {
        let most = WINDOW * mate.peers() as u64;
        let (mut asked, mut done, mut is_all) = (0, 0, false);
        while !is_all || done < asked {
            if !is_all && asked - done < most {
                let room = usize::try_from(most - (asked - done)).unwrap_or(HANDFUL).min(HANDFUL);
                let mut handful: Vec<Message> =
                    items.by_ref().take(room).map(|Item { index, key }| (index, key, 0)).collect();
                is_all = handful.len() < room;
                asked += handful.len() as u64;
                self.questions.post(&mut handful)?;
                if is_all {
                    self.questions.close();
                }
            }
            self.work()?;
            let arrived = self.arrived.take();
            if !arrived.is_empty() {
                done += arrived.len() as u64;
                let answer = |&(index, nodes, score): &Message| Answer { index, score, nodes };
                let answers: Vec<Answer> = arrived.iter().map(answer).collect();
                answered(&answers).map_err(RunError::io("answers"))?;
            }
            mate.nap()?;
        }
        self.follow(mate)
    }

    /// Sends the solver's answers and gives it more questions.
    fn work(&mut self) -> Result<(), Ended> {
        let mut answers = Vec::new();
        while let Some(answer) = self.solver.answer()? {
            answers.push(answer);
            self.busy -= 1;
        }
        self.answers.post(&mut answers)?;
        while self.busy < AHEAD
            && let Some(question) = self.waiting.borrow_mut().pop_front()
        {
            self.busy += 1;
            self.solver.ask(question);
        }
        Ok(())
    }
}

/// The thread that searches. Ends with its owner, in the middle of a search if need be.
struct SolverThread {
    worker: usize,
    /// `None` once nothing more is asked.
    questions: Option<Sender<Message>>,
    answers: Receiver<Message>,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl SolverThread {
    fn start(worker: usize, mut solver: Box<dyn Solve>) -> Result<Self, RunError> {
        let (questions, to_solve) = mpsc::channel::<Message>();
        let (solved, answers) = mpsc::channel();
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let waiting: Thread = thread::current();
        let search = move || {
            for (index, key, _) in to_solve {
                let Some((score, nodes)) = solver.solve(key, &stopped) else { return };
                if solved.send((index, nodes, score)).is_err() {
                    return;
                }
                waiting.unpark();
            }
        };
        let thread = thread::Builder::new().name(format!("fleet:solve-{worker}")).spawn(search);
        let thread = thread.map_err(ConnectError::Resources)?;
        Ok(Self { worker, questions: Some(questions), answers, stop, thread: Some(thread) })
    }

    fn ask(&self, question: Message) {
        // A thread that is gone is noticed when it is asked for its answer.
        let _ = self.questions.as_ref().map(|questions| questions.send(question));
    }

    /// An answer, if there is one.
    fn answer(&mut self) -> Result<Option<Message>, RunError> {
        match self.answers.try_recv() {
            Ok(answer) => Ok(Some(answer)),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => {
                let panic = self.thread.take().and_then(|thread| thread.join().err());
                let message = panic.map_or_else(|| "it has ended".into(), |panic| message(&*panic));
                Err(RunError::Panic { worker: self.worker, message })
            }
        }
    }
}

impl Drop for SolverThread {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.questions = None;
        // What it may have panicked with was looked at when its answer was.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::GameName;

    /// Solvers that panic at the position of this key, and say 7 of any other.
    struct Faulty;

    const POISON: u64 = 5;

    impl Solve for Faulty {
        fn solve(&mut self, key: u64, _stop: &AtomicBool) -> Option<(i16, u64)> {
            assert_ne!(key, POISON, "a fault of the solver's");
            Some((7, 1))
        }
    }

    fn faulty() -> Batch {
        let mut rules = "connect4".parse::<GameName>().unwrap().rules();
        rules.solver = |_| Ok(Box::new(Faulty));
        rules.canonical = |key| key;
        Batch { rules, table_mib: 1 }
    }

    fn items(keys: std::ops::Range<u64>) -> impl Iterator<Item = Item> + Send {
        keys.map(|key| Item { index: key, key })
    }

    #[test]
    fn a_solver_that_panics_ends_the_run_and_says_so() {
        for threads in 1..=4 {
            let error = run(&Hosts::local(threads), &faulty(), items(0..10_000), |_| Ok(())).unwrap_err();
            let RunError::Panic { message, .. } = &error else { panic!("{error}") };
            assert!(message.contains("a fault of the solver's"), "{message}");
        }
    }

    #[test]
    fn answers_that_cannot_be_kept_end_the_run() {
        let full = || Err(io::Error::other("no room left"));
        let error = run(&Hosts::local(2), &faulty(), items(6..10_000), move |_| full()).unwrap_err();
        assert_eq!(error.to_string(), "answers: no room left");
    }

    #[test]
    fn each_item_is_answered_once_and_not_too_many_are_taken_ahead() {
        for threads in [1, 3] {
            let taken = Arc::new(Mutex::new(0_u64));
            let answers = Arc::new(Mutex::new(BTreeMap::new()));
            let (count, kept) = (Arc::clone(&taken), Arc::clone(&answers));
            let items = items(6..40_006).inspect(move |_| *taken.lock().unwrap() += 1);
            run(&Hosts::local(threads), &faulty(), items, move |answers| {
                let mut kept = kept.lock().unwrap();
                for answer in answers {
                    *kept.entry(answer.index).or_insert(0) += 1;
                }
                assert!(*count.lock().unwrap() <= kept.len() as u64 + WINDOW * threads as u64);
                Ok(())
            })
            .unwrap();
            let answers = answers.lock().unwrap();
            assert_eq!((answers.len(), answers.values().sum::<i32>()), (40_000, 40_000));
        }
    }
}
