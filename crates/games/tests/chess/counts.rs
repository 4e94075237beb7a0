//! Perft counts, each a fact.

use games::chess::{Board, MoveList, Rules, divide, perft, walk};

use super::{board, find};

/// The lines `FEN ; depth ; count` of a data file, checked one by one.
fn check(data: &str, rules: Rules) {
    let mut checked = 0;
    for line in data.lines().filter(|line| !line.starts_with('#')) {
        let [fen, depth, count] = line.split(" ; ").collect::<Vec<_>>()[..] else { panic!("{line}") };
        let board = Board::from_fen(fen, rules).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let number = |text: &str| text.parse::<u64>().unwrap_or_else(|_| panic!("{line}"));
        let depth = u8::try_from(number(depth)).unwrap_or_else(|_| panic!("{line}"));
        assert_eq!(perft(&board, depth), number(count), "{line}");
        checked += 1;
    }
    assert!(checked > 10);
}

#[test]
fn classical_positions() {
    check(include_str!("../data/classical.perft"), Rules::Standard);
}

#[test]
fn positions_that_others_got_wrong() {
    check(include_str!("../data/corners.perft"), Rules::Standard);
}

#[test]
fn chess960_positions() {
    check(include_str!("../data/chess960.perft"), Rules::Chess960);
}

#[test]
fn depth_zero_is_one_line_without_a_first_move() {
    let start = Board::start();
    assert_eq!(perft(&start, 0), 1);
    assert_eq!(divide(&start, 0).count(), 0);
    assert_eq!(divide(&start, 3).map(|(_, count)| count).sum::<u64>(), 8902);
}

/// A single line of moves without an end: two kings in cages, each with one move. Threads of tests have the usual stack.
#[test]
fn the_deepest_count_fits_the_stack() {
    let caged = board("5b1k/4p1p1/4P1P1/8/8/1p1p4/1P1P4/K1B5 w - - 0 1");
    assert_eq!(perft(&caged, u8::MAX), 1);
    assert_eq!(
        divide(&caged, u8::MAX).map(|(mv, count)| (mv.to_string(), count)).collect::<Vec<_>>(),
        [("a1b1".into(), 1)]
    );
    let mut leaves = Vec::new();
    walk(&caged, u8::MAX, &mut |leaf| leaves.push(*leaf));
    // Of 128 moves White's king is back, of 127 Black's is not.
    assert_eq!(
        leaves.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["5bk1/4p1p1/4P1P1/8/8/1p1p4/1P1P4/K1B5 b - - 255 128"]
    );
}

/// Positions after `depth` plies from Kiwipete, and how many of them are double checks.
fn double_checks(depth: u8) -> (u64, u64) {
    let kiwipete = board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    let (mut leaves, mut double) = (0, 0);
    walk(&kiwipete, depth, &mut |leaf| {
        leaves += 1;
        double += u64::from(leaf.checkers().is_several());
    });
    (leaves, double)
}

/// A published table has 2,637 at depth 5, which is 8 short.
#[test]
fn double_checks_of_kiwipete() {
    assert_eq!(double_checks(4), (4_085_603, 6));
}

#[test]
#[ignore = "194 million positions: cargo xtask test --long"]
fn double_checks_of_kiwipete_at_depth_5() {
    assert_eq!(double_checks(5), (193_690_690, 2_645));
}

/// Petrović 1964: the most legal moves known, and 99 of them leave the opponent one.
#[test]
fn two_hundred_and_eighteen_moves() {
    let crowded = board("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
    let moves: MoveList = crowded.legal_moves();
    assert_eq!(moves.len(), 218);
    assert_eq!(perft(&crowded, 2), 99);
}

#[test]
fn noisy_and_quiet_moves_are_all_moves() {
    let mut boards = vec![board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")];
    boards.push(board("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"));
    boards.push(board("8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1"));
    for root in boards {
        walk(&root, 3, &mut |leaf| {
            let mut staged: Vec<_> = leaf.noisy_moves().into_iter().collect();
            let captures = |mv: &games::chess::Move| {
                leaf.of(!leaf.side()).has(mv.to())
                    || mv.promotion().is_some()
                    || leaf.en_passant() == Some(mv.to())
            };
            assert!(staged.iter().all(captures), "{leaf}");
            staged.extend(leaf.quiet_moves());
            let mut all: Vec<_> = leaf.legal_moves().into_iter().collect();
            staged.sort();
            all.sort();
            assert_eq!(staged, all, "{leaf}");
            assert_eq!(leaf.count_legal_moves(), all.len() as u64);
        });
    }
}

/// Every 16-bit pattern is legal exactly if it is listed.
#[test]
fn only_listed_patterns_are_legal() {
    let positions = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1",
        "8/8/8/r2Pp2K/8/8/4k3/8 w - e6 0 1",
        "rnb1kbnr/ppp3p1/8/7p/8/8/PPPPqPPP/RNB1K2R w KQkq - 0 1",
        "r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1",
    ];
    for root in positions.map(board) {
        let mut tried = 0;
        walk(&root, 2, &mut |leaf| {
            tried += 1;
            if tried % 97 != 1 {
                return;
            }
            let listed = leaf.legal_moves();
            let legal: Vec<_> = (0..=u16::MAX).filter_map(|bits| leaf.checked_move(bits)).collect();
            assert_eq!(legal.len(), listed.len(), "{leaf}");
            assert!(legal.iter().all(|mv| listed.contains(mv)), "{leaf}");
        });
        assert!(tried > 5);
    }
}

/// GEN-cases about single moves.
#[test]
fn moves_that_must_and_must_not_be_there() {
    let cases = [
        ("8/8/8/r2Pp2K/8/8/4k3/8 w - e6 0 1", "d5e6", false),
        ("rnbqk2r/pppPppbp/5np1/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 4", "e8h8", false),
        ("r3k2r/pp2ppbp/2n3p1/3p3P/3P1B2/4P3/PP1K1PP1/R4B1R b kq - 0 1", "e8a8", true),
        ("rnb1kbnr/ppp3p1/8/7p/8/8/PPPPqPPP/RNB1K2R w KQkq - 0 1", "e1e2", true),
        ("r1b1k1nr/p2pp1bp/2p2pp1/q7/2B1P3/3Q4/PPP2PPP/RNB1K2R w KQkq - 0 1", "e1h1", false),
    ];
    for (fen, mv, legal) in cases {
        assert_eq!(find(&board(fen), mv).is_some(), legal, "{mv} in {fen}");
    }
}
