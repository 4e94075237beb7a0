//! Keys: incremental equals rehash, equal for equal positions, and cheap to change.

use std::collections::HashSet;

use games::chess::{Board, CastlingRight, ChessKeys, Color, KEYS, Move, Piece, Rehash, Wing};
use zkeys::quality::{Smallest, rank, smallest_dependency};

use super::{board, find, played};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const POSITION_5: &str = "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8";
const EN_PASSANT: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
const POLYGLOT_NINE: [&str; 9] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
    "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2",
    "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3",
    "rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4",
    "rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3",
    "rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4",
];

fn keys(board: &Board) -> Rehash {
    Rehash { key: board.key(), pawn_key: board.pawn_key(), material_key: board.material_key() }
}

/// Plays every line by make and unmake, with all promises checked at every node.
fn check_all_lines(board: &mut Board, depth: u32) {
    assert_eq!(keys(board), Rehash::of(board), "{board}");
    if depth == 0 {
        return;
    }
    let before = *board;
    if !board.is_check() {
        let undo = board.make_null();
        assert_eq!(keys(board), Rehash::of(board), "null move in {before}");
        board.unmake(undo);
        assert_eq!(*board, before);
    }
    for mv in before.legal_moves() {
        let announced = (board.key_after(mv), board.gives_check(mv));
        let undo = board.make(mv);
        assert_eq!((board.key(), board.is_check()), announced, "{mv} in {before}");
        check_all_lines(board, depth - 1);
        board.unmake(undo);
        assert_eq!(*board, before, "{mv} taken back");
    }
}

#[test]
fn incremental_equals_rehash() {
    let roots = [
        (POLYGLOT_NINE[0], 4),
        (KIWIPETE, 3),
        (POSITION_5, 3),
        (EN_PASSANT, 4),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 3),
    ];
    for (fen, depth) in roots {
        check_all_lines(&mut board(fen), depth);
    }
    for fen in POLYGLOT_NINE {
        check_all_lines(&mut board(fen), 2);
    }
}

#[test]
fn positions_have_keys_of_their_own() {
    let distinct: HashSet<u64> = POLYGLOT_NINE.iter().map(|fen| board(fen).key()).collect();
    assert_eq!(distinct.len(), 9);

    let rights =
        ["-", "K", "Q", "KQ", "k", "Kk", "Qk", "KQk", "q", "Kq", "Qq", "KQq", "kq", "Kkq", "Qkq", "KQkq"];
    let mut keys = HashSet::new();
    for side in ["w", "b"] {
        for rights in rights {
            keys.insert(board(&format!("r3k2r/8/8/8/8/8/8/R3K2R {side} {rights} - 0 1")).key());
        }
    }
    assert_eq!(keys.len(), 32);

    let mixes = ["w KQkq", "w -", "b KQkq", "b -"].map(|mix| board(&KIWIPETE.replace("w KQkq", mix)).key());
    assert_eq!(HashSet::from(mixes).len(), 4);

    let with_right = board("r3kb1r/5ppp/4p3/1N6/4P3/8/Pn1BK1PP/R6R b kq - 1 22");
    let without = board("r3kb1r/5ppp/4p3/1N6/4P3/8/Pn1BK1PP/R6R b k - 5 24");
    assert_ne!(with_right.key(), without.key());
}

/// The clocks are no part of a position, and an en-passant square counts only with a legal capture.
#[test]
fn equal_positions_have_equal_keys() {
    let ways = [
        board("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"),
        board("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 7 9"),
        played(POLYGLOT_NINE[0], "e2e4"),
    ];
    assert!(ways.iter().all(|way| way.key() == ways[0].key()));
    let knight_first = played(POLYGLOT_NINE[0], "g1f3 g8f6 e2e4");
    let pawn_first = played(POLYGLOT_NINE[0], "e2e4 g8f6 g1f3");
    assert_eq!(knight_first.key(), pawn_first.key());
    assert_eq!(knight_first.pawn_key(), pawn_first.pawn_key());
    let capturable = board("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3");
    let not = board("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3");
    assert_ne!(capturable.key(), not.key());
}

#[test]
fn null_moves() {
    let before = board("rnbqkbnr/pppp2pp/8/4pP2/8/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 3");
    let mut passed = before;
    let undo = passed.make_null();
    assert_eq!(passed.en_passant(), None);
    assert_eq!(passed.key(), board("rnbqkbnr/pppp2pp/8/4pP2/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3").key());
    passed.unmake(undo);
    assert_eq!(passed, before);
    assert_eq!(passed.en_passant(), Some("e6".parse().unwrap()));

    let rights = board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let mut passed = rights;
    passed.make_null();
    assert_eq!(passed.key() ^ rights.key(), KEYS.side.key(()));
    passed.make_null();
    assert_eq!(passed.key(), rights.key());
}

/// A capture that ends no right and no en-passant file changes the key by four XORs.
#[test]
fn a_capture_is_four_xors() {
    let before = board("4k3/8/8/8/8/2p5/8/1N2K3 w - - 0 1");
    let mv = find(&before, "b1c3").unwrap();
    let piece =
        |letter, square: &str| KEYS.piece.key((Piece::from_letter(letter).unwrap(), square.parse().unwrap()));
    let change = piece('N', "b1") ^ piece('p', "c3") ^ piece('N', "c3") ^ KEYS.side.key(());
    assert_eq!(before.after(mv).key() ^ before.key(), change);
    assert_eq!(ChessKeys::LEN, 781);
}

/// The keys of a position's features.
fn features(board: &Board) -> HashSet<u64> {
    let men = board.occupied().into_iter().filter_map(|square| Some((board.piece_at(square)?, square)));
    let rights = Color::ALL
        .into_iter()
        .flat_map(|color| Wing::ALL.map(|wing| CastlingRight { color, wing }))
        .filter(|right| board.castling_rook(right.color, right.wing).is_some());
    men.map(|man| KEYS.piece.key(man))
        .chain(rights.map(|right| KEYS.castling.key(right)))
        .chain(board.en_passant().map(|square| KEYS.en_passant.key(square.file())))
        .chain((board.side() == Color::Black).then(|| KEYS.side.key(())))
        .collect()
}

/// Each right and en-passant file that ends or begins is one XOR more.
#[test]
fn a_move_is_an_xor_for_each_feature_it_changes() {
    let cases = [
        ("4k3/8/8/8/8/2p5/8/1N2K3 w - - 0 1", "b1c3", 4),
        ("r3k2r/8/8/8/8/8/6b1/R3K2R b KQkq - 0 1", "g2h1", 5),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1a8", 6),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1h1", 7),
        ("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4", 4),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3", 5),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "", 2),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1", "", 1),
    ];
    for (fen, text, xors) in cases {
        let before = board(fen);
        let mut after = before;
        match find(&before, text) {
            Some(mv) => _ = after.make(mv),
            None => _ = after.make_null(),
        }
        let (was, is) = (features(&before), features(&after));
        let changed: Vec<u64> = was.symmetric_difference(&is).copied().collect();
        assert_eq!(changed.len(), xors, "{text} in {fen}");
        assert_eq!(changed.iter().fold(before.key(), |key, word| key ^ word), after.key(), "{text} in {fen}");
    }
}

/// So positions that differ in six features or fewer have different keys.
#[test]
fn no_six_keys_or_fewer_cancel() {
    let keys = KEYS.to_words();
    assert_eq!(rank(&keys), 64);
    assert_eq!(smallest_dependency(&keys, 6), Smallest::MoreThan(6));
}

/// An illegal pattern is refused by the checked way, whatever it is.
#[test]
fn a_king_is_never_captured() {
    let check = board("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1");
    let captures_king = Move::new(
        "e2".parse().unwrap(),
        "e8".parse().unwrap(),
        games::chess::MoveKind::Plain(games::chess::Role::Rook),
    );
    assert!(!check.is_legal(captures_king));
    for bits in 0..=u16::MAX {
        if let Some(mv) = check.checked_move(bits) {
            assert_eq!(check.after(mv).by_role(games::chess::Role::King).len(), 2);
        }
    }
}
