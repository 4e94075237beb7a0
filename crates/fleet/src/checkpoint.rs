//! A batch's answers on disk, so that a run that was interrupted goes on where it stopped.
//!
//! The answers themselves are the checkpoint; nothing else is kept, so nothing can disagree. Each is a line, written whole and in one
//! piece with others. What a killed run leaves is lines, and perhaps the beginning of one, which is cut off.
//!
//! | order | a line |
//! |---|---|
//! | [`Order::Kept`] | `POSITION SCORE`, the answers a beginning of the input |
//! | [`Order::Any`] | `NUMBER POSITION SCORE`, numbers of positions counted from 1 |

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::claim::claim;

/// How often answers are made safe against a loss of power too, at least.
const SYNC: Duration = Duration::from_secs(5);

/// In which order answers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The positions' own. An answer waits for those before it.
    Kept,
    /// As they come.
    Any,
}

/// Why a ledger cannot be opened.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LedgerError {
    /// The file cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Another run writes to it.
    #[error("expected a file that nobody writes to, found another run at it")]
    InUse,
    /// A line that no run of this batch has written.
    #[error("line {line}: expected {expected}, found {found:?}")]
    Line {
        /// Where, from 1.
        line: u64,
        /// What should stand there.
        expected: String,
        /// What does.
        found: String,
    },
}

/// The answers of a batch, on disk.
///
/// ```
/// use fleet::checkpoint::{Ledger, Order};
///
/// let path = std::env::temp_dir().join(format!("ledger-{}", std::process::id()));
/// let texts = ["4", "44", "444"];
/// let text = |index: u64| texts.get(index as usize).map(ToString::to_string);
///
/// let mut ledger = Ledger::open(&path, Order::Kept, text, |_, _| {})?;
/// ledger.add(1, "44", 1)?; // waits for the one before it
/// ledger.add(0, "4", -2)?;
/// ledger.flush()?;
/// drop(ledger); // whatever ended the run
///
/// let ledger = Ledger::open(&path, Order::Kept, text, |_, _| {})?;
/// assert_eq!((0..3).map(|index| ledger.has(index)).collect::<Vec<_>>(), [true, true, false]);
/// assert_eq!(std::fs::read_to_string(&path)?, "4 -2\n44 1\n");
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Ledger {
    file: File,
    path: PathBuf,
    order: Order,
    /// Answers written in a row from the first.
    beginning: u64,
    /// Which others are written, of [`Order::Any`]; of the kept order, lines that wait for those before them.
    scattered: BTreeMap<u64, Option<String>>,
    /// Lines for the file.
    buffer: String,
    synced: Instant,
}

impl Ledger {
    /// Opens the file, or makes it. `text` tells the position of each index from 0 on as it stands in a line, `None` behind the
    /// last. `known` hears of each answer that is there, with its index and score.
    ///
    /// # Errors
    ///
    /// [`LedgerError`] if the file cannot be read, is in use, or is not what a run of the same positions in the same order left.
    pub fn open(
        path: &Path,
        order: Order,
        text: impl Fn(u64) -> Option<String>,
        known: impl FnMut(u64, i16),
    ) -> Result<Self, LedgerError> {
        let file = claim(path)?.ok_or(LedgerError::InUse)?;
        if !file.metadata()?.is_file() {
            return Err(io::Error::other("expected a file, found something else").into());
        }
        let mut ledger = Self {
            file,
            path: path.to_owned(),
            order,
            beginning: 0,
            scattered: BTreeMap::new(),
            buffer: String::new(),
            synced: Instant::now(),
        };
        let end = ledger.read(text, known)?;
        ledger.file.set_len(end)?;
        ledger.file.seek(SeekFrom::Start(end))?;
        Ok(ledger)
    }

    /// Reads the answers there are; the end of the last whole line.
    fn read(
        &mut self,
        text: impl Fn(u64) -> Option<String>,
        mut known: impl FnMut(u64, i16),
    ) -> Result<u64, LedgerError> {
        let mut lines = BufReader::with_capacity(1 << 16, self.file.try_clone()?);
        let (mut end, mut bytes) = (0, Vec::new());
        for line in 1.. {
            bytes.clear();
            let length = lines.read_until(b'\n', &mut bytes)? as u64;
            if bytes.pop_if(|last| *last == b'\n').is_none() {
                self.check_beginning(line, &bytes, &text)?;
                break;
            }
            let found = String::from_utf8_lossy(&bytes);
            let (index, score) = self.parse(line, &found, &text)?;
            known(index, score);
            self.mark(index);
            end += length;
        }
        Ok(end)
    }

    /// Refuses what a killed run cannot have begun to write as its last line: it would be cut off, and it is somebody's.
    fn check_beginning(
        &self,
        line: u64,
        bytes: &[u8],
        text: &impl Fn(u64) -> Option<String>,
    ) -> Result<(), LedgerError> {
        let found = String::from_utf8_lossy(bytes);
        let begins = |index, rest: &str| text(index).is_some_and(|position| is_beginning(rest, &position));
        let is_begun = match (self.order, found.split_once(' ')) {
            (Order::Kept, _) => begins(self.beginning, &found),
            // Perhaps not the whole number; but then one that is greater.
            (Order::Any, None) => index_of(&found).is_some_and(|index| text(index).is_some()),
            (Order::Any, Some((number, rest))) => index_of(number).is_some_and(|index| begins(index, rest)),
        };
        if is_begun || found.is_empty() {
            return Ok(());
        }
        let expected = "the beginning of an answer, or nothing".into();
        Err(LedgerError::Line { line, expected, found: found.into_owned() })
    }

    /// The index and the score of a line.
    fn parse(
        &self,
        line: u64,
        found: &str,
        text: &impl Fn(u64) -> Option<String>,
    ) -> Result<(u64, i16), LedgerError> {
        let bad = |expected: String| LedgerError::Line { line, expected, found: found.to_owned() };
        let (index, rest) = match self.order {
            Order::Kept => (self.beginning, found),
            Order::Any => {
                let (number, rest) =
                    found.split_once(' ').ok_or_else(|| bad("NUMBER POSITION SCORE".into()))?;
                (index_of(number).ok_or_else(|| bad("a number from 1 on".into()))?, rest)
            }
        };
        let position = text(index).ok_or_else(|| bad("no more than there are positions".into()))?;
        if self.has(index) {
            return Err(bad("each position once".into()));
        }
        let score = rest.strip_prefix(&*position).and_then(|rest| rest.strip_prefix(' ')?.parse().ok());
        Ok((index, score.ok_or_else(|| bad(format!("{position} and its score")))?))
    }

    /// Whether the position of this index is answered on disk, or will be by the next flush.
    pub fn has(&self, index: u64) -> bool {
        index < self.beginning || (self.order == Order::Any && self.scattered.contains_key(&index))
    }

    /// Adds an answer, which may wait in memory: for [`flush`](Self::flush), and of the kept order for those before it.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn add(&mut self, index: u64, text: &str, score: i16) -> io::Result<()> {
        match self.order {
            Order::Any => {
                self.buffer.extend([&(index + 1).to_string(), " ", text, " ", &score.to_string(), "\n"]);
                self.mark(index);
            }
            Order::Kept => {
                self.scattered.insert(index, Some(format!("{text} {score}\n")));
                while let Some(line) = self.scattered.remove(&self.beginning) {
                    self.buffer.extend(line);
                    self.beginning += 1;
                }
            }
        }
        if self.buffer.len() >= 1 << 16 { self.flush() } else { Ok(()) }
    }

    /// Writes the answers that wait for nothing.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn flush(&mut self) -> io::Result<()> {
        if !self.buffer.is_empty() {
            self.file.write_all(self.buffer.as_bytes()).map_err(|error| self.named(&error))?;
            self.buffer.clear();
        }
        if self.synced.elapsed() >= SYNC {
            self.file.sync_data().map_err(|error| self.named(&error))?;
            self.synced = Instant::now();
        }
        Ok(())
    }

    /// Writes what is left, safe against a loss of power.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn finish(&mut self) -> io::Result<()> {
        self.flush()?;
        self.file.sync_all().map_err(|error| self.named(&error))
    }

    /// An error that says at which file.
    fn named(&self, error: &io::Error) -> io::Error {
        io::Error::new(error.kind(), format!("{}: {error}", self.path.display()))
    }

    fn mark(&mut self, index: u64) {
        self.scattered.insert(index, None);
        while self.scattered.remove(&self.beginning).is_some() {
            self.beginning += 1;
        }
    }
}

/// The index behind a number that is counted from 1.
fn index_of(number: &str) -> Option<u64> {
    number.parse::<u64>().ok()?.checked_sub(1).filter(|index| (index + 1).to_string() == number)
}

/// Whether it may be the beginning of `POSITION SCORE`.
fn is_beginning(text: &str, position: &str) -> bool {
    let Some(score) = text.strip_prefix(position) else { return position.starts_with(text) };
    let digits = score.strip_prefix(' ').map(|score| score.strip_prefix('-').unwrap_or(score));
    score.is_empty() || digits.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("fleet-ledger-{}-{name}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        path
    }

    fn text(index: u64) -> Option<String> {
        (index < 50).then(|| format!("p{index}"))
    }

    fn open(path: &Path, order: Order) -> Result<Ledger, LedgerError> {
        Ledger::open(path, order, text, |_, _| {})
    }

    /// Whatever the byte a run was cut off at, the next ones complete the same answers.
    #[test]
    fn a_file_cut_off_anywhere_is_completed() {
        for order in [Order::Kept, Order::Any] {
            let path = path(&format!("{order:?}"));
            // Answers out of order, as several workers give them.
            let fill = |ledger: &mut Ledger| {
                for index in (0..50).map(|number| number * 7 % 50) {
                    if !ledger.has(index) {
                        ledger.add(index, &text(index).unwrap(), i16::try_from(index).unwrap() - 9).unwrap();
                    }
                }
                ledger.flush().unwrap();
            };
            let mut ledger = open(&path, order).unwrap();
            fill(&mut ledger);
            drop(ledger);
            let whole = std::fs::read_to_string(&path).unwrap();
            assert_eq!(whole.lines().count(), 50);
            for cut in 0..whole.len() {
                std::fs::write(&path, &whole[..cut]).unwrap();
                let mut ledger = open(&path, order).unwrap();
                let known = (0..50).filter(|&index| ledger.has(index)).count();
                assert_eq!(known, whole[..cut].matches('\n').count());
                fill(&mut ledger);
                drop(ledger);
                let completed = std::fs::read_to_string(&path).unwrap();
                if order == Order::Kept {
                    assert_eq!(completed, whole);
                }
                let sorted = |text: &str| {
                    let mut lines: Vec<String> = text.lines().map(String::from).collect();
                    lines.sort();
                    lines
                };
                assert_eq!(sorted(&completed), sorted(&whole));
            }
            std::fs::remove_file(&path).unwrap();
        }
    }

    #[test]
    fn a_file_of_something_else_is_refused_with_its_line() {
        let path = path("foreign");
        let error = |order, text: &str| {
            std::fs::write(&path, text).unwrap();
            let error = open(&path, order).unwrap_err().to_string();
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text, "it was changed");
            error
        };
        assert_eq!(error(Order::Kept, "p0 1\np2 1\n"), "line 2: expected p1 and its score, found \"p2 1\"");
        assert_eq!(error(Order::Kept, "p0 x\n"), "line 1: expected p0 and its score, found \"p0 x\"");
        assert_eq!(error(Order::Any, "p0\n"), "line 1: expected NUMBER POSITION SCORE, found \"p0\"");
        for line in ["p0 1", "+1 p0 1", "01 p0 1"] {
            let error = error(Order::Any, &format!("{line}\n"));
            assert_eq!(error, format!("line 1: expected a number from 1 on, found {line:?}"));
        }
        assert_eq!(error(Order::Any, "0 p0 1\n"), "line 1: expected a number from 1 on, found \"0 p0 1\"");
        assert_eq!(
            error(Order::Any, "3 p2 1\n3 p2 1\n"),
            "line 2: expected each position once, found \"3 p2 1\""
        );
        // A last line without its end is cut off only where a run of this batch may have begun it.
        for (order, text) in [
            (Order::Kept, "somebody's notes"),
            (Order::Kept, "p0 1\np2"),
            (Order::Kept, "p0 1 1"),
            (Order::Any, "p0 1"),
            (Order::Any, "51"),
            (Order::Any, "51 "),
            (Order::Any, "0"),
            (Order::Any, "3 p1"),
            (Order::Any, "3 p2 x"),
        ] {
            let error = error(order, text);
            assert!(error.contains("expected the beginning of an answer, or nothing"), "{error}");
        }
        let all: String = (0..50).flat_map(|index| ["p".into(), index.to_string(), " 1\n".into()]).collect();
        for more in ["", " ", " 1", "p"] {
            let text = format!("{all}{more}");
            if more.is_empty() {
                std::fs::write(&path, text).unwrap();
                assert!(open(&path, Order::Kept).is_ok());
            } else {
                assert!(error(Order::Kept, &text).starts_with("line 51: expected the beginning of "));
            }
        }
        let error = error(Order::Any, "51 p50 1\n");
        assert_eq!(error, "line 1: expected no more than there are positions, found \"51 p50 1\"");
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn one_run_at_a_time() {
        let path = path("locked");
        let ledger = open(&path, Order::Any).unwrap();
        assert!(matches!(open(&path, Order::Any), Err(LedgerError::InUse)));
        drop(ledger);
        assert!(open(&path, Order::Any).is_ok());
        std::fs::remove_file(&path).unwrap();
        let error = open(&std::env::temp_dir(), Order::Any).unwrap_err();
        assert!(matches!(error, LedgerError::Io(_)), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_file_is_refused() {
        let error = open(Path::new("/dev/null"), Order::Kept).unwrap_err().to_string();
        assert_eq!(error, "expected a file, found something else");
    }
}
