//! Chess played: positions with a proven answer, each of which some engine got wrong.

#![allow(clippy::unwrap_used, reason = "in a test a panic is a finding")]

use std::num::NonZeroU16;
use std::sync::atomic::AtomicBool;

use benches::chess_play::{Middlegames, SEED, to_depth};
use games::chess::{Board, Line, Move};
use search::{
    AtLeast, Bound, Chosen, Depth, Entry, Game as _, NoTable, Play, Player, PrincipalVariation, Score,
    Search, Stored, Table, Technique, Terms, Thought,
};
use ttable::FullTable;

fn line(fen: &str, moves: &str) -> Line {
    let mut line = Line::new(fen.parse().unwrap());
    for text in moves.split_whitespace() {
        let mv = line.board().read_uci(text).unwrap();
        line.make(mv);
    }
    line
}

fn think(table: &(impl Table + Sync), line: &Line, terms: &Terms<Move>) -> Thought<Move> {
    Player::new(1).think(table, line, terms, &AtomicBool::new(false), |_| ())
}

fn think_to(fen: &str, depth: Depth) -> Thought<Move> {
    let table = FullTable::with_mib(16).unwrap();
    think(&table, &line(fen, ""), &Terms { depth, ..Terms::default() })
}

fn text(mv: Option<Move>) -> String {
    mv.map(|mv| mv.to_string()).unwrap_or_default()
}

/// Plies to mate, negative for the losing side; the line must play it out.
fn mate(fen: &str, thought: &Thought<Move>) -> Option<i32> {
    let best = thought.lines.first()?;
    let plies = i32::from(best.score.plies_to_end()?);
    let mut line = line(fen, "");
    for &mv in &best.moves {
        line.make(mv);
    }
    assert_eq!(best.moves.len(), usize::try_from(plies).unwrap(), "{fen}: the line is whole");
    assert!(line.board().is_check() && !line.board().has_legal_move(), "{fen}: it ends in mate");
    Some(if best.score > Score::DRAW { plies } else { -plies })
}

const FINE_70: &str = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";

/// Lasker and Reichhelm 1901; number 70 in Fine's Basic Chess Endings. Only the king's move to b1 wins, and the table is
/// what makes the depth reachable at which that is seen.
#[test]
fn corresponding_squares_need_the_table() {
    let fen = FINE_70;
    let terms = Terms { nodes: Some(2_000_000), ..Terms::default() };
    let with = think(&FullTable::with_mib(16).unwrap(), &line(fen, ""), &terms);
    assert_eq!(text(with.best), "a1b1");
    assert!(
        with.lines[0].score.get() > 400,
        "the pawn is won, and more than it seems without: {:?}",
        with.lines[0].score
    );
    let without = think(&NoTable, &line(fen, ""), &terms);
    // The right move may be found for its looks; that it wins is not.
    assert!(without.lines[0].score.get() < 400, "nothing won without the table: {without:?}");
}

#[test]
fn mates_in_few_moves_are_exact() {
    for (fen, plies, best) in [
        ("8/4k3/B7/4K2R/8/8/8/8 w - - 0 1", 9, ""),
        ("r5rk/pp1np1bn/2pp2q1/3P1bN1/2P1N2Q/1P6/PB2PPBP/3R1RK1 w - - 0 1", 3, "h4h7"),
        ("r1bqk1nr/ppp4p/2n5/3pp1p1/P2P4/B1P1P1P1/2P2P1P/R2QKBR1 w Qkq - 0 12", 5, "d1h5"),
        ("r1qk1b2/1pp3Rp/p1n1pP2/3p3Q/3P3P/P2P1N2/1P2NP1P/7K w - - 6 36", 7, "h5f7"),
        ("3B4/5r2/1p2pN2/1N2k3/4Pp2/2p2Pp1/1nP3K1/8 b - - 0 1", -4, ""),
        ("8/8/3K1p1p/2N2pbr/2B1k2p/2P2p1P/2P2P2/8 b - - 0 1", -4, ""),
        // Nothing but mates, for windows that bounce.
        ("6Q1/1B6/8/8/4N3/2P1K2k/1P6/8 b - - 2 47", -4, ""),
        // Mate on the hundredth half-move counts.
        ("8/8/2p5/3b1K1k/4p3/4PpR1/5P2/8 w - - 99 113", 1, "g3h3"),
    ] {
        let terms = Terms {
            mate: Some(u16::try_from(i32::abs(plies)).unwrap()),
            nodes: Some(3_000_000),
            ..Terms::default()
        };
        let run = || think(&FullTable::with_mib(16).unwrap(), &line(fen, ""), &terms);
        let thought = run();
        assert_eq!(mate(fen, &thought), Some(plies), "{fen}: {thought:?}");
        assert!(best.is_empty() || text(thought.best) == best, "{fen}: {thought:?}");
        assert_eq!(thought, run(), "{fen}: the same twice");
        // Searching on finds nothing better, nor anything worse.
        let on = think_to(fen, thought.depth + 2);
        assert_eq!(mate(fen, &on), Some(plies), "{fen}: {on:?}");
    }
}

#[test]
fn the_table_changes_no_mate() {
    let fen = "r1bqk1nr/ppp4p/2n5/3pp1p1/P2P4/B1P1P1P1/2P2P1P/R2QKBR1 w Qkq - 0 12";
    let terms = Terms { mate: Some(5), nodes: Some(3_000_000), ..Terms::default() };
    let small = FullTable::with_clusters(1).unwrap();
    for thought in [think(&NoTable, &line(fen, ""), &terms), think(&small, &line(fen, ""), &terms)] {
        assert_eq!((mate(fen, &thought), text(thought.best)), (Some(5), "d1h5".into()));
    }
}

#[test]
fn a_mate_limit_ends_the_search_for_either_side() {
    for (fen, plies) in [
        ("r5rk/pp1np1bn/2pp2q1/3P1bN1/2P1N2Q/1P6/PB2PPBP/3R1RK1 w - - 0 1", 3),
        ("3B4/5r2/1p2pN2/1N2k3/4Pp2/2p2Pp1/1nP3K1/8 b - - 0 1", -4),
    ] {
        let table = FullTable::with_mib(16).unwrap();
        let terms = Terms { mate: Some(4), nodes: Some(5_000_000), ..Terms::default() };
        let thought = think(&table, &line(fen, ""), &terms);
        assert_eq!((mate(fen, &thought), thought.stopped), (Some(plies), None), "{fen}");
    }
}

#[test]
fn several_threads_find_the_mate_and_play_legal_moves() {
    let fen = "r1qk1b2/1pp3Rp/p1n1pP2/3p3Q/3P3P/P2P1N2/1P2NP1P/7K w - - 6 36";
    for _ in 0..4 {
        let table = FullTable::with_clusters(64).unwrap();
        let terms = Terms { mate: Some(7), nodes: Some(5_000_000), ..Terms::default() };
        let thought = Player::new(4).think(&table, &line(fen, ""), &terms, &AtomicBool::new(false), |_| ());
        assert_eq!((mate(fen, &thought), text(thought.best)), (Some(7), "h5f7".into()));
    }
}

/// True distances by exhaustive tables of these endings.
#[test]
fn a_mate_once_announced_comes_a_move_nearer_with_each_move() {
    for (fen, moves) in [
        ("7k/8/5K2/8/8/8/8/Q7 w - - 0 1", 2),
        ("8/8/8/8/8/5K2/6R1/7k w - - 0 1", 3),
        ("6k1/8/5K2/8/8/8/8/R7 w - - 0 1", 2),
    ] {
        let table = FullTable::with_mib(16).unwrap();
        let mut player = Player::new(1);
        let mut game = line(fen, "");
        let mut left = None;
        while game.board().has_legal_move() {
            let mate = left.map(|left: u16| left - 1);
            let terms = Terms {
                depth: 40,
                mate: Some(mate.unwrap_or(2 * moves - 1)),
                nodes: Some(4_000_000),
                ..Terms::default()
            };
            let thought = player.think(&table, &game, &terms, &AtomicBool::new(false), |_| ());
            let announced = thought.lines[0].score.plies_to_end();
            assert_eq!(announced, Some(mate.unwrap_or(2 * moves - 1)), "{}", game.board());
            left = announced;
            game.make(thought.best.unwrap());
        }
        assert!(game.board().is_check() && left == Some(1), "{}", game.board());
    }
}

#[test]
fn no_mate_is_announced_that_the_fifty_move_rule_forbids() {
    let table = FullTable::with_mib(16).unwrap();
    let terms = |depth| Terms { depth, nodes: Some(600_000), ..Terms::default() };
    // Mate in 13, which the table knows well by now; no shorter one.
    let known = think(&table, &line("8/8/8/3k4/8/8/6K1/7R w - - 0 1", ""), &terms(40));
    assert!(known.lines[0].score.plies_to_end().is_none_or(|plies| plies >= 25), "{known:?}");
    // 24 half-moves left: a draw, whatever the table says.
    let late = think(&table, &line("8/8/8/3k4/8/8/6K1/7R w - - 76 50", ""), &terms(20));
    assert_eq!(late.lines[0].score.plies_to_end(), None, "{late:?}");
    // A fortress that was lost with the count at 0.
    let fen = "8/1p2KP2/1p4q1/1Pp5/2P5/N1Pp1k2/3P4/1N6 b - - 76 40";
    let table = FullTable::with_mib(8).unwrap();
    assert_eq!(think(&table, &line(fen, ""), &terms(40)).lines[0].score.plies_to_end(), None);
}

#[test]
fn repetitions_are_sought_by_the_weaker_and_avoided_by_the_stronger() {
    // The position after Kd5 would be there for the third time.
    let won = line("8/8/8/3k4/8/8/8/KQ6 w - - 0 1", "b1b2 d5d6 b2b1 d6d5 b1b2 d5d6");
    let table = FullTable::with_mib(16).unwrap();
    let thought = think(&table, &won, &Terms { depth: 8, ..Terms::default() });
    assert_ne!(text(thought.best), "b2b1");
    assert!(thought.lines[0].score.get() > 500, "{thought:?}");

    // Perpetual check between e8 and h5; anything else is mated.
    for depth in [6, 8, 10, 12] {
        let perpetual = think_to("6k1/6p1/8/7Q/8/8/qr6/7K w - - 0 1", depth);
        assert_eq!(text(perpetual.best), "h5e8", "{perpetual:?}");
        assert_eq!(perpetual.lines[0].score, Score::DRAW, "{perpetual:?}");
    }

    // The root a second time is no draw yet: White may go on otherwise then.
    let game = line("5r1k/6n1/B1b4N/8/8/8/P4P2/1K5R w - - 0 1", "");
    let moves = vec![game.board().read_uci("h6f7").unwrap()];
    let terms = Terms { depth: 12, moves, ..Terms::default() };
    let thought = think(&FullTable::with_mib(16).unwrap(), &game, &terms);
    assert!(thought.lines[0].score.get() > 150, "{thought:?}");

    // King to a5 runs into rooks that cannot be taken without stalemate.
    let thought = think_to("1k6/4r3/2Q5/1PP5/1K6/8/8/1r6 w - - 0 1", 14);
    assert_ne!(text(thought.best), "b4a5", "{thought:?}");
}

#[test]
fn the_line_ends_where_the_game_does() {
    let moves = "e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 d2d3 f8e7 e1g1 d7d6 a2a4 c8g4 c2c3 e8g8 f1e1 d6d5 e4d5 f6d5 d1b3 \
                 g4f3 g2f3 c6a5 b3a2 d5b6 b1d2 d8d6 e1e4 d6f6 c4b3 f6g6 g1h1 e7c5 d3d4 e5d4 c3d4 c5d6 b3d1 g6h5 \
                 d2f1 f8e8 c1d2 a5c4 e4e8 a8e8 d2c3 h5f5 a2b3 f5d3 h1g2 b6d5 b3b5 d5f4";
    let mut game = line(&Board::start().to_string(), moves);
    let table = FullTable::with_mib(16).unwrap();
    let thought = think(&table, &game, &Terms { depth: 9, ..Terms::default() });
    let moves = &thought.lines[0].moves;
    assert!(!moves.is_empty());
    for &mv in moves {
        assert!(game.repetitions() < 2 && game.board().is_legal(mv), "{thought:?}");
        game.make(mv);
    }
}

#[test]
fn absurd_depths_and_small_stacks() {
    let work = || {
        for fen in [
            "8/8/8/3k4/8/3K4/8/8 w - - 0 1",
            "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
            "8/6p1/KP3bRp/4p2P/4P3/5k2/8/8 b - - 0 70",
        ] {
            for depth in [127, 128, 255, 256, 1000, Depth::MAX] {
                let terms = Terms { depth, nodes: Some(100_000), ..Terms::default() };
                let thought = think(&FullTable::with_mib(1).unwrap(), &line(fen, ""), &terms);
                assert!(thought.best.is_some_and(|mv| line(fen, "").board().is_legal(mv)), "{fen}");
            }
        }
    };
    std::thread::Builder::new().stack_size(1 << 20).spawn(work).unwrap().join().unwrap();
}

/// Returns every bit pattern as a hash move in turn.
#[derive(Debug)]
struct Forged(std::cell::Cell<u16>);

impl Table for Forged {
    type Handle = ();

    fn locate(&self, _key: u64) {}

    fn probe(&self, (): ()) -> Option<Entry> {
        self.0.set(self.0.get().wrapping_add(1));
        // A draft that answers nothing, so that only the move counts.
        Some(Entry::new(0, Bound::Upper, Entry::MIN_DRAFT).with_move(NonZeroU16::new(self.0.get())))
    }

    fn store(&self, (): (), _entry: &Entry, _work: u64) -> Stored {
        Stored::Refused
    }
}

#[test]
fn no_forged_move_reaches_the_board() {
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    ] {
        let mut game = line(fen, "");
        let before = game.clone();
        let forged = Forged(std::cell::Cell::new(0));
        let mut search = Search::new(&forged)
            .with_policy(Play::default())
            .with_algorithm::<PrincipalVariation>()
            .with_limit(search::NodeLimit(150_000));
        // In a debug build an illegal move stops at once.
        let (last, _) = search.deepen(&mut game, 1..=6, |_| ());
        assert!(last.unwrap().line.first().is_some_and(|&mv| before.board().is_legal(mv)), "{fen}");
        assert_eq!(game, before);
    }
}

#[test]
fn every_technique_is_used_and_can_be_left_out() {
    let positions: Vec<Line> = Middlegames::new(SEED).take(4).collect();
    let nodes = |techniques| {
        let table = || FullTable::with_mib(1).unwrap();
        to_depth(&positions, 8, techniques, table).counts.nodes
    };
    let all = nodes(Chosen::ALL);
    assert!(all * 10 < nodes(Chosen::NONE), "together they save more than nine nodes in ten");
    for technique in Technique::ALL {
        // What the table knows of the evaluation is the evaluation, there is no mate in these positions, and histories grow bad
        // enough to prune by in longer searches.
        let is_neutral = matches!(
            technique,
            Technique::StoredEvaluation | Technique::MateDistance | Technique::HistoryPruning
        );
        assert_eq!(nodes(Chosen::ALL.without(technique)) == all, is_neutral, "{}", technique.name());
    }
}

#[test]
fn histories_grow_bad_enough_to_prune_by() {
    let nodes = |techniques| {
        let table = || FullTable::with_mib(16).unwrap();
        to_depth(&[line(FINE_70, "")], 27, techniques, table).counts.nodes
    };
    assert_ne!(nodes(Chosen::ALL), nodes(Chosen::ALL.without(Technique::HistoryPruning)));
}

/// The gate is part of what is compiled: with the game's past no deeper entry may lie about this one.
#[test]
fn a_search_without_techniques_agrees_with_one_without_a_table() {
    let mut game = line("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "");
    let run = |game: &mut Line| {
        let mut search = Search::new(NoTable).with_policy(Play::new(search::Bare, AtLeast));
        search.run(game, 3, search::Full::OPEN).score
    };
    let table = FullTable::with_mib(1).unwrap();
    let mut search = Search::new(&table).with_policy(Play::new(search::Bare, search::Equal));
    let value = run(&mut game);
    assert_eq!(search.run(&mut game, 3, search::Full::OPEN).score, value);
    assert!(game.outcome().is_none());
}
