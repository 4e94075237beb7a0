//! The search that plays: minimax's value with every technique off, and limits, lines and threads that do as they say.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;
#[path = "common/every_way.rs"]
mod every_way;

use std::num::NonZeroU16;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use common::{Graph, Layers, Skirmish, mix};
use every_way::consistent;
use search::{
    AtLeast, Bare, Bound, Chosen, Company, Counts, Deadline, Depth, Entered, Equal, Full, Game, Limit,
    NoTable, NodeLimit, Null, Observer, Outcome, Play, Player, Ply, PrincipalVariation, Report, Score,
    Search, Stopped, Table, Technique, Techniques, Terms, Unbounded, minimax,
};

fn agrees_with_minimax(seed: u64, table: &impl Table, techniques: impl Techniques) {
    let mut search = Search::new(table).with_policy(Play::new(techniques, Equal));
    for depth in [2, 5, 3, 6, 1, 4, 7] {
        let mut game = Graph::new(seed);
        let value = minimax(&mut game, depth, &Graph::leaf, &mut ());
        for salt in 0..4 {
            let alpha = Score::plain(i32::try_from(mix(seed, salt) % 11).unwrap() - 6);
            let answer = search.run(&mut game, depth, Null::above(alpha));
            assert!(consistent(answer.score, value, Null::above(alpha)), "seed {seed}, depth {depth}");
        }
        let answer = search.run(&mut game, depth, Full::OPEN);
        assert_eq!((answer.score, &game), (value, &Graph::new(seed)), "seed {seed}, depth {depth}");
    }
}

#[test]
fn without_its_techniques_it_is_minimax() {
    for seed in 0..300 {
        agrees_with_minimax(seed, &NoTable, Bare);
        agrees_with_minimax(seed, &Unbounded::new(), Bare);
    }
}

/// Children of another draft, or of the other side's bound, would answer wrongly.
#[test]
fn children_looked_up_leave_it_minimax() {
    for seed in 0..300 {
        agrees_with_minimax(seed, &Unbounded::new(), Chosen::NONE.with(Technique::ChildProbes));
    }
}

/// To the end of the game, techniques that only order moves, save work or cut what cannot matter change no value.
#[test]
fn sound_techniques_change_no_value() {
    let sound = [
        Technique::MateDistance,
        Technique::StoredEvaluation,
        Technique::ChildProbes,
        Technique::Killers,
        Technique::CounterMoves,
        Technique::ContinuationHistory,
    ];
    let chosen = sound.into_iter().fold(Chosen::NONE, Chosen::with);
    for seed in 0..300 {
        let mut game = Skirmish(Layers::new(seed, 7));
        let value = minimax(&mut game, 7, &|_: &Skirmish| Score::DRAW, &mut ());
        let table = Unbounded::new();
        let mut search =
            Search::new(&table).with_policy(Play::new(chosen, Equal)).with_algorithm::<PrincipalVariation>();
        let (last, _) = search.deepen(&mut game, 1..=7, |_| ());
        assert_eq!(last.unwrap().score, value, "seed {seed}");
        let score = search.converge(&mut game, 7, Score::DRAW).score;
        assert_eq!((score, &game), (value, &Skirmish(Layers::new(seed, 7))), "seed {seed}");
    }
}

/// Which of the moves that were all refuted was the least bad says nothing; what the table knew before stays.
#[test]
fn a_fail_low_keeps_the_hash_move_it_had() {
    let mut with_another = 0;
    for seed in 0..100 {
        let mut game = Skirmish(Layers::new(seed, 9));
        let table = Unbounded::new();
        let handle = table.locate(game.key());
        let mut search = Search::new(&table).with_policy(Play::new(Bare, AtLeast));
        let mut searched = |depth, window| {
            let best = search.run(&mut game, depth, window).best;
            let entry = table.probe(handle).unwrap();
            (best, entry.mv, entry.bound)
        };
        let too_high = Null::above(Score::plain(1_000));
        let (best, stored, bound) = searched(2, too_high);
        assert!(best.is_some(), "seed {seed}: the answer names the least bad");
        assert_eq!((stored, bound), (None, Bound::Upper), "seed {seed}");
        let low_enough = Null::above(Score::plain(-1_000));
        let (_, known, bound) = searched(3, low_enough);
        assert!(known.is_some() && bound == Bound::Lower, "seed {seed}");
        let (best, stored, bound) = searched(4, too_high);
        assert_eq!((stored, bound), (known, Bound::Upper), "seed {seed}");
        with_another += u32::from(best.map(|mv| game.pack(mv)) != known);
    }
    assert!(with_another > 5, "{with_another} of 100 named another");
}

#[test]
fn stopped_at_any_node_the_game_is_as_it_was() {
    for seed in 0..4 {
        let mut game = Skirmish(Layers::new(seed, 9));
        let table = Unbounded::new();
        for limit in 0..400 {
            let mut search = Search::new(&table)
                .with_policy(Play::default())
                .with_algorithm::<PrincipalVariation>()
                .with_limit(NodeLimit(limit));
            search.deepen(&mut game, 1..=9, |_| ());
            assert_eq!(game, Skirmish(Layers::new(seed, 9)), "seed {seed}, {limit} nodes");
        }
    }
}

/// Says stop once, before the node of this number, as a flag does that is looked at now and then.
#[derive(Debug)]
struct Once(Option<u64>);

impl Limit for Once {
    type Reason = Stopped;

    fn reached(&mut self, nodes: u64) -> Option<Stopped> {
        self.0.take_if(|number| *number == nodes).map(|_| Stopped::Flag)
    }
}

#[test]
fn a_stop_is_not_forgotten_on_the_way_up() {
    for node in 1..2_000 {
        let mut game = Skirmish(Layers::new(7, 14));
        let mut search = Search::new(Unbounded::new())
            .with_policy(Play::default())
            .with_algorithm::<PrincipalVariation>()
            .with_limit(Once(Some(node)));
        let (_, stopped) = search.deepen(&mut game, 1..=12, |_| ());
        if stopped.is_none() {
            assert!(search.nodes() < node);
            return;
        }
        assert_eq!(search.nodes(), node - 1, "not a node more");
        assert_eq!(game, Skirmish(Layers::new(7, 14)));
    }
}

fn think<S: Techniques + Send>(
    player: &mut Player<S>,
    seed: u64,
    terms: &Terms<u16>,
    progress: impl FnMut(Report<'_, u16>),
) -> search::Thought<u16> {
    let game = Skirmish(Layers::new(seed, 7));
    player.think(&Unbounded::new(), &game, terms, &AtomicBool::new(false), progress)
}

#[test]
fn who_observes_a_player_changes_nothing_and_hears_of_each_root_move() {
    /// Moves made at the root in each depth, and all nodes.
    #[derive(Default)]
    struct Root {
        nodes: u64,
        depths: Vec<(Depth, Vec<u16>)>,
    }
    impl Observer for Root {
        fn node(&mut self, _: Ply) {
            self.nodes += 1;
        }
        fn enter(&mut self, node: &Entered) {
            if node.ply == 0 {
                self.depths.push((node.depth, Vec::new()));
            }
        }
        fn moved(&mut self, ply: Ply, packed: Option<NonZeroU16>) {
            if let (0, Some(packed), Some((_, moves))) = (ply, packed, self.depths.last_mut()) {
                moves.push(packed.get());
            }
        }
    }

    for seed in 0..50 {
        let terms = Terms { depth: 6, ..Terms::default() };
        let game = Skirmish(Layers::new(seed, 7));
        let (table, stop) = (Unbounded::new(), AtomicBool::new(false));
        let mut heard = (Root::default(), Counts::default());
        let thought =
            Player::with_techniques(1, Bare).think_observed(&table, &game, &terms, &stop, &mut heard, |_| ());
        assert_eq!(thought, think(&mut Player::with_techniques(1, Bare), seed, &terms, |_| ()));

        let (root, counts) = heard;
        assert_eq!((root.nodes, counts.nodes), (thought.nodes, thought.nodes));
        let mut legal = Vec::new();
        game.legal_moves(&mut legal);
        let mut packed: Vec<u16> = legal.into_iter().map(|mv| game.pack(mv).get()).collect();
        packed.sort_unstable();
        // A window may be left before the last move, but one that holds the value tries each.
        for depth in 1..=terms.depth {
            let whole = root.depths.iter().filter(|(searched, _)| *searched == depth).any(|(_, moves)| {
                let mut moves = moves.clone();
                moves.sort_unstable();
                moves == packed
            });
            assert!(whole, "seed {seed}, depth {depth}: {:?}, {packed:?}", root.depths);
        }
    }
}

/// The value of each move for the side to move, by minimax.
fn values(seed: u64) -> Vec<(Score, u16)> {
    let mut game = Skirmish(Layers::new(seed, 7));
    let mut moves = Vec::new();
    game.legal_moves(&mut moves);
    let value = |mv| {
        let undo = game.make(mv);
        let value = -minimax(&mut game, 6, &|_: &Skirmish| Score::DRAW, &mut ());
        game.unmake(mv, undo);
        (value, mv)
    };
    moves.into_iter().map(value).collect()
}

#[test]
fn the_best_lines_are_the_best_moves_in_order() {
    for seed in 0..100 {
        let mut values = values(seed);
        values.sort_by_key(|&(value, _)| std::cmp::Reverse(value));
        for lines in 0..=5 {
            let terms = Terms { depth: 7, lines, ..Terms::default() };
            let thought = think(&mut Player::with_techniques(1, Bare), seed, &terms, |_| ());
            assert_eq!(thought.lines.len(), lines.clamp(1, values.len()), "seed {seed}");
            for (line, (value, _)) in thought.lines.iter().zip(&values) {
                assert_eq!(line.score, *value, "seed {seed}: {thought:?}, {values:?}");
                assert!(values.contains(&(line.score, line.moves[0])), "seed {seed}: {thought:?}");
            }
            let firsts: std::collections::BTreeSet<u16> =
                thought.lines.iter().map(|line| line.moves[0]).collect();
            assert_eq!(firsts.len(), thought.lines.len(), "no move twice");
            assert_eq!(thought.best, thought.lines[0].moves.first().copied());
        }
    }
}

#[test]
fn only_the_moves_asked_for_are_thought_about() {
    for seed in 0..100 {
        let values = values(seed);
        for &(value, mv) in &values {
            let terms = Terms { depth: 7, moves: vec![mv, mv, 999], lines: 3, ..Terms::default() };
            let thought = think(&mut Player::with_techniques(1, Bare), seed, &terms, |_| ());
            assert_eq!((thought.lines.len(), thought.lines[0].score), (1, value), "seed {seed}, move {mv}");
            assert_eq!(thought.best, Some(mv));
        }
        let terms = Terms { depth: 7, moves: vec![999], ..Terms::default() };
        let thought = think(&mut Player::with_techniques(1, Bare), seed, &terms, |_| ());
        let best = values.iter().map(|&(value, _)| value).max().unwrap();
        assert_eq!(thought.lines[0].score, best, "an illegal move restricts nothing");
    }
}

#[test]
fn any_number_of_threads_finds_the_value() {
    for threads in 0..=4 {
        let mut player = Player::with_techniques(threads, Bare);
        for seed in 0..60 {
            let value = values(seed).into_iter().map(|(value, _)| value).max().unwrap();
            let terms = Terms { depth: 7, ..Terms::default() };
            let thought = think(&mut player, seed, &terms, |_| ());
            assert_eq!(thought.lines[0].score, value, "seed {seed}, {threads} threads");
        }
    }
}

/// Others who are in so many of eight nodes, whatever is asked: chosen by the key, so that a search with them can be repeated.
#[derive(Debug, Default)]
struct Others {
    busy: u64,
    put_off: AtomicU64,
    /// Marks that were set, less those taken away.
    marks: AtomicI64,
}

impl Company for Others {
    const SHARED: bool = true;

    fn enter(&self, _: u64) {
        self.marks.fetch_add(1, Ordering::Relaxed);
    }

    fn leave(&self, _: u64) {
        self.marks.fetch_sub(1, Ordering::Relaxed);
    }

    fn is_busy(&self, key: u64) -> bool {
        let is_busy = mix(key, 5) % 8 < self.busy;
        self.put_off.fetch_add(is_busy.into(), Ordering::Relaxed);
        is_busy
    }
}

/// A move that is forgotten, searched twice or told of under another number would show in a value or in the nodes.
#[test]
fn moves_put_off_are_searched_all_the_same() {
    for busy in [1, 4, 8] {
        let others = Others { busy, ..Others::default() };
        for seed in 0..200 {
            let table = Unbounded::new();
            let policy = Play::new(Bare, Equal).with_company(&others);
            let mut search = Search::new(&table).with_policy(policy).with_algorithm::<PrincipalVariation>();
            for depth in 4..=8 {
                let mut game = Graph::new(seed);
                let value = minimax(&mut game, depth, &Graph::leaf, &mut ());
                for window in every_way::windows_around(value, 3).into_iter().chain([Full::OPEN]) {
                    let score = search.run(&mut game, depth, window).score;
                    let how = format!("seed {seed}, depth {depth}, {busy} of 8 nodes");
                    assert!(consistent(score, value, window), "{how}: expected {value}, found {score}");
                    assert_eq!(game, Graph::new(seed), "{how}");
                }
            }
        }
        assert!(others.put_off.load(Ordering::Relaxed) > 1_000, "{others:?}");
        assert_eq!(others.marks.load(Ordering::Relaxed), 0, "no mark outlives its search");
    }
}

/// Where all others are in all nodes the first move comes first and the others in their order: nothing changes, as long as no
/// hopeless move turns out to threaten something: such a one does not wait.
#[test]
fn where_everything_is_busy_nothing_changes() {
    for seed in 0..50 {
        let search = |others: Option<&Others>| {
            let mut game = Skirmish(Layers::new(seed, 12));
            let (table, policy) = (Unbounded::new(), Play::default().with_company(others));
            let mut search = Search::new(&table)
                .with_policy(policy)
                .with_observer(Counts::default())
                .with_algorithm::<PrincipalVariation>();
            let (last, _) = search.deepen(&mut game, 1..=11, |_| ());
            (last.unwrap(), search.nodes())
        };
        let others = Others { busy: 8, ..Others::default() };
        assert_eq!(search(Some(&others)), search(None), "seed {seed}");
        assert!(others.put_off.load(Ordering::Relaxed) > 0, "seed {seed}");
    }
}

#[test]
fn a_stopped_search_leaves_no_mark() {
    let others = Others { busy: 4, ..Others::default() };
    for nodes in 0..1_500 {
        let mut game = Skirmish(Layers::new(7, 14));
        let mut search = Search::new(Unbounded::new())
            .with_policy(Play::default().with_company(&others))
            .with_algorithm::<PrincipalVariation>()
            .with_limit(NodeLimit(nodes));
        search.deepen(&mut game, 1..=12, |_| ());
        assert_eq!(others.marks.load(Ordering::Relaxed), 0, "{nodes} nodes");
        assert_eq!(game, Skirmish(Layers::new(7, 14)), "{nodes} nodes");
    }
}

#[test]
fn with_one_thread_the_same_calls_give_the_same_answers() {
    let transcript = || {
        let mut player = Player::new(1);
        let mut told = Vec::new();
        for seed in 0..30 {
            let terms = Terms { depth: 7, lines: 2, ..Terms::default() };
            think(&mut player, seed, &terms, |report| told.push(format!("{report:?}")));
        }
        told
    };
    assert_eq!(transcript(), transcript());
    // What was learnt of other positions is forgotten when it is told to.
    let terms = Terms { depth: 7, ..Terms::default() };
    let fresh = think(&mut Player::new(1), 99, &terms, |_| ());
    let mut player = Player::new(1);
    think(&mut player, 98, &terms, |_| ());
    player.clear();
    assert_eq!(think(&mut player, 99, &terms, |_| ()), fresh);
}

#[test]
fn a_game_that_has_ended_has_no_move_to_play() {
    for threads in [1, 2] {
        let think = |plies, moves: &[u16]| {
            let terms = Terms { depth: 3, moves: moves.to_vec(), ..Terms::default() };
            let game = Skirmish(Layers::new(3, plies));
            Player::new(threads).think(&Unbounded::new(), &game, &terms, &AtomicBool::new(false), |_| ())
        };
        let Some(Outcome::Value(value)) = Layers::new(3, 0).outcome() else { panic!("it ends with a value") };
        for moves in [&[][..], &[0]] {
            let thought = think(0, moves);
            assert_eq!((thought.best, thought.lines[0].score), (None, Score::plain(value.into())));
            // One ply earlier there is one.
            assert!(think(1, moves).best.is_some());
        }
    }
}

#[test]
fn a_node_limit_is_kept_to_the_node_and_the_last_finished_depth_stands() {
    for nodes in 0..300 {
        let mut finished = Vec::new();
        let terms = Terms { nodes: Some(nodes), ..Terms::default() };
        let game = Skirmish(Layers::new(3, 200));
        let mut player = Player::new(1);
        let thought = player.think(&Unbounded::new(), &game, &terms, &AtomicBool::new(false), |report| {
            assert!(report.nodes <= nodes);
            if report.bound == Bound::Exact {
                finished.push((report.depth, report.score, report.line.to_vec()));
            }
        });
        assert_eq!((thought.stopped, thought.nodes), (Some(Stopped::Nodes), nodes));
        assert!(thought.best.is_some(), "there is always a move");
        let last = finished.last().map_or(0, |last| last.0);
        assert_eq!(thought.depth, last);
        if let Some((_, score, line)) = finished.last() {
            assert_eq!((thought.lines[0].score, &thought.lines[0].moves), (*score, line));
        }
    }
}

#[test]
fn clocks_and_flags_end_it() {
    let game = Skirmish(Layers::new(3, 400));
    let raised = AtomicBool::new(true);
    let think = |terms: &Terms<u16>, stop: &AtomicBool, threads| {
        Player::new(threads).think(&Unbounded::new(), &game, terms, stop, |_| ())
    };
    for threads in [1, 3] {
        let stopped = think(&Terms::default(), &raised, threads);
        assert_eq!((stopped.stopped, stopped.depth), (Some(Stopped::Flag), 0));
        assert!(stopped.best.is_some());
        let past = Terms { hard: Some(Deadline(Instant::now())), ..Terms::default() };
        assert_eq!(think(&past, &AtomicBool::new(false), threads).stopped, Some(Stopped::Time));
        let soft = Terms { soft: Some(Deadline(Instant::now())), ..Terms::default() };
        let first = think(&soft, &AtomicBool::new(false), threads);
        assert_eq!((first.stopped, first.depth), (None, 1), "one depth is finished all the same");
    }
    // From outside, in the middle.
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(20));
            stop.store(true, Ordering::Relaxed);
        });
        let thought = think(&Terms::default(), &stop, 2);
        assert!(thought.stopped == Some(Stopped::Flag) || thought.depth == search::MAX_DEPTH);
    });
}
