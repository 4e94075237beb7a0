//! A search as a tree, written node by node.

use std::io::{self, Write};
use std::num::NonZeroU16;

use crate::observe::Entered;
use crate::{Observer, Ply, Score};

/// Writes each node of a search as a line of JSON when it is left, children before their parent: for small searches, to
/// look at.
///
/// A line is `{"ply":2,"moves":[5,9],"depth":1,"alpha":-30,"beta":31,"score":12}`: the packed moves from the root, plies
/// still to search, the window and the answer, root-relative, for the side to move there.
#[derive(Debug)]
pub struct Trace<W> {
    out: W,
    moves: Vec<NonZeroU16>,
    open: Vec<Entered>,
    most: u64,
    written: u64,
    error: Option<io::Error>,
}

impl<W: Write> Trace<W> {
    /// A trace to `out` that ends after `most` nodes; the search goes on.
    pub const fn new(out: W, most: u64) -> Self {
        Self { out, moves: Vec::new(), open: Vec::new(), most, written: 0, error: None }
    }

    /// What was written to, when the last search has ended, and how many nodes went there.
    ///
    /// # Errors
    ///
    /// The first error of the writer's; nothing was written after it.
    pub fn finish(mut self) -> io::Result<(W, u64)> {
        match self.error {
            Some(error) => Err(error),
            None => self.out.flush().map(|()| (self.out, self.written)),
        }
    }

    fn write(&mut self, node: Entered, score: Score) -> io::Result<()> {
        let Entered { ply, depth, alpha, beta } = node;
        write!(self.out, "{{\"ply\":{ply},\"moves\":[")?;
        for (index, mv) in self.moves.iter().take(usize::from(ply)).enumerate() {
            write!(self.out, "{}{mv}", if index == 0 { "" } else { "," })?;
        }
        writeln!(self.out, "],\"depth\":{depth},\"alpha\":{alpha},\"beta\":{beta},\"score\":{score}}}")
    }
}

impl<W: Write> Observer for Trace<W> {
    fn moved(&mut self, ply: Ply, packed: Option<NonZeroU16>) {
        self.moves.truncate(usize::from(ply));
        // A pass is 65,535, which no game's table of moves needs.
        self.moves.push(packed.unwrap_or(NonZeroU16::MAX));
    }

    fn enter(&mut self, node: &Entered) {
        self.open.push(*node);
    }

    fn leave(&mut self, score: Score) {
        let Some(node) = self.open.pop() else { return };
        if self.error.is_none() && self.written < self.most {
            self.written += 1;
            self.error = self.write(node, score).err();
        }
    }
}
