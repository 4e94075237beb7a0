//! FENs: what is read, what is repaired, what is refused, and what positions become.

use games::chess::lenient::{self, Repair};
use games::chess::{Board, CastlingRights, FenError, FenField, Rules, SetupError};

use super::{board, find, played, repaired};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn both_refuse(fen: &str) {
    assert!(fen.parse::<Board>().is_err(), "{fen}");
    assert!(lenient::read(fen, Rules::Standard).is_err(), "{fen}");
    assert!(lenient::read(fen, Rules::Chess960).is_err(), "{fen}");
}

#[test]
fn the_start() {
    assert_eq!(Board::start(), board(START));
    assert_eq!(Board::start().to_string(), START);
    assert_eq!(Board::start().castling_rights(), CastlingRights::all());
}

#[test]
fn what_is_no_fen_is_refused() {
    let no_fens = [
        "",
        " ",
        "blah",
        "startpos",
        "jsdhfksdjfhl",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w xQkq - 0 1",
        "rnbqkbnr/pppppppp/7/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/8 w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - -1 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - +1 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 99999999999999999999",
        "8/8/8/8/8/6k1/6p1/6K1 w - - bm Kg2; id \"example\";",
        "8/2K5/8/8/2K1NB2/8/8/8 w - - 96 46",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "P7/8/8/8/8/8/8/k1K5 w - - 0 1",
        "k7/8/8/8/8/8/8/p1K5 w - - 0 1",
        "knNnNnNn/nNnNnNnN/NnNnNnNn/nNnNnNnN/NnNnNnNn/nNnNnNnN/NnNnNnNn/KNnNnNnN w - - 0 1",
        "4k3/8/8/8/8/8/8/4K2r b - - 0 1",
    ];
    for fen in no_fens {
        both_refuse(fen);
    }
}

#[test]
fn errors_name_the_place() {
    let error = |fen: &str| fen.parse::<Board>().unwrap_err();
    let rank = error("rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_eq!(rank, FenError::RankLength { rank: 7, found: 9 });
    assert_eq!(rank.to_string(), "placement: rank 7: expected 8 squares, found 9");
    let letter = error("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KxQk - 0 1");
    assert_eq!(letter, FenError::Castling { place: 2, found: 'x' });
    let clock = error("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 65536 1");
    assert_eq!(clock.to_string(), "halfmove clock: expected a number from 0 to 65535, found \"65536\"");
    let kings = error("4k3/8/8/8/8/8/8/4KK2 w - - 0 1");
    assert_eq!(kings.to_string(), "expected one king of White, found 2");
    assert_eq!(
        error(&START.replace(" - ", " e3 ")),
        FenError::Setup(SetupError::EnPassant("e3".parse().unwrap()))
    );
}

/// No cut of a text is a panic.
#[test]
fn cut_anywhere() {
    for fen in [START, "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 12 34", "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1"] {
        for end in 0..fen.len() {
            let cut = &fen[..end];
            // Only digits of the last field can go missing unnoticed.
            let last_field = cut.split(' ').nth(5).is_some_and(|number| !number.is_empty());
            assert_eq!(cut.parse::<Board>().is_ok(), last_field, "{cut}");
            let _ = lenient::read(cut, Rules::Chess960);
        }
    }
}

/// Rights without king and rook in place: refused, or exactly those are dropped.
#[test]
fn impossible_rights() {
    let cases = [
        ("2k5/8/3K4/1p6/p7/P7/1B6/8 b KQkq - 0 1", "-"),
        ("3qk1nb/1p3p2/p1r1p1p1/3p4/3P4/2N1BP2/PPPQ1P2/R3K3 w Qk - 0 15", "Q"),
        ("r2q1rnk/ppR5/3P2pp/1P1Nbp2/4p3/BQ4P1/P3BP1P/6K1 w KQkq -", "-"),
        ("4k3/8/8/8/8/8/8/4KR2 w K - 0 1", "-"),
        ("r1bq1rk1/pp2npbp/2np2p1/2p5/4P2P/2NPB1P1/PPP1QPB1/R3K2R w KQq - 0 1", "KQ"),
        ("1N6/8/K7/3k4/3p3B/p7/2PP4/8 w KQkq", "-"),
        ("4k3/pppppppp/8/8/8/8/PPPPPPPP/rR2K3 w Q - 0 1", "-"),
    ];
    for (fen, rights) in cases {
        assert!(fen.parse::<Board>().is_err(), "{fen}");
        let repaired = repaired(fen).to_string();
        assert_eq!(repaired.split(' ').nth(2), Some(rights), "{fen}");
    }
    assert_eq!(repaired(cases[6].0).legal_moves().len(), 21);
    let (_, repairs) = lenient::read(cases[1].0, Rules::Standard).unwrap();
    assert_eq!(repairs, [Repair::Castling('k')]);
}

/// X-FEN takes the outermost own rook, Shredder-FEN names the file.
#[test]
fn chess960_rights() {
    let cases = [
        ("4k3/8/8/8/8/8/8/4K1RR w K - 0 1", "H", 20),
        ("4k3/8/8/8/8/8/8/4K1RR w G - 0 1", "G", 21),
        ("rkbnrqnb/8/8/pppppppp/PPPPP3/B7/5PPP/1KRNRQNB b Kkq - 1 9", "Eea", 32),
        ("nqrnbkrb/pppppppp/8/8/8/8/PPPPPPPP/NQRNBKRB w KQkq - 0 1", "GCgc", 20),
        ("4k3/pppppppp/8/8/8/8/PPPPPPPP/rR2K3 w Q - 0 1", "B", 21),
    ];
    for (fen, shredder, moves) in cases {
        let board = Board::from_fen(fen, Rules::Chess960).unwrap();
        assert_eq!(board.to_string(), fen);
        let shredder_fen = board.shredder_fen();
        assert_eq!(shredder_fen.split(' ').nth(2), Some(shredder), "{fen}");
        assert_eq!(Board::from_fen(&shredder_fen, Rules::Chess960).unwrap(), board);
        if shredder != "Eea" {
            assert_eq!(board.legal_moves().len(), moves, "{fen}");
        }
    }
    let outer = board("4k3/8/8/8/8/8/8/4K1RR w K - 0 1");
    assert_eq!(outer, Board::from_fen("4k3/8/8/8/8/8/8/4K1RR w K - 0 1", Rules::Chess960).unwrap());
    assert_eq!(outer.legal_moves().len(), 20);
    let inner = Board::from_fen("4k3/8/8/8/8/8/8/4K1RR w G - 0 1", Rules::Chess960).unwrap();
    assert!(find(&inner, "e1g1").is_some_and(games::chess::Move::is_castle));
}

#[test]
fn chess960_castling() {
    let board = |fen| Board::from_fen(fen, Rules::Chess960).unwrap();
    let attacked_rook = board("rk2r2b/ppp2b1p/1n4p1/3p1p2/3q1P2/1P1QN3/P1P1P2P/RK2R1BB w EAea - 0 12");
    assert_eq!(attacked_rook.legal_moves().len(), 33);
    assert!(find(&attacked_rook, "b1a1").is_some());
    let swap = board("brnbqkrn/pppppppp/8/8/8/8/PPPPPPPP/BRNBQKRN w KQkq - 0 1");
    let castled = swap.after(find(&swap, "f1g1").unwrap());
    assert_eq!(castled.to_string(), "brnbqkrn/pppppppp/8/8/8/8/PPPPPPPP/BRNBQRKN b kq - 1 1");
    let unblocks = board("r1k1r3/8/8/8/8/8/8/qR1K4 w B - 0 1");
    assert!(find(&unblocks, "d1b1").is_none());
}

/// An en-passant square that no double step can have left: refused, or ignored.
#[test]
fn impossible_en_passant_squares() {
    let cases = [
        ("rnbqkbnr/pppp2pp/5p2/3Pp3/8/8/PPP1PPPP/RNBQKBNR w KQkq e5 0 1", 29),
        ("5rk1/pp1n1pbp/1q2rnp1/2p3B1/P3P3/2N1QB1P/1PP3P1/R4R1K b - a6 0 16", 36),
        ("rnbqkb1r/ppp3pp/3p1n2/3P4/8/2P5/PP3PPP/RNBQKB1R w KQkq e6", 36),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e3 0 1", 20),
    ];
    for (fen, moves) in cases {
        assert!(fen.parse::<Board>().is_err(), "{fen}");
        let board = repaired(fen);
        assert_eq!(board.legal_moves().len(), moves, "{fen}");
        assert_eq!(board.en_passant(), None);
        assert!(board.legal_moves().iter().all(|mv| mv.kind() != games::chess::MoveKind::EnPassant));
    }
}

/// A double step that the checks on the board exclude leaves no en-passant capture.
#[test]
fn impossible_double_steps() {
    let cases = [
        ("k7/8/8/3pP3/8/7n/5K2/8 w - d6 0 1", 7),
        ("rnbqk1nr/bb3p1p/1q2r3/2pPp3/3P4/7P/1PP1NpPP/R1BQKBNR w KQkq c6", 2),
        ("q6k/8/8/3pP3/8/8/8/7K w - d6 0 1", 4),
    ];
    for (fen, moves) in cases {
        let board = repaired(fen);
        assert_eq!(board.en_passant(), None, "{fen}");
        assert_eq!(board.legal_moves().len(), moves, "{fen}");
    }
}

/// The square is written only where a legal capture exists.
#[test]
fn possible_en_passant_squares() {
    let capturable = played(START, "d2d4 f7f6 d4d5 e7e5");
    assert_eq!(capturable.to_string(), "rnbqkbnr/pppp2pp/5p2/3Pp3/8/8/PPP1PPPP/RNBQKBNR w KQkq e6 0 3");
    assert_eq!(capturable.legal_moves().len(), 30);
    assert!(find(&capturable, "d5e6").is_some());

    let open = played(START, "e2e4");
    assert_eq!(open.to_string(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    assert_eq!(board("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"), open);
    assert_eq!(board(&open.to_string()), open);

    let pinned = board("r1b1kb1r/ppp3pp/2N2n2/1B4q1/4pP2/8/PPPPQ1PP/R1B1K2R b KQkq f3 0 1");
    assert_eq!(pinned.legal_moves().len(), 40);
    assert!(find(&pinned, "e4f3").is_none());
    assert_eq!(pinned, board("r1b1kb1r/ppp3pp/2N2n2/1B4q1/4pP2/8/PPPPQ1PP/R1B1K2R b KQkq - 0 1"));

    let pinned_on_rank = played("1nbqkbnr/2pppppp/1p6/pr3P1K/8/8/PPPPP1PP/RNBQ1BNR b k - 1 6", "e7e5");
    assert_eq!(pinned_on_rank.legal_moves().len(), 21);
    assert!(find(&pinned_on_rank, "f5e6").is_none());
}

#[test]
fn other_repairs() {
    for fen in [
        "3r4/p2nrpkp/2B1p3/2P2pP1/3R3Q/q7/6PP/6RK w - - 0 0",
        "6R1/2p1qr1k/1p1p1r1p/p3p3/2P1P3/2P3Q1/PP3P2/2K3R1 w - - 0 0",
    ] {
        assert!(fen.parse::<Board>().is_err());
        let (board, repairs) = lenient::read(fen, Rules::Standard).unwrap();
        assert_eq!((board.legal_moves().len(), board.fullmoves()), (40, 1));
        assert_eq!(repairs, [Repair::MoveNumber]);
    }
    for fen in [
        "r2r4/ppqnb1kp/2p1bpp1/2P1p3/1P2P3/P1N1BP2/1Q2B1PP/1RR4K w - - 1 20  \r\n",
        "\t r2r4/ppqnb1kp/2p1bpp1/2P1p3/1P2P3/P1N1BP2/1Q2B1PP/1RR4K   w  -  -  1   20",
    ] {
        let (board, repairs) = lenient::read(fen, Rules::Standard).unwrap();
        assert_eq!(board.legal_moves().len(), 37);
        assert_eq!(repairs, [Repair::Blanks]);
    }
    let (board, repairs) = lenient::read("4k3/8/8/8/8/8/8/4K2R w", Rules::Standard).unwrap();
    assert_eq!(board.to_string(), "4k3/8/8/8/8/8/8/4K2R w - - 0 1");
    let missing = [FenField::Castling, FenField::EnPassant, FenField::Halfmoves, FenField::Fullmoves];
    assert_eq!(repairs, missing.map(Repair::Missing));
    assert_eq!(lenient::read(START, Rules::Standard), Ok((Board::start(), vec![])));
}

#[test]
fn clocks() {
    for clock in [49, 50, 63, 64, 99, 100, 127, 128, 149, 150, 255, 256, 500, 65_535] {
        let fen = format!("4k3/8/8/8/8/8/8/4KR2 w - - {clock} 300");
        assert_eq!(board(&fen).to_string(), fen);
    }
    let last = board("4k3/8/8/8/8/8/8/4KR2 b - - 65535 65535");
    let next = last.after(last.legal_moves()[0]);
    assert_eq!((next.halfmoves(), next.fullmoves()), (65_535, 65_535));
    let castled = played(START, "e2e3 e7e5 g1f3 g8f6 b1c3 b8c6 d2d3 f8e7 f1e2 e8h8");
    assert_eq!(castled.to_string(), "r1bq1rk1/ppppbppp/2n2n2/4p3/8/2NPPN2/PPP1BPPP/R1BQK2R w KQ - 3 6");
}

#[test]
fn texts_come_back() {
    let fens = [
        "8/8/3k4/8/3K4/8/8/8 w - - 0 1",
        "8/P7/8/8/8/8/k1K5/8 b - - 3 9",
        "8/P7/8/8/8/8/8/k1K5 b - - 3 9",
        "B6b/8/8/8/2K5/5k2/8/b6B b - - 0 1",
    ];
    for fen in fens {
        assert_eq!(board(fen).to_string(), fen);
        assert_eq!(Board::new(&board(fen).setup()), Ok(board(fen)));
    }
}

/// Rights end when a rook is captured, and en passant is for pawns only.
#[test]
fn what_moves_leave() {
    let cases = [
        ("r3k2r/8/8/8/8/8/6b1/R3K2R b KQkq - 0 1", "g2h1", "r3k2r/8/8/8/8/8/8/R3K2b w Qkq - 0 2"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1a8", "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1"),
        ("r3k2r/6P1/8/8/8/8/8/R3K2R w KQkq - 0 1", "g7h8q", "r3k2Q/8/8/8/8/8/8/R3K2R b KQq - 0 1"),
        ("r3k2r/8/8/8/8/6n1/7R/R3K2R b KQkq - 0 1", "g3h1 h2h1 e8e7", "r6r/4k3/8/8/8/8/8/R3K2R w Q - 1 3"),
        (START, "e2e4 a7a5 f1a6", "rnbqkbnr/1ppppppp/B7/p7/4P3/8/PPPP1PPP/RNBQK1NR b KQkq - 1 2"),
    ];
    for (fen, moves, after) in cases {
        let after_moves = played(fen, moves);
        assert_eq!(after_moves.to_string(), after);
        assert_eq!(after_moves, board(after));
        assert!(find(&after_moves, "e1h1").is_none());
    }
}
