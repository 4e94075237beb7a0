//! Writing down what a search does.

use std::cell::RefCell;
use std::num::NonZeroU16;

use games::tic_tac_toe::{MarkKeys, Square, TicTacToe};
use search::{Game, Observer, Outcome, Ply};
use ttable::{Bound, Stored};

/// A board with keys of the caller's choice.
pub(crate) type Board = TicTacToe<&'static MarkKeys>;

/// One thing a search has done.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Event {
    /// It entered a node.
    Node,
    /// It made a move.
    Make(Square),
    /// It took a move back.
    Unmake(Square),
    /// It probed the table at an index.
    Probe { index: u16, found: Found },
    /// What the table answered was the answer for the node.
    Cutoff(Bound),
    /// It offered a result to the table at an index: what became of it.
    Store { index: u16, stored: Stored },
}

/// What a probe found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// Nothing, or nothing that passed the check.
    Nothing,
    /// The position's own entry.
    Own,
    /// Another position's entry, which passed the check: a type-1 error.
    Another,
}

/// The record, in the order of events.
pub(crate) type Log = RefCell<Vec<Event>>;

/// A board that writes down its moves.
pub(crate) struct Recorded<'a> {
    pub(crate) board: Board,
    pub(crate) log: &'a Log,
}

impl Recorded<'_> {
    fn note(&self, event: Event) {
        self.log.borrow_mut().push(event);
    }
}

impl Game for Recorded<'_> {
    type Move = Square;
    type Undo = ();
    type List<T: Copy> = <Board as Game>::List<T>;

    fn key(&self) -> u64 {
        self.board.key()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.board.outcome()
    }

    fn legal_moves(&self, moves: &mut Self::List<Square>) {
        self.board.legal_moves(moves);
    }

    fn make(&mut self, square: Square) {
        self.board.make(square);
        self.note(Event::Make(square));
    }

    fn unmake(&mut self, square: Square, (): ()) {
        self.board.unmake(square, ());
        self.note(Event::Unmake(square));
    }

    fn pack(&self, square: Square) -> NonZeroU16 {
        self.board.pack(square)
    }

    fn unpack(&self, packed: NonZeroU16) -> Option<Square> {
        self.board.unpack(packed)
    }
}

/// Writes down nodes and cutoffs.
pub(crate) struct Nodes<'a>(pub(crate) &'a Log);

impl Observer for Nodes<'_> {
    fn node(&mut self, _ply: Ply) {
        self.0.borrow_mut().push(Event::Node);
    }

    fn table_cutoff(&mut self, bound: Bound) {
        self.0.borrow_mut().push(Event::Cutoff(bound));
    }
}
