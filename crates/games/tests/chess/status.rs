//! Ends of games.

use games::chess::{Board, Claim, Line, Status};

use super::{board, find};

#[test]
fn insufficient_material() {
    let cases = [
        ("8/8/8/3k4/8/3K4/8/8 w - - 0 1", true),
        ("8/8/8/3k4/8/3KB3/8/8 w - - 0 1", true),
        ("8/8/3b4/3k4/8/3KB3/8/8 w - - 0 1", true),
        ("8/8/4b3/3k4/8/3KB3/8/8 w - - 0 1", false),
        ("8/8/8/3k1n2/8/3KN3/8/8 b - - 0 1", false),
        ("8/8/8/3k4/8/3KNN2/8/8 b - - 0 1", false),
    ];
    for (fen, insufficient) in cases {
        assert_eq!(board(fen).has_insufficient_material(), insufficient, "{fen}");
        let status = if insufficient { Status::InsufficientMaterial } else { Status::Playing };
        assert_eq!(board(fen).status(), status, "{fen}");
    }
    // Two knights can mate if the opponent helps.
    assert_eq!(board("6NK/5n2/6k1/8/8/8/8/8 w - - 0 1").status(), Status::Checkmate);
}

#[test]
fn ends() {
    let cases = [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", Status::Checkmate),
        ("8/8/8/8/8/6k1/6p1/6K1 w - - 0 1", Status::Stalemate),
        ("4k3/8/8/8/8/8/8/4KR2 w - - 149 100", Status::Playing),
        ("4k3/8/8/8/8/8/8/4KR2 w - - 150 100", Status::SeventyFiveMoves),
        // Mate on the last half-move is mate.
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 150 100", Status::Checkmate),
    ];
    for (fen, status) in cases {
        assert_eq!(board(fen).status(), status, "{fen}");
    }
}

fn play(line: &mut Line, moves: &str) {
    for text in moves.split(' ') {
        let mv = line.board().read_uci(text).unwrap_or_else(|error| panic!("{error}"));
        line.make(mv);
    }
}

#[test]
fn repetition() {
    let mut line = Line::new(Board::start());
    let round = "g1f3 g8f6 f3g1 f6g8";
    let claims = [None, Some(Claim::ThreefoldRepetition), Some(Claim::ThreefoldRepetition), None];
    for (round_number, claim) in (1..).zip(claims) {
        play(&mut line, round);
        assert_eq!(line.repetitions(), round_number);
        assert_eq!(line.claim(), claim, "after round {round_number}");
    }
    assert_eq!(line.status(), Status::FivefoldRepetition);
    assert_eq!(line.len(), 16);
}

/// The first time round a right is lost, so that position was another one.
#[test]
fn a_lost_right_is_no_repetition() {
    let mut line = Line::new(board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"));
    play(&mut line, "a1b1 a8b8 b1a1 b8a8");
    assert_eq!(line.repetitions(), 0);
    play(&mut line, "a1b1 a8b8 b1a1 b8a8");
    assert_eq!(line.repetitions(), 1);
}

/// Two passes lead back to the position, but no game has them.
#[test]
fn a_position_before_a_pass_is_not_repeated() {
    let mut line = Line::new(Board::start());
    line.make_null();
    line.make_null();
    assert_eq!(line.board().key(), Board::start().key());
    assert_eq!((line.repetitions(), search::Game::outcome(&line)), (0, None));
    play(&mut line, "g1f3 g8f6 f3g1 f6g8");
    assert_eq!((line.repetitions(), search::Game::outcome(&line)), (1, Some(search::Outcome::Draw)));
}

#[test]
fn fifty_moves_are_a_claim() {
    let line = Line::new(board("4k3/8/8/8/8/8/8/4KR2 w - - 100 100"));
    assert_eq!((line.status(), line.claim()), (Status::Playing, Some(Claim::FiftyMoves)));
    let mut taken_back = line.clone();
    let undo = taken_back.make(line.board().legal_moves()[0]);
    assert_ne!(taken_back, line);
    taken_back.unmake(undo);
    assert_eq!(taken_back, line);
}

/// The rare ways to give check: by the rook that castles, by what an en-passant capture takes off, by the new piece, by a man
/// behind. Plain ones are met wherever keys are walked.
#[test]
fn checks_are_told_before_the_move() {
    for (fen, text, is_check) in [
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", true),
        ("6k1/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", false),
        ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1a1", true),
        ("8/8/8/R2pP2k/8/8/8/4K3 w - d6 0 1", "e5d6", true),
        ("8/8/8/R2pP1nk/8/8/8/4K3 w - d6 0 1", "e5d6", false),
        ("7k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", true),
        ("7k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8r", true),
        ("7k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8b", false),
        ("7k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", false),
        ("k7/8/2P5/8/4B3/8/8/4K3 w - - 0 1", "c6c7", true),
        ("k7/8/2K5/8/4B3/8/8/8 w - - 0 1", "c6c7", true),
        ("k7/8/2N5/8/4B3/8/8/4K3 w - - 0 1", "c6b8", true),
        ("k7/8/2P5/8/4N3/8/8/4K3 w - - 0 1", "c6c7", false),
    ] {
        let board = board(fen);
        let mv = find(&board, text).unwrap_or_else(|| panic!("{text} is not legal in {board}"));
        assert_eq!(
            (board.gives_check(mv), board.after(mv).is_check()),
            (is_check, is_check),
            "{text} in {fen}"
        );
    }
}
