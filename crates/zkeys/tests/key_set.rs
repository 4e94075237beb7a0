//! Key sets as a game declares them: layout, constructors, stability.

mod common;

use common::{ChessKeys, File, Piece, Right, Square};
use zkeys::{Feature, Field, KeySet, Pcg, Seed, SplitMix64, key_set};

key_set! {
    /// The same game in narrow keys.
    struct Narrow: u32 {
        piece: (Piece, Square) = 12 * 64,
        side: () = 1,
    }
}

key_set! {
    /// The same game in wide keys.
    struct Wide: u128 {
        piece: (Piece, Square) = 768,
        side: () = 1,
    }
}

static KEYS: ChessKeys = ChessKeys::from_pcg(Pcg::from_seed(Seed::PI));
static NARROW: Narrow = Narrow::from_split_mix(SplitMix64::new(7));
static WIDE: Wide = Wide::from_pcg(Pcg::new(1, 2));

#[test]
fn the_layout_is_contiguous_and_in_order_of_declaration() {
    assert_eq!(ChessKeys::LEN, 781);
    let fields = [("piece", 0, 768), ("side", 768, 1), ("castling", 769, 4), ("en_passant", 773, 8)];
    assert_eq!(ChessKeys::FIELDS, fields.map(|(name, offset, len)| Field { name, offset, len }));
    assert_eq!(size_of::<ChessKeys>(), 781 * 8);

    let words: Vec<u64> = KEYS.words().collect();
    assert_eq!(words.len(), 781);
    assert_eq!(words, KEYS.to_words());
    assert_eq!(words[5 * 64 + 37], KEYS.piece.key((Piece(5), Square(37))));
    assert_eq!(words[768], KEYS.side.key(()));
    assert_eq!(words[771], KEYS.castling.key(Right(2)));
    assert_eq!(words[780], KEYS.en_passant.key(File(7)));
}

#[test]
fn words_are_drawn_in_layout_order() {
    let mut pcg = Pcg::from_seed(Seed::PI);
    for word in KEYS.words() {
        assert_eq!(word, pcg.next_u64());
    }
    let mut split_mix = SplitMix64::new(7);
    for word in NARROW.words() {
        assert_eq!(word, split_mix.next_u32());
    }
    let mut pcg = Pcg::new(1, 2);
    for word in WIDE.words() {
        assert_eq!(word, pcg.next_u128());
    }
}

#[test]
fn every_constructor_builds_the_same_set() {
    assert_eq!(ChessKeys::from_words(KEYS.to_words()), KEYS);
    let mut pcg = Pcg::from_seed(Seed::PI);
    assert_eq!(<ChessKeys as KeySet>::from_fn(|| pcg.next_u64()), KEYS);
}

#[test]
fn tuples_are_row_major() {
    assert_eq!((Right(3), File(5)).index(), 29);
    assert_eq!((true, Right(3), File(5)).index(), 61);
    assert_eq!(<(bool, Right, File)>::COUNT, 64);
}

#[test]
fn keys_print_in_hexadecimal() {
    let first = format!("{:#x}", KEYS.side.key(()));
    assert_eq!(format!("{:?}", KEYS.side), format!("[{first}]"));
}
