//! `transpose perft` and `transpose board` as a user meets them.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::process::{Command, Output};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn transpose(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_transpose")).args(arguments).output().unwrap()
}

/// Standard output of a run that succeeds.
fn answer(arguments: &[&str]) -> String {
    let run = transpose(arguments);
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).unwrap()
}

#[test]
fn perft() {
    for (depth, count) in [("0", "1\n"), ("1", "20\n"), ("4", "197281\n")] {
        assert_eq!(answer(&["perft", "--depth", depth]), count);
    }
    let ways: [&[&str]; 4] =
        [&[], &["--threads", "3"], &["--hash-mib", "1"], &["--hash-mib", "4", "--threads", "2"]];
    for way in ways {
        let arguments = [&["perft", "--fen", KIWIPETE, "--depth", "4"], way].concat();
        assert_eq!(answer(&arguments), "4085603\n");
        let start = [&["perft", "--depth", "5"], way].concat();
        assert_eq!(answer(&start), "4865609\n");
    }
}

/// Two kings, so few positions that a table gets to counts of more than 64 bits. The last that fits was counted by
/// another program, over pairs of squares.
#[test]
fn a_count_that_does_not_fit_is_refused() {
    let kings = |depth, threads| {
        let fen = "8/8/8/3k4/8/3K4/8/8 w - - 0 1";
        transpose(&["perft", "--fen", fen, "--depth", depth, "--hash-mib", "4", "--threads", threads])
    };
    for threads in ["1", "2"] {
        let fits = kings("23", threads);
        assert_eq!(String::from_utf8_lossy(&fits.stdout), "15960193777201284380\n");
        let more = kings("24", threads);
        assert_eq!((more.status.code(), more.stdout.len()), (Some(2), 0));
        let told = String::from_utf8_lossy(&more.stderr).into_owned();
        assert_eq!(told, "error: --depth: expected a count below 2^64 - 1, found more at depth 24\n");
    }
}

#[test]
fn divide() {
    let lines = answer(&["perft", "--fen", KIWIPETE, "--depth", "3", "--divide", "--threads", "2"]);
    let lines: Vec<&str> = lines.lines().collect();
    assert_eq!(lines.len(), 49);
    assert_eq!(lines[48], "97862");
    assert!(lines.contains(&"e1g1 2059"));
    let sum: u64 =
        lines[..48].iter().map(|line| line.split(' ').nth(1).unwrap().parse::<u64>().unwrap()).sum();
    assert_eq!(sum, 97_862);
    assert_eq!(answer(&["perft", "--depth", "0", "--divide"]), "1\n");
}

#[test]
fn perft_of_chess960() {
    let fen = "r1k1r3/8/8/8/8/8/8/qR1K4 w B - 0 1";
    let moves = answer(&["board", "--chess960", "--fen", fen]);
    assert!(!field(&moves, "legal").contains("d1b1"));
    let swap = "brnbqkrn/pppppppp/8/8/8/8/PPPPPPPP/BRNBQKRN w KQkq - 0 1";
    let moves = answer(&["board", "--chess960", "--fen", swap]);
    assert!(field(&moves, "legal").contains("f1g1"));
    assert!(field(&moves, "san").contains("O-O"));
}

/// The value of a line `name: value`.
fn field<'a>(answer: &'a str, name: &str) -> &'a str {
    let line = answer.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
    line.unwrap_or_else(|| panic!("no {name} in {answer}")).trim_start()
}

#[test]
fn board() {
    let start = answer(&["board"]);
    assert_eq!(field(&start, "fen"), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_eq!(field(&start, "polyglot"), "463b96181691fc9c");
    assert_eq!(field(&start, "key").len(), 16);
    assert_eq!(
        (field(&start, "side"), field(&start, "check"), field(&start, "status")),
        ("white", "no", "playing")
    );
    assert!(field(&start, "legal").starts_with("a2a3 a2a4 b1a3 "));
    assert!(field(&start, "san").starts_with("Na3 Nc3 Nf3 Nh3 a3 "));

    let transposed = ["g1f3 g8f6 e2e4", "e2e4 g8f6 g1f3"].map(|moves| {
        let arguments: Vec<&str> = ["board", "--moves"].into_iter().chain(moves.split(' ')).collect();
        field(&answer(&arguments), "key").to_owned()
    });
    assert_eq!(transposed[0], transposed[1]);

    let mate = answer(&["board", "--moves", "f2f3", "e7e5", "g2g4", "d8h4"]);
    assert_eq!(
        (field(&mate, "check"), field(&mate, "status"), field(&mate, "legal")),
        ("yes", "checkmate", "")
    );
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let thrice = answer(&[&["board", "--moves"], &shuffle[..], &shuffle].concat());
    assert_eq!((field(&thrice, "status"), field(&thrice, "claim")), ("playing", "threefold-repetition"));
    let five_times = answer(&[&["board", "--moves"], &shuffle[..], &shuffle, &shuffle, &shuffle].concat());
    assert_eq!(field(&five_times, "status"), "draw-fivefold-repetition");
    assert!(answer(&["board", "--svg"]).starts_with("<svg "));
    assert!(answer(&["board", "--picture"]).starts_with("8 r n b q k b n r\n"));
}

#[test]
fn bad_input() {
    let cases: [&[&str]; 6] = [
        &["board", "--fen", "blah"],
        &["board", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"],
        &["board", "--moves", "e2e5"],
        &["board", "--moves", "nonsense"],
        &["perft", "--fen", "blah", "--depth", "2"],
        &["perft", "--depth", "2", "--hash-mib", "99999999999"],
    ];
    for arguments in cases {
        let run = transpose(arguments);
        assert_eq!(run.status.code(), Some(2), "{arguments:?}");
        assert!(run.stdout.is_empty(), "{arguments:?}");
        assert!(String::from_utf8_lossy(&run.stderr).starts_with("error: "), "{arguments:?}");
    }
    let illegal = transpose(&["board", "--moves", "e2e4", "e7e4"]);
    assert!(
        String::from_utf8_lossy(&illegal.stderr).starts_with("error: --moves: move 2: e7e4 is not legal in ")
    );
    let repaired = transpose(&["board", "--fen", "4k3/8/8/8/8/8/8/4KR2 w K - 0 0"]);
    assert_eq!(repaired.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&repaired.stdout).starts_with("fen: 4k3/8/8/8/8/8/8/4KR2 w - - 0 1\n"));
    assert!(String::from_utf8_lossy(&repaired.stderr).starts_with("note: --fen: castling: K dropped"));
    // Shredder-FEN is of Chess960: without it the rooks are in place, but the letters mean nothing.
    let shredder = ["board", "--fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"];
    let note =
        "note: --fen: castling: H dropped: by these rules it means no further king and rook in place\n";
    assert!(String::from_utf8_lossy(&transpose(&shredder).stderr).starts_with(note));
    let with_rules = answer(&[&shredder[..], &["--chess960"]].concat());
    assert_eq!(field(&with_rules, "fen"), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
}

/// An answer that is not written is no success; one that nobody wants is.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let commands: [&[&str]; 7] = [
        &["board"],
        &["board", "--svg"],
        &["perft", "--depth", "2", "--divide"],
        &["bench"],
        &["--help"],
        &["help", "solve"],
        &["--version"],
    ];
    for arguments in commands {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let run =
            Command::new(env!("CARGO_BIN_EXE_transpose")).args(arguments).stdout(full).output().unwrap();
        assert_eq!(run.status.code(), Some(2), "{arguments:?}");
        assert!(
            String::from_utf8_lossy(&run.stderr).starts_with("error: standard output: "),
            "{arguments:?}"
        );

        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let run =
            Command::new(env!("CARGO_BIN_EXE_transpose")).args(arguments).stdout(writer).output().unwrap();
        assert_eq!((run.status.code(), run.stderr), (Some(0), Vec::new()), "{arguments:?}");
    }
}
