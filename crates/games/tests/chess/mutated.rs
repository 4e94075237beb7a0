//! The checks of [`any_input`](super::any_input) over texts damaged at random: what fuzzing looks for, on any toolchain.

use proptest::prelude::*;

use super::any_input;

/// Texts to damage, each for the checks that read it.
const FENS: [&str; 5] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 7 31",
    "8/8/8/3pP3/8/8/8/K6k w - d6 0 2",
    "nrqnbkrb/pppppppp/8/8/8/8/PPPPPPPP/QNRKRNBB w GBec - 0 1",
    "4k3/8/8/8/8/8/8/4K1RR w G - 65535 65535",
    " 8/8/8/8/8/6k1/6p1/6K1  w",
];
const EPDS: [&str; 3] = [
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - bm O-O O-O-O+; id \"a; b\"; ce -42; hmvc 7; fmvn 9;",
    "4k3/1P6/8/8/8/8/8/4K3 w - - am b8=Q+ b8=N; dm 3",
    "8/8/8/8/8/6k1/6p1/6K1 w - - c0 \"\";",
];
const MOVES: [&str; 10] = ["e2e4", "e1g1", "b7b8q", "e1h1", "c4d3", "Nf3", "O-O", "b8=Q+", "Nf5d4", "cxd3+"];
/// Signs that mean something somewhere.
const SIGNS: &[u8] = b"KQRBNPkqrbnpabcdefgh12345678w-/ ;\"x=+#O0!\xff";

/// One change to a text: remove a byte, put one in, change one, or copy a part to another place.
type Change = (u8, prop::sample::Index, prop::sample::Index, prop::sample::Index);

fn damaged(text: &[u8], changes: &[Change]) -> Vec<u8> {
    let mut bytes = text.to_vec();
    for (kind, at, other, sign) in changes {
        let at = at.index(bytes.len() + 1);
        let sign = SIGNS[sign.index(SIGNS.len())];
        match kind % 4 {
            0 if at < bytes.len() => _ = bytes.remove(at),
            1 if at < bytes.len() => bytes[at] = sign,
            2 if at < bytes.len() => {
                let end = (at + 1 + other.index(8)).min(bytes.len());
                let part = bytes[at..end].to_vec();
                let to = other.index(bytes.len() + 1);
                bytes.splice(to..to, part);
            }
            _ => bytes.insert(at, sign),
        }
    }
    bytes
}

fn texts(of: &'static [&'static str]) -> impl Strategy<Value = Vec<u8>> {
    let changes = prop::collection::vec(any::<Change>(), 0..6);
    (0..of.len(), changes).prop_map(move |(text, changes)| damaged(of[text].as_bytes(), &changes))
}

/// A position as the checks read one, then a damaged move.
fn moves_somewhere() -> impl Strategy<Value = Vec<u8>> {
    let played = prop::collection::vec(any::<u8>(), 0..20);
    (any::<u8>(), played, texts(&MOVES)).prop_map(|(start, played, text)| {
        let plies = u8::try_from(played.len()).unwrap_or(0);
        [&[start, plies][..], &played, &text].concat()
    })
}

fn config() -> ProptestConfig {
    let cases = if std::env::var_os("TRANSPOSE_LONG").is_some() { 200_000 } else { 2_000 };
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn fens(text in texts(&FENS)) {
        any_input::fen(&text);
    }

    #[test]
    fn epds(text in texts(&EPDS)) {
        any_input::epd(&text);
    }

    #[test]
    fn uci_moves(bytes in moves_somewhere()) {
        any_input::uci(&bytes);
    }

    #[test]
    fn san_moves(bytes in moves_somewhere()) {
        any_input::san(&bytes);
    }

    #[test]
    fn sixteen_bit_moves(bytes in prop::collection::vec(any::<u8>(), 0..120)) {
        any_input::moves(&bytes);
    }

    #[test]
    fn books(start in any::<u8>(), entries in prop::collection::vec((any::<bool>(), any::<[u8; 16]>()), 0..40)) {
        let mut bytes = vec![start];
        for (here, mut entry) in entries {
            if here {
                entry[..8].fill(0);
            }
            bytes.extend(entry);
        }
        any_input::book(&bytes);
    }
}
