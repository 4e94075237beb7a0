//! What threads watch, how they are led, and what is told of a search, each by itself.

mod threads;

use std::cell::RefCell;
use std::num::NonZeroU16;

use ttable::Unbounded;

use super::*;
use crate::play::Root;
use crate::{Evaluate, Full, Limit as _, Noisy, Outcome, Selection as _, Window as _};

/// Take one or two; what is left when the search ends is worth a number that swings with it.
#[derive(Clone, Debug)]
struct Take(u16);

impl Game for Take {
    type Move = u16;
    type Undo = ();
    type List<T: Copy> = Vec<T>;

    fn key(&self) -> u64 {
        crate::mixed::mix(self.0.into())
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.0 == 0).then_some(Outcome::Loss)
    }

    fn legal_moves(&self, moves: &mut Vec<u16>) {
        moves.extend(1..=self.0.min(2));
    }

    fn make(&mut self, mv: u16) {
        self.0 -= mv;
    }

    fn unmake(&mut self, mv: u16, (): ()) {
        self.0 += mv;
    }

    fn pack(&self, mv: u16) -> NonZeroU16 {
        NonZeroU16::new(mv).unwrap()
    }

    fn unpack(&self, packed: NonZeroU16) -> Option<u16> {
        Some(packed.get()).filter(|&mv| mv <= self.0.min(2))
    }
}

impl Evaluate for Take {
    fn evaluate(&self) -> i16 {
        i16::try_from(crate::mixed::mix(self.0.into()) % 400).unwrap() - 200
    }
}

impl Noisy for Take {
    fn is_calm(&self) -> bool {
        true
    }

    fn noisy_moves(&self, _moves: &mut Vec<u16>) {}
}

impl Tactical for Take {}

impl Past for Take {}

/// At the first node and at each 256th after it.
fn is_looked_at(nodes: u64) -> bool {
    nodes % 256 == 1
}

#[test]
fn the_caller_s_thread_stops_by_its_own_nodes_at_once_and_by_all_in_a_while() {
    let stop = AtomicBool::new(false);
    for most in [0, 1, 256, 257, 300, 357, 512, 513, 599, 1_200] {
        for helped in [0, 1, 100, 343, 1_000] {
            let counted = AtomicU64::new(helped);
            for alone in [false, true] {
                let terms = Terms::<u16> { nodes: Some(most), ..Terms::default() };
                let mut watch = Watch::new(&terms, &stop, &counted, alone);
                for nodes in 1..=700 {
                    let all = if alone || !is_looked_at(nodes) { nodes } else { nodes + helped };
                    let expected = (all > most).then_some(Stopped::Nodes);
                    assert_eq!(
                        watch.reached(nodes),
                        expected,
                        "{nodes} and {helped} of {most}, alone: {alone}"
                    );
                }
                assert_eq!(watch.helped(), helped, "its own nodes are not among those of the helpers");
            }
        }
    }
}

#[test]
fn the_caller_s_thread_looks_at_flag_and_clock_in_a_while() {
    let (raised, lowered, counted) = (AtomicBool::new(true), AtomicBool::new(false), AtomicU64::new(0));
    let [past, far] = Deadline::past_and_far();
    let terms = |hard| Terms::<u16> { hard, ..Terms::default() };
    for (stop, hard, expected) in [
        (&raised, None, Some(Stopped::Flag)),
        (&raised, Some(past), Some(Stopped::Flag)),
        (&lowered, Some(past), Some(Stopped::Time)),
        (&lowered, Some(far), None),
        (&lowered, None, None),
    ] {
        let mut watch = Watch::new(&terms(hard), stop, &counted, true);
        for nodes in 1..=700 {
            assert_eq!(watch.reached(nodes), expected.filter(|_| is_looked_at(nodes)), "{nodes}");
        }
    }
}

#[test]
fn a_helper_stops_when_something_else_is_called_for_and_counts_each_node_once() {
    let (lead, counted) = (Lead::default(), AtomicU64::new(0));
    let mut watches = [Watch::helper(&lead, &counted), Watch::helper(&lead, &counted)];
    lead.call(3, Full::OPEN, &Root::default());
    assert_eq!(watches[0].reached(1), Some(Stopped::Flag), "it has not followed yet");
    for watch in &mut watches {
        watch.follow(1);
    }
    assert_eq!(counted.load(Ordering::Relaxed), 0);
    for nodes in 1..=600 {
        assert_eq!(watches[0].reached(nodes), None);
        // The node just entered is counted when it is past.
        let looked = (1..=nodes).filter(|&nodes| is_looked_at(nodes)).max().unwrap();
        assert_eq!(counted.load(Ordering::Relaxed), looked - 1);
    }
    watches[1].count_rest(50);
    watches[0].count_rest(600);
    assert_eq!([watches[0].helped(), watches[1].helped()], [650; 2]);
    watches[0].count_rest(700);
    assert_eq!(counted.load(Ordering::Relaxed), 750);
    lead.call(4, Full::OPEN, &Root::default());
    assert_eq!(watches.map(|mut watch| watch.reached(602)), [Some(Stopped::Flag); 2]);
}

#[test]
fn each_call_has_a_number_and_is_told_to_who_has_not_heard_of_it() {
    let lead = Lead::default();
    let at = |lead: &Lead| [0, 1, 2, 3].map(|number| lead.is_at(number));
    let window = Full::new(Score::plain(3), Score::plain(9)).unwrap();
    assert_eq!(at(&lead), [true, false, false, false]);
    let mut policy = Play::new(Standard, AtLeast);
    policy.restrict_root(&Take(9), [2]);
    lead.call(5, window, policy.root());
    assert_eq!(at(&lead), [false, true, false, false]);
    let (number, call) = lead.next(0).unwrap();
    assert_eq!(
        (number, call.depth, call.window.alpha(), call.window.beta()),
        (1, 5, window.alpha(), window.beta())
    );
    let mut helper = policy.partner();
    helper.set_root(call.root);
    assert_eq!(helper.root_moves(), 1, "the root's moves go along");
    lead.call(6, Full::OPEN, &Root::default());
    assert_eq!(at(&lead), [false, false, true, false]);
    for heard in [0, 1] {
        assert_eq!(lead.next(heard).map(|(number, call)| (number, call.depth)), Some((2, 6)));
    }
    lead.end();
    assert_eq!(at(&lead), [false; 4]);
    assert!(lead.next(2).is_none() && lead.next(0).is_none());
}

#[test]
fn who_has_heard_waits_for_the_next_call_or_the_end() {
    let lead = Lead::default();
    thread::scope(|scope| {
        let helpers: Vec<_> = (0..2)
            .map(|_| {
                scope.spawn(|| {
                    let (mut heard, mut depths) = (0, Vec::new());
                    while let Some((number, call)) = lead.next(heard) {
                        assert!(number > heard, "none is told twice");
                        heard = number;
                        depths.push(call.depth);
                    }
                    depths
                })
            })
            .collect();
        for depth in 1..=200 {
            lead.call(depth, Full::OPEN, &Root::default());
        }
        lead.end();
        for helper in helpers {
            // Some may have come too late for some of them.
            assert!(helper.join().unwrap().is_sorted_by(|one, next| one < next));
        }
    });
}

#[test]
fn a_mate_is_enough_if_it_comes_within_the_plies_asked_for() {
    for plies in 0..9 {
        for most in 0..9 {
            for score in [Score::win_in(plies), Score::loss_in(plies)] {
                assert_eq!(
                    is_mate_found(score, Some(most)),
                    plies <= most,
                    "{plies} plies, {most} asked for"
                );
                assert!(!is_mate_found(score, None));
            }
        }
    }
    assert!(!is_mate_found(Score::plain(900), Some(9)));
}

#[test]
fn some_legal_move_is_there_from_the_beginning() {
    let any =
        |left, moves: &[u16]| any_move(&Take(left), &Terms { moves: moves.to_vec(), ..Terms::default() });
    assert_eq!(
        [any(9, &[]), any(9, &[2]), any(9, &[7, 2, 1]), any(9, &[7])],
        [Some(1), Some(2), Some(2), Some(1)]
    );
    assert_eq!([any(1, &[2]), any(0, &[]), any(0, &[1])], [Some(1), None, None]);
}

#[test]
fn a_player_has_as_many_policies_as_threads_before_and_after_it_thinks() {
    let mut player = Player::new(0);
    for (threads, expected) in [(0, 1), (1, 1), (4, 4), (2, 2), (3, 3), (0, 1)] {
        player.set_threads(threads);
        assert_eq!(player.policies.len(), expected);
        let terms = Terms { depth: 3, ..Terms::default() };
        player.think(&Unbounded::new(), &Take(9), &terms, &AtomicBool::new(false), |_| ());
        assert_eq!(player.policies.len(), expected, "they are given back");
    }
    assert_eq!(Player::with_techniques(3, crate::Bare).policies.len(), 3);
}

/// What one thread learns the others know; cleared, none knows anything.
#[test]
fn a_player_s_policies_learn_together_and_forget_together() {
    let mut player = Player::new(3);
    let game = Take(9);
    let promises = |player: &Player| -> Vec<i32> {
        player.policies.iter().map(|policy| policy.promise(&game, 1, 2)).collect()
    };
    player.policies[1].confirmed(&game, 1, 9, 2);
    assert!(promises(&player)[0] > 0);
    assert_eq!(promises(&player), [promises(&player)[0]; 3]);
    for policy in &mut player.policies {
        policy.restrict_root(&game, [2]);
    }
    player.clear();
    assert_eq!(promises(&player), [0; 3]);
    assert!(player.policies.iter().all(|policy| policy.root_moves() == 0));
}

/// Counts nodes where the caller sees them.
struct Nodes<'a>(&'a AtomicU64);

impl Observer for Nodes<'_> {
    fn node(&mut self, _: Ply) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// The reports of one thread, while helpers have searched so many nodes.
fn reports(left: u16, terms: &Terms<u16>, helped: u64) -> (Vec<(Depth, usize, Bound)>, Thought<u16>) {
    let (stop, counted, nodes) = (AtomicBool::new(false), AtomicU64::new(helped), AtomicU64::new(0));
    let (table, told) = (Unbounded::new(), RefCell::new(Vec::new()));
    let (policy, watch) =
        (Play::new(Standard, AtLeast).with_company(None), Watch::new(terms, &stop, &counted, false));
    let mut heard = Nodes(&nodes);
    let progress = |report: Report<'_, u16>| {
        assert_eq!(report.nodes, helped + nodes.load(Ordering::Relaxed), "those of all threads");
        told.borrow_mut().push((report.depth, report.rank, report.bound));
    };
    let (thought, policy) =
        lines::find(&table, Take(left), terms, (policy, watch, &mut heard), None, progress);
    assert_eq!((thought.nodes, policy.root_moves()), (nodes.load(Ordering::Relaxed), 0));
    (told.into_inner(), thought)
}

#[test]
fn reports_count_the_nodes_of_all_threads() {
    let (told, thought) = reports(40, &Terms { depth: 6, lines: 2, ..Terms::default() }, 1_000);
    let whole = (1..=6).flat_map(|depth| [(depth, 0, Bound::Exact), (depth, 1, Bound::Exact)]);
    let exact = told.iter().copied().filter(|&(_, _, bound)| bound == Bound::Exact);
    assert!(exact.eq(whole), "{told:?}");
    assert!(told.iter().any(|&(_, _, bound)| bound != Bound::Exact), "no window was left: {told:?}");
    assert_eq!((thought.depth, thought.lines.len(), thought.stopped), (6, 2, None));
}

#[test]
fn it_ends_with_the_mate_asked_for_or_when_it_is_late() {
    let [past, far] = Deadline::past_and_far().map(Some);
    let depth =
        |left, mate, soft| reports(left, &Terms { depth: 9, mate, soft, ..Terms::default() }, 0).1.depth;
    assert_eq!(depth(40, None, past), 1, "one depth is finished all the same");
    assert_eq!([depth(40, None, None), depth(40, None, far)], [9, 9]);
    // Two are taken and the game is won.
    assert_eq!([depth(2, None, None), depth(2, Some(0), far)], [9, 9]);
    assert_eq!([depth(2, Some(1), None), depth(2, Some(5), far)], [1, 1]);
    let only = |moves: &[u16]| {
        reports(40, &Terms { depth: 4, moves: moves.to_vec(), lines: 9, ..Terms::default() }, 0).1
    };
    assert_eq!([only(&[2]).lines.len(), only(&[]).lines.len()], [1, 2]);
    assert_eq!(only(&[2]).best, Some(2));
}

#[test]
fn the_longest_line_is_noted() {
    let mut deepest = Deepest::default();
    for (ply, expected) in [(0, 0), (3, 3), (2, 3), (7, 7), (1, 7)] {
        deepest.node(ply);
        assert_eq!(deepest.0, expected);
    }
}
