//! What a key costs: plain minimax on tic-tac-toe, played back node by node, with the cells that each kind of key touches.

use games::tic_tac_toe::Square;
use search::{Depth, Game, Score, minimax};
use serde_json::{Value, json};

use crate::record::{Board, Event, Log, Nodes, Recorded};
use crate::{Answer, Arguments, hex, keys};

/// A search that has been run, and how far it has been played back.
#[derive(Debug)]
pub(crate) struct Playback {
    events: Vec<Event>,
    value: Score,
    /// Events played back.
    at: usize,
    board: Board,
    ply: u16,
    nodes: u64,
    /// Cells read, if each node writes its key down cell by cell.
    string: u64,
    /// Cells whose key was XOR-ed by moves made and taken back.
    incremental: u64,
    /// What the last event changed in the key.
    changed: u64,
}

impl Playback {
    /// Searches a board, nine characters `X`, `O` or `.`.
    pub(crate) fn new(arguments: &mut Arguments<'_>) -> Result<Self, String> {
        let text = arguments.text("a board")?;
        let board = Board::parse_with(text, &keys::MARKS_ALONE).map_err(|error| error.to_string())?;
        let log = Log::default();
        let mut game = Recorded { board, log: &log };
        let depth = Depth::from(9 - board.stones());
        let value = minimax(&mut game, depth, &|_| Score::DRAW, &mut Nodes(&log));
        let events = log.into_inner();
        Ok(Self { events, value, at: 0, board, ply: 0, nodes: 0, string: 0, incremental: 0, changed: 0 })
    }

    /// Plays back so many events more.
    pub(crate) fn go_on(&mut self, arguments: &mut Arguments<'_>) -> Answer {
        let count: usize = arguments.parsed("a number of events")?;
        for _ in 0..count {
            self.step();
        }
        Ok(self.answer())
    }

    fn step(&mut self) {
        let Some(&event) = self.events.get(self.at) else { return };
        let before = self.board.key();
        self.at += 1;
        match event {
            Event::Node => {
                self.nodes += 1;
                self.string += string_key(&self.board).1;
            }
            Event::Make(square) => {
                self.board.make(square);
                self.ply += 1;
                self.incremental += 1;
            }
            Event::Unmake(square) => {
                self.board.unmake(square, ());
                self.ply -= 1;
                self.incremental += 1;
            }
            // Minimax has no table.
            Event::Probe { .. } | Event::Cutoff(_) | Event::Store { .. } => {}
        }
        self.changed = before ^ self.board.key();
    }

    /// How things stand.
    pub(crate) fn answer(&self) -> Value {
        let last = self.at.checked_sub(1).and_then(|at| self.events.get(at));
        let (event, square) = match last {
            None => ("start", None),
            Some(Event::Make(square)) => ("make", Some(square.index())),
            Some(Event::Unmake(square)) => ("unmake", Some(square.index())),
            Some(_) => ("node", None),
        };
        json!({
            "at": self.at,
            "events": self.events.len(),
            "event": event,
            "square": square,
            "ply": self.ply,
            "board": string_key(&self.board).0,
            "over": self.board.outcome().is_some(),
            "key": hex(self.board.key()),
            "changed": hex(self.changed),
            "nodes": self.nodes,
            "string": self.string,
            "incremental": self.incremental,
            "value": (self.at == self.events.len()).then(|| self.value.get()),
        })
    }
}

/// The board written down, and the cells read for it.
fn string_key(board: &Board) -> (String, u64) {
    let mut read = 0;
    let letters = Square::all().map(|square| {
        read += 1;
        board.cell(square).map_or('.', |mark| ['X', 'O'][mark as usize])
    });
    (letters.collect(), read)
}
