//! What a line of the protocol says: any line gives a command or nothing, never an error.

use std::time::Duration;

use games::chess::Color;

/// A command, read but not judged: moves and FENs are texts yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Uci,
    IsReady,
    NewGame,
    SetOption {
        name: String,
        value: Option<String>,
    },
    Position {
        /// `None` is the starting position.
        fen: Option<String>,
        moves: Vec<String>,
    },
    Go(Go),
    Stop,
    PonderHit,
    Quit,
    /// `d`: the position.
    Show,
    /// `eval`: its static evaluation.
    Eval,
    Bench,
    /// `go perft N`: plies, as many as were asked for.
    Perft(u64),
}

/// What `go` asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    pub(super) move_time: Option<Duration>,
    pub(super) white: Clock,
    pub(super) black: Clock,
    /// Moves until the clocks are set forward.
    pub(super) until_reset: Option<u32>,
    /// A mate in so many moves ends the search.
    pub(super) mate: Option<u32>,
    pub(super) infinite: bool,
    pub(super) ponder: bool,
    /// Empty if all moves are to be searched.
    pub(super) search_moves: Vec<String>,
}

/// One side's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Clock {
    /// What is left; `None` if nothing was said.
    pub(super) left: Option<Duration>,
    /// What each move adds.
    pub(super) increment: Duration,
}

impl Go {
    pub(super) fn clock(&self, side: Color) -> Clock {
        match side {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }
}

/// The words that begin a command.
const KNOWN: [&str; 14] = [
    "uci",
    "debug",
    "isready",
    "setoption",
    "register",
    "ucinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "quit",
    "d",
    "eval",
    "bench",
];

impl Command {
    /// Reads a line. Words before the first known one are skipped, as the protocol wants it; `None` if there is none, or
    /// if the command lacks what it cannot do without.
    pub(super) fn read(line: &str) -> Option<Self> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let start = words.iter().position(|word| KNOWN.contains(word))?;
        let rest = &words[start + 1..];
        Some(match words[start] {
            "uci" => Self::Uci,
            "isready" => Self::IsReady,
            "ucinewgame" => Self::NewGame,
            "setoption" => return set_option(rest),
            "position" => return position(rest),
            "go" => go(rest),
            "stop" => Self::Stop,
            "ponderhit" => Self::PonderHit,
            "quit" => Self::Quit,
            "d" => Self::Show,
            "eval" => Self::Eval,
            "bench" => Self::Bench,
            // `debug` and `register`: there is nothing to say about either.
            _ => return None,
        })
    }
}

/// `name NAME [value VALUE]`; both may hold blanks, of which one is as good as many.
fn set_option(words: &[&str]) -> Option<Command> {
    let (&"name", rest) = words.split_first()? else { return None };
    let end = rest.iter().position(|&word| word == "value");
    let name = rest[..end.unwrap_or(rest.len())].join(" ");
    let value = end.map(|end| rest[end + 1..].join(" "));
    (!name.is_empty()).then_some(Command::SetOption { name, value })
}

/// `startpos | fen FEN`, then `[moves MOVE...]`.
fn position(words: &[&str]) -> Option<Command> {
    let (kind, rest) = words.split_first()?;
    let end = rest.iter().position(|&word| word == "moves");
    let before = &rest[..end.unwrap_or(rest.len())];
    let fen = match *kind {
        "startpos" => None,
        "fen" if !before.is_empty() => Some(before.join(" ")),
        _ => return None,
    };
    let moves = end.map_or(&[][..], |end| &rest[end + 1..]);
    Some(Command::Position { fen, moves: moves.iter().map(ToString::to_string).collect() })
}

fn go(words: &[&str]) -> Command {
    let mut go = Go::default();
    let mut rest = words;
    while let Some((&word, after)) = rest.split_first() {
        rest = after;
        match word {
            "perft" => return Command::Perft(number(&mut rest).unwrap_or(1)),
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "depth" => set(&mut go.depth, number(&mut rest)),
            "nodes" => set(&mut go.nodes, number(&mut rest)),
            "mate" => set(&mut go.mate, number(&mut rest)),
            "movestogo" => set(&mut go.until_reset, number(&mut rest)),
            "movetime" => set(&mut go.move_time, milliseconds(&mut rest)),
            "wtime" => set(&mut go.white.left, milliseconds(&mut rest)),
            "btime" => set(&mut go.black.left, milliseconds(&mut rest)),
            "winc" => go.white.increment = milliseconds(&mut rest).unwrap_or_default(),
            "binc" => go.black.increment = milliseconds(&mut rest).unwrap_or_default(),
            "searchmoves" => {
                let end = rest.iter().position(|word| !looks_like_a_move(word)).unwrap_or(rest.len());
                go.search_moves.extend(rest[..end].iter().map(ToString::to_string));
                rest = &rest[end..];
            }
            _ => {}
        }
    }
    Command::Go(go)
}

/// Keeps the value already there if none is given.
fn set<T>(place: &mut Option<T>, value: Option<T>) {
    if value.is_some() {
        *place = value;
    }
}

/// The number that follows, taken off `rest`; a word that is none stays. Negative numbers count as 0, those beyond the
/// type's range as its greatest.
fn number<T: TryFrom<u64> + Bounded>(rest: &mut &[&str]) -> Option<T> {
    let (word, after) = rest.split_first()?;
    let digits = word.strip_prefix(['+', '-']).unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    *rest = after;
    // All digits: what does not fit is too great.
    let size = if word.starts_with('-') { 0 } else { digits.parse().unwrap_or(u64::MAX) };
    Some(T::try_from(size).unwrap_or(T::GREATEST))
}

trait Bounded {
    const GREATEST: Self;
}

impl Bounded for u32 {
    const GREATEST: Self = Self::MAX;
}

impl Bounded for u64 {
    const GREATEST: Self = Self::MAX;
}

/// A time in milliseconds, at most some fifty days.
fn milliseconds(rest: &mut &[&str]) -> Option<Duration> {
    let number: u32 = number(rest)?;
    Some(Duration::from_millis(number.into()))
}

/// Two squares and perhaps a promotion, legal or not.
fn looks_like_a_move(word: &str) -> bool {
    let is = |range: std::ops::RangeInclusive<u8>, at: usize| range.contains(&word.as_bytes()[at]);
    matches!(word.len(), 4 | 5) && is(b'a'..=b'h', 0) && is(b'1'..=b'8', 1) && is(b'a'..=b'h', 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_go(line: &str) -> Go {
        match Command::read(line) {
            Some(Command::Go(go)) => go,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn ms(number: u64) -> Duration {
        Duration::from_millis(number)
    }

    #[test]
    fn plain_commands() {
        for (line, command) in [
            ("uci", Command::Uci),
            ("isready", Command::IsReady),
            ("ucinewgame", Command::NewGame),
            ("stop", Command::Stop),
            ("ponderhit", Command::PonderHit),
            ("quit", Command::Quit),
            ("d", Command::Show),
            ("eval", Command::Eval),
            ("bench", Command::Bench),
            ("go perft 5", Command::Perft(5)),
            ("go perft", Command::Perft(1)),
            ("go perft -2", Command::Perft(0)),
        ] {
            assert_eq!(Command::read(line), Some(command), "{line}");
        }
    }

    #[test]
    fn blanks_of_any_kind_and_line_ends_do_not_matter() {
        assert_eq!(Command::read(" \t isready \t\r"), Some(Command::IsReady));
        let clear = Command::SetOption { name: "Clear Hash".into(), value: None };
        assert_eq!(Command::read("  setoption   name   Clear \t Hash  "), Some(clear));
        assert_eq!(read_go("go\tdepth   2\r").depth, Some(2));
    }

    #[test]
    fn what_says_nothing_is_nothing() {
        for line in [
            "",
            " ",
            "\r",
            "foo bar",
            "\0\u{fffd}",
            "debug on",
            "register later",
            "position",
            "position fen",
            "position fen moves e2e4",
            "position e2e4",
            "setoption",
            "setoption Hash 4",
            "setoption name",
            "setoption name value 3",
            "UCI",
        ] {
            assert_eq!(Command::read(line), None, "{line:?}");
        }
    }

    #[test]
    fn unknown_words_before_a_command_are_skipped() {
        assert_eq!(Command::read("joho isready"), Some(Command::IsReady));
        assert_eq!(Command::read("joho debug isready"), None, "a known command has the rest for itself");
    }

    #[test]
    fn positions() {
        let position = |fen: Option<&str>, moves: &[&str]| Command::Position {
            fen: fen.map(str::to_owned),
            moves: moves.iter().map(ToString::to_string).collect(),
        };
        assert_eq!(Command::read("position startpos"), Some(position(None, &[])));
        assert_eq!(Command::read("position startpos moves"), Some(position(None, &[])));
        assert_eq!(
            Command::read("position startpos moves e2e4 a7a8Q"),
            Some(position(None, &["e2e4", "a7a8Q"]))
        );
        assert_eq!(
            Command::read("position fen  8/8/8/8/8/6k1/6p1/6K1 w  - -  moves g1h1"),
            Some(position(Some("8/8/8/8/8/6k1/6p1/6K1 w - -"), &["g1h1"]))
        );
        assert_eq!(Command::read("position fen blah"), Some(position(Some("blah"), &[])));
    }

    #[test]
    fn options_have_names_with_blanks_and_perhaps_a_value() {
        let option = |name: &str, value: Option<&str>| {
            Some(Command::SetOption { name: name.into(), value: value.map(str::to_owned) })
        };
        assert_eq!(Command::read("setoption name Hash value 64"), option("Hash", Some("64")));
        assert_eq!(Command::read("setoption name Book File value"), option("Book File", Some("")));
        assert_eq!(
            Command::read("setoption name Book File value a  b.bin"),
            option("Book File", Some("a b.bin"))
        );
    }

    #[test]
    fn all_limits_of_go() {
        let line = "go wtime 1000 btime 2000 winc 10 binc 20 movestogo 5 depth 6 nodes 7 mate 8 movetime 9 ponder infinite";
        let go = read_go(line);
        assert_eq!(go.clock(Color::White), Clock { left: Some(ms(1000)), increment: ms(10) });
        assert_eq!(go.clock(Color::Black), Clock { left: Some(ms(2000)), increment: ms(20) });
        assert_eq!((go.until_reset, go.depth, go.nodes, go.mate), (Some(5), Some(6), Some(7), Some(8)));
        assert_eq!((go.move_time, go.ponder, go.infinite), (Some(ms(9)), true, true));
        assert_eq!(read_go("go"), Go::default());
    }

    #[test]
    fn search_moves_end_where_no_move_follows() {
        let go = read_go("go searchmoves a2a3 e7e8q e2e5 depth 3 nodes 10");
        assert_eq!(go.search_moves, ["a2a3", "e7e8q", "e2e5"]);
        assert_eq!((go.depth, go.nodes), (Some(3), Some(10)));
        assert_eq!(read_go("go searchmoves infinite"), Go { infinite: true, ..Go::default() });
        assert_eq!(read_go("go searchmoves d2d4 ä2a3 depth 1").search_moves, ["d2d4"]);
    }

    #[test]
    fn wrong_values_are_passed_over_and_wild_ones_saturate() {
        assert_eq!(read_go("go foo"), Go::default());
        assert_eq!(read_go("go depth"), Go::default());
        assert_eq!(read_go("go mate"), Go::default());
        assert_eq!(read_go("go movetime infinite"), Go { infinite: true, ..Go::default() });
        assert_eq!(read_go("go depth x depth 3").depth, Some(3));
        assert_eq!(read_go("go depth 3 depth x").depth, Some(3));
        assert_eq!(read_go("go depth -3").depth, Some(0));
        assert_eq!(read_go("go depth +4").depth, Some(4));
        assert_eq!(read_go("go depth 99999999999").depth, Some(u32::MAX));
        assert_eq!(read_go(&format!("go nodes 1{}", "0".repeat(99))).nodes, Some(u64::MAX));
        assert_eq!(read_go("go wtime -100").white.left, Some(Duration::ZERO));
        assert_eq!(read_go("go movetime 99999999999999").move_time, Some(ms(u32::MAX.into())));
    }
}
