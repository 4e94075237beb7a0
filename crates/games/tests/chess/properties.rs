//! Properties that hold for any position and any text.

use games::chess::{Board, Epd, Move, Rules, lenient};
use proptest::prelude::*;

use super::board;

const STARTS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
];

/// A position that a game of up to 80 half-moves reaches.
fn positions() -> impl Strategy<Value = Board> {
    (0..STARTS.len(), prop::collection::vec(any::<prop::sample::Index>(), 0..80)).prop_map(
        |(start, choices)| {
            choices.into_iter().fold(board(STARTS[start]), |board, choice| {
                let moves = board.legal_moves();
                if moves.is_empty() { board } else { board.after(moves[choice.index(moves.len())]) }
            })
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn positions_come_back_from_their_texts(board in positions()) {
        prop_assert_eq!(board.to_string().parse::<Board>(), Ok(board));
        prop_assert_eq!(Board::from_fen(&board.shredder_fen(), Rules::Chess960), Ok(board));
        prop_assert_eq!(Board::new(&board.setup()), Ok(board));
        prop_assert_eq!(lenient::read(&board.to_string(), Rules::Standard), Ok((board, vec![])));
    }

    #[test]
    fn moves_come_back_from_their_texts(board in positions()) {
        for mv in board.legal_moves() {
            for rules in [Rules::Standard, Rules::Chess960] {
                prop_assert_eq!(board.read_uci(&board.write_uci(mv, rules)), Ok(mv));
            }
            prop_assert_eq!(board.read_san(&board.write_san(mv)), Ok(mv));
            prop_assert_eq!(board.read_san_leniently(&board.write_san(mv)), Ok(mv));
            prop_assert_eq!(board.checked_move(mv.bits().get()), Some(mv));
        }
    }

    /// What one position allows is legal in another exactly if that one lists it too.
    #[test]
    fn a_move_from_elsewhere_is_legal_only_if_listed(here in positions(), bits in any::<u16>(), there in positions()) {
        let strangers = there.legal_moves().into_iter().chain(Move::from_bits(bits));
        for mv in strangers {
            prop_assert_eq!(here.is_legal(mv), here.legal_moves().contains(&mv), "{} in {}", mv, here);
        }
    }

    #[test]
    fn no_text_is_a_panic(text in "\\PC{0,60}", board in positions()) {
        let _ = text.parse::<Board>();
        let _ = lenient::read(&text, Rules::Chess960);
        let _ = Epd::read(&text, Rules::Standard);
        let _ = board.read_uci(&text);
        let _ = board.read_san(&text);
        let _ = board.read_san_leniently(&text);
    }

    /// Texts that are nearly right reach further than random ones.
    #[test]
    fn no_damaged_text_is_a_panic(board in positions(), at in any::<prop::sample::Index>(), with in any::<char>()) {
        let damaged = |text: &str| {
            let mut signs: Vec<char> = text.chars().collect();
            let at = at.index(signs.len());
            signs[at] = with;
            signs.into_iter().collect::<String>()
        };
        let fen = damaged(&board.to_string());
        if let Ok((read, _)) = lenient::read(&fen, Rules::Chess960) {
            prop_assert_eq!(Board::from_fen(&read.to_string(), Rules::Chess960), Ok(read));
        }
        let _ = Epd::read(&damaged(&format!("{board} bm e4; id \"x y\";")), Rules::Standard);
        for mv in board.legal_moves() {
            let _ = board.read_san(&damaged(&board.write_san(mv)));
            let _ = board.read_uci(&damaged(&mv.to_string()));
        }
    }
}
