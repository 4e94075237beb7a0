//! Where positions come from: arguments first, then the lines of a file, read as they come.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal};
use std::iter::Peekable;
use std::path::{Path, PathBuf};

use crate::lines::{Place, STANDARD_INPUT, TextError, read_line, text, trim_start};

/// Bytes of the longest line. The longest sensible one is a full board with an expected score.
const LINE_LIMIT: usize = 4096;

/// Something to answer, and where it stands.
#[derive(Debug)]
pub(crate) struct Item {
    pub(crate) place: Place,
    pub(crate) content: Result<Request, InputError>,
}

/// A position to solve.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Request {
    pub(crate) position: String,
    /// Characters of the line before the position.
    pub(crate) offset: usize,
    /// The score the line says it has.
    pub(crate) expected: Option<i32>,
}

/// Why a line or an argument holds no position at all. Places count characters from 1.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum InputError {
    #[error(transparent)]
    Text(#[from] TextError),
    #[error("character {place}: expected a score after the position, found {found:?}")]
    Expected { place: usize, found: char },
    #[error("cannot be read: {0}")]
    Unreadable(#[from] io::Error),
}

/// All that is to be answered, in order.
pub(crate) struct Input {
    items: Peekable<Box<dyn Iterator<Item = Item> + Send>>,
    /// Whether looking for the next item can never wait.
    at_hand: bool,
    typed: bool,
}

impl Input {
    /// `positions` are arguments, `file` a path or `-` for standard input.
    pub(crate) fn new(positions: &[OsString], file: Option<&Path>) -> Self {
        let argument = |(position, number): (&OsString, usize)| Item {
            place: Place::Argument(number),
            content: request(position.as_encoded_bytes()),
        };
        let arguments: Vec<Item> = positions.iter().zip(1..).map(argument).collect();
        let is_standard = file.is_some_and(|path| path.as_os_str() == "-");
        let lines: Box<dyn Iterator<Item = Item> + Send> = match file {
            None => Box::new(std::iter::empty()),
            Some(_) if is_standard => Box::new(lines(BufReader::new(io::stdin()), STANDARD_INPUT.into())),
            Some(path) => lines_of(path),
        };
        let items: Box<dyn Iterator<Item = Item> + Send> = Box::new(arguments.into_iter().chain(lines));
        Self {
            items: items.peekable(),
            at_hand: !is_standard && file.is_none_or(Path::is_file),
            typed: is_standard && io::stdin().is_terminal(),
        }
    }

    /// Whether a person types the positions.
    pub(super) fn is_typed(&self) -> bool {
        self.typed
    }

    /// Whether nothing follows. Where that can only be told by waiting for it, the answer is no.
    pub(super) fn is_last(&mut self) -> bool {
        self.at_hand && self.items.peek().is_none()
    }
}

impl Iterator for Input {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        self.items.next()
    }
}

/// The lines of a file that is to be opened, or that it cannot be.
fn lines_of(path: &Path) -> Box<dyn Iterator<Item = Item> + Send> {
    match File::open(path) {
        Ok(file) => Box::new(lines(BufReader::new(file), path.to_owned())),
        Err(error) => Box::new(std::iter::once(Item {
            place: Place::File(path.to_owned()),
            content: Err(error.into()),
        })),
    }
}

/// The lines that are not blank, each read when it is asked for. An error to read is the last item, and says the file's name.
fn lines(mut reader: impl BufRead + Send, name: PathBuf) -> impl Iterator<Item = Item> + Send {
    let mut number = 0;
    let mut ended = false;
    std::iter::from_fn(move || {
        while !ended {
            number += 1;
            let content = match read_line(&mut reader, LINE_LIMIT) {
                Ok(None) => return None,
                Ok(Some(line)) => match request(&line) {
                    Ok(request) if request.position.is_empty() => continue,
                    content => content,
                },
                Err(error) => {
                    ended = true;
                    return Some(Item {
                        place: Place::unreadable(&name, number),
                        content: Err(error.into()),
                    });
                }
            };
            return Some(Item { place: Place::Line(number), content });
        }
        None
    })
}

/// Reads `position [expected score]`.
fn request(bytes: &[u8]) -> Result<Request, InputError> {
    let line = text(bytes, LINE_LIMIT)?;
    let place_of = |rest: &str| line[..line.len() - rest.len()].chars().count() + 1;
    let rest = trim_start(line);
    let offset = place_of(rest) - 1;
    let (position, rest) = rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len()));
    let rest = rest.trim_start();
    let expected = match rest.trim_end() {
        "" => None,
        score => Some(score.parse().map_err(|_| {
            let bad = &rest[first_bad(score)..];
            InputError::Expected { place: place_of(bad), found: bad.chars().next().unwrap_or(' ') }
        })?),
    };
    Ok(Request { position: position.to_owned(), offset, expected })
}

/// The index of the character that makes `score` no number: the first that is no digit, or of a number too long the
/// first of all.
fn first_bad(score: &str) -> usize {
    let is_fine = |(index, character): (usize, char)| {
        character.is_ascii_digit() || (index == 0 && "+-".contains(character))
    };
    score.char_indices().find(|&at| !is_fine(at)).map_or(0, |(index, _)| index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    fn read(text: &str) -> (String, usize, Option<i32>) {
        let request = request(text.as_bytes()).unwrap();
        (request.position, request.offset, request.expected)
    }

    #[test]
    fn a_line_is_a_position_and_perhaps_a_score() {
        assert_eq!(read(""), (String::new(), 0, None));
        assert_eq!(read("44"), ("44".into(), 0, None));
        assert_eq!(read(" \t44 \r"), ("44".into(), 2, None));
        assert_eq!(read("44 -7\r"), ("44".into(), 0, Some(-7)));
        assert_eq!(read("\u{2003}- \t +1 "), ("-".into(), 1, Some(1)));
    }

    #[test]
    fn a_bad_line_is_refused_with_its_place() {
        let error = |bytes: &[u8]| request(bytes).unwrap_err().to_string();
        assert_eq!(error(b"44 x"), "character 4: expected a score after the position, found 'x'");
        assert_eq!(error(b"44 5x"), "character 5: expected a score after the position, found 'x'");
        assert_eq!(error(b"44  5 6"), "character 6: expected a score after the position, found ' '");
        assert_eq!(error(b"44 --5"), "character 5: expected a score after the position, found '-'");
        assert_eq!(error(b"44 -"), "character 4: expected a score after the position, found '-'");
        assert_eq!(error(b"44 99999999999"), "character 4: expected a score after the position, found '9'");
        assert_eq!(error(b"\xd9\xa44\xff4"), "character 3: expected text in UTF-8, found byte 0xff");
        assert_eq!(error(b"4\xd9"), "character 2: expected text in UTF-8, found byte 0xd9");
    }

    #[test]
    fn lines_end_in_any_way_and_blank_ones_count_without_being_answered() {
        // Blank is what Unicode calls so; a byte order mark is nothing either.
        let text = "44\r\n\n \t \r\n\u{feff}45 1\n\u{a0}\u{b}\n\u{a0}46";
        let read: Vec<_> = lines(text.as_bytes(), PathBuf::new())
            .map(|item| match item.place {
                Place::Line(number) => (number, item.content.unwrap().position),
                other => panic!("{other}"),
            })
            .collect();
        assert_eq!(read, [(1, "44".into()), (4, "45".into()), (6, "46".into())]);
    }

    #[test]
    fn a_line_of_any_length_takes_little_memory_and_does_not_hide_the_next() {
        let long = "4".repeat(LINE_LIMIT);
        let text = format!("{long}\n{long}4\n{}\n44", "é".repeat(1_000_000));
        let mut lines = lines(text.as_bytes(), PathBuf::new());
        assert_eq!(lines.next().unwrap().content.unwrap().position, long);
        for expected in
            ["character 4097: expected the end of the line within 4096 bytes, found '4'", "character 2049: "]
        {
            let error = lines.next().unwrap().content.unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
        let last = lines.next().unwrap();
        assert_eq!((last.place.to_string(), last.content.unwrap().position), ("line 4".into(), "44".into()));
        assert!(lines.next().is_none());
    }

    #[test]
    fn a_reader_that_fails_is_reported_once_by_name() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _buffer: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("no disk"))
            }
        }
        for (read, place) in [("", "a file"), ("44\n", "a file: line 2")] {
            let mut lines = lines(BufReader::new(read.as_bytes().chain(Broken)), "a file".into());
            let failed = lines.by_ref().find(|item| item.content.is_err()).unwrap();
            assert_eq!(failed.place.to_string(), place);
            assert_eq!(failed.content.unwrap_err().to_string(), "cannot be read: no disk");
            assert!(lines.next().is_none());
        }
    }
}
