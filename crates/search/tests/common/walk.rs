//! A game with a past.

use std::num::NonZeroU16;

use search::{Depth, Evaluate, Game, Noisy, Outcome, Past, Score, Tactical};

use super::{Graph, mix};

/// `Graph` with a past: a position met again ends the game as a draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Walk {
    pub(crate) graph: Graph,
    pub(crate) before: Vec<u16>,
}

impl Walk {
    /// The walk on the graph of this seed, made smaller, so that most lines meet themselves.
    pub(crate) fn new(seed: u64) -> Self {
        let nodes = 5 + u16::try_from(mix(seed, 7) % 12).unwrap();
        Self { graph: Graph { nodes, ..Graph::new(seed) }, before: Vec::new() }
    }

    /// The oracle: minimax on the tree of all walks, without any table.
    pub(crate) fn value(&mut self, depth: Depth, ply: u16) -> Score {
        if self.before.contains(&self.graph.at) {
            return Score::DRAW;
        }
        if let Some(outcome) = self.graph.outcome() {
            return outcome.score(ply);
        }
        if depth == 0 {
            return self.graph.leaf();
        }
        let value = |walk: &mut Self, mv| {
            let undo = walk.make(mv);
            let value = -walk.value(depth - 1, ply + 1);
            walk.unmake(mv, undo);
            value
        };
        (0..self.graph.moves()).map(|mv| value(self, mv)).max().unwrap()
    }
}

impl Game for Walk {
    type Move = u16;
    type Undo = u16;
    type List<T: Copy> = Vec<T>;

    fn key(&self) -> u64 {
        self.graph.key()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.graph.outcome()
    }

    fn legal_moves(&self, moves: &mut Vec<u16>) {
        self.graph.legal_moves(moves);
    }

    fn make(&mut self, mv: u16) -> u16 {
        self.before.push(self.graph.at);
        self.graph.make(mv)
    }

    fn unmake(&mut self, mv: u16, undo: u16) {
        self.graph.unmake(mv, undo);
        self.before.pop();
    }

    fn pack(&self, mv: u16) -> NonZeroU16 {
        self.graph.pack(mv)
    }

    fn unpack(&self, packed: NonZeroU16) -> Option<u16> {
        self.graph.unpack(packed)
    }
}

impl Evaluate for Walk {
    fn evaluate(&self) -> i16 {
        self.graph.evaluate()
    }
}

impl Noisy for Walk {
    fn is_calm(&self) -> bool {
        true
    }

    fn noisy_moves(&self, _moves: &mut Vec<u16>) {}
}

impl Tactical for Walk {}

impl Past for Walk {
    fn drawn_since(&self, _ply: u16) -> Option<u16> {
        let back = self.before.iter().rev().position(|&before| before == self.graph.at)?;
        Some(u16::try_from(back).unwrap() + 1)
    }

    /// The graph tells where its moves lead without making them.
    fn drawn_next(&self, _ply: u16) -> Option<u16> {
        let back = |mv| {
            let target = self.graph.target(mv);
            if target == self.graph.at {
                return Some(0);
            }
            self.before.iter().rev().position(|&before| before == target).map(|back| back + 1)
        };
        (0..self.graph.moves()).filter_map(back).min().map(|back| u16::try_from(back).unwrap())
    }

    fn each_before(&self, each: impl FnMut(u64)) {
        let key = |&at: &u16| Graph { at, ..self.graph.clone() }.key();
        self.before.iter().rev().map(key).for_each(each);
    }
}
