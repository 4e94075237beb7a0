//! Whole games of the engine against itself on 100 ms a side, with no increment: nobody loses on time, and every move and
//! every line told is legal.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use games::chess::{Board, Line, Rules, Status};
use zkeys::SplitMix64;

use crate::{DEADLINE, Engine, best_move_of, scale};

/// All the time a side has for a game.
const CLOCK: Duration = Duration::from_millis(100);

/// A machine that keeps this program itself waiting so long says nothing about the engine's time.
const STALL: Duration = Duration::from_millis(4);

/// Notices when the machine has something else to do.
struct Watch {
    longest_wait: Arc<AtomicU64>,
}

impl Watch {
    const TICK: Duration = Duration::from_millis(1);

    fn start() -> Self {
        let longest_wait = Arc::new(AtomicU64::new(0));
        let noted = Arc::downgrade(&longest_wait);
        thread::spawn(move || {
            while let Some(noted) = noted.upgrade() {
                let asked = Instant::now();
                thread::sleep(Self::TICK);
                let late = asked.elapsed().saturating_sub(Self::TICK);
                noted.fetch_max(u64::try_from(late.as_micros()).unwrap(), Ordering::Relaxed);
            }
        });
        Self { longest_wait }
    }

    /// Whether there was a stall since it was last asked.
    fn has_stalled(&self) -> bool {
        Duration::from_micros(self.longest_wait.swap(0, Ordering::Relaxed)) > STALL
    }
}

/// How a game ended for the clocks.
#[derive(Debug, PartialEq, Eq)]
enum End {
    InTime,
    /// So much beyond the clock, at this half-move.
    Late(Duration, usize),
}

/// Every line told from here on is one of legal moves.
fn check_lines(lines: &[String], board: &Board) {
    for line in lines {
        let Some((_, moves)) = line.split_once(" pv ") else { continue };
        let mut board = *board;
        for text in moves.split(' ') {
            let mv = board.read_uci(text).unwrap_or_else(|error| panic!("{line}: {error}"));
            assert_eq!(board.write_uci(mv, Rules::Standard), text);
            board.make(mv);
        }
    }
}

fn game(engines: &mut [Engine; 2], random: &mut SplitMix64) -> End {
    let mut line = Line::new(Board::start());
    let mut moves = String::new();
    let mut clocks = [CLOCK; 2];
    for engine in &mut *engines {
        engine.send("ucinewgame");
        engine.is_ready();
    }
    while line.status() == Status::Playing && line.claim().is_none() && line.len() < 400 {
        let board = *line.board();
        let side = line.len() % 2;
        // Eight random half-moves make each game another.
        let text = if line.len() < 8 {
            let legal = board.legal_moves();
            let index = usize::try_from(random.next_u64() % legal.len() as u64).unwrap();
            board.write_uci(legal[index], Rules::Standard)
        } else {
            let [white, black] = clocks.map(|clock| clock.as_millis());
            let engine = &mut engines[side];
            engine.send(&format!("position startpos moves{moves}"));
            let begun = Instant::now();
            let lines = engine.go(&format!("go wtime {white} btime {black} winc 0 binc 0"));
            let taken = engine.last_at.duration_since(begun);
            check_lines(&lines, &board);
            match clocks[side].checked_sub(taken) {
                Some(left) => clocks[side] = left,
                None => return End::Late(taken.saturating_sub(clocks[side]), line.len()),
            }
            best_move_of(&lines)
        };
        line.make(board.read_uci(&text).unwrap());
        moves.push(' ');
        moves.push_str(&text);
    }
    End::InTime
}

/// In the long run each of the thousand games must count: one in which the machine kept this program waiting is void, and
/// nobody else may lose on time. In the short run, on machines that do other things besides, the clock is not judged.
#[test]
#[expect(clippy::print_stderr, reason = "how many games counted is for whoever runs the long run")]
fn nobody_loses_on_time_and_every_line_is_legal() {
    let (games, is_long) = (scale(20, 1_000), scale(0, 1) == 1);
    let mut engines = [Engine::start(), Engine::start()];
    for engine in &mut engines {
        engine.send("setoption name Move Overhead value 1");
    }
    let watch = Watch::start();
    let mut random = SplitMix64::new(6);
    let (mut counted, mut void) = (0, 0);
    let begun = Instant::now();
    while counted < games {
        watch.has_stalled();
        let end = game(&mut engines, &mut random);
        if is_long && watch.has_stalled() {
            void += 1;
        } else {
            assert!(!is_long || end == End::InTime, "game {counted}: {end:?}");
            counted += 1;
        }
        for engine in &mut engines {
            engine.said.clear();
        }
        assert!(begun.elapsed() < DEADLINE * 60, "{counted} games, {void} void");
    }
    eprintln!("{counted} games, {void} void, {:?}", begun.elapsed());
    for engine in engines {
        engine.quit();
    }
}
