//! Chess against two independent generators, on seeded random games.
//!
//! `cozy-chess` and `shakmaty` serve as oracles here and nowhere else. At every position of a game: the same legal
//! moves, the same verdicts, the same FEN; keys as counted anew; and everything back in place after taking back.

use std::collections::BTreeSet;

use games::chess::{Board, Rehash, Rules};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position};

/// A stream of numbers that is the same everywhere (`SplitMix64`; Steele, Lea, Flood, 2014).
struct Numbers(u64);

impl Numbers {
    /// A number below `limit`, which is small.
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((word ^ word >> 31) % limit as u64).expect("below a small limit")
    }
}

/// One position, three times over.
struct Three {
    ours: Board,
    cozy: cozy_chess::Board,
    shak: Chess,
}

impl Three {
    fn from_fen(fen: &str) -> Self {
        let shak = fen.parse::<Fen>().expect("an oracle's FEN").into_position(CastlingMode::Chess960);
        let ours = Board::from_fen(fen, Rules::Chess960).unwrap_or_else(|error| panic!("{fen}: {error}"));
        Self {
            ours,
            cozy: cozy_chess::Board::from_fen(&ours.shredder_fen(), true).expect("a FEN of ours"),
            shak: shak.expect("an oracle's position"),
        }
    }

    fn check(&self) {
        let ours = &self.ours;
        let listed = ours.legal_moves();
        let texts: BTreeSet<String> = listed.iter().map(ToString::to_string).collect();
        assert_eq!(texts.len(), listed.len(), "a move twice in {ours}");
        assert_eq!(texts, self.cozy_moves(), "{ours}");
        assert_eq!(texts, self.shak_moves(), "{ours}");
        assert_eq!(ours.count_legal_moves(), listed.len() as u64);

        assert_eq!(ours.is_check(), self.shak.is_check(), "{ours}");
        assert_eq!(listed.is_empty() && ours.is_check(), self.shak.is_checkmate(), "{ours}");
        assert_eq!(listed.is_empty() && !ours.is_check(), self.shak.is_stalemate(), "{ours}");
        assert_eq!(ours.is_check(), !self.cozy.checkers().is_empty(), "{ours}");

        let fen = Fen::from_position(&self.shak, EnPassantMode::Legal).to_string();
        assert_eq!(ours.to_string(), fen);
        assert_eq!(Board::from_fen(&fen, Rules::Chess960).as_ref(), Ok(ours));
        assert_eq!(Board::from_fen(&ours.shredder_fen(), Rules::Chess960).as_ref(), Ok(ours));
        assert_eq!(ours.has_insufficient_material(), self.shak.is_insufficient_material(), "{ours}");
        check_keys(ours);
    }

    /// SAN and Polyglot's key, for which only one oracle speaks.
    fn check_text(&self) {
        let ours = &self.ours;
        for mv in ours.legal_moves() {
            let uci: UciMove = mv.to_string().parse().expect("an oracle reads our moves");
            let san =
                SanPlus::from_move(self.shak.clone(), uci.to_move(&self.shak).expect("legal, as checked"));
            assert_eq!(ours.write_san(mv), san.to_string(), "{ours}");
            assert_eq!(ours.read_san(&san.to_string()), Ok(mv), "{ours}");
            for rules in [Rules::Standard, Rules::Chess960] {
                assert_eq!(ours.read_uci(&ours.write_uci(mv, rules)), Ok(mv), "{ours}");
            }
        }
        let Zobrist64(polyglot) = self.shak.zobrist_hash(EnPassantMode::PseudoLegal);
        assert_eq!(games::chess::polyglot::key(ours), polyglot, "{ours}");
    }

    fn cozy_moves(&self) -> BTreeSet<String> {
        let mut texts = BTreeSet::new();
        self.cozy.generate_moves(|moves| {
            texts.extend(moves.into_iter().map(|mv| mv.to_string()));
            false
        });
        texts
    }

    fn shak_moves(&self) -> BTreeSet<String> {
        self.shak.legal_moves().iter().map(|mv| mv.to_uci(CastlingMode::Chess960).to_string()).collect()
    }

    /// Plays one of the moves, rare kinds more often than their number says.
    fn play(&mut self, numbers: &mut Numbers) {
        let moves = self.ours.legal_moves();
        let rare: Vec<_> =
            moves.iter().filter(|mv| !matches!(mv.kind(), games::chess::MoveKind::Plain(_))).collect();
        let mv = if !rare.is_empty() && numbers.below(4) == 0 {
            *rare[numbers.below(rare.len())]
        } else {
            moves[numbers.below(moves.len())]
        };
        let (before, announced) = (self.ours, (self.ours.key_after(mv), self.ours.gives_check(mv)));
        let undo = self.ours.make(mv);
        let after = self.ours;
        assert_eq!((after.key(), after.is_check()), announced, "{mv} in {before}");
        self.ours.unmake(undo);
        assert_eq!(self.ours, before, "{mv} taken back");
        check_keys(&self.ours);
        self.ours.make(mv);

        let text = mv.to_string();
        self.cozy.play_unchecked(text.parse().expect("an oracle reads our moves"));
        let uci: UciMove = text.parse().expect("an oracle reads our moves");
        self.shak.play_unchecked(uci.to_move(&self.shak).expect("legal, as checked"));
    }
}

fn check_keys(board: &Board) {
    let kept = Rehash { key: board.key(), pawn_key: board.pawn_key(), material_key: board.material_key() };
    assert_eq!(kept, Rehash::of(board), "{board}");
}

/// Plays random games from starts that `start` gives by number, until `positions` have been checked.
fn play_games(positions: usize, seed: u64, start: impl Fn(&mut Numbers) -> String) {
    let mut numbers = Numbers(seed);
    let mut checked = 0;
    while checked < positions {
        let mut three = Three::from_fen(&start(&mut numbers));
        for _ in 0..300 {
            three.check();
            if checked % 8 == 0 {
                three.check_text();
            }
            checked += 1;
            // One oracle's clock ends at 100.
            if three.ours.halfmoves() == 100 || !three.ours.has_legal_move() {
                break;
            }
            three.play(&mut numbers);
        }
    }
}

fn standard(positions: usize) {
    play_games(positions, 1970, |_| Board::start().to_string());
}

/// Both sides from one of the 960 starting positions, each its own.
fn chess960(positions: usize) {
    play_games(positions, 960, |numbers| {
        let [white, black] = [(); 2].map(|()| u32::try_from(numbers.below(960)).expect("below 960"));
        format!("{:#}", cozy_chess::Board::double_chess960_startpos(white, black))
    });
}

/// Games from positions where rare things are near.
fn corners(positions: usize) {
    let fens: Vec<&str> = include_str!("data/corners.perft")
        .lines()
        .chain(include_str!("data/classical.perft").lines())
        .filter_map(|line| line.split(" ; ").next().filter(|fen| !fen.starts_with('#')))
        // The oracles refuse what no game can reach.
        .filter(|fen| fen.parse::<cozy_chess::Board>().is_ok())
        .filter(|fen| {
            let fen: Fen = fen.parse().expect("a FEN");
            fen.into_position::<Chess>(CastlingMode::Standard).is_ok()
        })
        .collect();
    play_games(positions, 2026, |numbers| {
        let board: Board = fens[numbers.below(fens.len())].parse().expect("a FEN of ours");
        board.to_string()
    });
}

#[test]
fn standard_games() {
    standard(6_000);
}

#[test]
fn chess960_games() {
    chess960(6_000);
}

#[test]
fn games_from_corners() {
    corners(6_000);
}

#[test]
#[ignore = "a million positions: cargo xtask test --long"]
fn many_standard_games() {
    standard(1_000_000);
}

#[test]
#[ignore = "a million positions: cargo xtask test --long"]
fn many_chess960_games() {
    chess960(1_000_000);
}

#[test]
#[ignore = "a million positions: cargo xtask test --long"]
fn many_games_from_corners() {
    corners(1_000_000);
}
