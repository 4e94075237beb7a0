//! The distinct positions of a game, ply by ply.
//!
//! Each worker reads its positions of a ply, counts them, and sends their children to their owners, who gather the next ply.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};

use crate::crew::{self, Ended, Mate};
use crate::exchange::Exchange;
use crate::gathering::Gathering;
use crate::rules::{Rules, owner};
use crate::spill::{Gather, Scratch, Sorted};
use crate::tally::Tally;
use crate::{GameName, Hosts, RunError};

/// Positions whose children are sent at a time.
pub(crate) const CHUNK: usize = 1 << 13;

/// What to enumerate, and with how much memory.
#[derive(Clone, Debug)]
pub struct Enumeration {
    /// The game.
    pub rules: Rules,
    /// The last ply to count; the game's last if that is less.
    pub plies: u8,
    /// Count only one of each set of symmetric positions.
    pub reduced: bool,
    /// Bytes for positions, for each worker.
    ///
    /// Beside these a worker needs some 4 MiB for what is on the way to others, twice that between processes, and as much to
    /// read and write what is spilled.
    pub memory: usize,
    /// Where to spill what does not fit: a folder that exists.
    pub scratch: PathBuf,
}

impl Enumeration {
    /// Bytes of memory unless said otherwise.
    pub const MEMORY: usize = 512 << 20;

    /// The game to its end, with the memory and the folder that are the default.
    pub fn of(game: GameName) -> Self {
        let rules = game.rules();
        Self {
            plies: rules.last_ply,
            rules,
            reduced: false,
            memory: Self::MEMORY,
            scratch: std::env::temp_dir(),
        }
    }

    /// The last ply there is.
    pub(crate) fn last_ply(&self) -> u8 {
        self.plies.min(self.rules.last_ply)
    }

    /// Numbers of 8 bytes a ply may take of the memory: one ply is read, one is gathered, and sorting takes half as much again.
    pub(crate) fn numbers(&self) -> usize {
        self.memory / 20
    }

    fn job(&self, what: &str) -> String {
        format!("{what} {} to ply {}, reduced {}", self.rules.name, self.last_ply(), self.reduced)
    }
}

/// The positions of a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Plies from the empty board.
    pub ply: u8,
    /// How many there are.
    pub tally: Tally,
}

/// Counts the distinct positions of each ply. `report` hears of each as it is complete; if it fails, the run ends.
///
/// In process 0 the levels are those of all processes; in the others they are empty and nothing is reported.
///
/// # Errors
///
/// [`RunError`] if the processes do not come together, one is lost, the disk fails, or `report` does.
pub fn enumerate(
    hosts: &Hosts,
    enumeration: &Enumeration,
    report: impl FnMut(Level) -> io::Result<()> + Send + 'static,
) -> Result<Vec<Level>, RunError> {
    let job = enumeration.job("enumerate");
    let (enumeration, report) = (enumeration.clone(), Arc::new(Mutex::new(report)));
    let levels = crew::run(hosts, &job, move |mate| {
        let scratch = scratch(&enumeration)?;
        let mut plies = Plies::new(mate, &enumeration, &scratch)?;
        let mut totals = Totals::new(mate);
        for ply in 0..=enumeration.last_ply() {
            let (tally, _) = plies.next(mate)?;
            if let Some(level) = totals.add(mate, ply, tally)? {
                let reported = report.lock().unwrap_or_else(PoisonError::into_inner)(level);
                reported.map_err(RunError::io("counts"))?;
            }
        }
        plies.close();
        Ok(totals.close())
    })?;
    Ok(levels.into_iter().next().unwrap_or_default())
}

/// The keys of the distinct positions whose game goes on, ply by ply, each ply's ascending. In processes other than 0 there
/// are none.
///
/// # Errors
///
/// As [`enumerate`].
pub fn positions(hosts: &Hosts, enumeration: &Enumeration) -> Result<Vec<Vec<u64>>, RunError> {
    let job = enumeration.job("list");
    let enumeration = enumeration.clone();
    let plies = crew::run(hosts, &job, move |mate| {
        let scratch = scratch(&enumeration)?;
        let mut plies = Plies::new(mate, &enumeration, &scratch)?;
        let listed = Rc::new(RefCell::new(vec![Vec::new(); usize::from(enumeration.last_ply()) + 1]));
        let all = Rc::clone(&listed);
        let mut to_first = Exchange::new(
            mate,
            "list",
            |_: &u64| 0,
            move |ply, keys| {
                all.borrow_mut()[ply as usize].append(keys);
                Ok(())
            },
        );
        for _ in 0..=enumeration.last_ply() {
            let (_, positions) = plies.next(mate)?;
            let mut reader = positions.read().map_err(spilled())?;
            let mut chunk = Vec::new();
            while reader.fill(&mut chunk, CHUNK).map_err(spilled())? {
                chunk.retain(|&key| (enumeration.rules.value)(key).is_none());
                to_first.send(mate, &mut chunk)?;
            }
            to_first.settle(mate)?;
        }
        plies.close();
        to_first.close();
        let mut listed = std::mem::take(&mut *listed.borrow_mut());
        for keys in &mut listed {
            keys.sort_unstable();
        }
        Ok(listed)
    })?;
    let first = plies.into_iter().next().unwrap_or_default();
    Ok(if hosts.process() == 0 { first } else { Vec::new() })
}

pub(crate) fn scratch(enumeration: &Enumeration) -> Result<Scratch, RunError> {
    let folder = enumeration.scratch.display().to_string();
    Scratch::new(&enumeration.scratch).map_err(RunError::io(folder))
}

/// A worker's positions, one ply after the other.
pub(crate) struct Plies {
    enumeration: Enumeration,
    ply: u8,
    /// Of the ply that is next.
    positions: Sorted,
    children: Gathering,
}

impl Plies {
    pub(crate) fn new(
        mate: &mut Mate<'_>,
        enumeration: &Enumeration,
        scratch: &Scratch,
    ) -> Result<Self, Ended> {
        let most = enumeration.numbers();
        let mut root = Gather::new(scratch, most, 0);
        let key = enumeration.rules.root;
        if owner(key) % mate.peers() as u64 == mate.index() as u64 {
            root.push(&[key]).map_err(spilled())?;
        }
        let positions = root.finish().map_err(spilled())?;
        let children = Gathering::new(mate, "positions", owner, scratch, most, 0);
        Ok(Self { enumeration: enumeration.clone(), ply: 0, positions, children })
    }

    /// This worker's positions of the next ply, which is ply 0 the first time, counted. Their children are with their owners
    /// when this returns, unless it was the last ply.
    pub(crate) fn next(&mut self, mate: &mut Mate<'_>) -> Result<(Tally, Sorted), Ended> {
        let Enumeration { rules, reduced, .. } = self.enumeration;
        let is_last = self.ply == self.enumeration.last_ply();
        let mut tally = Tally::default();
        let mut reader = self.positions.read().map_err(spilled())?;
        let (mut chunk, mut children) = (Vec::new(), Vec::new());
        while reader.fill(&mut chunk, CHUNK).map_err(spilled())? {
            if is_last {
                (rules.count)(&chunk, reduced, &mut tally);
                mate.step()?;
            } else {
                (rules.expand)(&chunk, reduced, &mut tally, &mut children);
                self.children.send(mate, &mut children)?;
            }
        }
        let next = self.children.settle(mate)?;
        self.ply += 1;
        Ok((tally, std::mem::replace(&mut self.positions, next)))
    }

    pub(crate) fn close(&mut self) {
        self.children.close();
    }
}

/// What an error of the disk is said to be of.
pub(crate) fn spilled() -> impl FnOnce(io::Error) -> RunError {
    RunError::io("spilled positions")
}

/// The sums of all workers' counts, at worker 0.
pub(crate) struct Totals {
    exchange: Exchange<(u8, [u64; 6])>,
    sums: Rc<RefCell<BTreeMap<u8, Tally>>>,
    levels: Vec<Level>,
}

impl Totals {
    pub(crate) fn new(mate: &mut Mate<'_>) -> Self {
        let sums = Rc::new(RefCell::new(BTreeMap::<u8, Tally>::new()));
        let received = Rc::clone(&sums);
        let exchange = Exchange::new(
            mate,
            "counts",
            |_| 0,
            move |_, counts| {
                for (ply, words) in counts.drain(..) {
                    *received.borrow_mut().entry(ply).or_default() += Tally::from_words(words);
                }
                Ok(())
            },
        );
        Self { exchange, sums, levels: Vec::new() }
    }

    /// Adds a worker's count of a ply. At worker 0, all workers' counts of it.
    pub(crate) fn add(&mut self, mate: &mut Mate<'_>, ply: u8, tally: Tally) -> Result<Option<Level>, Ended> {
        self.exchange.send(mate, &mut vec![(ply, tally.to_words())])?;
        self.exchange.settle(mate)?;
        let level = self.sums.borrow_mut().remove(&ply).map(|tally| Level { ply, tally });
        self.levels.extend(level);
        Ok(level)
    }

    /// All levels, at worker 0.
    pub(crate) fn close(mut self) -> Vec<Level> {
        self.exchange.close();
        self.levels
    }
}
