//! What can be set, and within which limits.

use std::fmt;

use crate::console::MAX_THREADS;

/// An option of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Setting {
    Hash,
    ClearHash,
    Threads,
    Ponder,
    MultiPv,
    Chess960,
    MoveOverhead,
    OwnBook,
    BookFile,
}

/// What an option can be set to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A number within limits, both included.
    Spin { default: u64, min: u64, max: u64 },
    /// True or false.
    Check { default: bool },
    /// Nothing: setting it does something.
    Button,
    /// A text, empty at first.
    Text,
}

/// A value that fits its option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Number(u64),
    Flag(bool),
    Pressed,
    Text(String),
}

/// Why an option is not set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum OptionError {
    #[error("expected the name of an option, found {0:?}")]
    Name(String),
    #[error("{name}: expected a number from {min} to {max}, found {found:?}")]
    Number { name: &'static str, min: u64, max: u64, found: String },
    #[error("{name}: expected true or false, found {found:?}")]
    Flag { name: &'static str, found: String },
}

/// MiB of the table at first.
pub(super) const HASH: u64 = 16;
/// Milliseconds that a move loses between the engine and its user's clock.
pub(super) const MOVE_OVERHEAD: u64 = 10;

/// All options, in the order they are listed in.
const ALL: [(Setting, &str, Kind); 9] = [
    // A tebibyte: what the machine cannot give is refused when it is asked for.
    (Setting::Hash, "Hash", Kind::Spin { default: HASH, min: 1, max: 1 << 20 }),
    (Setting::ClearHash, "Clear Hash", Kind::Button),
    (Setting::Threads, "Threads", Kind::Spin { default: 1, min: 1, max: MAX_THREADS.unsigned_abs() }),
    (Setting::Ponder, "Ponder", Kind::Check { default: false }),
    (Setting::MultiPv, "MultiPV", Kind::Spin { default: 1, min: 1, max: 256 }),
    (Setting::Chess960, "UCI_Chess960", Kind::Check { default: false }),
    (Setting::MoveOverhead, "Move Overhead", Kind::Spin { default: MOVE_OVERHEAD, min: 0, max: 5_000 }),
    (Setting::OwnBook, "OwnBook", Kind::Check { default: false }),
    (Setting::BookFile, "Book File", Kind::Text),
];

/// The lines that tell of all options.
pub(super) fn list() -> impl Iterator<Item = String> {
    ALL.into_iter().map(|(_, name, kind)| format!("option name {name} {kind}"))
}

/// What `setoption` sets: names are the same in capitals and in small letters.
///
/// # Errors
///
/// [`OptionError`] if there is no such option or the value does not fit it.
pub(super) fn read(name: &str, value: Option<&str>) -> Result<(Setting, Value), OptionError> {
    let (setting, name, kind) = ALL
        .into_iter()
        .find(|(_, known, _)| known.eq_ignore_ascii_case(name))
        .ok_or_else(|| OptionError::Name(name.to_owned()))?;
    let text = value.unwrap_or_default();
    let value = match kind {
        Kind::Spin { min, max, .. } => {
            let number = text.parse().ok().filter(|number| (min..=max).contains(number));
            Value::Number(number.ok_or(OptionError::Number { name, min, max, found: text.to_owned() })?)
        }
        Kind::Check { .. } => match text.to_ascii_lowercase().as_str() {
            "true" => Value::Flag(true),
            "false" => Value::Flag(false),
            _ => return Err(OptionError::Flag { name, found: text.to_owned() }),
        },
        Kind::Button => Value::Pressed,
        // The protocol has a word for nothing.
        Kind::Text => Value::Text(if text == "<empty>" { String::new() } else { text.to_owned() }),
    };
    Ok((setting, value))
}

/// As the protocol writes it: `type spin default 1 min 1 max 256`.
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Spin { default, min, max } => {
                write!(f, "type spin default {default} min {min} max {max}")
            }
            Self::Check { default } => write!(f, "type check default {default}"),
            Self::Button => f.write_str("type button"),
            Self::Text => f.write_str("type string default <empty>"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_is_listed_and_its_default_fits() {
        let lines: Vec<String> = list().collect();
        assert_eq!(lines.len(), ALL.len());
        assert_eq!(lines[0], "option name Hash type spin default 16 min 1 max 1048576");
        assert!(lines.contains(&"option name Clear Hash type button".to_owned()));
        assert!(lines.contains(&"option name Ponder type check default false".to_owned()));
        assert!(lines.contains(&"option name Book File type string default <empty>".to_owned()));
        for (setting, name, kind) in ALL {
            if let Kind::Spin { default, min, max } = kind {
                assert!(min <= default && default <= max && min <= max);
                assert_eq!(read(name, Some(&max.to_string())), Ok((setting, Value::Number(max))));
                assert!(read(name, Some(&(max + 1).to_string())).is_err());
            }
        }
    }

    #[test]
    fn names_are_read_in_any_case() {
        for name in ["hash", "HASH", "Hash"] {
            assert_eq!(read(name, Some("2")), Ok((Setting::Hash, Value::Number(2))));
        }
        assert_eq!(read("clear hash", None), Ok((Setting::ClearHash, Value::Pressed)));
        assert_eq!(read("ponder", Some("TRUE")), Ok((Setting::Ponder, Value::Flag(true))));
    }

    #[test]
    fn what_does_not_fit_is_refused_with_what_would() {
        let error = |name, value| read(name, value).unwrap_err().to_string();
        assert_eq!(error("Hash", Some("0")), r#"Hash: expected a number from 1 to 1048576, found "0""#);
        assert_eq!(error("threads", Some("x")), r#"Threads: expected a number from 1 to 256, found "x""#);
        assert_eq!(error("Threads", None), r#"Threads: expected a number from 1 to 256, found """#);
        assert_eq!(error("Ponder", Some("1")), r#"Ponder: expected true or false, found "1""#);
        assert_eq!(error("Contempt", Some("1")), r#"expected the name of an option, found "Contempt""#);
    }

    #[test]
    fn a_text_may_be_emptied() {
        assert_eq!(read("Book File", Some("<empty>")), Ok((Setting::BookFile, Value::Text(String::new()))));
        assert_eq!(read("Book File", Some("a b")), Ok((Setting::BookFile, Value::Text("a b".into()))));
    }
}
