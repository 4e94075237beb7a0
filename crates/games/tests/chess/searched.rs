//! Chess under the search: the contract, the evaluation, exchanges, and mates found.

use std::collections::BTreeSet;

use games::chess::{Board, Chess, Color, File, Line, Rehash, Rules, Square, walk};
use search::{
    AtLeast, Chosen, Depth, Entered, Evaluate, Evaluated, Full, Noisy, Observer, Play, PrincipalVariation,
    Quiescent, Search, Tactical, Technique, Unbounded, check_game, check_tactical,
};

use super::{board, find, repaired};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn the_contract_holds() {
    for fen in [KIWIPETE, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"] {
        let chess = Chess::new(board(fen));
        let rehash = |chess: &Chess| Rehash::of(chess.board()).key;
        assert_eq!(check_game(&chess, rehash, 4, 60, 1), Ok(()));
    }
}

/// Also near mates, stalemates and draws by material, by counting and by repetition.
#[test]
fn what_the_game_tells_is_so() {
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        KIWIPETE,
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r6r/1b2k1bq/8/8/7B/8/8/R3K2R b KQ - 3 2",
        "8/8/8/8/8/1k6/2q5/K7 b - - 96 80",
        "8/P1k5/8/8/8/8/5Kp1/8 w - - 0 1",
        "7k/8/5KQ1/8/8/8/8/8 w - - 94 90",
    ] {
        assert_eq!(check_tactical(&Chess::new(board(fen)), 40, 120, 1), Ok(()), "{fen}");
        assert_eq!(check_tactical(&Line::new(board(fen)), 40, 120, 2), Ok(()), "{fen}");
    }
}

/// Compares the sum kept with the sum counted at every node.
fn compare_sums(chess: &mut Chess, depth: u32) {
    assert_eq!(*chess, Chess::new(*chess.board()), "{}", chess.board());
    if depth == 0 {
        return;
    }
    for mv in chess.board().legal_moves() {
        let before = *chess;
        let undo = chess.make(mv);
        compare_sums(chess, depth - 1);
        chess.unmake(undo);
        assert_eq!(*chess, before);
    }
}

#[test]
fn the_evaluation_is_kept() {
    compare_sums(&mut Chess::new(board(KIWIPETE)), 3);
    compare_sums(&mut Chess::new(board("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8")), 3);
    compare_sums(&mut Chess::new(board("8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1")), 4);
    // The king castles across the middle, or stays, or the rook does.
    for placement in ["rk5r", "2rk2r1", "r3kr2", "r5kr"] {
        let fen = format!("{placement}/pppppppp/8/8/8/8/PPPPPPPP/{} w KQkq - 0 1", placement.to_uppercase());
        compare_sums(&mut Chess::new(Board::from_fen(&fen, Rules::Chess960).unwrap()), 3);
    }
}

/// What is good for White is as good for Black with the colours changed, and on one wing as on the other.
#[test]
fn the_evaluation_is_fair() {
    let start = Chess::new(Board::start()).evaluate();
    assert!((0..=100).contains(&start), "the first move is worth something, and not much: {start}");
    let mirrored = |fen: &str| {
        let (placement, rest) = fen.split_once(' ').unwrap();
        let swap =
            |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
        let ranks: Vec<String> =
            placement.split('/').rev().map(|rank| rank.chars().map(swap).collect()).collect();
        format!("{} {}", ranks.join("/"), if rest.starts_with('w') { "b - - 0 1" } else { "w - - 0 1" })
    };
    let other_wing = |fen: &str| {
        let (placement, rest) = fen.split_once(' ').unwrap();
        let ranks: Vec<String> = placement.split('/').map(|rank| rank.chars().rev().collect()).collect();
        format!("{} {} - - 0 1", ranks.join("/"), &rest[..1])
    };
    let mut seen = 0;
    walk(&board(KIWIPETE), 2, &mut |leaf| {
        let fen = leaf.to_string();
        let value = Chess::new(*leaf).evaluate();
        assert_eq!(value, Chess::new(board(&mirrored(&fen))).evaluate(), "{fen}");
        assert_eq!(value, Chess::new(board(&other_wing(&fen))).evaluate(), "{fen}");
        seen += 1;
    });
    assert_eq!(seen, 2039);
    let queen_up = Chess::new(board("3qk3/8/8/8/8/8/8/4K3 b - - 0 1"));
    assert!(queen_up.evaluate() > 800);
}

#[test]
fn exchanges() {
    let cases = [
        ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100),
        ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", -220),
        // Quiet moves: to a guarded square, and to a free one.
        ("4k3/8/3p4/8/8/5N2/8/4K3 w - - 0 1", "f3e5", -320),
        ("4k3/8/3p4/8/8/5N2/8/4K3 w - - 0 1", "f3g5", 0),
        // The king may not capture what is guarded.
        ("3k4/8/8/8/8/8/2R5/2R1K3 w - - 0 1", "c2c7", 0),
        ("3k4/8/8/8/8/8/2R5/4K3 w - - 0 1", "c2c7", -500),
        ("8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", "c4d3", 100),
        ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q", 800),
        // Whoever captures uncovers what stands behind: a pawn, a queen on a diagonal, rooks on a file, bishops.
        ("4k3/1b6/2p5/3p4/4P3/8/8/3RK3 w - - 0 1", "d1d5", -400),
        ("3rk3/3r4/8/3p4/8/2N2Q2/6B1/4K3 w - - 0 1", "c3d5", -120),
        ("3rk3/5b2/8/3p4/8/2N5/3R4/3RK3 w - - 0 1", "c3d5", 100),
        ("8/8/8/3Q3Q/2b3b1/6K1/8/k2b4 w - - 0 1", "d5d1", -240),
    ];
    for (fen, mv, centipawns) in cases {
        let board = board(fen);
        assert_eq!(board.exchange(find(&board, mv).unwrap()), centipawns, "{mv} in {fen}");
    }
}

#[test]
fn noisy_moves_are_captures_that_do_not_lose() {
    let chess = Chess::new(board(KIWIPETE));
    let mut moves = games::chess::MoveList::new();
    chess.noisy_moves(&mut moves);
    let texts: Vec<String> = moves.iter().map(|&mv| chess.board().write_san(mv)).collect();
    assert!(texts.contains(&"Bxa6".to_owned()), "{texts:?}");
    // The knight on f6 is guarded, so the queen would be lost for it.
    assert!(!texts.contains(&"Qxf6".to_owned()), "{texts:?}");
    assert!(moves.iter().all(|&mv| chess.board().exchange(mv) >= 0));
    assert!(chess.is_calm());
}

/// Both stages append: what is on the list stays.
#[test]
fn stages_append_to_a_list() {
    let chess = Chess::new(board(KIWIPETE));
    let mut moves = games::chess::MoveList::new();
    chess.noisy(&mut moves);
    let noisy = moves.len();
    chess.quiet(&mut moves);
    assert_eq!((noisy, moves.len()), (8, 48));
    let staged = chess.board().noisy_moves().into_iter().chain(chess.board().quiet_moves());
    assert!(staged.eq(moves));
}

/// The deepest that a node lies, its own depth included, beyond the depth of the search; and how many nodes are beyond it.
fn beyond(techniques: Chosen, fen: &str, depth: Depth) -> (i32, u32) {
    #[derive(Default)]
    struct Reach {
        aim: i32,
        most: i32,
        beyond: u32,
    }
    impl Observer for Reach {
        fn enter(&mut self, node: &Entered) {
            let reach = i32::from(node.ply) + i32::from(node.depth);
            if node.ply == 0 {
                self.aim = reach;
            }
            self.most = self.most.max(reach - self.aim);
            self.beyond += u32::from(reach > self.aim);
        }
    }
    let mut reach = Reach::default();
    let mut search = Search::new(Unbounded::new())
        .with_policy(Play::new(techniques, AtLeast))
        .with_observer(&mut reach)
        .with_algorithm::<PrincipalVariation>();
    search.deepen(&mut Line::new(board(fen)), 1..=depth, |_| ());
    (reach.most, reach.beyond)
}

/// Only what extends goes beyond the depth, and no line twice as far.
#[test]
fn a_hash_move_that_stands_alone_is_searched_deeper() {
    let sparse = Technique::ALL
        .into_iter()
        .filter(|&technique| !matches!(technique, Technique::CheckExtensions | Technique::SingularExtensions))
        .fold(Chosen::NONE, Chosen::with);
    for fen in [
        // White takes back, or is a rook down.
        "r2q1rk1/ppp2ppp/2n2n2/3p4/3P4/2Nb1N2/PPP2PPP/R2Q1RK1 w - - 0 11",
        // One move alone is right for long.
        "8/7p/8/2p5/6P1/8/K3P2k/8 w - - 0 1",
        "8/p1R2p2/8/p3Q3/P6p/P2q3k/1K1P4/6r1 w - - 0 1",
    ] {
        assert_eq!(beyond(sparse, fen, 9), (0, 0), "{fen}");
        let (most, nodes) = beyond(sparse.with(Technique::SingularExtensions), fen, 9);
        assert!((1..=9).contains(&most) && nodes > 0, "{fen}: {most} plies, {nodes} nodes");
    }
}

/// Each place of a king, of either side, is a structure of its own.
#[test]
fn structures_tell_kings_apart() {
    let structures = |white: u8, black: u8| {
        let [white, black] = [white, black].map(Square::new);
        let men = [(Color::White, white), (Color::Black, black)];
        let text = (0..8_u8).rev().map(|rank| {
            let row = (0..8_u8).map(|file| {
                let square = Square::at(File::new(file), rank);
                men.iter()
                    .find(|man| man.1 == square)
                    .map_or('1', |man| if man.0 == Color::White { 'K' } else { 'k' })
            });
            row.collect::<String>()
        });
        Chess::new(repaired(&format!("{} w - - 0 1", text.collect::<Vec<_>>().join("/")))).structures()
    };
    let far = |square: u8| if square < 32 { 63 } else { 0 };
    let white: BTreeSet<u64> = (0..64).map(|square| structures(square, far(square))[1]).collect();
    let black: BTreeSet<u64> = (0..64).map(|square| structures(far(square), square)[2]).collect();
    assert_eq!((white.len(), black.len()), (64, 64));
}

#[test]
fn mates_are_found() {
    let cases = [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", 1, "a1a8"),
        // Mate in two: the rooks take the ranks in turn.
        ("7k/8/8/8/8/8/R7/1R2K3 w - - 0 1", 3, ""),
    ];
    for (fen, plies, best) in cases {
        let answer = Search::new(Unbounded::new()).with_policy(Evaluated(AtLeast)).run(
            &mut Chess::new(board(fen)),
            plies,
            Full::OPEN,
        );
        assert_eq!(answer.score.plies_to_end().map(i32::from), Some(i32::from(plies)), "{fen}");
        assert!(answer.score.get() > 0);
        assert!(best.is_empty() || answer.best.is_some_and(|mv| mv.to_string() == best));
    }
}

/// The side that is lost otherwise shuffles into a repetition, which only a line with a past can see.
#[test]
fn a_repetition_is_a_draw_in_play() {
    let mut line = Line::new(board("7k/8/8/8/8/8/8/KQ6 w - - 0 1"));
    for text in ["b1b2", "h8g8", "b2b1", "g8h8"] {
        let mv = line.board().read_uci(text).unwrap();
        line.make(mv);
    }
    assert_eq!(search::Game::outcome(&line), Some(search::Outcome::Draw));
    assert_eq!(search::Game::outcome(line.chess()), None);
}

#[test]
fn quiescence_sees_the_recapture() {
    // Qxd5 looks like a pawn won, until exd5.
    let hanging = board("4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1");
    let search = |depth| {
        Search::new(Unbounded::new()).with_policy(Quiescent(AtLeast)).run(
            &mut Chess::new(hanging),
            depth,
            Full::OPEN,
        )
    };
    assert!(search(1).best.is_some_and(|mv| mv.to_string() != "d1d5"));
}
