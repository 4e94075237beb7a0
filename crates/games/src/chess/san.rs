//! Standard Algebraic Notation, out and in: `e4`, `Nbd7`, `exd6`, `O-O`, `a8=Q#`.

use std::fmt::Write as _;

use thiserror::Error;

use super::castling::Wing;
use super::{Board, File, Move, MoveKind, Role, Square};

/// Why a text is no move here.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SanError {
    /// Not in the form of a move.
    #[error("expected a move like Nf3 or exd5, found {0:?}")]
    Syntax(String),
    /// No legal move is meant.
    #[error("{text} is not legal in {fen}")]
    Illegal {
        /// The move.
        text: String,
        /// Where.
        fen: String,
    },
    /// Several legal moves are meant.
    #[error("{text} is ambiguous in {fen}")]
    Ambiguous {
        /// The move.
        text: String,
        /// Where.
        fen: String,
    },
    /// The sign of capture or check, or the form, is not the right one.
    #[error("expected {right}, found {text}")]
    Signs {
        /// What was read.
        text: String,
        /// How the move is written.
        right: String,
    },
}

/// What a text says of a move.
#[derive(Clone, Copy)]
enum Said {
    Castle(Wing),
    Goes { role: Role, file: Option<File>, rank: Option<u8>, to: Square, promotion: Option<Role> },
}

impl Board {
    /// The text of a legal move, with no more of the origin than is needed among legal moves, and with `+` or `#`.
    pub fn write_san(&self, mv: Move) -> String {
        let mut text = self.write_bare(mv);
        let after = self.after(mv);
        if after.is_check() {
            text.push(if after.has_legal_move() { '+' } else { '#' });
        }
        text
    }

    /// The legal move with this text: as it is written, though more of the origin may be given than needed, and the
    /// signs of check may be missing.
    ///
    /// # Errors
    ///
    /// [`SanError`], if it is no move, not legal, ambiguous, or its signs are wrong.
    pub fn read_san(&self, text: &str) -> Result<Move, SanError> {
        let signs = text.trim_end_matches(['+', '#']);
        let mv = self.meant(text, signs)?;
        let right = self.write_san(mv);
        // `O-O` and `0-0` differ in these, and so do `Nf3`, `N-f3` and `Nxf3`.
        let marks = |text: &str| text.matches(['x', '=', '-', ':', '0']).collect::<String>();
        let has_right_signs = marks(text) == marks(&right)
            && (signs.len() == text.len()
                || text[signs.len()..] == right[right.trim_end_matches(['+', '#']).len()..]);
        if has_right_signs { Ok(mv) } else { Err(SanError::Signs { text: text.to_owned(), right }) }
    }

    /// The legal move with this text as people write it: signs of capture, promotion and check may be missing or wrong,
    /// `-` or `:` may stand before the destination, castling may be written with zeros, and `!`, `?` and `e.p.` may follow.
    ///
    /// # Errors
    ///
    /// [`SanError`], if it is no move, not legal or ambiguous.
    pub fn read_san_leniently(&self, text: &str) -> Result<Move, SanError> {
        let bare = text.trim().trim_end_matches(['!', '?']).trim_end_matches("e.p.").trim_end();
        self.meant(text, bare.trim_end_matches(['+', '#']))
    }

    fn write_bare(&self, mv: Move) -> String {
        if mv.is_castle() {
            return match Wing::of(mv.from(), mv.to()) {
                Wing::King => "O-O".to_owned(),
                Wing::Queen => "O-O-O".to_owned(),
            };
        }
        let (from, to, role) = (mv.from(), mv.to(), mv.role());
        let captures = self.occupied().has(to) || mv.kind() == MoveKind::EnPassant;
        let mut text = String::new();
        if role != Role::Pawn {
            text.push(role.letter());
            self.write_origin(mv, &mut text);
        } else if captures {
            text.push(from.file().letter());
        }
        if captures {
            text.push('x');
        }
        // Writing to a string does not fail.
        let _ = write!(text, "{to}");
        if let Some(role) = mv.promotion() {
            text.extend(['=', role.letter()]);
        }
        text
    }

    /// The file if that tells the move from others of its role to its square, else the rank, else both.
    fn write_origin(&self, mv: Move, text: &mut String) {
        let from = mv.from();
        let rivals: Vec<Square> = self
            .legal_moves()
            .iter()
            .filter(|other| other.kind() == mv.kind() && other.to() == mv.to() && **other != mv)
            .map(|other| other.from())
            .collect();
        let same_file = rivals.iter().any(|rival| rival.file() == from.file());
        let same_rank = rivals.iter().any(|rival| rival.rank() == from.rank());
        if !rivals.is_empty() && (!same_file || same_rank) {
            text.push(from.file().letter());
        }
        if same_file {
            text.push(rank_digit(from));
        }
    }

    /// The one legal move that `bare`, the text without signs at its end, means.
    fn meant(&self, text: &str, bare: &str) -> Result<Move, SanError> {
        let said = Said::read(bare).ok_or_else(|| SanError::Syntax(text.to_owned()))?;
        let mut fitting = self.legal_moves().into_iter().filter(|&mv| said.fits(mv));
        let place = || (text.to_owned(), self.to_string());
        match (fitting.next(), fitting.next()) {
            (Some(mv), None) => Ok(mv),
            (None, _) => {
                let (text, fen) = place();
                Err(SanError::Illegal { text, fen })
            }
            _ => {
                let (text, fen) = place();
                Err(SanError::Ambiguous { text, fen })
            }
        }
    }
}

impl Said {
    fn read(bare: &str) -> Option<Self> {
        match bare {
            "O-O" | "0-0" => return Some(Self::Castle(Wing::King)),
            "O-O-O" | "0-0-0" => return Some(Self::Castle(Wing::Queen)),
            _ => {}
        }
        let mut letters: Vec<char> = bare.chars().collect();
        let role = match letters.first()? {
            letter @ ('N' | 'B' | 'R' | 'Q' | 'K') => Role::from_letter(*letter)?,
            _ => Role::Pawn,
        };
        if role != Role::Pawn {
            letters.remove(0);
        }
        let promotion = take_promotion(&mut letters, role);
        let rank = letters.pop()?;
        let file = letters.pop()?;
        let to = format!("{file}{rank}").parse().ok()?;
        if matches!(letters.last(), Some('x' | '-' | ':')) {
            letters.pop();
        }
        let (file, rank) = match letters[..] {
            [] => (None, None),
            [rank @ '1'..='8'] => (None, Some(rank)),
            [file @ 'a'..='h'] => (Some(file), None),
            [file @ 'a'..='h', rank @ '1'..='8'] => (Some(file), Some(rank)),
            _ => return None,
        };
        let rank = rank.map(|digit| digit as u8 - b'1');
        Some(Self::Goes { role, file: file.and_then(File::from_letter), rank, to, promotion })
    }

    fn fits(self, mv: Move) -> bool {
        match self {
            Self::Castle(wing) => mv.is_castle() && Wing::of(mv.from(), mv.to()) == wing,
            Self::Goes { role, file, rank, to, promotion } => {
                !mv.is_castle()
                    && (mv.role(), mv.to(), mv.promotion()) == (role, to, promotion)
                    && file.is_none_or(|file| mv.from().file() == file)
                    && rank.is_none_or(|rank| mv.from().rank() == rank)
                    // A pawn's capture names its file: 'd5' is not 'exd5'.
                    && (role != Role::Pawn || file.is_some() || mv.from().file() == to.file())
            }
        }
    }
}

/// Takes `=Q` or `Q` off a pawn's move.
fn take_promotion(letters: &mut Vec<char>, role: Role) -> Option<Role> {
    let promotion = match letters.last() {
        Some(letter @ ('N' | 'B' | 'R' | 'Q')) if role == Role::Pawn => Role::from_letter(*letter),
        _ => None,
    };
    if promotion.is_some() {
        letters.pop();
        if letters.last() == Some(&'=') {
            letters.pop();
        }
    }
    promotion
}

fn rank_digit(square: Square) -> char {
    char::from(b'1' + square.rank())
}
