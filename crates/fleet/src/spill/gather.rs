//! Taking numbers in.

use std::io;

use super::Scratch;
use super::merge::{Sorted, merge};
use super::run::{Run, RunWriter};

/// Fresh numbers sorted at once where there are few sorted ones yet: what the second-level cache holds.
const FEWEST: usize = 1 << 16;

/// Runs that are read at once at most: each has a buffer.
const MOST_RUNS: usize = 32;

/// A set of numbers that is being gathered.
#[derive(Debug)]
pub struct Gather {
    /// Ascending, each once. Fresh ones come behind.
    numbers: Vec<u64>,
    sorted: usize,
    /// How many numbers may be in memory.
    most: usize,
    collapsed: u32,
    runs: Vec<Run>,
    scratch: Scratch,
}

impl Gather {
    /// A gather that keeps up to `most` numbers in memory, 8 bytes each, at least 64 of them; the rest goes to `scratch`. Of
    /// numbers that agree but for their `collapsed` low bits, the greatest is kept.
    pub fn new(scratch: &Scratch, most: usize, collapsed: u32) -> Self {
        let most = most.max(64);
        Self { numbers: Vec::new(), sorted: 0, most, collapsed, runs: Vec::new(), scratch: scratch.clone() }
    }

    /// Takes numbers in.
    ///
    /// # Errors
    ///
    /// If they had to be spilled and could not be.
    pub fn push(&mut self, mut numbers: &[u64]) -> io::Result<()> {
        while !numbers.is_empty() {
            let room = self.room();
            let (now, later) = numbers.split_at(numbers.len().min(room - self.numbers.len()));
            self.reserve(room, now.len());
            self.numbers.extend_from_slice(now);
            numbers = later;
            if self.numbers.len() == room {
                self.tidy();
                if self.numbers.len() > self.most / 2 {
                    self.spill()?;
                }
            }
        }
        Ok(())
    }

    /// How many numbers may be in memory before they are sorted: as many fresh ones as there are sorted ones.
    fn room(&self) -> usize {
        (self.sorted + self.sorted.max(FEWEST)).min(self.most)
    }

    /// Makes room for `more`, in steps that grow, but never for more than the budget.
    fn reserve(&mut self, room: usize, more: usize) {
        let needed = self.numbers.len() + more;
        if needed > self.numbers.capacity() {
            let wanted = needed.max(2 * self.numbers.capacity()).min(room);
            self.numbers.reserve_exact(wanted - self.numbers.len());
        }
    }

    /// Makes one sorted part of two.
    #[expect(clippy::stable_sort_primitive, reason = "it finds the two sorted parts and merges them")]
    fn merge(&mut self) {
        self.numbers.sort();
    }

    /// Sorts all there are, and keeps each once.
    fn tidy(&mut self) {
        self.numbers[self.sorted..].sort_unstable();
        if self.sorted > 0 {
            self.merge();
        }
        let bits = self.collapsed;
        // Of equals the last is the greatest: look from behind.
        if bits == 0 {
            self.numbers.dedup();
        } else {
            self.numbers.reverse();
            self.numbers.dedup_by_key(|number| *number >> bits);
            self.numbers.reverse();
        }
        self.sorted = self.numbers.len();
    }

    /// Moves what is in memory to disk.
    fn spill(&mut self) -> io::Result<()> {
        let mut run = RunWriter::new(&self.scratch)?;
        self.numbers.iter().try_for_each(|&number| run.push(number))?;
        self.runs.push(run.finish()?);
        self.numbers.clear();
        self.sorted = 0;
        if self.runs.len() == MOST_RUNS {
            let merged = merge(&self.runs, Vec::new(), self.collapsed, &self.scratch)?;
            self.runs = vec![merged];
        }
        Ok(())
    }

    /// The set.
    ///
    /// # Errors
    ///
    /// If what had to be spilled could not be.
    pub fn finish(mut self) -> io::Result<Sorted> {
        self.tidy();
        self.numbers.shrink_to_fit();
        Ok(Sorted::new(self.numbers, self.runs, self.collapsed))
    }
}
