//! Lines of text that other programs and people write, whatever is in them.

use std::fmt;
use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};

/// Where something stands, counted from 1.
#[derive(Debug)]
pub(crate) enum Place {
    Argument(usize),
    Line(usize),
    File(PathBuf),
    /// A line of a file that is named.
    LineOf(PathBuf, usize),
}

/// What standard input is called where a file would be named.
pub(crate) const STANDARD_INPUT: &str = "standard input";

impl Place {
    /// Where reading a file fails that has come to this line: at its very beginning it is the file that cannot be read.
    pub(crate) fn unreadable(name: &Path, line: usize) -> Self {
        if line <= 1 { Self::File(name.to_owned()) } else { Self::LineOf(name.to_owned(), line) }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Argument(number) => write!(f, "argument {number}"),
            Self::Line(number) => write!(f, "line {number}"),
            Self::File(path) => write!(f, "{}", path.display()),
            Self::LineOf(path, number) => write!(f, "{}: line {number}", path.display()),
        }
    }
}

/// Why bytes are no text to read. Places count characters from 1.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum TextError {
    #[error("character {place}: expected text in UTF-8, found byte {byte:#04x}")]
    Encoding { place: usize, byte: u8 },
    #[error("character {place}: expected the end of the line within {limit} bytes, found {found:?}")]
    TooLong { place: usize, limit: usize, found: char },
}

/// Bytes kept of a line beyond the limit: the first character that starts there is whole.
const BEYOND: usize = 8;

/// The next line without its end, cut off somewhat beyond `limit` bytes; `None` at the end.
pub(crate) fn read_line(reader: &mut impl BufRead, limit: usize) -> io::Result<Option<Vec<u8>>> {
    let kept = limit + BEYOND;
    let mut line = Vec::new();
    reader.by_ref().take(kept as u64).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(None);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if line.len() == kept {
        reader.skip_until(b'\n')?;
    }
    Ok(Some(line))
}

/// The bytes as text, if they are text and no more than `limit`.
pub(crate) fn text(bytes: &[u8], limit: usize) -> Result<&str, TextError> {
    let (whole, bad) = match std::str::from_utf8(bytes) {
        Ok(line) => (line, None),
        // What is valid up to there is valid.
        Err(error) => {
            let (valid, rest) = bytes.split_at(error.valid_up_to());
            (std::str::from_utf8(valid).unwrap_or_default(), rest.first())
        }
    };
    let within = whole.char_indices().take_while(|&(index, _)| index < limit).count();
    if let Some(found) = whole.chars().nth(within) {
        return Err(TextError::TooLong { place: within + 1, limit, found });
    }
    match bad {
        Some(&byte) => Err(TextError::Encoding { place: whole.chars().count() + 1, byte }),
        None => Ok(whole),
    }
}

/// Without what is blank at its beginning. Some systems begin a file of UTF-8 with a byte order mark.
pub(crate) fn trim_start(text: &str) -> &str {
    text.trim_start_matches(|character: char| character.is_whitespace() || character == '\u{feff}')
}
