//! Moves as UCI writes them: `e2e4`, `e7e8q`, castling `e1g1`, or in Chess960 `e1h1`.

use thiserror::Error;

use super::castling::Castling;
use super::{Board, File, Move, Role, Rules, Square};

/// Why a text is no move here.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum UciError {
    /// Not two squares, with a promotion perhaps.
    #[error("expected a move like e2e4 or e7e8q, found {0:?}")]
    Syntax(String),
    /// A move, but not here.
    #[error("{text} is not legal in {fen}")]
    Illegal {
        /// The move.
        text: String,
        /// Where.
        fen: String,
    },
}

impl Board {
    /// The legal move with this text. Castling is read both as the king's two steps from the e-file and as the king
    /// taking its rook.
    ///
    /// # Errors
    ///
    /// [`UciError`] if it is no move or not legal; `0000`, the null move, is none.
    pub fn read_uci(&self, text: &str) -> Result<Move, UciError> {
        let (from, to, promotion) = squares(text).ok_or_else(|| UciError::Syntax(text.to_owned()))?;
        let castling = || self.two_step_castling(from, to).filter(|_| promotion.is_none());
        self.find_move(from, to, promotion)
            .or_else(castling)
            .ok_or_else(|| UciError::Illegal { text: text.to_owned(), fen: self.to_string() })
    }

    /// The text of a move; by standard rules castling is the king's two steps.
    ///
    /// A king that castles from another file than the e-file, as only Chess960 has it, takes its rook by either rules: two
    /// steps would be another move, or none.
    pub fn write_uci(&self, mv: Move, rules: Rules) -> String {
        if rules == Rules::Standard && mv.is_castle() && mv.from().file() == File::E {
            let castling = Castling::new(mv.from(), mv.to());
            return format!("{}{}", castling.king_from, castling.king_to);
        }
        mv.to_string()
    }

    fn two_step_castling(&self, from: Square, to: Square) -> Option<Move> {
        let mut castling = self.castling_rooks().map(|rook| Move::new(from, rook, super::MoveKind::Castle));
        castling.find(|&mv| {
            from.file() == File::E && Castling::new(from, mv.to()).king_to == to && self.is_legal(mv)
        })
    }
}

fn squares(text: &str) -> Option<(Square, Square, Option<Role>)> {
    let from = text.get(..2)?.parse().ok()?;
    let to = text.get(2..4)?.parse().ok()?;
    let promotion = match text.get(4..)? {
        "" => None,
        "q" => Some(Role::Queen),
        "r" => Some(Role::Rook),
        "b" => Some(Role::Bishop),
        "n" => Some(Role::Knight),
        _ => return None,
    };
    Some((from, to, promotion))
}
