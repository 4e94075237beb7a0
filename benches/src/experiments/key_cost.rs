//! Experiment C: what a key costs, in cells of the board touched.

use std::cell::Cell;
use std::num::NonZeroU16;

use games::tic_tac_toe::{Square, TicTacToe};
use search::{Counts, Depth, Game, Outcome, Score, minimax};

use super::published;
use crate::sheet::Sheet;

/// Cells touched by plain minimax from a root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// Nodes searched.
    pub nodes: u64,
    /// Cells read, if each node writes its key down cell by cell.
    pub string: u64,
    /// Keys XOR-ed, if each move brings the key up to date when it is made and when it is taken back.
    pub incremental: u64,
}

/// The cost from this root, counted as the search goes.
///
/// # Panics
///
/// If the search did not take back every move.
pub fn cost(root: TicTacToe) -> Cost {
    let mut counts = Counts::default();
    let depth = Depth::from(9 - root.stones());
    let mut game = Metered { board: root, read: Cell::new(0), xored: 0 };
    minimax(&mut game, depth, &|_| Score::DRAW, &mut counts);
    assert_eq!(game.board, root, "every move was taken back");
    Cost { nodes: counts.nodes, string: game.read.get(), incremental: game.xored }
}

/// A board that keeps both keys, and counts the cells it touches for each.
struct Metered {
    board: TicTacToe,
    read: Cell<u64>,
    xored: u64,
}

impl Metered {
    /// The board written down.
    fn string_key(&self) -> [u8; Square::COUNT] {
        let mut key = [b'.'; Square::COUNT];
        for (letter, square) in key.iter_mut().zip(Square::all()) {
            self.read.set(self.read.get() + 1);
            if let Some(mark) = self.board.cell(square) {
                *letter = b"XO"[mark as usize];
            }
        }
        key
    }
}

impl Game for Metered {
    type Move = Square;
    type Undo = ();
    type List<T: Copy> = <TicTacToe as Game>::List<T>;

    fn key(&self) -> u64 {
        self.board.key()
    }

    fn outcome(&self) -> Option<Outcome> {
        // Minimax asks this once at every node: the place where a search would ask for the key.
        std::hint::black_box(self.string_key());
        self.board.outcome()
    }

    fn legal_moves(&self, moves: &mut Self::List<Square>) {
        self.board.legal_moves(moves);
    }

    fn make(&mut self, square: Square) {
        self.board.make(square);
        self.xored += 1;
    }

    fn unmake(&mut self, square: Square, (): ()) {
        self.board.unmake(square, ());
        self.xored += 1;
    }

    fn pack(&self, square: Square) -> NonZeroU16 {
        self.board.pack(square)
    }

    fn unpack(&self, packed: NonZeroU16) -> Option<Square> {
        self.board.unpack(packed)
    }
}

/// Experiment C as a table.
///
/// # Panics
///
/// Never: the roots are positions.
pub fn sheets() -> Vec<Sheet> {
    let mut sheet = Sheet::new(
        "Experiment C: cells touched for the key, plain minimax",
        &["root", "nodes", "string key", "published", "incremental", "published"],
    );
    for (root, nodes, string, incremental) in published::C_CELLS {
        let found = cost(root.parse().expect("the published roots are positions"));
        sheet.row([
            root.into(),
            found.nodes.into(),
            found.string.into(),
            string.into(),
            found.incremental.into(),
            incremental.into(),
        ]);
        sheet.expect(root, found, Cost { nodes, string, incremental });
    }
    sheet.remark(
        "A string key reads all nine cells at each node; an incremental one XORs one key per make and unmake.",
    );
    vec![sheet]
}
