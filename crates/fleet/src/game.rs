//! The games there are, by name.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;

use games::connect_four::{Book, ConnectFour, PositionError, Stones, ThreatBoard};
use games::tic_tac_toe::{Marks, TicTacToe};
use search::{Full, Search, Solver, StopFlag};
use ttable::{Clustered, Exact, FullTable, LeastWork, Lossless};

use crate::rules::{Extras, Rules, Solve};

/// A game the fleet knows: `tictactoe`, `connect4` (7×6), or `connect4:WxH` for a smaller board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameName(usize);

/// Why a text names no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected one of {}, found {found:?}", names().join(", "))]
pub struct GameError {
    /// What was given.
    pub found: String,
}

/// A name and its rules.
type Row = (&'static str, fn() -> Rules);

const GAMES: [Row; 15] = [
    ("tictactoe", tic_tac_toe),
    ("connect4", || connect_four::<7, 6>("connect4")),
    ("connect4:4x4", || connect_four::<4, 4>("connect4:4x4")),
    ("connect4:4x5", || connect_four::<4, 5>("connect4:4x5")),
    ("connect4:4x6", || connect_four::<4, 6>("connect4:4x6")),
    ("connect4:5x4", || connect_four::<5, 4>("connect4:5x4")),
    ("connect4:5x5", || connect_four::<5, 5>("connect4:5x5")),
    ("connect4:5x6", || connect_four::<5, 6>("connect4:5x6")),
    ("connect4:6x4", || connect_four::<6, 4>("connect4:6x4")),
    ("connect4:6x5", || connect_four::<6, 5>("connect4:6x5")),
    ("connect4:6x6", || connect_four::<6, 6>("connect4:6x6")),
    ("connect4:6x7", || connect_four::<6, 7>("connect4:6x7")),
    ("connect4:7x4", || connect_four::<7, 4>("connect4:7x4")),
    ("connect4:7x5", || connect_four::<7, 5>("connect4:7x5")),
    ("connect4:7x6", || connect_four::<7, 6>("connect4")),
];

fn names() -> Vec<&'static str> {
    GAMES.iter().map(|(name, _)| *name).collect()
}

impl FromStr for GameName {
    type Err = GameError;

    fn from_str(text: &str) -> Result<Self, GameError> {
        let found = GAMES.iter().position(|(name, _)| *name == text);
        found.map(Self).ok_or_else(|| GameError { found: text.into() })
    }
}

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(GAMES[self.0].0)
    }
}

impl GameName {
    /// The game's rules.
    pub fn rules(self) -> Rules {
        GAMES[self.0].1()
    }
}

fn tic_tac_toe() -> Rules {
    Rules::new::<Marks>(Extras {
        name: "tictactoe",
        // A win with the fifth mark at the earliest.
        values: (-5, 5),
        read: |text, offset| {
            let board = text.parse::<TicTacToe>().map_err(|error| error.moved_by(offset).to_string())?;
            Ok(Marks::from(board).key())
        },
        solver: |table_mib| Ok(Box::new(TicTacToeSolver(FullTable::with_mib(table_mib)?))),
        save_book: None,
    })
}

struct TicTacToeSolver(FullTable);

impl Solve for TicTacToeSolver {
    fn solve(&mut self, key: u64, _stop: &AtomicBool) -> Option<(i16, u64)> {
        let mut board = TicTacToe::from(Marks::decode(key));
        if let Some(value) = (tic_tac_toe().value)(key) {
            return Some((value, 0));
        }
        let answer = Search::new(&self.0).run(&mut board, 9, Full::OPEN);
        Some((i16::try_from(answer.score.get()).unwrap_or(0), answer.nodes))
    }
}

fn connect_four<const W: usize, const H: usize>(name: &'static str) -> Rules {
    let (least, greatest) = ConnectFour::<W, H>::value_range();
    let number = |score: search::Score| i16::try_from(score.get()).unwrap_or(0);
    Rules::new::<Stones<W, H>>(Extras {
        name,
        values: (number(least), number(greatest)),
        read: |text, offset| {
            let text = if text == "-" { "" } else { text };
            let board: ConnectFour<W, H> =
                text.parse().map_err(|error: PositionError| error.moved_by(offset).to_string())?;
            Ok(board.lossless_key())
        },
        solver: |table_mib| Ok(Box::new(ConnectFourSolver::<W, H>(ExactTable::with_mib(table_mib)?))),
        save_book: Some(|scores, path| {
            let boards = scores.map(|(key, score)| (Stones::<W, H>::decode(key).into(), score));
            let book: Book<W, H> = Book::from_scores(boards).map_err(|error| error.to_string())?;
            book.save(path).map_err(|error| error.to_string())
        }),
    })
}

/// Keys of 49 bits, which every board here has at most; scores of −18 to 18. No hit is another position's.
type ExactTable = Clustered<Exact<Lossless<49, 6, 7>>, LeastWork>;

struct ConnectFourSolver<const W: usize, const H: usize>(ExactTable);

impl<const W: usize, const H: usize> Solve for ConnectFourSolver<W, H> {
    fn solve(&mut self, key: u64, stop: &AtomicBool) -> Option<(i16, u64)> {
        let position = Stones::<W, H>::decode(key);
        if let Some(value) = crate::states::States::value(position) {
            return Some((value, 0));
        }
        let (least, greatest) = ConnectFour::<W, H>::value_range();
        let mut solver = Solver::new(&self.0).with_limit(StopFlag(stop));
        let solution = solver.try_solve(ThreatBoard::from(position), least, greatest).ok()?;
        Some((i16::try_from(solution.score.get()).unwrap_or(0), solution.nodes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_names_its_game() {
        for (name, _) in GAMES {
            let game: GameName = name.parse().unwrap();
            assert_eq!(game.to_string(), name);
            let rules = game.rules();
            assert!(rules.key_bits <= 49, "{name}");
            assert!(rules.name == name || (name, rules.name) == ("connect4:7x6", "connect4"));
        }
        let error = "chess".parse::<GameName>().unwrap_err().to_string();
        assert!(
            error.starts_with("expected one of tictactoe, connect4, ") && error.ends_with("found \"chess\"")
        );
    }
}
