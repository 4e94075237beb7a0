//! Lines of FEN or EPD, read as they come.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use games::chess::{Epd, EpdError, FenError, Rules, SanError, lenient};

use super::judge::Expected;
use crate::lines::{Place, STANDARD_INPUT, TextError, read_line, text, trim_start};

/// Bytes of the longest line: a position with plenty of operations.
const LINE_LIMIT: usize = 65_536;

/// A position to analyse.
#[derive(Debug)]
pub(super) struct Problem {
    pub(super) epd: Epd,
    pub(super) expected: Expected,
}

/// Why a line is no position to analyse.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(super) enum ProblemError {
    #[error(transparent)]
    Text(#[from] TextError),
    #[error("cannot be read: {0}")]
    Unreadable(#[from] io::Error),
    #[error(transparent)]
    Position(#[from] FenError),
    #[error(transparent)]
    Operations(#[from] EpdError),
    #[error("{opcode}: {error}")]
    Moves { opcode: &'static str, error: SanError },
    #[error("dm: expected a number of moves, found {0:?}")]
    MateDistance(String),
}

/// The lines of the file, or of standard input for `-`, that are not blank.
pub(super) fn problems(
    path: &Path,
    rules: Rules,
) -> Box<dyn Iterator<Item = (Place, Result<Problem, ProblemError>)>> {
    if path.as_os_str() == "-" {
        return Box::new(of_lines(BufReader::new(io::stdin()), STANDARD_INPUT.into(), rules));
    }
    match File::open(path) {
        Ok(file) => Box::new(of_lines(BufReader::new(file), path.to_owned(), rules)),
        Err(error) => Box::new(std::iter::once((Place::File(path.to_owned()), Err(error.into())))),
    }
}

fn of_lines(
    mut reader: impl BufRead,
    name: PathBuf,
    rules: Rules,
) -> impl Iterator<Item = (Place, Result<Problem, ProblemError>)> {
    let (mut number, mut ended) = (0, false);
    std::iter::from_fn(move || {
        while !ended {
            number += 1;
            let problem = match read_line(&mut reader, LINE_LIMIT) {
                Ok(None) => return None,
                Ok(Some(line)) => match text(&line, LINE_LIMIT).map(|text| trim_start(text).trim_end()) {
                    Ok("") => continue,
                    Ok(line) => read(line, rules),
                    Err(error) => Err(error.into()),
                },
                Err(error) => {
                    ended = true;
                    return Some((Place::unreadable(&name, number), Err(error.into())));
                }
            };
            return Some((Place::Line(number), problem));
        }
        None
    })
}

/// Reads a FEN, an EPD, or a FEN with operations behind it. The position is read as leniently as elsewhere.
pub(super) fn read(line: &str, rules: Rules) -> Result<Problem, ProblemError> {
    let (position, operations) = parts(line);
    let (board, _) = lenient::read(position, rules)?;
    // With the clocks where an EPD has them; its own operations for them would come first.
    let fields = board.shredder_fen();
    let four: Vec<&str> = fields.split(' ').take(4).collect();
    let clocks = format!("hmvc {}; fmvn {};", board.halfmoves(), board.fullmoves());
    let text =
        format!("{} {operations}{} {clocks}", four.join(" "), if operations.is_empty() { "" } else { ";" });
    let mut epd = Epd::read(&text, Rules::Chess960)?;
    epd.operations.truncate(epd.operations.len() - 2);
    let expected = Expected::of(&epd)?;
    Ok(Problem { epd, expected })
}

/// The position's fields, four or six of them, and the operations.
fn parts(line: &str) -> (&str, &str) {
    let is_clock = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let is_field = |(index, word): &(usize, &str)| *index < 4 || *index < 6 && is_clock(word);
    let mut end = 0;
    for (_, word) in line.split_whitespace().enumerate().take_while(is_field) {
        // Words are parts of the line, in its order.
        end += line[end..].find(word).unwrap_or(0) + word.len();
    }
    (&line[..end], line[end..].trim().trim_end_matches(';'))
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

    #[test]
    fn a_line_is_a_fen_or_an_epd_or_both() {
        for (line, operations, halfmoves) in [
            (START.to_owned(), 0, 0),
            (format!("{START} 3 7"), 0, 3),
            (format!("{START} bm e4 d4; id \"a; b\";"), 2, 0),
            (format!("{START} 3 7 bm e4"), 1, 3),
            (format!("{START} hmvc 5; fmvn 9; am a3;"), 3, 5),
        ] {
            let problem = read(&line, Rules::Standard).unwrap();
            assert_eq!(problem.epd.operations.len(), operations, "{line}");
            assert_eq!(problem.epd.board.halfmoves(), halfmoves, "{line}");
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        let error = |line: &str| read(line, Rules::Standard).unwrap_err().to_string();
        assert!(error(&format!("{START} bm Ne5;")).starts_with("bm: Ne5 is not legal in "));
        assert_eq!(error(&format!("{START} dm x;")), r#"dm: expected a number of moves, found "x""#);
        assert_eq!(error(&format!("{START} dm;")), r#"dm: expected a number of moves, found """#);
        assert_eq!(error("blah"), "expected 6 fields parted by one space each, found 1");
        assert_eq!(
            error(&format!("{START} id \"open;")),
            "operation 1: expected a closing quotation mark, found none"
        );
    }
}
