//! The value of every position: forward once to know them, back from the last ply to value them.
//!
//! On the way back each worker takes its positions of a ply with their values, and tells the owner of each position that may
//! lead to one what that move is worth. An owner that has heard of all moves keeps the greatest: the values of the ply before.
//! A value travels in the low byte of its number, so that of several for one position the greatest is kept as they are gathered.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use games::solved::{Header, HeaderError, WriteError, Writer};

use crate::claim::{claim, lies_at};
use crate::crew::{self, Ended, Mate};
use crate::enumerate::{CHUNK, Enumeration, Level, Plies, Totals, scratch, spilled};
use crate::gathering::Gathering;
use crate::rules::{Rules, owner};
use crate::spill::{Reader, Scratch, Sorted};
use crate::{Hosts, RunError};

/// Bits of a number that say the value; the key is above.
const VALUE_BITS: u32 = 8;

/// Makes values unsigned.
const OFFSET: i16 = 128;

/// What to solve, and where to.
#[derive(Clone, Debug)]
pub struct SolveAll {
    /// The game, to its end, whatever `plies` says. With [`reduced`](Enumeration::reduced) the database is half as large.
    pub enumeration: Enumeration,
    /// The database, which appears under this name when it is complete. Written by process 0 only. A file of that name, or a link
    /// to one or to nothing, is replaced; anything else is an error.
    pub database: PathBuf,
}

impl SolveAll {
    /// What the database is called until it is complete. A file that has the name, as an interrupted run leaves it, is written over.
    pub fn partial(&self) -> PathBuf {
        let mut name = self.database.file_name().map(ToOwned::to_owned).unwrap_or_default();
        name.push(".partial");
        self.database.with_file_name(name)
    }
}

/// What a run has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// A ply is known.
    Found(Level),
    /// The positions of a ply have their values.
    Solved {
        /// The ply.
        ply: u8,
    },
}

/// Why a game could not be solved.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolveAllError {
    /// A key and a value must fit a word.
    #[error("{name}: expected keys of {} bits at most, found {found}", u64::BITS - VALUE_BITS)]
    KeyBits {
        /// The game.
        name: &'static str,
        /// Bits of its keys.
        found: u32,
    },
    /// The game's name or values have no room in the database.
    #[error(transparent)]
    Header(#[from] HeaderError),
    /// The run did not finish.
    #[error(transparent)]
    Run(#[from] RunError),
}

/// Solves every position of a game and writes the database. `report` hears how far it is.
///
/// In process 0 the levels are those of all processes; in the others they are empty and nothing is reported.
///
/// # Errors
///
/// [`SolveAllError`] if the game has no room in a database, the processes do not come together, one is lost, or a disk fails.
pub fn solve_all(
    hosts: &Hosts,
    task: &SolveAll,
    report: impl FnMut(Stage) + Send + 'static,
) -> Result<Vec<Level>, SolveAllError> {
    let partial = task.partial();
    let SolveAll { mut enumeration, database } = task.clone();
    let Rules { name, key_bits, last_ply, values, .. } = enumeration.rules;
    if key_bits > u64::BITS - VALUE_BITS {
        return Err(SolveAllError::KeyBits { name, found: key_bits });
    }
    enumeration.plies = last_ply;
    let header = Header::new(name, last_ply + 1, enumeration.reduced, values)?;
    let job = format!("solve all of {name}, reduced {}", enumeration.reduced);
    let report = Arc::new(Mutex::new(report));
    let levels = crew::run(hosts, &job, move |mate| {
        let tell = |stage| report.lock().unwrap_or_else(PoisonError::into_inner)(stage);
        // First of all: that it cannot be written should be known before the work, not after it.
        let output = (mate.index() == 0).then(|| Output::create(&partial, &database, header.clone()));
        let output = output.transpose()?;
        let scratch = scratch(&enumeration)?;
        let (plies, levels) = forward(mate, &enumeration, &scratch, tell)?;
        Back::new(mate, &enumeration, &scratch).run(mate, plies, output, tell)?;
        Ok(levels)
    })?;
    Ok(levels.into_iter().next().unwrap_or_default())
}

/// All plies, on disk, and at worker 0 their counts.
fn forward(
    mate: &mut Mate<'_>,
    enumeration: &Enumeration,
    scratch: &Scratch,
    tell: impl Fn(Stage),
) -> Result<(Vec<Sorted>, Vec<Level>), Ended> {
    let mut plies = Plies::new(mate, enumeration, scratch)?;
    let mut totals = Totals::new(mate);
    let mut stored = Vec::new();
    for ply in 0..=enumeration.last_ply() {
        let (tally, positions) = plies.next(mate)?;
        stored.push(positions.store(scratch).map_err(spilled())?);
        totals.add(mate, ply, tally)?.into_iter().for_each(|level| tell(Stage::Found(level)));
    }
    plies.close();
    Ok((stored, totals.close()))
}

/// One worker's way back. Rounds count plies from the last.
struct Back {
    rules: Rules,
    reduced: bool,
    /// What moves are worth, for the owners of the positions they are made in.
    moves: Gathering,
    /// Values for the database, at worker 0.
    solved: Gathering,
}

impl Back {
    fn new(mate: &mut Mate<'_>, enumeration: &Enumeration, scratch: &Scratch) -> Self {
        // Two gathers are there at once at worker 0.
        let most = enumeration.numbers() / 2;
        let by_key = |number: u64| owner(number >> VALUE_BITS);
        let moves = Gathering::new(mate, "values of moves", by_key, scratch, most, VALUE_BITS);
        let solved = Gathering::new(mate, "values", |_| 0, scratch, most, 0);
        let Enumeration { rules, reduced, .. } = *enumeration;
        Self { rules, reduced, moves, solved }
    }

    fn run(
        mut self,
        mate: &mut Mate<'_>,
        mut plies: Vec<Sorted>,
        mut output: Option<Output>,
        tell: impl Fn(Stage),
    ) -> Result<(), Ended> {
        // Nobody has moves after the last ply.
        let mut heard = Sorted::default();
        while let Some(positions) = plies.pop() {
            let ply = u8::try_from(plies.len()).unwrap_or(u8::MAX);
            self.ply(mate, ply, &positions, &heard)?;
            heard = self.moves.settle(mate)?;
            let solved = self.solved.settle(mate)?;
            if let Some(output) = &mut output {
                output.ply(ply, &solved)?;
                tell(Stage::Solved { ply });
            }
        }
        self.moves.close();
        self.solved.close();
        output.map_or(Ok(()), |output| Ok(output.finish()?))
    }

    /// Values this worker's positions of a ply, and tells what they make of the moves that lead to them.
    fn ply(&mut self, mate: &mut Mate<'_>, ply: u8, positions: &Sorted, heard: &Sorted) -> Result<(), Ended> {
        let mut positions = positions.read().map_err(spilled())?;
        let mut heard = Heard::new(heard.read().map_err(spilled())?).map_err(spilled())?;
        let (mut chunk, mut parents) = (Vec::new(), Vec::new());
        let (mut moves, mut solved) = (Vec::new(), Vec::new());
        while positions.fill(&mut chunk, CHUNK).map_err(spilled())? {
            for &key in &chunk {
                let best = heard.of(key).map_err(spilled())?;
                // A game that is over has no moves: what was said of some was said of a position that looks like it.
                let value = (self.rules.value)(key).or(best).ok_or(RunError::Inconsistent {
                    expected: "a move or an outcome",
                    key,
                    ply,
                })?;
                solved.push(packed(key, value));
                (self.rules.retract)(key, self.reduced, &mut parents);
                moves.extend(parents.drain(..).map(|parent| packed(parent, -value)));
            }
            self.moves.send(mate, &mut moves)?;
            self.solved.send(mate, &mut solved)?;
        }
        Ok(())
    }
}

/// A key with a value.
fn packed(key: u64, value: i16) -> u64 {
    // Within 1 to 255: values are from −127 to 127, as the database's header has found.
    key << VALUE_BITS | u64::from((value + OFFSET).unsigned_abs())
}

/// The parts of a [`packed`] number.
fn unpacked(number: u64) -> (u64, i16) {
    let low = number.to_le_bytes()[0];
    (number >> VALUE_BITS, i16::from(low) - OFFSET)
}

/// What was heard of positions, asked for in the order of their keys.
struct Heard {
    reader: Reader,
    next: Option<(u64, i16)>,
}

impl Heard {
    fn new(mut reader: Reader) -> io::Result<Self> {
        let next = reader.next()?.map(unpacked);
        Ok(Self { reader, next })
    }

    /// The best of a position's moves. Keys are asked for in ascending order; what lies between them is of positions out of
    /// reach, and is passed over.
    fn of(&mut self, key: u64) -> io::Result<Option<i16>> {
        while let Some((found, value)) = self.next
            && found <= key
        {
            self.next = self.reader.next()?.map(unpacked);
            if found == key {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }
}

/// The database as it is written, under another name until it is complete.
struct Output {
    writer: Writer<File>,
    partial: Partial,
    path: PathBuf,
}

impl Output {
    fn create(partial: &Path, path: &Path, header: Header) -> Result<Self, RunError> {
        if std::fs::metadata(path).is_ok_and(|there| !there.is_file()) {
            return Err(RunError::io(path.display().to_string())(not_a_file()));
        }
        let created = Partial::create(partial.to_owned()).and_then(|(partial, file)| {
            let writer = Writer::new(file, header)?;
            Ok(Self { writer, partial, path: path.to_owned() })
        });
        created.map_err(RunError::io(partial.display().to_string()))
    }

    fn ply(&mut self, ply: u8, solved: &Sorted) -> Result<(), RunError> {
        let mut reader = solved.read().map_err(spilled())?;
        let positions = std::iter::from_fn(|| reader.next().transpose()).map(|number| number.map(unpacked));
        self.writer.ply(ply, positions).map_err(|error| match error {
            WriteError::Io(error) => self.partial.failed(error),
            error => self.partial.failed(io::Error::other(error)),
        })
    }

    fn finish(self) -> Result<(), RunError> {
        let Self { writer, partial, path } = self;
        let finished = writer.finish().and_then(|file| file.sync_all());
        finished.and_then(|()| std::fs::rename(&partial.path, path)).map_err(|error| partial.failed(error))
    }
}

fn not_a_file() -> io::Error {
    io::Error::other("expected a file, found something else")
}

/// A file under a name that is not its last. Removed if it still has that name in the end.
struct Partial {
    path: PathBuf,
    /// The file is this run's alone.
    lock: File,
}

impl Partial {
    /// The file, empty.
    fn create(path: PathBuf) -> io::Result<(Self, File)> {
        // A link would have what it leads to written over, and a pipe would be waited for.
        if std::fs::symlink_metadata(&path).is_ok_and(|there| !there.is_file()) {
            return Err(not_a_file());
        }
        let busy = || io::Error::other("expected a file that nobody writes to, found another run at it");
        let lock = claim(&path)?.ok_or_else(busy)?;
        let file = lock.try_clone()?;
        let partial = Self { path, lock };
        file.set_len(0)?;
        Ok((partial, file))
    }

    fn failed(&self, error: io::Error) -> RunError {
        RunError::Io { what: self.path.display().to_string(), source: error }
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        if lies_at(&self.lock, &self.path) {
            // What cannot be removed is written over by the next run.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}
