//! Invariant 1 as a matrix: every algorithm over every layout, policy and size of table, by one to four threads, gives the value
//! of plain minimax. Each answer compared is counted, and the count printed.
//!
//! `TRANSPOSE_LONG=1 cargo test --package search --test matrix -- --nocapture` compares more than 10⁸.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;
#[path = "common/every_way.rs"]
mod every_way;

use common::{Graph, Layers, mix};
use every_way::{AnyTable, Subject, every_certain_table, every_compact_table, finish, long, tell};
use search::{
    AlphaBeta, AtLeast, Bare, Depth, Equal, Evaluated, Full as FullWindow, Game, Guided, History, Outcome,
    Plain, Play, PrincipalVariation, Reordered, Score, minimax,
};
use ttable::{Clustered, Exact, LeastWork, Lossless, Size, Unbounded};

/// How many seeds: some in every run, many when there is time.
fn seeds(some: u64, many: u64) -> u64 {
    if long() { many } else { some }
}

/// The game of this seed, with its values at these depths.
fn subject<G: Game + Clone + PartialEq + std::fmt::Debug>(
    game: G,
    seed: u64,
    depths: &[Depth],
    leaf: impl Fn(&G) -> Score,
) -> Subject<G> {
    let value = |game: &mut G, depth| minimax(game, depth, &leaf, &mut ());
    Subject::new(game, format!("seed {seed}"), depths.iter().copied(), value, |depth, _| windows(seed, depth))
}

/// A few windows near most values.
fn windows(seed: u64, depth: Depth) -> Vec<FullWindow> {
    let seed = seed.wrapping_add(depth.unsigned_abs().into());
    let drawn = |salt| {
        let alpha = i32::try_from(mix(seed, salt) % 11).unwrap() - 6;
        let width = i32::try_from(mix(seed, salt + 100) % 4).unwrap() + 1;
        FullWindow::new(Score::plain(alpha), Score::plain(alpha + width))
    };
    (0..4).filter_map(drawn).collect()
}

fn every_table(mut work: impl FnMut(&str, AnyTable<'_>)) {
    const SIZES: [u64; 3] = [1, 4, 64];
    every_certain_table(&SIZES, &mut work);
    every_compact_table(&SIZES, work);
}

/// Graphs with cycles, evaluated where depth runs out.
#[test]
fn graphs_with_cycles() {
    let seeds = seeds(6, 3_000);
    let mut compared = 0;
    for seed in 0..seeds {
        let subject = subject(Graph::new(seed), seed, &[2, 5, 3, 1, 4], Graph::leaf);
        // Kept from table to table: its memory is far larger than what it learns here.
        let mut play = Some(Play::new(Bare, Equal));
        every_table(|name, table| {
            let learning = History::new(Evaluated(Equal));
            compared += subject.asked::<_, AlphaBeta>(name, table, Evaluated(Equal)).0;
            compared += subject.asked::<_, PrincipalVariation>(name, table, Evaluated(Equal)).0;
            compared += subject.asked::<_, PrincipalVariation>(name, table, learning).0;
            let (played, policy) = subject.asked::<_, AlphaBeta>(name, table, play.take().unwrap());
            play = Some(policy);
            compared += played + subject.raced(name, table, Evaluated(Equal));
        });
        tell("graphs with cycles", seed + 1, compared);
    }
    finish("graphs with cycles", compared, 28_000 * seeds);
}

#[test]
#[should_panic(expected = "an open gate, ")]
fn a_wrong_answer_is_noticed() {
    for seed in 0..20 {
        let subject = subject(Graph::new(seed), seed, &[2, 5, 3, 1, 4], Graph::leaf);
        // Deeper entries have another value where an evaluation is involved.
        subject.asked::<_, AlphaBeta>("an open gate", AnyTable(&Unbounded::new()), Evaluated(AtLeast));
    }
}

/// Games by plies, played to the end: every draft answers, and no table loses a value.
#[test]
fn games_to_the_end() {
    let seeds = seeds(12, 3_000);
    let mut compared = 0;
    for seed in 0..seeds {
        let subject = subject(Layers::new(seed, 6), seed, &[6], |_| Score::DRAW);
        every_table(|name, table| {
            let reordered = Reordered::new(Guided(AtLeast), 3);
            let learning = History::new(Guided(AtLeast));
            compared += subject.asked::<_, AlphaBeta>(name, table, Plain(AtLeast)).0;
            compared += subject.asked::<_, PrincipalVariation>(name, table, Guided(Equal)).0;
            compared += subject.asked::<_, AlphaBeta>(name, table, reordered).0;
            compared += subject.asked::<_, PrincipalVariation>(name, table, learning).0;
            compared += subject.raced(name, table, Guided(AtLeast));
        });
        tell("games to the end", seed + 1, compared);
    }
    finish("games to the end", compared, 5_500 * seeds);
}

/// `Layers` with the position itself as its key.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Named(Layers);

impl Game for Named {
    type Move = u16;
    type Undo = u16;
    type List<T: Copy> = Vec<T>;

    fn key(&self) -> u64 {
        u64::from(self.0.ply) << 3 | u64::from(self.0.at)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn legal_moves(&self, moves: &mut Vec<u16>) {
        self.0.legal_moves(moves);
    }

    fn make(&mut self, mv: u16) -> u16 {
        self.0.make(mv)
    }

    fn unmake(&mut self, mv: u16, undo: u16) {
        self.0.unmake(mv, undo);
    }

    fn pack(&self, mv: u16) -> std::num::NonZeroU16 {
        self.0.pack(mv)
    }

    fn unpack(&self, packed: std::num::NonZeroU16) -> Option<u16> {
        self.0.unpack(packed)
    }
}

#[test]
fn lossless_keys() {
    type Layout = Exact<Lossless<8, 8, 6>>;
    let seeds = seeds(200, 10_000);
    let mut compared = 0;
    for seed in 0..seeds {
        // The layout keeps no draft: every search has to go to the end.
        let subject = subject(Named(Layers::new(seed, 6)), seed, &[6], |_| Score::DRAW).deepened_from(6);
        for clusters in [1, 4] {
            let table = Clustered::new(Layout::new(), LeastWork, Size::Clusters(clusters)).unwrap();
            compared += subject.asked::<_, AlphaBeta>("exact", AnyTable(&table), Plain(AtLeast)).0;
            compared += subject.asked::<_, PrincipalVariation>("exact", AnyTable(&table), Plain(AtLeast)).0;
            compared += subject.raced("exact", AnyTable(&table), Plain(AtLeast));
        }
    }
    finish("lossless keys", compared, 140 * seeds);
}
