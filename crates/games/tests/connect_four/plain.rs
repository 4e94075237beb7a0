//! Connect Four the slow and obvious way: an array, and every line looked at square by square.

use games::connect_four::{Column, Player};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plain {
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// Stones in a row that win.
    line: i32,
    /// `columns[column]` from the bottom up.
    columns: Vec<Vec<Player>>,
}

pub(crate) fn other(player: Player) -> Player {
    match player {
        Player::First => Player::Second,
        Player::Second => Player::First,
    }
}

impl Plain {
    pub(crate) fn new(width: usize, height: usize, line: usize) -> Self {
        Self { width, height, line: i32::try_from(line).unwrap(), columns: vec![Vec::new(); width] }
    }

    pub(crate) fn cell(&self, column: usize, row: usize) -> Option<Player> {
        self.columns.get(column)?.get(row).copied()
    }

    pub(crate) fn stones(&self) -> usize {
        self.columns.iter().map(Vec::len).sum()
    }

    pub(crate) fn to_move(&self) -> Player {
        if self.stones().is_multiple_of(2) { Player::First } else { Player::Second }
    }

    pub(crate) fn has_room(&self, column: usize) -> bool {
        column < self.width && self.columns[column].len() < self.height
    }

    pub(crate) fn drop_stone(&mut self, column: usize) {
        let player = self.to_move();
        self.columns[column].push(player);
    }

    pub(crate) fn has_line(&self, player: Player) -> bool {
        self.squares().any(|(column, row)| self.line_through(player, column, row, false))
    }

    /// Whether `player` would win through this square if its stone lay there.
    pub(crate) fn would_win(&self, player: Player, column: usize, row: usize) -> bool {
        self.line_through(player, column, row, true)
    }

    pub(crate) fn squares(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let height = self.height;
        (0..self.width).flat_map(move |column| (0..height).map(move |row| (column, row)))
    }

    fn line_through(&self, player: Player, column: usize, row: usize, supposed: bool) -> bool {
        let holds = |c: i32, r: i32| match (usize::try_from(c), usize::try_from(r)) {
            (Ok(c), Ok(r)) => self.cell(c, r) == Some(player) || (supposed && (c, r) == (column, row)),
            _ => false,
        };
        let (column_, row_) = (i32::try_from(column).unwrap(), i32::try_from(row).unwrap());
        [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().any(|(right, up)| {
            (1 - self.line..=0).any(|start| {
                (start..start + self.line).all(|step| holds(column_ + step * right, row_ + step * up))
            })
        })
    }

    /// Columns whose lowest empty square wins at once for the player to move.
    pub(crate) fn wins(&self) -> Vec<usize> {
        let player = self.to_move();
        (0..self.width)
            .filter(|&column| {
                self.has_room(column) && self.would_win(player, column, self.columns[column].len())
            })
            .collect()
    }

    /// Columns after which the other player cannot win at once.
    pub(crate) fn safe(&self) -> Vec<usize> {
        let is_safe = |&column: &usize| {
            let mut child = self.clone();
            child.drop_stone(column);
            child.wins().is_empty()
        };
        (0..self.width).filter(|&column| self.has_room(column)).filter(is_safe).collect()
    }
}

pub(crate) fn indices(columns: &[Column]) -> Vec<usize> {
    columns.iter().map(|column| column.index()).collect()
}
