//! Mates in three and four at the end of games, each proven by trying every move: lines of EPD for `docs/measure/tactics.py`.
//!
//! `cargo run --release --package benches --example find_mates -- GAMES`
//!
//! The search plays both sides on a few hundred nodes, and now and then a random move, from the start without three pawns of each
//! side and eight random moves. Of a game that ends in mate the last positions of the winner are looked at: kept is the
//! first, from the end, whose mate is as long, is given by one first move alone, and needs more than taking what is left. Each
//! game has a seed of its own, its number added to the seed that is told.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command line talks to its user")]

use std::collections::BTreeSet;
use std::error::Error;
use std::sync::atomic::AtomicBool;

use benches::mates::Prover;
use games::chess::{BitBoard, Board, Color, Line, Move, Role, Status};
use search::{Player, Terms};
use ttable::FullTable;
use zkeys::SplitMix64;

const SEED: u64 = 6;
const PAWNS_OFF: usize = 3;
const OPENING_PLIES: usize = 8;
const LAST_PLY: usize = 200;
const NODES: [u64; 3] = [60, 200, 600];
const RANDOM_ONCE_IN: usize = 14;
/// Moves to mate.
const MATES: std::ops::RangeInclusive<usize> = 3..=4;
/// Pawns by which the winner may be ahead.
const AHEAD: i32 = 9;

/// A number below `count`; uneven by less than one in 10⁷.
fn below(chance: &mut SplitMix64, count: usize) -> usize {
    usize::try_from((u64::from(chance.next_u32()) * count as u64) >> 32).unwrap_or_default()
}

fn any_move(board: &Board, chance: &mut SplitMix64) -> Option<Move> {
    let moves = board.legal_moves();
    (!moves.is_empty()).then(|| moves[below(chance, moves.len())])
}

/// The start without some pawns.
fn opening(chance: &mut SplitMix64) -> Result<Board, Box<dyn Error>> {
    let mut files = || {
        let mut rank = *b"pppppppp";
        let mut off = 0;
        while off < PAWNS_OFF {
            let file = below(chance, rank.len());
            off += usize::from(rank[file] == b'p');
            rank[file] = b'1';
        }
        String::from_utf8_lossy(&rank).into_owned()
    };
    let (black, white) = (files(), files().to_uppercase());
    let (board, _) = games::chess::lenient::read(
        &format!("rnbqkbnr/{black}/8/8/8/8/{white}/RNBQKBNR w KQkq - 0 1"),
        games::chess::Rules::Standard,
    )?;
    Ok(board)
}

/// The positions of a game that ends in mate, the last one mated.
fn game(table: &mut FullTable, chance: &mut SplitMix64) -> Result<Option<Vec<Board>>, Box<dyn Error>> {
    let mut line = Line::new(opening(chance)?);
    let mut boards = vec![*line.board()];
    while line.status() == Status::Playing && boards.len() < LAST_PLY {
        let is_random = boards.len() <= OPENING_PLIES || below(chance, RANDOM_ONCE_IN) == 0;
        let mv = if is_random {
            any_move(line.board(), chance)
        } else {
            table.clear();
            let terms = Terms { nodes: Some(NODES[below(chance, NODES.len())]), ..Terms::default() };
            Player::new(1).think(&*table, &line, &terms, &AtomicBool::new(false), |_| ()).best
        };
        let Some(mv) = mv else { break };
        line.make(mv);
        boards.push(*line.board());
    }
    let is_mate = line.board().is_check() && !line.board().has_legal_move();
    Ok(is_mate.then_some(boards))
}

/// Pawns by which the side to move is ahead.
fn ahead(board: &Board) -> i32 {
    let count = |set: BitBoard| i32::try_from(set.into_iter().count()).unwrap_or_default();
    let worth = |color: Color| -> i32 {
        let roles =
            [(Role::Pawn, 1), (Role::Knight, 3), (Role::Bishop, 3), (Role::Rook, 5), (Role::Queen, 9)];
        roles.iter().map(|&(role, worth)| worth * count(board.by_role(role) & board.of(color))).sum()
    };
    let white = worth(Color::White) - worth(Color::Black);
    if board.side() == Color::White { white } else { -white }
}

/// The one first move of the shortest mate, and its length.
fn mate(prover: &mut Prover, board: &Board) -> Option<(Move, usize)> {
    if ahead(board) > AHEAD || board.count_legal_moves() < 3 {
        return None;
    }
    for moves in 1..=*MATES.end() {
        match prover.first_moves(board, moves)[..] {
            [] => {}
            [mv] if MATES.contains(&moves) => return Some((mv, moves)),
            _ => return None,
        }
    }
    None
}

fn main() -> Result<(), Box<dyn Error>> {
    let games: u64 = std::env::args().nth(1).ok_or("expected a number of games")?.parse()?;
    eprintln!("seed {SEED}");
    let mut table = FullTable::with_clusters(256)?;
    let (mut prover, mut seen) = (Prover::new(), BTreeSet::new());
    for number in 0..games {
        let mut chance = SplitMix64::new(SEED + number);
        let Some(boards) = game(&mut table, &mut chance)? else { continue };
        // The winner's turns before the mating move, the last first; some more than the mate is long, as it may have tarried.
        for board in boards.iter().rev().skip(3).step_by(2).take(MATES.end() + 2) {
            let Some((mv, moves)) = mate(&mut prover, board) else { continue };
            let fen = board.to_string();
            let position = fen.split(' ').take(4).collect::<Vec<_>>().join(" ");
            let line = format!("{position} bm {}; dm {moves};", board.write_san(mv));
            if seen.insert(position) {
                println!("{line}");
                eprintln!("game {number}, found {}", seen.len());
            }
            break;
        }
    }
    Ok(())
}
