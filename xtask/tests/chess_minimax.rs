//! Chess against plain minimax at small depths, with nothing left out: every algorithm over every layout and policy whose hits
//! are certain, at several sizes, by one to four threads.
//!
//! Where few moves are legal the depth is 5; elsewhere 3, and 4 with `TRANSPOSE_LONG=1`, which has more positions too. Layouts
//! that verify 21 bits are left out: of the hundreds of thousands of probes here one in a few hundred thousand would be false,
//! as they state.

#![allow(clippy::unwrap_used, reason = "in a test a panic is a finding")]

#[path = "../../crates/search/tests/common/every_way.rs"]
mod every_way;

use every_way::{Subject, every_certain_table, finish, long, windows_around};
use games::chess::{Board, Chess, Color, Move, Piece, Role, Setup, perft};
use search::{
    AlphaBeta, Bare, Depth, Equal, Evaluate as _, Evaluated, Game as _, History, Noisy as _, Play, Ply,
    PrincipalVariation, Quiescent, Score, Tactical as _, minimax,
};
use ttable::Entry;
use zkeys::SplitMix64;

/// The seed of the positions.
const SEED: u64 = 5;

/// Few moves and many tricks: promotions, pins, en passant, stalemates, a mate at the end.
const FEW_MOVES: [&str; 6] = [
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1",
    "7k/5Q2/8/6K1/8/8/8/8 b - - 0 1",
    "8/P1k5/K7/8/8/8/8/8 w - - 0 1",
    "k7/8/1K6/8/8/8/8/7R w - - 0 1",
    "8/k1P5/8/1K6/8/8/8/8 w - - 0 1",
];

/// Pawns that block each other, and kings: a tree of five plies is small.
const LOCKED: &str = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";

/// Table sizes in clusters.
const SIZES: [u64; 2] = [1, 256];

/// Positions by random play from the start, from an opening to an ending.
fn drawn(count: usize) -> Vec<Chess> {
    let mut random = SplitMix64::new(SEED);
    let mut found = Vec::new();
    while found.len() < count {
        let mut board = Board::start();
        for _ in 0..random.next_u32() % 120 {
            let moves: Vec<Move> = board.legal_moves().into_iter().collect();
            if moves.is_empty() {
                break;
            }
            board.make(moves[random.next_u32() as usize % moves.len()]);
        }
        let chess = Chess::new(board);
        if chess.outcome().is_none() {
            found.push(chess);
        }
    }
    found
}

/// Endings of kings, pawns that mostly block each other, and at times a minor piece, whose lines of five plies are at most
/// so many.
fn endings(count: usize, lines: u64) -> Vec<Chess> {
    let mut random = SplitMix64::new(SEED);
    let mut found = Vec::new();
    while found.len() < count {
        let Some(board) = ending(&mut random) else { continue };
        let chess = Chess::new(board);
        if chess.outcome().is_none() && perft(&board, 5) <= lines {
            found.push(chess);
        }
    }
    found
}

/// Men on squares drawn at random; `None` where that is no position, or two were to stand on one square.
fn ending(random: &mut SplitMix64) -> Option<Board> {
    let mut setup = Setup::default();
    let mut below = |number| u8::try_from((u64::from(random.next_u32()) * number) >> 32).ok();
    let mut men = vec![(below(64)?, Color::White, Role::King), (below(64)?, Color::Black, Role::King)];
    for _ in 0..below(4)? {
        // From the second rank to the sixth, and the black one before it.
        let square = 8 + below(40)?;
        men.extend([(square, Color::White, Role::Pawn), (square + 8, Color::Black, Role::Pawn)]);
    }
    for _ in 0..below(3)? {
        let role = [Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop][usize::from(below(4)?)];
        let square = if role == Role::Pawn { 8 + below(48)? } else { below(64)? };
        men.push((square, Color::ALL[usize::from(below(2)?)], role));
    }
    for (square, color, role) in men {
        let place = &mut setup.men[usize::from(square)];
        if place.replace(Piece::new(color, role)).is_some() {
            return None;
        }
    }
    setup.side = Color::ALL[usize::from(below(2)?)];
    Board::new(&setup).ok()
}

fn leaf(chess: &Chess) -> Score {
    Score::plain(chess.evaluate().into())
}

/// A position with its values to each of the depths.
fn subject(
    game: &Chess,
    depths: impl IntoIterator<Item = Depth>,
    value: impl Fn(&mut Chess, Depth) -> Score,
) -> Subject<Chess> {
    Subject::new(*game, game.board().to_string(), depths, value, |_, value| windows_around(value, 30))
}

/// Every legal move to the depth and to all lesser ones, then the evaluation. How many answers were compared.
fn compared_plainly(games: impl IntoIterator<Item = Chess>, depth: Depth) -> u64 {
    let value = |game: &mut Chess, depth| minimax(game, depth, &leaf, &mut ());
    let mut compared = 0;
    for game in games {
        let subject = subject(&game, 1..=depth, value);
        every_certain_table(&SIZES, |name, table| {
            let learning = History::new(Evaluated(Equal));
            compared += subject.asked::<_, AlphaBeta>(name, table, Evaluated(Equal)).0;
            compared += subject.asked::<_, PrincipalVariation>(name, table, Evaluated(Equal)).0;
            compared += subject.asked::<_, PrincipalVariation>(name, table, learning).0;
            compared += subject.raced(name, table, Evaluated(Equal));
        });
    }
    compared
}

#[test]
fn every_legal_move_to_the_depth() {
    let (many, deep, deepest) = if long() { (40, 3, 4) } else { (3, 2, 3) };
    let few = FEW_MOVES.map(|fen| Chess::new(fen.parse().unwrap()));
    let compared = compared_plainly(drawn(many), deep) + compared_plainly(few, deepest);
    finish(&format!("legal moves, seed {SEED}"), compared, 30_000);
}

#[test]
fn every_legal_move_to_five_plies() {
    let (many, lines) = if long() { (150, 40_000) } else { (6, 6_000) };
    let locked = Chess::new(LOCKED.parse().unwrap());
    let compared = compared_plainly(endings(many, lines).into_iter().chain([locked]), 5);
    finish(&format!("legal moves to five plies, seed {SEED}"), compared, 50_000);
}

/// Whether a stalemate is seen where only noisy moves are looked for: the search that plays does not look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stalemates {
    Seen,
    Overlooked,
}

/// The value by plain minimax, beyond depth 0 the evaluation, or better by a noisy move; every move in check.
fn quiet_value(game: &mut Chess, depth: Depth, ply: Ply, stalemates: Stalemates) -> Score {
    let listed = depth > 0 || !game.is_calm();
    let outcome = if stalemates == Stalemates::Seen || listed && depth > Entry::MIN_DRAFT {
        game.outcome()
    } else {
        game.early_outcome()
    };
    if let Some(outcome) = outcome {
        return outcome.score(ply);
    }
    if depth <= Entry::MIN_DRAFT {
        return leaf(game);
    }
    let mut moves = games::chess::MoveList::new();
    let mut best = if listed {
        game.legal_moves(&mut moves);
        Score::MIN
    } else {
        game.noisy_moves(&mut moves);
        leaf(game)
    };
    for mv in moves {
        let undo = game.make(mv);
        best = best.max(-quiet_value(game, depth - 1, ply + 1, stalemates));
        game.unmake(undo);
    }
    best
}

/// Noisy moves followed beyond the depth.
fn compared_quietly(subject: &Subject<Chess>) -> u64 {
    let mut compared = 0;
    every_certain_table(&SIZES, |name, table| {
        let learning = History::new(Quiescent(Equal));
        compared += subject.asked::<_, AlphaBeta>(name, table, Quiescent(Equal)).0;
        compared += subject.asked::<_, PrincipalVariation>(name, table, learning).0;
        compared += subject.raced(name, table, Quiescent(Equal));
    });
    compared
}

/// The search that plays, with nothing left out.
fn compared_in_play(subject: &Subject<Chess>) -> u64 {
    // Kept from table to table: its memory is large.
    let (mut compared, mut play) = (0, Some(Play::new(Bare, Equal)));
    every_certain_table(&SIZES, |name, table| {
        let (played, policy) = subject.asked::<_, PrincipalVariation>(name, table, play.take().unwrap());
        play = Some(policy);
        compared += played;
    });
    compared
}

#[test]
fn noisy_moves_beyond_the_depth() {
    let value = |stalemates| move |game: &mut Chess, depth| quiet_value(game, depth, 0, stalemates);
    let (mut compared, mut overlooked) = (0, 0);
    let (many, deep, deepest) = if long() { (20, 2, 3) } else { (3, 1, 2) };
    let few = FEW_MOVES.map(|fen| (Chess::new(fen.parse().unwrap()), deepest));
    let subjects = drawn(many).into_iter().map(|chess| (chess, deep)).chain(few);
    for (game, depth) in subjects {
        let seen = subject(&game, 1..=depth, value(Stalemates::Seen));
        let not_seen = subject(&game, 1..=depth, value(Stalemates::Overlooked));
        overlooked += usize::from(seen.known() != not_seen.known());
        compared += compared_quietly(&seen) + compared_in_play(&not_seen);
    }
    finish(&format!("noisy moves, seed {SEED}"), compared, 20_000);
    assert!(overlooked > 0, "expected a position with a stalemate beyond the depth, found none");
}
