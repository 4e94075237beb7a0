//! Books: what goes in comes out, and what is no book is refused by name.

use games::connect_four::{Book, BookError, ConnectFour, LoadError};
use search::Game;

/// Every position up to `plies` stones with a made-up score; mirror images have the same one.
fn positions<const W: usize, const H: usize>(plies: u8) -> Vec<(ConnectFour<W, H>, i16)> {
    let mut all = vec![ConnectFour::<W, H>::new()];
    let mut begin = 0;
    for _ in 0..plies {
        let end = all.len();
        for index in begin..end {
            let board = all[index];
            if board.outcome().is_some() {
                continue;
            }
            let mut moves = <ConnectFour<W, H> as Game>::List::default();
            board.legal_moves(&mut moves);
            all.extend(moves.into_iter().map(|column| {
                let mut child = board;
                child.play(column).unwrap();
                child
            }));
        }
        begin = end;
    }
    let score = |board: &ConnectFour<W, H>| i16::try_from(board.canonical_key() % 7).unwrap() - 3;
    all.into_iter().map(|board| (board, score(&board))).collect()
}

fn file_of(book: &Book) -> Vec<u8> {
    let mut file = Vec::new();
    book.write_to(&mut file).unwrap();
    file
}

fn small_book() -> Book {
    Book::from_scores(positions(3)).unwrap()
}

fn refused(file: &[u8]) -> LoadError {
    Book::<7, 6>::read_from(file).unwrap_err()
}

/// `file` with a checksum that fits what it holds.
fn resealed(mut file: Vec<u8>) -> Vec<u8> {
    let content = file.len() - 8;
    let sum = file[..content]
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    file[content..].copy_from_slice(&sum.to_le_bytes());
    file
}

#[test]
fn every_position_of_a_book_is_found_again_and_no_other() {
    let entries = positions::<7, 6>(4);
    let book = Book::from_scores(entries.iter().copied()).unwrap();
    assert_eq!(book.stones(), 4);
    let read = Book::read_from(file_of(&book).as_slice()).unwrap();
    assert_eq!(read, book);
    for (board, score) in &entries {
        assert_eq!(read.score(board), Some(*score), "{board:?}");
        assert_eq!(read.score(&board.mirrored()), Some(*score), "{board:?}");
    }
    // Of 1 + 7 + 49 + 238 + 1,120 positions 23 are their own mirror images: (1,415 + 23) / 2.
    assert_eq!((read.len(), read.iter().len()), (719, 719));
    assert_eq!(read.score(&"44444".parse().unwrap()), None);
    let empty = Book::<7, 6>::from_scores([]).unwrap();
    assert!(empty.is_empty() && Book::read_from(file_of(&empty).as_slice()).unwrap() == empty);
}

#[test]
fn lossless_keys_lead_back_to_their_positions() {
    for (board, _) in positions::<7, 6>(5) {
        assert_eq!(ConnectFour::from_lossless_key(board.lossless_key()), Some(board));
    }
    for (board, _) in positions::<4, 3>(8) {
        assert_eq!(ConnectFour::from_lossless_key(board.lossless_key()), Some(board));
    }
    // A stone of the mover's alone; two of the other side's; a column too high; a bit beyond the board.
    for key in [2, 1 | 1 << 7, 0x7f, 1 << 49, u64::MAX] {
        assert_eq!(ConnectFour::<7, 6>::from_lossless_key(key), None, "{key:#x}");
    }
    for key in 0..1 << 16 {
        if let Some(board) = ConnectFour::<4, 3>::from_lossless_key(key) {
            assert_eq!(board.lossless_key(), key);
        }
    }
}

#[test]
fn a_book_has_one_possible_score_for_each_position() {
    let board: ConnectFour = "44".parse().unwrap();
    let key = board.canonical_key();
    assert_eq!(
        Book::from_scores([(board, 3), (board, 4)]),
        Err(BookError::Ambiguous { key, first: 3, second: 4 })
    );
    assert_eq!(Book::from_scores([(board, 21)]), Err(BookError::Score { key, limit: 20, score: 21 }));
    assert_eq!(
        Book::from_scores([(board, -300)]).unwrap_err().to_string(),
        format!("position {key:#x}: expected a score from -20 to 20, found -300")
    );
    assert_eq!(Book::from_scores([(board, 3), (board.mirrored(), 3)]).map(|book| book.len()), Ok(1));
}

#[test]
fn what_is_cut_off_or_has_something_behind_it_is_refused() {
    let file = file_of(&small_book());
    for length in 0..file.len() {
        let error = refused(&file[..length]);
        assert!(
            matches!(error, LoadError::Length { .. }) || (length < 7 && matches!(error, LoadError::Foreign)),
            "{length} bytes: {error}"
        );
    }
    assert!(matches!(refused(&[file.clone(), vec![0]].concat()), LoadError::Length { .. }));
    // A count that no memory holds.
    let mut huge = file;
    huge[16..24].fill(0xff);
    assert!(matches!(refused(&huge), LoadError::Length { expected: u64::MAX, .. }));
}

#[test]
fn every_flipped_bit_is_noticed() {
    let file = file_of(&small_book());
    for bit in 0..8 * file.len() {
        let mut broken = file.clone();
        broken[bit / 8] ^= 1 << (bit % 8);
        assert!(Book::<7, 6>::read_from(broken.as_slice()).is_err(), "bit {bit}");
    }
}

#[test]
fn files_of_other_kinds_are_refused_by_name() {
    let file = file_of(&small_book());
    assert_eq!(
        refused(b"pages about openings").to_string(),
        "expected a book of Connect Four, found another kind of file"
    );
    let mut later = file.clone();
    later[7] = 2;
    assert_eq!(refused(&later).to_string(), "expected a book of format 1, found one of format 2");
    assert_eq!(
        Book::<8, 7>::read_from(file.as_slice()).unwrap_err().to_string(),
        "expected a book for 8 columns, 7 rows and 4 in a row, found one for 7, 6 and 4"
    );
    let nowhere = std::path::Path::new("no such folder/book");
    assert!(matches!(Book::<7, 6>::load(nowhere), Err(LoadError::Read(_))));
    assert!(small_book().save(nowhere).is_err());
}

/// Whoever writes a book by other means may err and still add up its checksum.
#[test]
fn a_sealed_file_with_wrong_entries_is_refused() {
    let file = file_of(&small_book());
    let mut unordered = file.clone();
    unordered.copy_within(24..32, 32);
    assert!(
        refused(&resealed(unordered))
            .to_string()
            .starts_with("position 2 of the book: expected a greater key than the one before")
    );
    let mut no_position = file.clone();
    no_position[24] = 0x7f;
    assert!(
        refused(&resealed(no_position))
            .to_string()
            .starts_with("position 1 of the book: expected a position's")
    );
    let mut score = file.clone();
    let first_score = file.len() - 8 - small_book().len();
    score[first_score] = 22;
    assert!(refused(&resealed(score)).to_string().ends_with("found 22"));
    assert!(Book::<7, 6>::read_from(resealed(file).as_slice()).is_ok());
}

#[test]
fn a_saved_book_is_loaded_again() {
    let path = std::env::temp_dir().join(format!("transpose-book-{}", std::process::id()));
    let book = small_book();
    book.save(&path).unwrap();
    // Over one that is there.
    book.save(&path).unwrap();
    let loaded = Book::load(&path);
    std::fs::remove_file(&path).unwrap();
    assert_eq!(loaded.unwrap(), book);
}

#[cfg(unix)]
#[test]
fn a_book_is_saved_over_files_and_links_only_and_follows_none() {
    use std::fs;
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;

    let folder = std::env::temp_dir().join(format!("transpose-books-{}", std::process::id()));
    fs::create_dir(&folder).unwrap();
    let [book, other, socket, device] = ["book", "other", "socket", "device"].map(|name| folder.join(name));
    fs::write(&other, "as it was").unwrap();
    // What the book is called while it is written leads elsewhere.
    symlink(&other, folder.join("book.part")).unwrap();
    symlink(&other, &book).unwrap();
    small_book().save(&book).unwrap();
    assert!(fs::symlink_metadata(&book).unwrap().is_file());
    assert_eq!(Book::load(&book).unwrap(), small_book());
    let _listener = UnixListener::bind(&socket).unwrap();
    symlink("/dev/null", &device).unwrap();
    for path in [&socket, &device, &folder] {
        let error = small_book().save(path).unwrap_err().to_string();
        assert!(error.ends_with("expected a file, found something else"), "{error}");
    }
    assert!(!fs::metadata(&socket).unwrap().is_file() && !fs::metadata(&device).unwrap().is_file());
    assert_eq!(fs::read_to_string(&other).unwrap(), "as it was");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 4);
    fs::remove_dir_all(&folder).unwrap();
}
