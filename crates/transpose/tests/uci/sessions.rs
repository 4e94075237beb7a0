//! Sessions at random: commands in any order, cut off at any byte, with bytes changed, and huge.

use std::time::{Duration, Instant};

use zkeys::SplitMix64;

use crate::{DEADLINE, Engine, scale};

/// What sessions are made of.
const VOCABULARY: [&str; 44] = [
    "uci",
    "isready",
    "ucinewgame",
    "stop",
    "stop",
    "stop",
    "ponderhit",
    "d",
    "eval",
    "debug on",
    "position startpos",
    "position startpos moves e2e4 e7e5 g1f3",
    "position startpos moves e2e4 e2e4 e2e4",
    "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "position fen 1q2B2q/2q1B1q1/3qkq2/qrr1rRRQ/3QKQ2/2Q3Q1/1Q2n2Q/Q3n3 w - - 10",
    "position fen 8/8/8/8/8/6k1/6p1/6K1 w - - 0 1",
    "position fen 5k2/8/8/8/8/8/8/4KR2 w - - 99 200 moves f1f2",
    "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
    "position fen bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1 moves f1g1",
    "position",
    "go depth 1",
    "go depth 3",
    "go nodes 500",
    "go nodes 0 depth 0",
    "go movetime 3",
    "go wtime 40 btime 30 winc 0 binc 0",
    "go wtime -1 btime 99999999999999999999 movestogo 0",
    "go infinite",
    "go ponder wtime 100 btime 100",
    "go",
    "go mate 1 depth 2",
    "go depth 2 searchmoves e2e4 e7e5 a1a1",
    "go perft 2",
    "go perft 9",
    "bench",
    "setoption name Hash value 1",
    "setoption name Hash value 64",
    "setoption name Hash value 1048576",
    "setoption name Threads value 3",
    "setoption name MultiPV value 4",
    "setoption name UCI_Chess960 value true",
    "setoption name Clear Hash",
    "setoption name OwnBook value true",
    "setoption name Book File value no such file",
];

struct Random(SplitMix64);

impl Random {
    /// A number below `end`.
    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.0.next_u64() % end as u64).unwrap()
    }

    fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }

    /// A line, without its end.
    fn line(&mut self) -> Vec<u8> {
        let mut line = VOCABULARY[self.below(VOCABULARY.len())].as_bytes().to_vec();
        match self.below(12) {
            0 => line.truncate(self.below(line.len() + 1)),
            1 => {
                let (at, byte) = (self.below(line.len()), self.below(256));
                // A line is still a line: how many there are is part of the test.
                line[at] = u8::try_from(byte).unwrap().max(b' ');
            }
            2 => {
                let other = self.line();
                line.extend([b' '].into_iter().chain(other));
            }
            3 => line.push(b'\r'),
            4 if self.one_in(4) => line.extend(b" g1f3 g8f6 f3g1 f6g8".repeat(1 + self.below(2_000))),
            5 if self.one_in(16) => line.resize((1 << 20) + 1 + self.below(100), b'x'),
            _ => {}
        }
        if asks_for_much_memory(&line) { b"setoption name Hash value 1048".to_vec() } else { line }
    }
}

/// Whether a line sets a table that most machines have, and touch for many seconds, as a cut-off number may: two sessions at
/// once might get no answer in time.
fn asks_for_much_memory(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line);
    let numbers = text
        .split("Hash value ")
        .skip(1)
        .filter_map(|rest| rest.split(|c: char| !c.is_ascii_digit()).next()?.parse::<u64>().ok());
    numbers.into_iter().any(|mib| (2_048..1_048_576).contains(&mib))
}

/// Whether a line asks for a search, by the protocol's letter: what precedes the first command is skipped.
fn asks_for_a_search(line: &[u8]) -> bool {
    const COMMANDS: [&str; 14] = [
        "uci",
        "debug",
        "isready",
        "setoption",
        "register",
        "ucinewgame",
        "position",
        "go",
        "stop",
        "ponderhit",
        "quit",
        "d",
        "eval",
        "bench",
    ];
    let text = String::from_utf8_lossy(line);
    let mut words = text.split_whitespace().skip_while(|word| !COMMANDS.contains(word));
    line.len() <= 1 << 20 && words.next() == Some("go") && !words.any(|word| word == "perft")
}

/// A `bestmove` line as the protocol has it.
fn is_best_move(line: &str) -> bool {
    let is_move = |text: &str| {
        let bytes = text.as_bytes();
        let squares = matches!(bytes.len(), 4 | 5)
            && bytes[..4]
                .chunks(2)
                .all(|square| (b'a'..=b'h').contains(&square[0]) && (b'1'..=b'8').contains(&square[1]));
        squares && bytes.get(4).is_none_or(|letter| b"qrbn".contains(letter))
    };
    match line.split(' ').collect::<Vec<_>>()[..] {
        ["bestmove", "(none)"] => true,
        ["bestmove", best] => is_move(best),
        ["bestmove", best, "ponder", reply] => is_move(best) && is_move(reply),
        _ => false,
    }
}

fn session(seed: u64) {
    let mut random = Random(SplitMix64::new(seed));
    let lines: Vec<Vec<u8>> = (0..=random.below(12)).map(|_| random.line()).collect();
    let searches = lines.iter().filter(|line| asks_for_a_search(line)).count();
    let context = || {
        let shown = |line: &Vec<u8>| String::from_utf8_lossy(&line[..line.len().min(200)]).into_owned();
        format!("seed {seed}: {:#?}", lines.iter().map(shown).collect::<Vec<_>>())
    };
    let mut engine = Engine::start();
    for line in &lines {
        engine.send_bytes(line);
        engine.send_bytes(b"\n");
        if random.one_in(3) {
            std::thread::sleep(Duration::from_millis(random.below(4) as u64));
        }
    }
    engine.send("stop\nisready");
    let begun = Instant::now();
    let (mut answers, mut ready) = (0, false);
    while answers < searches || !ready {
        let Some(line) = engine.line_within(DEADLINE.saturating_sub(begun.elapsed())) else {
            panic!("{answers} answers to {searches} searches, said {:#?}; {}", engine.said, context());
        };
        if line.starts_with("bestmove") {
            assert!(is_best_move(&line), "{line}; {}", context());
            answers += 1;
        }
        ready |= line == "readyok";
    }
    engine.send("quit");
    let (status, rest) = engine.end();
    assert_eq!(status.code(), Some(0), "{}", context());
    let more = rest.iter().filter(|line| line.starts_with("bestmove")).count();
    assert_eq!(answers + more, searches, "{}", context());
}

/// The seed of the first session; the others follow.
const SEED: u64 = 6_000_000;

#[test]
fn no_session_crashes_hangs_or_breaks_the_protocol() {
    let sessions = scale(200, 10_000) as u64;
    let halves = [0, 1].map(|half| {
        std::thread::spawn(move || (half..sessions).step_by(2).for_each(|number| session(SEED + number)))
    });
    for half in halves {
        half.join().unwrap();
    }
}

/// Sessions that end in the middle of anything: the program ends too.
#[test]
fn whatever_was_begun_ends_with_the_input() {
    for seed in 0..scale(40, 1_000) as u64 {
        let mut random = Random(SplitMix64::new(seed));
        let mut bytes: Vec<u8> = (0..6).flat_map(|_| [random.line(), vec![b'\n']].concat()).collect();
        bytes.truncate(random.below(bytes.len() + 1));
        let mut engine = Engine::start();
        engine.send_bytes(&bytes);
        engine.close_input();
        let (status, lines) = engine.end();
        assert_eq!(status.code(), Some(0), "seed {seed}");
        let asked = bytes.split(|&byte| byte == b'\n').filter(|line| asks_for_a_search(line)).count();
        let answers = lines.iter().filter(|line| line.starts_with("bestmove")).count();
        assert!(answers <= asked, "seed {seed}: {answers} answers to {asked} searches");
    }
}
