//! Polyglot's keys and books.

use games::chess::polyglot::{Book, BookError, BookMove, key};
use games::chess::{Board, Rules};

use super::{board, find, played};

/// Source: 'Polyglot book format', the nine test positions.
#[test]
fn published_keys() {
    let published = [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b_9618_1691_fc9c),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c_9b50_fd11_4196),
        ("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", 0x0756_b944_61c5_0fb0),
        ("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662f_afb9_65db_29d4),
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22a4_8b5a_8e47_ff78),
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", 0x652a_607c_a3f2_42c1),
        ("rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00fd_d303_c946_bdd9),
        ("rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3c81_23ea_7b06_7637),
        ("rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", 0x5c3f_9b82_9b27_9560),
    ];
    for (fen, published) in published {
        assert_eq!(key(&board(fen)), published, "{fen}");
    }
}

/// The pawn next to the double step is pinned: no legal capture for our key, but Polyglot counts the file.
#[test]
fn an_illegal_en_passant_capture_counts_for_polyglot_alone() {
    let with = board("r1b1kb1r/ppp3pp/2N2n2/1B4q1/4pP2/8/PPPPQ1PP/R1B1K2R b KQkq f3 0 1");
    let without = board("r1b1kb1r/ppp3pp/2N2n2/1B4q1/4pP2/8/PPPPQ1PP/R1B1K2R b KQkq - 0 1");
    assert_eq!(with, without);
    assert_eq!(with.key(), without.key());
    assert_ne!(key(&with), key(&without));
    let stepped = played("r1b1kb1r/ppp3pp/2N2n2/1B4q1/4p3/8/PPPPQPPP/R1B1K2R w KQkq - 0 1", "f2f4");
    assert_eq!(key(&stepped), key(&with));
    assert_eq!(stepped.key(), with.key());
}

fn entry(key: u64, mv: u16, weight: u16) -> Vec<u8> {
    [&key.to_be_bytes()[..], &mv.to_be_bytes(), &weight.to_be_bytes(), &[0; 4]].concat()
}

#[test]
fn books() {
    let start = Board::start();
    let here = key(&start);
    let [e2e4, g1f3, e2e5] = [0o14_34, 0o06_25, 0o14_44];
    let bytes =
        [entry(7, e2e4, 1), entry(here, e2e4, 30), entry(here, e2e5, 9), entry(here, g1f3, 20)].concat();
    let book = Book::new(bytes).unwrap();
    let knows = |text, weight| BookMove { mv: find(&start, text).unwrap(), weight };
    assert_eq!(book.moves(&start), [knows("e2e4", 30), knows("g1f3", 20)]);
    assert_eq!(book.moves(&played(&start.to_string(), "e2e4")), []);

    let castles = Board::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", Rules::Standard).unwrap();
    let promotes = board("7k/P7/8/8/8/8/8/K7 w - - 0 1");
    let mut entries = [entry(key(&castles), 0o04_07, 1), entry(key(&promotes), 0o4_60_70, 1)];
    entries.sort();
    let book = Book::new(entries.concat()).unwrap();
    assert!(book.moves(&castles)[0].mv.is_castle());
    assert_eq!(book.moves(&promotes)[0].mv.to_string(), "a7a8q");

    assert_eq!(Book::new(vec![0; 17]), Err(BookError::Length(17)));
    assert_eq!(Book::new([entry(2, 0, 0), entry(1, 0, 0)].concat()), Err(BookError::Order(1)));
    assert!(Book::new(vec![]).unwrap().is_empty());
}
