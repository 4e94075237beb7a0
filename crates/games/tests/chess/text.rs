//! Moves and positions as text: SAN, UCI, EPD and pictures.

use games::chess::{Board, Epd, EpdError, FenError, Rules, SanError, UciError};

use super::{board, find};

#[test]
fn san_as_written() {
    let cases = [
        ("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2"),
        ("rn2k2r/pppq1ppp/5p2/3p4/1b1P4/2NQP3/PPP2PPP/R3K1NR w KQkq - 0 1", "g1e2", "Ne2"),
        ("4k2r/r3bppp/p1p5/3pR3/Pp1P1B2/7P/1PP2PP1/R5K1 w k - 0 37", "a1e1", "Rae1"),
        ("4k2r/r3bppp/p1p5/3pR3/Pp1P1B2/7P/1PP2PP1/R5K1 w k - 0 37", "e5e1", "Ree1"),
        ("4k3/8/8/3N1N2/8/5N2/8/4K3 w - - 0 1", "f5d4", "N5d4"),
        ("4k3/8/8/3N1N2/8/5N2/8/4K3 w - - 0 1", "f3d4", "N3d4"),
        ("4k3/8/8/3N1N2/8/5N2/8/4K3 w - - 0 1", "f5e7", "Nfe7"),
        ("4k3/8/8/3N1N2/8/5N2/8/4K3 w - - 0 1", "d5e7", "Nde7"),
        ("8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1"),
        ("r1bqk1r1/1p1p1n2/p1n2pN1/2p1b2Q/2P1Pp2/1PN5/PB4PP/R4RK1 w q - 0 1", "f1f4", "Rxf4"),
        ("8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", "c4d3", "cxd3+"),
        ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q", "a8=Q+"),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8", "Ra8#"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1h1", "O-O"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8a8", "O-O-O"),
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", "O-O+"),
    ];
    for (fen, mv, san) in cases {
        let board = board(fen);
        let mv = find(&board, mv).unwrap();
        assert_eq!(board.write_san(mv), san, "{fen}");
        assert_eq!(board.read_san(san), Ok(mv), "{fen}");
        assert_eq!(board.read_san_leniently(san), Ok(mv), "{fen}");
    }
}

#[test]
fn san_as_read() {
    let knights = board("4k3/8/8/3N1N2/8/5N2/8/4K3 w - - 0 1");
    assert_eq!(knights.read_san("Nf5d4").ok(), find(&knights, "f5d4"));
    assert_eq!(knights.read_san("Nd5e7").ok(), find(&knights, "d5e7"));
    assert!(matches!(knights.read_san("Nd4"), Err(SanError::Ambiguous { .. })));
    assert!(matches!(knights.read_san("Nh8"), Err(SanError::Illegal { .. })));

    let capture = board("r1bqk1r1/1p1p1n2/p1n2pN1/2p1b2Q/2P1Pp2/1PN5/PB4PP/R4RK1 w q - 0 1");
    assert!(matches!(capture.read_san("Rf4"), Err(SanError::Signs { .. })));
    assert_eq!(capture.read_san_leniently("Rf4").ok(), find(&capture, "f1f4"));

    // Signs that SAN does not have are for the lenient way only.
    let start = Board::start();
    for text in ["g1-f3", "g1:f3", "-f3", ":f3"].map(|tail| format!("N{tail}")) {
        assert!(matches!(start.read_san(&text), Err(SanError::Signs { .. })), "{text}");
        assert_eq!(start.read_san_leniently(&text).ok(), find(&start, "g1f3"), "{text}");
    }
    assert!(matches!(start.read_san("e2-e4"), Err(SanError::Signs { .. })));
    assert!(matches!(capture.read_san("R:f4"), Err(SanError::Signs { .. })));

    let castling = board("5k2/8/8/8/8/8/8/4K2R w K - 0 1");
    assert_eq!(castling.read_san("O-O").ok(), find(&castling, "e1h1"));
    assert!(castling.read_san("O-O#").is_err());
    assert!(castling.read_san("0-0").is_err());
    assert_eq!(castling.read_san_leniently("0-0!?").ok(), find(&castling, "e1h1"));

    let promotion = board("7k/P7/8/8/8/8/8/K7 w - - 0 1");
    assert!(promotion.read_san("a8").is_err());
    assert!(promotion.read_san("a8Q").is_err());
    assert_eq!(promotion.read_san_leniently("a8Q").ok(), find(&promotion, "a7a8q"));

    let passing = board("8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1");
    assert_eq!(passing.read_san_leniently("cxd3 e.p.").ok(), find(&passing, "c4d3"));
    for nonsense in ["", " ", "x", "N", "Ni9", "e9", "♞f3", "O-O-O-O", "--", "+", "=Q", "exx5", "Nb1b2b3"] {
        assert!(matches!(Board::start().read_san(nonsense), Err(SanError::Syntax(_))), "{nonsense}");
        assert!(Board::start().read_san_leniently(nonsense).is_err(), "{nonsense}");
    }
}

#[test]
fn uci() {
    let start = Board::start();
    assert_eq!(start.read_uci("e2e4").ok(), find(&start, "e2e4"));
    assert!(matches!(start.read_uci("e2e5"), Err(UciError::Illegal { .. })));
    for nonsense in ["", "e2", "e2e", "e2e4qq", "e2e4k", "0000", "é2e4", "e2é4"] {
        assert!(matches!(start.read_uci(nonsense), Err(UciError::Syntax(_))), "{nonsense}");
    }
    let castling = board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let short = find(&castling, "e1h1").unwrap();
    for text in ["e1g1", "e1h1"] {
        assert_eq!(castling.read_uci(text), Ok(short));
    }
    assert!(castling.read_uci("e1g1q").is_err());
    assert_eq!(castling.write_uci(short, Rules::Standard), "e1g1");
    assert_eq!(castling.write_uci(short, Rules::Chess960), "e1h1");
    let inner = Board::from_fen("4k3/8/8/8/8/8/8/4K1RR w G - 0 1", Rules::Chess960).unwrap();
    assert!(inner.read_uci("e1g1").unwrap().is_castle());
}

/// Two steps of a king from another file than e would be a plain move (f1g1) or none (b1g1).
#[test]
fn castling_of_chess960_comes_back_by_either_rules() {
    let cases = [
        ("4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1h1"),
        ("4k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1a1"),
        ("1kr5/8/8/5p2/8/3P4/8/R2R3K b k - 99 1", "b8c8"),
    ];
    for (fen, text) in cases {
        let board = Board::from_fen(fen, Rules::Chess960).unwrap();
        let castles = find(&board, text).unwrap();
        assert!(castles.is_castle(), "{fen}");
        for rules in [Rules::Standard, Rules::Chess960] {
            assert_eq!(board.write_uci(castles, rules), text, "{fen}");
            assert_eq!(board.read_uci(text), Ok(castles), "{fen}");
        }
    }
}

#[test]
fn epd() {
    let text = "8/8/8/8/8/6k1/6p1/6K1 w - - bm Kg2; id \"an example; with signs\"; ce -42; hmvc 7; fmvn 9;";
    let epd = Epd::read(text, Rules::Standard).unwrap();
    assert_eq!(epd.operands("id"), Some(&["an example; with signs".to_owned()][..]));
    assert_eq!(epd.operands("ce"), Some(&["-42".to_owned()][..]));
    assert_eq!(epd.operands("am"), None);
    assert_eq!((epd.board.halfmoves(), epd.board.fullmoves()), (7, 9));
    assert!(epd.board.legal_moves().is_empty());
    // The position is stalemate, so the move it names is none.
    assert!(matches!(epd.moves("bm"), Err(SanError::Illegal { .. })));
    assert_eq!(epd.to_string(), text);

    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - bm Bxa6 dxe6";
    let epd = Epd::read(kiwipete, Rules::Standard).unwrap();
    assert_eq!(epd.moves("bm").unwrap().len(), 2);
    assert_eq!(epd.moves("am"), Ok(vec![]));

    let error = |operations: &str| Epd::read(&format!("{} {operations}", &kiwipete[..70]), Rules::Standard);
    assert_eq!(Epd::read("", Rules::Standard), Err(EpdError::Fields(0)));
    let short = Epd::read("8/8/8/8/8/6k1/6p1/6K1 w -", Rules::Standard).unwrap_err();
    assert_eq!(short.to_string(), "expected 4 fields parted by one space each, then operations, found 3");
    let side = Epd::read("8/8/8/8/8/6k1/6p1/6K1 x - -", Rules::Standard);
    assert_eq!(side, Err(EpdError::Position(FenError::Side("x".to_owned()))));
    assert_eq!(error("id \"open").unwrap_err(), EpdError::Quotation(1));
    assert_eq!(error("ce 1; 5 6;").unwrap_err(), EpdError::Opcode { place: 2, found: "5".to_owned() });
    // A name with a space in it would be written as two words.
    assert_eq!(error("; \"a b\" c").unwrap_err(), EpdError::Opcode { place: 2, found: "a b".to_owned() });
}

#[test]
fn pictures() {
    let picture = Board::start().picture().to_string();
    assert_eq!(picture.lines().next(), Some("8 r n b q k b n r"));
    assert_eq!(picture.lines().nth(4), Some("4 . . . . . . . ."));
    assert_eq!(picture.lines().last(), Some("  a b c d e f g h"));
    let svg = Board::start().svg().to_string();
    assert_eq!(svg.matches("<rect").count(), 64);
    assert_eq!(svg.matches("<text").count(), 32);
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
}
