//! Games that break the usual assumptions, windows at the ends of the range, and searches stopped at any node.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::num::NonZeroU16;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use common::{Graph, Layers, Skirmish};
use search::{
    Deadline, Equal, Evaluate, Evaluated, Full, Game, MAX_DEPTH, NodeLimit, Noisy, Null, Outcome, Past,
    Plain, Player, Score, Search, StopFlag, Stopped, Tactical, Terms, minimax, perft, race,
};
use ttable::{NoTable, Unbounded};

/// A game of one position: `moves` moves that lead back to it, and an end if there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Loop {
    moves: u16,
    outcome: Option<Outcome>,
}

impl Game for Loop {
    type Move = u16;
    type Undo = ();
    type List<T: Copy> = arrayvec::ArrayVec<T, 4>;

    fn key(&self) -> u64 {
        0
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn legal_moves(&self, moves: &mut Self::List<u16>) {
        moves.extend(0..self.moves);
    }

    fn make(&mut self, _mv: u16) {}

    fn unmake(&mut self, _mv: u16, (): ()) {}

    fn pack(&self, mv: u16) -> NonZeroU16 {
        NonZeroU16::MIN.saturating_add(mv)
    }

    fn unpack(&self, packed: NonZeroU16) -> Option<u16> {
        Some(packed.get() - 1).filter(|&mv| mv < self.moves)
    }
}

#[test]
fn a_game_that_goes_on_without_moves_is_worth_a_leaf() {
    let mut game = Loop { moves: 0, outcome: None };
    let answer = Search::new(Unbounded::new()).run(&mut game, 5, Full::OPEN);
    assert_eq!((answer.score, answer.best, answer.nodes), (Score::DRAW, None, 1));
    assert_eq!(minimax(&mut game, 5, &|_: &Loop| Score::plain(3), &mut ()), Score::plain(3));
    assert_eq!(perft(&mut game, 1), 0);
}

#[test]
fn an_endless_game_is_bounded_by_depth() {
    let mut game = Loop { moves: 1, outcome: None };
    for depth in [i16::MIN, -1, 0, 1, 127, 128, MAX_DEPTH, MAX_DEPTH + 1, i16::MAX] {
        let answer = Search::new(NoTable).run(&mut game, depth, Full::OPEN);
        assert_eq!(answer.nodes, 1 + u64::try_from(depth.clamp(0, MAX_DEPTH)).unwrap());
        assert_eq!(answer.score, Score::DRAW);
    }
}

#[test]
fn a_finished_game_has_its_result_and_no_move() {
    for (outcome, score) in [
        (Outcome::Win, Score::win_in(0)),
        (Outcome::Draw, Score::DRAW),
        (Outcome::Loss, Score::loss_in(0)),
        (Outcome::Value(i16::MAX), Score::plain(Score::PLAIN_MAX.into())),
        (Outcome::Value(i16::MIN), -Score::plain(Score::PLAIN_MAX.into())),
    ] {
        let mut game = Loop { moves: 2, outcome: Some(outcome) };
        for window in [Full::OPEN, Full::new(Score::MIN, Score::MIN.succ()).unwrap()] {
            let answer = Search::new(Unbounded::new()).run(&mut game, 9, window);
            assert_eq!((answer.score, answer.best, answer.nodes), (score, None, 1));
        }
    }
}

#[test]
fn the_ends_of_the_range_are_windows_like_any_other() {
    for seed in 0..50 {
        let mut game = Graph::new(seed);
        let value = minimax(&mut game, 5, &Graph::leaf, &mut ());
        let mut search = Search::new(NoTable).with_policy(Evaluated(Equal));
        let low = Full::new(Score::MIN, Score::MIN.succ()).unwrap();
        let high = Full::new(Score::MAX.pred(), Score::MAX).unwrap();
        assert_eq!(search.run(&mut game, 5, Full::new(Score::MIN, Score::MAX).unwrap()).score, value);
        assert!(search.run(&mut game, 5, low).score <= value);
        assert!(search.run(&mut game, 5, high).score >= value);
        assert!(search.run(&mut game, 5, Null::above(Score::MAX)).score >= value);
        assert!(search.run(&mut game, 5, Null::above(Score::MIN)).score <= value);
    }
}

#[test]
fn stopped_at_any_node_the_game_is_as_it_was_and_the_table_is_sound() {
    let mut game = Layers::new(5, 7);
    let whole = Search::new(NoTable).run(&mut game, 7, Full::OPEN);
    let table = Unbounded::new();
    for limit in 0..whole.nodes {
        // Without a table the search needs all its nodes, so this one is stopped wherever the limit says.
        let stopped = Search::new(NoTable).with_limit(NodeLimit(limit)).try_run(&mut game, 7, Full::OPEN);
        assert_eq!(stopped, Err(Stopped::Nodes));
        assert_eq!(game, Layers::new(5, 7));
        // What unfinished searches leave in a shared table must not mislead the next.
        let _ = Search::new(&table).with_limit(NodeLimit(limit % 50)).try_run(&mut game, 7, Full::OPEN);
    }
    let finished = Search::new(NoTable).with_limit(NodeLimit(whole.nodes)).try_run(&mut game, 7, Full::OPEN);
    assert_eq!(finished, Ok(whole));
    assert_eq!(Search::new(&table).run(&mut game, 7, Full::OPEN).score, whole.score);
}

#[test]
fn a_node_limit_counts_over_all_runs() {
    let mut game = Layers::new(5, 7);
    let mut search = Search::new(NoTable).with_limit(NodeLimit(100));
    let mut stopped = 0;
    for _ in 0..100 {
        stopped += usize::from(search.try_run(&mut game, 1, Full::OPEN).is_err());
    }
    assert!(stopped > 0);
    assert_eq!(search.nodes(), 100);
}

#[test]
fn a_raised_flag_stops_the_search_at_once_or_soon() {
    let flag = AtomicBool::new(true);
    let mut game = Layers::new(5, 7);
    let answer = Search::new(NoTable).with_limit(StopFlag(&flag)).try_run(&mut game, 7, Full::OPEN);
    assert_eq!(answer, Err(Stopped::Flag));
    flag.store(false, Ordering::Relaxed);
    assert!(Search::new(NoTable).with_limit(StopFlag(&flag)).try_run(&mut game, 7, Full::OPEN).is_ok());

    // An endless search is ended by the other thread's answer.
    let winner = race(2, |thread, decided| {
        if thread == 1 {
            return Some(thread);
        }
        let mut game = Loop { moves: 4, outcome: None };
        let endless = Search::new(NoTable).with_policy(Plain(Equal)).with_limit(StopFlag(decided));
        let mut endless = endless;
        endless
            .try_run(&mut game, 200, Full::new(Score::plain(1), Score::plain(2)).unwrap())
            .ok()
            .map(|_| thread)
    });
    assert_eq!(winner, Some(1));
}

#[test]
fn a_deadline_in_the_past_stops_at_once_and_the_first_limit_counts() {
    let past = Deadline(Instant::now());
    let hour = Deadline(Instant::now() + Duration::from_hours(1));
    let mut game = Layers::new(5, 7);
    assert_eq!(Search::new(NoTable).with_limit(past).try_run(&mut game, 7, Full::OPEN), Err(Stopped::Time));
    assert!(Search::new(NoTable).with_limit(hour).try_run(&mut game, 7, Full::OPEN).is_ok());
    for (limits, reason) in [((NodeLimit(9), hour), Stopped::Nodes), ((NodeLimit(9), past), Stopped::Time)] {
        let stopped = Search::new(NoTable).with_limit(limits).try_run(&mut game, 7, Full::OPEN);
        assert_eq!(stopped, Err(reason));
        assert_eq!(game, Layers::new(5, 7));
    }
}

#[test]
fn perft_counts_lines_and_nothing_at_depth_0() {
    let mut game = Layers::new(8, 4);
    assert_eq!(perft(&mut game, 0), 1);
    let whole: Vec<u64> = (1..=5).map(|depth| perft(&mut game, depth)).collect();
    assert!(whole[..4].windows(2).all(|pair| pair[0] <= pair[1]));
    assert_eq!(whole[4], 0, "the game is over after four plies");
    assert_eq!(perft(&mut Loop { moves: 3, outcome: None }, 5), 243);
    assert_eq!(perft(&mut Loop { moves: 3, outcome: Some(Outcome::Draw) }, 0), 1);
}

/// A game that can be copied only so often.
struct Brittle {
    game: Skirmish,
    copies_left: Arc<AtomicUsize>,
}

impl Clone for Brittle {
    fn clone(&self) -> Self {
        let left = self.copies_left.load(Ordering::SeqCst);
        if left == 0 {
            // As a panic, without its message.
            resume_unwind(Box::new("no copy left"));
        }
        self.copies_left.store(left - 1, Ordering::SeqCst);
        Self { game: self.game.clone(), copies_left: Arc::clone(&self.copies_left) }
    }
}

impl Game for Brittle {
    type Move = u16;
    type Undo = <Skirmish as Game>::Undo;
    type List<T: Copy> = Vec<T>;

    fn key(&self) -> u64 {
        self.game.key()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    fn legal_moves(&self, moves: &mut Vec<u16>) {
        self.game.legal_moves(moves);
    }

    fn make(&mut self, mv: u16) -> Self::Undo {
        self.game.make(mv)
    }

    fn unmake(&mut self, mv: u16, undo: Self::Undo) {
        self.game.unmake(mv, undo);
    }

    fn pack(&self, mv: u16) -> NonZeroU16 {
        self.game.pack(mv)
    }

    fn unpack(&self, packed: NonZeroU16) -> Option<u16> {
        self.game.unpack(packed)
    }
}

impl Evaluate for Brittle {
    fn evaluate(&self) -> i16 {
        self.game.evaluate()
    }
}

impl Noisy for Brittle {
    fn is_calm(&self) -> bool {
        self.game.is_calm()
    }

    fn noisy_moves(&self, moves: &mut Vec<u16>) {
        self.game.noisy_moves(moves);
    }
}

impl Tactical for Brittle {}

impl Past for Brittle {}

/// The helpers' copies are made first, the caller's last. Helpers that have started are waiting by then for something to do,
/// and the call ends only when they have.
#[test]
fn a_game_that_cannot_be_copied_leaves_no_thread_waiting() {
    const THREADS: usize = 3;
    const DEADLINE: Duration = Duration::from_mins(1);
    for copies in 0..=THREADS {
        let (tell, told) = mpsc::channel();
        let call = move || {
            let game = Brittle {
                game: Skirmish(Layers::new(5, 7)),
                copies_left: Arc::new(AtomicUsize::new(copies)),
            };
            let mut player = Player::new(THREADS);
            let mut think = || {
                let (terms, stop) = (Terms { depth: 7, ..Terms::default() }, AtomicBool::new(false));
                player.think(&Unbounded::new(), &game, &terms, &stop, |_| ()).depth
            };
            let first = catch_unwind(AssertUnwindSafe(&mut think)).ok();
            game.copies_left.store(THREADS, Ordering::SeqCst);
            tell.send((first, think())).unwrap();
        };
        // Not joined before it has told: it may hang.
        let thread = thread::spawn(call);
        let (first, again) = told.recv_timeout(DEADLINE).expect("the call ends");
        thread.join().unwrap();
        assert_eq!(first, (copies == THREADS).then_some(7), "{copies} copies");
        assert_eq!(again, 7, "the player thinks on");
    }
}
