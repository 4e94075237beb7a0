//! Chess move generation beside the crates people use: perft over the six classical positions in three modes.
//!
//! `bulk` counts the last ply without playing it, `make` plays it, `key` plays it and reads the key. Ours keeps its key
//! (en passant by legal captures alone) in all three; so do `cozy-chess` and `chess` by their own rules; `shakmaty`
//! counts its key when asked. Every run asserts the sum of the six published counts.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use shakmaty::Position;

/// The six positions with the depths, one less for the modes that play the last ply.
const POSITIONS: [(&str, u32); 6] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4),
];
const BULK_LINES: u64 = 4_865_609 + 4_085_603 + 11_030_083 + 422_333 + 2_103_487 + 3_894_594;
const PLAYED_LINES: u64 = 197_281 + 97_862 + 674_624 + 9_467 + 62_379 + 89_890;

/// A crate that generates moves.
trait Peer {
    /// How it is called in the report.
    const NAME: &'static str;
    /// A position.
    type Board;

    /// Reads a FEN.
    fn read(fen: &str) -> Self::Board;

    /// Lines of `depth` plies, at least 1, the last ply counted.
    fn bulk(board: &Self::Board, depth: u32) -> u64;

    /// Plays each move and calls `next`.
    fn each(board: &Self::Board, next: &mut impl FnMut(&Self::Board));

    /// The position's key.
    fn key(board: &Self::Board) -> u64;
}

/// Lines of `depth` plies, at least 1, each played to its end and shown to `leaf`.
fn played<P: Peer>(board: &P::Board, depth: u32, leaf: &mut impl FnMut(&P::Board)) -> u64 {
    let mut lines = 0;
    P::each(board, &mut |next| {
        if depth == 1 {
            leaf(next);
            lines += 1;
        } else {
            lines += played::<P>(next, depth - 1, leaf);
        }
    });
    lines
}

struct Ours;

impl Peer for Ours {
    const NAME: &'static str = "games";
    type Board = games::chess::Board;

    fn read(fen: &str) -> Self::Board {
        fen.parse().expect("a published position")
    }

    fn bulk(board: &Self::Board, depth: u32) -> u64 {
        games::chess::perft(board, depth)
    }

    fn each(board: &Self::Board, next: &mut impl FnMut(&Self::Board)) {
        games::chess::walk(board, 1, next);
    }

    fn key(board: &Self::Board) -> u64 {
        board.key()
    }
}

struct Cozy;

impl Peer for Cozy {
    const NAME: &'static str = "cozy-chess";
    type Board = cozy_chess::Board;

    fn read(fen: &str) -> Self::Board {
        fen.parse().expect("a published position")
    }

    fn bulk(board: &Self::Board, depth: u32) -> u64 {
        let mut lines = 0;
        board.generate_moves(|moves| {
            if depth == 1 {
                lines += moves.len() as u64;
            } else {
                for mv in moves {
                    let mut next = board.clone();
                    next.play_unchecked(mv);
                    lines += Self::bulk(&next, depth - 1);
                }
            }
            false
        });
        lines
    }

    fn each(board: &Self::Board, next: &mut impl FnMut(&Self::Board)) {
        board.generate_moves(|moves| {
            for mv in moves {
                let mut played = board.clone();
                played.play_unchecked(mv);
                next(&played);
            }
            false
        });
    }

    fn key(board: &Self::Board) -> u64 {
        board.hash()
    }
}

struct Shakmaty;

impl Peer for Shakmaty {
    const NAME: &'static str = "shakmaty";
    type Board = shakmaty::Chess;

    fn read(fen: &str) -> Self::Board {
        let fen: shakmaty::fen::Fen = fen.parse().expect("a published position");
        fen.into_position(shakmaty::CastlingMode::Standard).expect("a published position")
    }

    fn bulk(board: &Self::Board, depth: u32) -> u64 {
        shakmaty::perft(board, depth)
    }

    fn each(board: &Self::Board, next: &mut impl FnMut(&Self::Board)) {
        for mv in board.legal_moves() {
            let mut played = board.clone();
            played.play_unchecked(mv);
            next(&played);
        }
    }

    fn key(board: &Self::Board) -> u64 {
        board.zobrist_hash::<shakmaty::zobrist::Zobrist64>(shakmaty::EnPassantMode::Legal).0
    }
}

struct Chess;

impl Peer for Chess {
    const NAME: &'static str = "chess";
    type Board = chess::Board;

    fn read(fen: &str) -> Self::Board {
        fen.parse().expect("a published position")
    }

    fn bulk(board: &Self::Board, depth: u32) -> u64 {
        let moves = chess::MoveGen::new_legal(board);
        if depth == 1 {
            return moves.len() as u64;
        }
        moves.map(|mv| Self::bulk(&board.make_move_new(mv), depth - 1)).sum()
    }

    fn each(board: &Self::Board, next: &mut impl FnMut(&Self::Board)) {
        for mv in chess::MoveGen::new_legal(board) {
            next(&board.make_move_new(mv));
        }
    }

    fn key(board: &Self::Board) -> u64 {
        board.get_hash()
    }
}

fn bench_peer<P: Peer>(criterion: &mut Criterion) {
    let boards = POSITIONS.map(|(fen, depth)| (P::read(fen), depth));
    let lines_played = |leaf: &mut dyn FnMut(&P::Board)| {
        boards
            .iter()
            .map(|(board, depth)| played::<P>(board, depth - 1, &mut |board| leaf(board)))
            .sum::<u64>()
    };
    let mut group = criterion.benchmark_group("games/perft");
    group.sample_size(10).throughput(Throughput::Elements(BULK_LINES));
    group.bench_function(format!("bulk/{}", P::NAME), |bencher| {
        bencher.iter(|| {
            let lines: u64 = boards.iter().map(|(board, depth)| P::bulk(board, *depth)).sum();
            assert_eq!(lines, BULK_LINES);
        });
    });
    group.throughput(Throughput::Elements(PLAYED_LINES));
    group.bench_function(format!("make/{}", P::NAME), |bencher| {
        bencher.iter(|| {
            let lines = lines_played(&mut |board| {
                black_box(board);
            });
            assert_eq!(lines, PLAYED_LINES);
        });
    });
    group.bench_function(format!("key/{}", P::NAME), |bencher| {
        bencher.iter(|| {
            let lines = lines_played(&mut |board| {
                black_box(board);
                black_box(P::key(board));
            });
            assert_eq!(lines, PLAYED_LINES);
        });
    });
    group.finish();
}

criterion_group!(peers, bench_peer::<Ours>, bench_peer::<Cozy>, bench_peer::<Shakmaty>, bench_peer::<Chess>);
criterion_main!(peers);
