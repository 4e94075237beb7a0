//! The chess move generators that are compared, each used as its authors mean it to be.

use shakmaty::Position;

/// A crate that generates moves.
pub(crate) trait Peer {
    /// How it is called in the report.
    const NAME: &'static str;
    /// A position.
    type Board;

    /// Reads a FEN.
    fn read(fen: &str) -> Self::Board;

    /// Lines of `depth` plies, at least 1, the last ply counted.
    fn bulk(board: &Self::Board, depth: u8) -> u64;

    /// Plays each move and calls `next`.
    fn each(board: &Self::Board, next: &mut impl FnMut(&Self::Board));

    /// Lines of `depth` plies, at least 1, each played to its end and shown to `leaf`.
    fn played(board: &Self::Board, depth: u8, leaf: &mut impl FnMut(&Self::Board)) -> u64 {
        let mut lines = 0;
        Self::each(board, &mut |next| {
            if depth == 1 {
                leaf(next);
                lines += 1;
            } else {
                lines += Self::played(next, depth - 1, leaf);
            }
        });
        lines
    }

    /// The position's key.
    fn key(board: &Self::Board) -> u64;
}

pub(crate) struct Ours;

impl Peer for Ours {
    const NAME: &'static str = "games, walk";
    type Board = games::chess::Board;

    fn read(fen: &str) -> Self::Board {
        fen.parse().expect("a published position")
    }

    fn bulk(board: &Self::Board, depth: u8) -> u64 {
        games::chess::perft(board, depth)
    }

    fn each(board: &Self::Board, next: &mut impl FnMut(&Self::Board)) {
        games::chess::walk(board, 1, next);
    }

    fn played(board: &Self::Board, depth: u8, leaf: &mut impl FnMut(&Self::Board)) -> u64 {
        let mut lines = 0;
        games::chess::walk(board, depth, &mut |board| {
            leaf(board);
            lines += 1;
        });
        lines
    }

    fn key(board: &Self::Board) -> u64 {
        board.key()
    }
}

/// Ours as a search uses it: a list, and each of its moves made and taken back.
pub(crate) struct Listed;

impl Peer for Listed {
    const NAME: &'static str = "games, make and unmake";
    type Board = games::chess::Board;

    fn read(fen: &str) -> Self::Board {
        Ours::read(fen)
    }

    fn bulk(board: &Self::Board, depth: u8) -> u64 {
        let moves = board.legal_moves();
        if depth == 1 {
            return moves.len() as u64;
        }
        moves.into_iter().map(|mv| Self::bulk(&board.after(mv), depth - 1)).sum()
    }

    fn each(board: &Self::Board, next: &mut impl FnMut(&Self::Board)) {
        let mut board = *board;
        for mv in board.legal_moves() {
            let undo = board.make(mv);
            next(&board);
            board.unmake(undo);
        }
    }

    fn key(board: &Self::Board) -> u64 {
        board.key()
    }
}

pub(crate) struct Cozy;

impl Peer for Cozy {
    const NAME: &'static str = "cozy-chess";
    type Board = cozy_chess::Board;

    fn read(fen: &str) -> Self::Board {
        fen.parse().expect("a published position")
    }

    fn bulk(board: &Self::Board, depth: u8) -> u64 {
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

pub(crate) struct Shakmaty;

impl Peer for Shakmaty {
    const NAME: &'static str = "shakmaty";
    type Board = shakmaty::Chess;

    fn read(fen: &str) -> Self::Board {
        let fen: shakmaty::fen::Fen = fen.parse().expect("a published position");
        fen.into_position(shakmaty::CastlingMode::Standard).expect("a published position")
    }

    fn bulk(board: &Self::Board, depth: u8) -> u64 {
        shakmaty::perft(board, depth.into())
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

pub(crate) struct Chess;

impl Peer for Chess {
    const NAME: &'static str = "chess";
    type Board = chess::Board;

    fn read(fen: &str) -> Self::Board {
        fen.parse().expect("a published position")
    }

    fn bulk(board: &Self::Board, depth: u8) -> u64 {
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
