//! Game trees as a key sees them: each position is an earlier one and one feature more.

use std::collections::BTreeSet;

use games::connect_four::{ConnectFour, Player};
use games::tic_tac_toe::{Square, TicTacToe};
use search::{Game, List};

/// The distinct positions of a tree, ready to be keyed by any words.
///
/// Every move adds one feature and toggles the side to move, whose word is the last.
#[derive(Clone, Debug)]
pub struct Tree {
    /// How each position but the first, the root, comes about.
    steps: Vec<Step>,
    /// Positions at each ply, the root's first.
    plies: Vec<usize>,
}

#[derive(Clone, Copy, Debug)]
struct Step {
    /// The position before the move, by its place.
    parent: usize,
    /// What the move adds.
    feature: usize,
}

impl Tree {
    /// The features of tic-tac-toe: two marks on nine squares, and the side to move.
    pub const TIC_TAC_TOE: usize = 2 * Square::COUNT + 1;

    /// The features of Connect Four: two kinds of stones on 42 squares, and the side to move.
    pub const CONNECT_FOUR: usize = 2 * 42 + 1;

    /// All positions of tic-tac-toe, with the features laid out as [`MarkKeys`](games::tic_tac_toe::MarkKeys) lays them.
    pub fn tic_tac_toe() -> Self {
        let name = |board: &TicTacToe| {
            board.cells().iter().fold(0, |code, cell| 3 * code + cell.map_or(0, |mark| 1 + mark as u64))
        };
        let feature =
            |board: &TicTacToe, square: Square| board.to_move() as usize * Square::COUNT + square.index();
        Self::grown(TicTacToe::new(), Square::COUNT, name, feature)
    }

    /// The positions of Connect Four so many plies from a root.
    pub fn connect_four(root: ConnectFour, plies: usize) -> Self {
        Self::grown(root, plies, ConnectFour::lossless_key, |board, column| {
            let stones = match board.to_move() {
                Player::First => 0,
                Player::Second => 42,
            };
            stones + 6 * column.index() + board.height(column)
        })
    }

    /// Plays every move from every position, ply by ply; a position is known again by its name.
    fn grown<G: Game + Copy>(
        root: G,
        plies: usize,
        name: impl Fn(&G) -> u64,
        feature: impl Fn(&G, G::Move) -> usize,
    ) -> Self {
        let mut tree = Self { steps: Vec::new(), plies: vec![1] };
        let mut seen = BTreeSet::from([name(&root)]);
        let mut level = vec![(0, root)];
        for _ in 0..plies {
            let mut next = Vec::new();
            for &(parent, board) in level.iter().filter(|(_, board)| board.outcome().is_none()) {
                let mut moves = G::List::<G::Move>::default();
                board.legal_moves(&mut moves);
                for &mv in moves.as_slice() {
                    let mut child = board;
                    child.make(mv);
                    if seen.insert(name(&child)) {
                        tree.steps.push(Step { parent, feature: feature(&board, mv) });
                        next.push((tree.steps.len(), child));
                    }
                }
            }
            tree.plies.push(next.len());
            level = next;
        }
        tree
    }

    /// Positions, the root included.
    pub fn positions(&self) -> usize {
        1 + self.steps.len()
    }

    /// Positions at each ply, the root's first.
    pub fn plies(&self) -> &[usize] {
        &self.plies
    }

    /// The positions' keys from the words of the features, in the order of the plies. The root's is 0: where it has
    /// features, they are in every position and keep no two apart.
    pub fn keys(&self, words: &[u64], keys: &mut Vec<u64>) {
        let side = words.last().copied().unwrap_or(0);
        keys.clear();
        keys.push(0);
        for step in &self.steps {
            keys.push(keys[step.parent] ^ words[step.feature] ^ side);
        }
    }
}
