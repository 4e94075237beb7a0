//! Extended Position Description: the first four fields of a FEN and operations, `bm Nf3; id "test 1";`.

use std::fmt;

use thiserror::Error;

use super::fen::{FenError, Rules, write_position};
use super::{Board, Move, SanError};

/// A position with operations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epd {
    /// The position. Its clocks come from the operations `hmvc` and `fmvn`, and are 0 and 1 without.
    pub board: Board,
    /// The operations in their order.
    pub operations: Vec<Operation>,
}

/// One operation of an EPD.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// Its name, such as `bm` (best moves), `am` (moves to avoid), `dm` (mate in so many moves), `ce` (centipawns), `id`.
    pub opcode: String,
    /// What follows the name, without quotation marks.
    pub operands: Vec<String>,
}

/// Why a text is no EPD.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EpdError {
    /// The position lacks fields.
    #[error("expected 4 fields parted by one space each, then operations, found {0}")]
    Fields(usize),
    /// The position is wrong.
    #[error(transparent)]
    Position(#[from] FenError),
    /// An opcode is not a letter followed by letters, digits and underscores.
    #[error("operation {place}: expected a name, found {found:?}")]
    Opcode {
        /// The operation, counted from 1.
        place: usize,
        /// What stands there.
        found: String,
    },
    /// A quotation mark is not closed.
    #[error("operation {0}: expected a closing quotation mark, found none")]
    Quotation(usize),
}

impl Epd {
    /// Reads a line. The last operation need not end with a semicolon.
    ///
    /// # Errors
    ///
    /// [`EpdError`] for what is wrong with it.
    pub fn read(text: &str, rules: Rules) -> Result<Self, EpdError> {
        let mut fields = text.trim().splitn(5, char::is_whitespace);
        let position: Vec<&str> = fields.by_ref().take(4).collect();
        if position.len() < 4 {
            return Err(EpdError::Fields(text.split_whitespace().count()));
        }
        let operations = read_operations(fields.next().unwrap_or_default())?;
        let clock = |opcode: &str, default| {
            let operation = operations.iter().find(|operation: &&Operation| operation.opcode == opcode);
            operation.and_then(|operation| operation.operands.first()).map_or(default, String::as_str)
        };
        let fen = format!("{} {} {}", position.join(" "), clock("hmvc", "0"), clock("fmvn", "1"));
        Ok(Self { board: Board::from_fen(&fen, rules)?, operations })
    }

    /// The operands of the first operation with this name.
    pub fn operands(&self, opcode: &str) -> Option<&[String]> {
        self.operations
            .iter()
            .find(|operation| operation.opcode == opcode)
            .map(|operation| &operation.operands[..])
    }

    /// The moves that an operation such as `bm` names.
    ///
    /// # Errors
    ///
    /// [`SanError`] for the first that is no legal move.
    pub fn moves(&self, opcode: &str) -> Result<Vec<Move>, SanError> {
        let texts = self.operands(opcode).unwrap_or_default();
        texts.iter().map(|text| self.board.read_san_leniently(text)).collect()
    }
}

/// One pass over the text; quotation marks keep spaces and semicolons together.
fn read_operations(text: &str) -> Result<Vec<Operation>, EpdError> {
    let mut operations = Vec::new();
    let mut words: Vec<String> = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let place = operations.len() + 1;
        if let Some(after) = rest.strip_prefix(';') {
            finish(&mut words, &mut operations)?;
            rest = after.trim_start();
        } else if let Some(after) = rest.strip_prefix('"') {
            let (word, after) = after.split_once('"').ok_or(EpdError::Quotation(place))?;
            words.push(word.to_owned());
            rest = after.trim_start();
        } else {
            let end = rest.find(|c: char| c.is_whitespace() || c == ';').unwrap_or(rest.len());
            words.push(rest[..end].to_owned());
            rest = rest[end..].trim_start();
        }
    }
    finish(&mut words, &mut operations)?;
    Ok(operations)
}

/// Makes an operation of the words read, if there are any.
fn finish(words: &mut Vec<String>, operations: &mut Vec<Operation>) -> Result<(), EpdError> {
    if words.is_empty() {
        return Ok(());
    }
    let opcode = words.remove(0);
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if !opcode.starts_with(|c: char| c.is_ascii_alphabetic()) || !opcode.chars().all(is_name) {
        return Err(EpdError::Opcode { place: operations.len() + 1, found: opcode });
    }
    operations.push(Operation { opcode, operands: std::mem::take(words) });
    Ok(())
}

/// The line, operands in quotation marks where they hold spaces or semicolons. Clocks are written only as operations.
impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_position(f, &self.board, false)?;
        for operation in &self.operations {
            write!(f, " {}", operation.opcode)?;
            for operand in &operation.operands {
                if operand.is_empty() || operand.contains(|c: char| c.is_whitespace() || c == ';') {
                    write!(f, " \"{operand}\"")?;
                } else {
                    write!(f, " {operand}")?;
                }
            }
            f.write_str(";")?;
        }
        Ok(())
    }
}
