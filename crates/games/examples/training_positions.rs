//! Positions with scores to train the evaluation's network with, as lines `FEN;CENTIPAWNS` for the side to move.
//!
//! A UCI engine plays itself from random openings, with a random move now and then; each position it looks at is a candidate. Kept
//! are those that are quiet: nobody is in check, the engine's move neither captures nor promotes, and its score is no mate.
//!
//! `cargo run --release --package games --example training_positions -- ENGINE DEPTH COUNT SEED > positions.txt`

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command line talks to its user")]

use std::error::Error;
use std::io::{BufRead as _, BufReader, BufWriter, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use games::chess::{Board, Line, Move, MoveKind, Status};
use zkeys::SplitMix64;

type Outcome<T> = Result<T, Box<dyn Error>>;

/// Half-moves at random at the beginning of a game: at least so many, and up to three more.
const OPENING: u32 = 6;
/// One move in so many is a random one later.
const RANDOM_MOVE: u32 = 12;
/// Half-moves after which a game is left.
const LONGEST: usize = 200;
/// A game in which one side is farther ahead is left, as one that is decided.
const DECIDED: i32 = 1_500;

/// The engine that plays and judges.
struct Judge {
    process: Child,
    to: BufWriter<ChildStdin>,
    from: BufReader<ChildStdout>,
    depth: u32,
}

/// More than any score.
const MATE: i32 = i32::MAX;

/// What it thinks of a position.
struct Verdict {
    /// Centipawns for the side to move; [`MATE`] for a mate of either side.
    score: i32,
    best: Move,
}

impl Judge {
    fn start(command: &str, depth: u32) -> Outcome<Self> {
        let mut process = Command::new(command).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let to = BufWriter::new(process.stdin.take().ok_or("no pipe to the engine")?);
        let from = BufReader::new(process.stdout.take().ok_or("no pipe from the engine")?);
        let mut judge = Self { process, to, from, depth };
        writeln!(judge.to, "setoption name Hash value 2\nucinewgame")?;
        Ok(judge)
    }

    fn look(&mut self, board: &Board) -> Outcome<Verdict> {
        writeln!(self.to, "position fen {board}\ngo depth {}", self.depth)?;
        self.to.flush()?;
        let (mut score, mut line) = (MATE, String::new());
        loop {
            line.clear();
            if self.from.read_line(&mut line)? == 0 {
                return Err("the engine has ended".into());
            }
            let words: Vec<&str> = line.split_ascii_whitespace().collect();
            match *words {
                ["bestmove", best, ..] => return Ok(Verdict { score, best: board.read_uci(best)? }),
                ["info", ..] => score = read_score(&words).unwrap_or(score),
                _ => {}
            }
        }
    }
}

impl Drop for Judge {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The score of an `info` line, if it tells one.
fn read_score(words: &[&str]) -> Option<i32> {
    let at = words.iter().position(|&word| word == "score")?;
    match words.get(at + 1..at + 3)? {
        ["cp", number] => number.parse().ok(),
        _ => Some(MATE),
    }
}

/// Whether nobody is in check and a move neither captures nor promotes.
fn is_quiet(board: &Board, mv: Move) -> bool {
    let noisy = match mv.kind() {
        MoveKind::Castle | MoveKind::DoubleStep => false,
        MoveKind::EnPassant | MoveKind::Promotion(_) => true,
        MoveKind::Plain(_) => board.role_at(mv.to()).is_some(),
    };
    !board.is_check() && !noisy
}

/// A number below `count`; uneven by less than one in 10⁷.
fn below(random: &mut SplitMix64, count: usize) -> usize {
    ((u64::from(random.next_u32()) * count as u64) >> 32) as usize
}

fn random_move(random: &mut SplitMix64, board: &Board) -> Option<Move> {
    let moves = board.legal_moves();
    (!moves.is_empty()).then(|| moves[below(random, moves.len())])
}

/// Plays a game and writes its quiet positions. How many there were.
fn play(judge: &mut Judge, random: &mut SplitMix64, out: &mut impl Write) -> Outcome<usize> {
    let mut line = Line::new(Board::start());
    let opening = OPENING as usize + below(random, 4);
    let mut written = 0;
    for ply in 0..LONGEST {
        if line.status() != Status::Playing || line.repetitions() > 1 {
            break;
        }
        let Some(other) = random_move(random, line.board()) else { break };
        if ply < opening {
            line.make(other);
            continue;
        }
        let Verdict { score, best } = judge.look(line.board())?;
        if score.abs() > DECIDED {
            break;
        }
        if is_quiet(line.board(), best) {
            writeln!(out, "{};{score}", line.board())?;
            written += 1;
        }
        line.make(if below(random, RANDOM_MOVE as usize) == 0 { other } else { best });
    }
    Ok(written)
}

fn main() -> Outcome<()> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let [engine, depth, count, seed] = &*given else { return Err("expected ENGINE DEPTH COUNT SEED".into()) };
    let (count, seed): (usize, u64) = (count.parse()?, seed.parse()?);
    let mut judge = Judge::start(engine, depth.parse()?)?;
    let mut random = SplitMix64::new(seed);
    let mut out = BufWriter::new(std::io::stdout().lock());
    let mut written = 0;
    while written < count {
        written += play(&mut judge, &mut random, &mut out)?;
    }
    eprintln!("{written} positions, seed {seed}");
    Ok(())
}
