//! What must hold for any bytes whatever: no panic, and what is read comes back from what is written.
//!
//! The fuzz targets in `fuzz` and the mutation tests in `mutated.rs` share these checks, so a finding of the one becomes
//! a case of the other.

use games::chess::polyglot::{self, Book};
use games::chess::{Board, Epd, Rehash, Rules, lenient, walk};

const STARTS: [&str; 8] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1",
    "4k3/1P4P1/8/3N1N2/8/5N2/1p4p1/4K3 w - - 0 1",
    "nrqnbkrb/pppppppp/8/8/8/8/PPPPPPPP/QNRKRNBB w KQkq - 0 1",
];

/// Reads bytes as a FEN.
pub(crate) fn fen(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for rules in [Rules::Standard, Rules::Chess960] {
        let strict = Board::from_fen(&text, rules);
        let repaired = lenient::read(&text, rules);
        if let Ok(board) = strict {
            assert_eq!(repaired, Ok((board, vec![])), "{text}");
        }
        if let Ok((board, _)) = repaired {
            sound(&board);
            assert_eq!(Board::from_fen(&board.to_string(), rules), Ok(board), "{text}");
            assert_eq!(Board::from_fen(&board.shredder_fen(), Rules::Chess960), Ok(board), "{text}");
            assert_eq!(Board::new(&board.setup()), Ok(board), "{text}");
        }
    }
}

/// Reads bytes as an EPD.
pub(crate) fn epd(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for rules in [Rules::Standard, Rules::Chess960] {
        if let Ok(epd) = Epd::read(&text, rules) {
            sound(&epd.board);
            assert_eq!(Epd::read(&epd.to_string(), rules), Ok(epd.clone()), "{text}");
            for operation in &epd.operations {
                let _ = epd.moves(&operation.opcode);
            }
        }
    }
}

/// Reads bytes as moves played to reach a position, and then as a UCI move.
pub(crate) fn uci(bytes: &[u8]) {
    let (board, text) = position_and_text(bytes);
    if let Ok(mv) = board.read_uci(&text) {
        assert!(board.is_legal(mv), "{text} in {board}");
        for rules in [Rules::Standard, Rules::Chess960] {
            assert_eq!(board.read_uci(&board.write_uci(mv, rules)), Ok(mv), "{text} in {board}");
        }
    }
}

/// Reads bytes as moves played to reach a position, and then as a move in SAN.
pub(crate) fn san(bytes: &[u8]) {
    let (board, text) = position_and_text(bytes);
    let strict = board.read_san(&text);
    let lenient = board.read_san_leniently(&text);
    if let Ok(mv) = strict {
        assert_eq!(lenient, Ok(mv), "{text} in {board}");
    }
    if let Ok(mv) = lenient {
        assert!(board.is_legal(mv), "{text} in {board}");
        assert_eq!(board.read_san(&board.write_san(mv)), Ok(mv), "{text} in {board}");
    }
}

/// Reads bytes as 16-bit moves, plays those that are legal and takes them all back.
pub(crate) fn moves(bytes: &[u8]) {
    let Some((&start, bytes)) = bytes.split_first() else { return };
    let first = start_board(start);
    let mut board = first;
    let mut undos = Vec::new();
    for pair in bytes.as_chunks::<2>().0 {
        let listed = board.legal_moves();
        let bits = u16::from_le_bytes(*pair);
        let found = listed.iter().copied().find(|mv| mv.bits().get() == bits);
        assert_eq!(board.checked_move(bits), found, "{bits:#06x} in {board}");
        // What is no move here stands for one of those there are, so that games go on.
        let chosen = found.or_else(|| listed.get(usize::from(bits) % listed.len().max(1)).copied());
        let Some(mv) = chosen else { break };
        let announced = (board.key_after(mv), board.gives_check(mv));
        undos.push((board, board.make(mv)));
        assert_eq!((board.key(), board.is_check()), announced, "{board}");
        sound(&board);
    }
    for (before, undo) in undos.into_iter().rev() {
        board.unmake(undo);
        assert_eq!(board, before);
        // The mark of an illegal en-passant capture, which equality passes over, is back too.
        assert_eq!(polyglot::key(&board), polyglot::key(&before));
    }
    assert_eq!(board, first);
}

/// Reads bytes as a Polyglot book.
pub(crate) fn book(bytes: &[u8]) {
    let Some((&start, bytes)) = bytes.split_first() else { return };
    let board = start_board(start);
    let _ = Book::new(bytes.to_vec());
    // A key at random is that of no position: the position's own is put where the book says 0.
    let mut bytes = bytes.to_vec();
    let entries = bytes.as_chunks_mut::<16>().0;
    for entry in entries.iter_mut().filter(|entry| entry.starts_with(&[0; 8])) {
        entry[..8].copy_from_slice(&polyglot::key(&board).to_be_bytes());
    }
    entries.sort_unstable();
    if let Ok(book) = Book::new(bytes) {
        for known in book.moves(&board) {
            assert!(board.is_legal(known.mv), "{} in {board}", known.mv);
            sound(&board.after(known.mv));
        }
    }
}

/// What every board keeps.
fn sound(board: &Board) {
    let kept = Rehash { key: board.key(), pawn_key: board.pawn_key(), material_key: board.material_key() };
    assert_eq!(kept, Rehash::of(board), "{board}");
    let moves = board.legal_moves();
    assert_eq!(moves.len() as u64, board.count_legal_moves(), "{board}");
    assert_eq!(moves.is_empty(), !board.has_legal_move(), "{board}");
    assert_eq!(moves.len(), board.noisy_moves().len() + board.quiet_moves().len(), "{board}");
    // Walking plays moves in its own way: all of a piece from what they have in common.
    let mut walked = Vec::new();
    walk(board, 1, &mut |after| walked.push(*after));
    assert_eq!(walked.len(), moves.len(), "{board}");
    for mv in moves {
        assert!(board.is_legal(mv), "{mv} in {board}");
        let after = board.after(mv);
        assert!(walked.iter().any(|other| *other == after && polyglot::key(other) == polyglot::key(&after)));
        assert_eq!(after.by_role(games::chess::Role::King).len(), 2, "{mv} in {board}");
    }
}

fn start_board(number: u8) -> Board {
    let fen = STARTS[usize::from(number) % STARTS.len()];
    Board::from_fen(fen, Rules::Chess960).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The first byte names a start, the second says how many of those after it choose moves; the rest is text.
fn position_and_text(bytes: &[u8]) -> (Board, String) {
    let [start, plies, rest @ ..] = bytes else { return (Board::start(), String::new()) };
    let (choices, text) = rest.split_at(usize::from(plies % 64).min(rest.len()));
    let board = choices.iter().fold(start_board(*start), |board, &choice| {
        let moves = board.legal_moves();
        if moves.is_empty() { board } else { board.after(moves[usize::from(choice) % moves.len()]) }
    });
    (board, String::from_utf8_lossy(text).into_owned())
}
