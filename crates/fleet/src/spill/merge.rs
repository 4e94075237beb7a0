//! Reading sorted sets, from memory and runs merged.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io;
use std::rc::Rc;

use super::Scratch;
use super::run::{Run, RunReader, RunWriter};

/// A finished set of numbers, ascending, each once.
#[derive(Clone, Debug, Default)]
pub struct Sorted {
    memory: Rc<Vec<u64>>,
    runs: Rc<Vec<Run>>,
    collapsed: u32,
}

impl Sorted {
    pub(super) fn new(memory: Vec<u64>, runs: Vec<Run>, collapsed: u32) -> Self {
        Self { memory: Rc::new(memory), runs: Rc::new(runs), collapsed }
    }

    /// Whether nothing of it lies on disk.
    pub fn is_in_memory(&self) -> bool {
        self.runs.is_empty()
    }

    /// Reads it from the beginning.
    ///
    /// # Errors
    ///
    /// If a run cannot be opened.
    pub fn read(&self) -> io::Result<Reader> {
        let merge = if self.is_in_memory() { None } else { Some(Merge::new(self)?) };
        Ok(Reader { set: self.clone(), at: 0, merge })
    }

    /// The same set, all of it on disk in one run.
    ///
    /// # Errors
    ///
    /// If it cannot be read or written.
    pub fn store(self, scratch: &Scratch) -> io::Result<Self> {
        let mut run = RunWriter::new(scratch)?;
        let mut reader = self.read()?;
        while let Some(number) = reader.next()? {
            run.push(number)?;
        }
        Ok(Self::new(Vec::new(), vec![run.finish()?], self.collapsed))
    }
}

/// One run of several and of what is in memory.
pub(super) fn merge(runs: &[Run], memory: Vec<u64>, collapsed: u32, scratch: &Scratch) -> io::Result<Run> {
    let readers = runs.iter().map(Run::read).collect::<io::Result<_>>()?;
    let mut merge = Merge::of(Rc::new(memory), readers, collapsed)?;
    let mut merged = RunWriter::new(scratch)?;
    while let Some(number) = merge.next()? {
        merged.push(number)?;
    }
    merged.finish()
}

/// Reads a set in order.
#[derive(Debug)]
pub struct Reader {
    set: Sorted,
    /// Where in memory, if all of it lies there.
    at: usize,
    merge: Option<Merge>,
}

impl Reader {
    /// The next number.
    ///
    /// # Errors
    ///
    /// If the disk cannot be read.
    #[expect(clippy::should_implement_trait, reason = "an iterator of results would go on after an error")]
    pub fn next(&mut self) -> io::Result<Option<u64>> {
        if let Some(merge) = &mut self.merge {
            return merge.next();
        }
        let number = self.set.memory.get(self.at).copied();
        self.at += 1;
        Ok(number)
    }

    /// Replaces what is in `chunk` by the next numbers, up to `most` of them; whether there are any.
    ///
    /// # Errors
    ///
    /// If the disk cannot be read.
    pub fn fill(&mut self, chunk: &mut Vec<u64>, most: usize) -> io::Result<bool> {
        chunk.clear();
        if self.merge.is_none() {
            let rest = self.set.memory.get(self.at..).unwrap_or_default();
            chunk.extend_from_slice(&rest[..rest.len().min(most)]);
            self.at += chunk.len();
        }
        while let Some(merge) = &mut self.merge
            && chunk.len() < most
        {
            let Some(number) = merge.next()? else { break };
            chunk.push(number);
        }
        Ok(!chunk.is_empty())
    }
}

/// Several sorted sources as one.
#[derive(Debug)]
struct Merge {
    memory: Rc<Vec<u64>>,
    at: usize,
    runs: Vec<RunReader>,
    /// The next number of each source that has one; the memory is the source behind the runs.
    heads: BinaryHeap<Reverse<(u64, usize)>>,
    collapsed: u32,
}

impl Merge {
    fn new(set: &Sorted) -> io::Result<Self> {
        let runs = set.runs.iter().map(Run::read).collect::<io::Result<_>>()?;
        Self::of(Rc::clone(&set.memory), runs, set.collapsed)
    }

    fn of(memory: Rc<Vec<u64>>, runs: Vec<RunReader>, collapsed: u32) -> io::Result<Self> {
        let mut merge =
            Self { memory, at: 0, heads: BinaryHeap::with_capacity(runs.len() + 1), runs, collapsed };
        for source in 0..=merge.runs.len() {
            merge.advance(source)?;
        }
        Ok(merge)
    }

    /// Takes the next number of a source to the heads.
    fn advance(&mut self, source: usize) -> io::Result<()> {
        let next = if let Some(run) = self.runs.get_mut(source) {
            run.next()?
        } else {
            self.at += 1;
            self.memory.get(self.at - 1).copied()
        };
        self.heads.extend(next.map(|number| Reverse((number, source))));
        Ok(())
    }

    fn next(&mut self) -> io::Result<Option<u64>> {
        let Some(mut number) = self.take()? else { return Ok(None) };
        while let Some(&Reverse((next, _))) = self.heads.peek()
            && next >> self.collapsed == number >> self.collapsed
        {
            // It is no less, and of equals the greatest is kept.
            number = next;
            self.take()?;
        }
        Ok(Some(number))
    }

    fn take(&mut self) -> io::Result<Option<u64>> {
        let Some(Reverse((number, source))) = self.heads.pop() else { return Ok(None) };
        self.advance(source)?;
        Ok(Some(number))
    }
}
