//! The engine's side: what is set, which position stands, and how each command is obeyed.

use std::path::Path;
use std::time::Duration;

use games::chess::{Board, Line, Move, MoveList, Rules, lenient};
use search::{Bound, Depth, Evaluate};
use ttable::SizeError;

use super::book::Opening;
use super::command::{Command, Go};
use super::options::{self, Setting, Value};
use super::write::{self, remark, say, say_all};
use crate::bench;
use crate::engine::{Budget, Engine, Limits, News, Signal, Task};

/// The answer to `isready`.
pub(super) const READY: &str = "readyok";

/// What takes longer is a long search.
const LONG: Duration = Duration::from_secs(1);

/// Answers `uci`.
pub(super) fn introduce() {
    let name = concat!("id name Transpose ", env!("CARGO_PKG_VERSION")).to_owned();
    let author = "id author the Transpose authors".to_owned();
    let lines = [name, author].into_iter().chain(options::list()).chain(["uciok".to_owned()]);
    say_all(lines);
}

/// All the state there is.
#[derive(Debug)]
pub(super) struct Session {
    engine: Engine,
    line: Line,
    rules: Rules,
    best_moves: usize,
    overhead: Duration,
    own_book: bool,
    opening: Option<Opening>,
}

impl Command {
    /// Whether it runs until it is done or stopped.
    pub(super) fn takes_long(&self) -> bool {
        matches!(self, Self::Go(_) | Self::Perft(_) | Self::Bench)
    }
}

impl Session {
    /// Everything as it is at first.
    ///
    /// # Errors
    ///
    /// [`SizeError`] if the machine has not even the memory for the smallest table.
    pub(super) fn new() -> Result<Self, SizeError> {
        Ok(Self {
            engine: Engine::new(options::HASH).or_else(|_| Engine::new(1))?,
            line: Line::new(Board::start()),
            rules: Rules::Standard,
            best_moves: 1,
            overhead: Duration::from_millis(options::MOVE_OVERHEAD),
            own_book: false,
            opening: None,
        })
    }

    /// Obeys a command. One that takes long ends soon after `signal` says stop.
    pub(super) fn obey(&mut self, command: Command, signal: &Signal) {
        match command {
            Command::IsReady => say(READY),
            Command::NewGame => self.engine.clear(),
            Command::SetOption { name, value } => match options::read(&name, value.as_deref()) {
                Ok((setting, value)) => self.set(setting, value),
                Err(error) => remark(&error),
            },
            Command::Position { fen, moves } => self.set_up(fen.as_deref(), &moves),
            Command::Go(go) => self.go(&go, signal),
            Command::Show => self.show(),
            Command::Eval => {
                let worth = self.line.chess().evaluate();
                say(&format!("Static evaluation: {worth} centipawns for the side to move"));
            }
            Command::Bench => {
                bench::run(signal, say);
            }
            Command::Perft(depth) => self.perft(depth, signal),
            // The reader's.
            Command::Uci | Command::Stop | Command::PonderHit | Command::Quit => {}
        }
    }

    fn set(&mut self, setting: Setting, value: Value) {
        match (setting, value) {
            (Setting::Hash, Value::Number(mib)) => {
                if let Err(error) = self.engine.resize(mib) {
                    remark(&format_args!("Hash: {error}; the table stays as it was"));
                }
            }
            (Setting::ClearHash, _) => self.engine.clear(),
            (Setting::Threads, Value::Number(threads)) => {
                self.engine.set_threads(usize::try_from(threads).unwrap_or(usize::MAX));
            }
            (Setting::MultiPv, Value::Number(lines)) => {
                self.best_moves = usize::try_from(lines).unwrap_or(usize::MAX);
            }
            (Setting::MoveOverhead, Value::Number(millis)) => self.overhead = Duration::from_millis(millis),
            (Setting::Chess960, Value::Flag(is_960)) => {
                self.rules = if is_960 { Rules::Chess960 } else { Rules::Standard };
            }
            (Setting::OwnBook, Value::Flag(own_book)) => self.own_book = own_book,
            (Setting::BookFile, Value::Text(path)) => self.open_book(&path),
            // Pondering is asked for by `go`; the option tells only that it may be.
            _ => {}
        }
    }

    /// An empty path is no book. A file that is none leaves the book there was.
    fn open_book(&mut self, path: &str) {
        if path.is_empty() {
            self.opening = None;
            return;
        }
        match Opening::read(Path::new(path)) {
            Ok(opening) => {
                remark(&format_args!("Book File: {} entries", opening.len()));
                self.opening = Some(opening);
            }
            Err(error) => remark(&format_args!("Book File: {path}: {error}")),
        }
    }

    /// Sets up a position. A wrong FEN leaves the old one; moves are played up to the first that is not legal.
    fn set_up(&mut self, fen: Option<&str>, moves: &[String]) {
        let board = match fen.map(|fen| lenient::read(fen, self.rules)) {
            None => Board::start(),
            Some(Ok((board, repairs))) => {
                for repair in repairs {
                    remark(&format_args!("position: {repair}"));
                }
                board
            }
            Some(Err(error)) => return remark(&format_args!("position: {error}; the old one stays")),
        };
        self.line = Line::new(board);
        for (text, number) in moves.iter().zip(1..) {
            // Some programs write the promotion in capitals.
            match self.line.board().read_uci(&text.to_ascii_lowercase()) {
                Ok(mv) => {
                    self.line.make(mv);
                }
                Err(error) => return remark(&format_args!("position: move {number}: {error}")),
            }
        }
    }

    /// Searches, and answers when that is due.
    fn go(&mut self, go: &Go, signal: &Signal) {
        let answer = self.answer(go, signal);
        if go.is_endless() {
            signal.wait(false);
        } else if go.ponder {
            signal.wait(true);
        }
        signal.finish();
        say(&answer);
    }

    /// The `bestmove` line that the search comes to.
    fn answer(&mut self, go: &Go, signal: &Signal) -> String {
        let board = *self.line.board();
        let moves = self.allowed(&go.search_moves);
        if moves.is_empty() {
            let score = if board.is_check() { "mate 0" } else { "cp 0" };
            say(&format!("info depth 0 score {score}"));
            return write::NO_MOVE.to_owned();
        }
        if let Some(mv) = self.book_move(go) {
            remark(&"book");
            return format!("bestmove {}", board.write_uci(mv, self.rules));
        }
        let (several, rules) = (self.best_moves > 1, self.rules);
        let task =
            Task { line: &self.line, moves, best_moves: self.best_moves, limits: self.limits(go), signal };
        let found = self.engine.search(&task, |news| match news {
            // Limits of a value are news only in a long search, and so is the move that is tried.
            News::Variation(variation) if variation.bound == Bound::Exact || variation.time >= LONG => {
                say(&write::info(variation, several, &board, rules));
            }
            News::Trying(trying) if trying.time >= LONG => say(&write::trying(&trying, &board, rules)),
            _ => {}
        });
        write::best_move(&found, &board, rules)
    }

    /// The legal moves among `texts`; all, if there are none among them.
    fn allowed(&self, texts: &[String]) -> MoveList {
        let board = self.line.board();
        let mut wanted = MoveList::new();
        for mv in texts.iter().filter_map(|text| board.read_uci(&text.to_ascii_lowercase()).ok()) {
            // More than there are legal moves do not fit, and are none.
            if !wanted.contains(&mv) && wanted.try_push(mv).is_err() {
                break;
            }
        }
        if wanted.is_empty() { board.legal_moves() } else { wanted }
    }

    /// What the book plays here, if it is asked at all: not for analysis.
    fn book_move(&mut self, go: &Go) -> Option<Move> {
        let is_asked = self.own_book && !go.is_endless() && !go.ponder && go.search_moves.is_empty();
        let opening = self.opening.as_mut().filter(|_| is_asked)?;
        opening.choose(self.line.board())
    }

    fn limits(&self, go: &Go) -> Limits {
        let clock = go.clock(self.line.board().side());
        let has_clock = go.white.left.or(go.black.left).is_some();
        // Who tells the other side's clock alone has none for this one.
        let left = clock.left.unwrap_or_default();
        let budget = if go.infinite {
            None
        } else if let Some(time) = go.move_time {
            Some(Budget::fixed(time, self.overhead))
        } else if has_clock {
            Some(Budget::share(left, clock.increment, go.until_reset, self.overhead))
        } else {
            None
        };
        Limits {
            depth: go.depth.map(|depth| Depth::try_from(depth).unwrap_or(Depth::MAX)),
            nodes: go.nodes,
            mate: go.mate,
            budget,
            ponder: go.ponder,
        }
    }

    fn show(&self) {
        let board = self.line.board();
        let checkers: Vec<String> = board.checkers().into_iter().map(|square| square.to_string()).collect();
        say_all([
            board.picture().to_string(),
            format!("Fen: {board}"),
            format!("Key: {:016X}", board.key()),
            format!("Checkers: {}", checkers.join(" ")),
        ]);
    }

    /// The count of lines by first move, and the whole.
    fn perft(&self, depth: u64, signal: &Signal) {
        // More would not fit the stack.
        let Ok(depth) = u8::try_from(depth) else {
            return remark(&format_args!("go perft: expected plies from 0 to {}, found {depth}", u8::MAX));
        };
        let board = self.line.board();
        let mut whole = 0;
        if depth == 0 {
            whole = 1;
        } else {
            for mv in board.legal_moves() {
                let Some(count) = count(&board.after(mv), depth - 1, signal) else { return };
                say(&format!("{}: {count}", board.write_uci(mv, self.rules)));
                whole += count;
            }
        }
        say(&format!("\nNodes searched: {whole}\n"));
    }
}

impl Go {
    /// Whether nothing but `stop` ends it.
    fn is_endless(&self) -> bool {
        let has_limit = self.depth.is_some()
            || self.nodes.is_some()
            || self.mate.is_some()
            || self.move_time.is_some()
            || self.white.left.is_some()
            || self.black.left.is_some();
        self.infinite || !has_limit
    }
}

/// The number of lines of so many plies; `None` once stopped.
fn count(board: &Board, depth: u8, signal: &Signal) -> Option<u64> {
    // So few are counted within a moment.
    if depth <= 3 {
        return (!signal.is_stopped()).then(|| games::chess::perft(board, depth));
    }
    board.legal_moves().into_iter().map(|mv| count(&board.after(mv), depth - 1, signal)).sum()
}
