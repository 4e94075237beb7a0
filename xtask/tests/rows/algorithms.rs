//! Each algorithm on positions of each game that a seed chose.

use std::fmt::Write as _;

use benches::chess_play::Middlegames;
use benches::connect_four::RandomPlay;
use games::chess::Chess;
use games::tic_tac_toe::TicTacToe;
use search::{
    Algorithm, AlphaBeta, AtLeast, Counts, Depth, Equal, Full as Window, Game, History, Plain, Play, Policy,
    PrincipalVariation, Quiescent, Score, Search,
};
use ttable::{Aging, Clustered, Full, Size};
use zkeys::SplitMix64;

/// The seed of all positions.
const SEED: u64 = 24;
/// Positions of each game.
const EACH: usize = 8;
/// Clusters of the table, which is empty before each search: small enough that entries are lost.
const CLUSTERS: u64 = 256;

/// The rows, and the positions they are about.
pub(crate) struct Algorithms {
    pub(crate) text: String,
    /// Searches to one depth whose score is another than the first one's. To be asserted after the rows were shown.
    pub(crate) wrong: Vec<String>,
}

/// A position, and how deep it is searched.
struct Case<G: Game> {
    name: String,
    game: G,
    depth: Depth,
    /// A move as text.
    show: fn(&G::Move) -> String,
}

impl<G: Game + Clone> Case<G> {
    /// A row; its score.
    fn row<P: Policy<G>, A: Algorithm>(
        &self,
        text: &mut String,
        search_name: &str,
        (depth, policy): (Depth, P),
        how: impl FnOnce(&mut Searching<'_, P, A>, &mut G, Depth) -> Found<G::Move>,
    ) -> Score {
        let table = Clustered::new(Full, Aging, Size::Clusters(CLUSTERS)).unwrap();
        let mut counts = Counts::default();
        let mut search =
            Search::new(&table).with_policy(policy).with_observer(&mut counts).with_algorithm::<A>();
        let (score, line) = how(&mut search, &mut self.game.clone(), depth);
        let line: Vec<String> = line.iter().map(self.show).collect();
        let Counts { nodes, probes, hits, table_cutoffs, stores, evictions, first_move_fail_highs, .. } =
            counts;
        writeln!(
            text,
            " {:<14}  {search_name:<20} {depth:>5} {score:>6}  {nodes:>7} {probes:>7} {hits:>7} {table_cutoffs:>7} \
             {stores:>7} {evictions:>9} {first_move_fail_highs:>7}  {}",
            self.name,
            line.join(" ")
        )
        .unwrap();
        score
    }

    /// The algorithms that leave nothing out, and so agree in the score.
    fn exact<P: Policy<G> + Copy>(&self, rows: &mut Algorithms, policy: P) {
        let asked = (self.depth, policy);
        let text = &mut rows.text;
        let scores = [
            self.row::<_, AlphaBeta>(text, "alpha-beta", asked, once),
            self.row::<_, PrincipalVariation>(text, "principal variation", asked, once),
            self.row::<_, AlphaBeta>(text, "MTD(f)", asked, |search, game, depth| {
                let answer = search.converge(game, depth, Score::DRAW);
                (answer.score, answer.best.into_iter().collect())
            }),
            self.row::<_, AlphaBeta>(text, "halving", asked, |search, game, depth| {
                let answer = search.solve(game, depth, Score::plain(-2_000), Score::plain(2_000));
                (answer.score, answer.best.into_iter().collect())
            }),
            self.row::<_, PrincipalVariation>(text, "deepening", asked, deepening),
            self.row::<_, PrincipalVariation>(
                text,
                "deepening, history",
                (self.depth, History::new(policy)),
                deepening,
            ),
        ];
        if scores.iter().any(|score| *score != scores[0]) {
            rows.wrong.push(format!("{}, {} plies: {scores:?}", self.name, self.depth));
        }
    }
}

/// A search as it is used here.
type Searching<'a, P, A> = Search<&'a Clustered<Full, Aging>, P, &'a mut Counts, (), A>;

/// A score, and the best line or move.
type Found<M> = (Score, Vec<M>);

/// In an open window, at once.
fn once<G: Game, P: Policy<G>, A: Algorithm>(
    search: &mut Searching<'_, P, A>,
    game: &mut G,
    depth: Depth,
) -> Found<G::Move> {
    let answer = search.run(game, depth, Window::OPEN);
    (answer.score, answer.best.into_iter().collect())
}

/// Depth by depth; the line of the last.
fn deepening<G: Game, P: Policy<G>, A: Algorithm>(
    search: &mut Searching<'_, P, A>,
    game: &mut G,
    depth: Depth,
) -> Found<G::Move> {
    let last = search.deepen(game, 1..=depth, |_| ()).0.unwrap();
    (last.score, last.line)
}

/// Tic-tac-toe positions of 0 to 4 marks, by random play.
fn tic_tac_toe() -> impl Iterator<Item = TicTacToe> {
    let mut random = SplitMix64::new(SEED);
    (0..EACH).map(move |number| {
        let mut board = TicTacToe::new();
        for _ in 0..number.div_ceil(2) {
            let mut moves = <TicTacToe as Game>::List::default();
            board.legal_moves(&mut moves);
            let moves = moves.as_slice();
            board.make(moves[random.next_u32() as usize % moves.len()]);
        }
        board
    })
}

/// Eight positions of each of the three games by each algorithm, and what they are.
pub(crate) fn algorithms() -> Algorithms {
    let mut rows = Algorithms { text: String::from(" position        what it is\n"), wrong: Vec::new() };
    let named = |game: &str, number: usize| format!("{game} {number}");
    let small: Vec<_> = tic_tac_toe()
        .zip(1..)
        .map(|(game, number)| Case {
            name: named("tic-tac-toe", number),
            game,
            depth: 9,
            show: |square| square.index().to_string(),
        })
        .collect();
    let four: Vec<_> = RandomPlay::new(SEED, 14).take(EACH).collect();
    let chess: Vec<_> = Middlegames::new(SEED).take(EACH).collect();
    for case in &small {
        writeln!(rows.text, " {:<14}  {}", case.name, case.game).unwrap();
    }
    for (number, drawn) in (1..).zip(&four) {
        writeln!(rows.text, " {:<14}  {}", named("connect four", number), drawn.columns).unwrap();
    }
    for (number, line) in (1..).zip(&chess) {
        writeln!(rows.text, " {:<14}  {}", named("chess", number), line.board()).unwrap();
    }
    writeln!(
        rows.text,
        "\n {:<14}  {:<20} {:>5} {:>6}  {:>7} {:>7} {:>7} {:>7} {:>7} {:>9} {:>7}  line or move",
        "position",
        "search",
        "depth",
        "score",
        "nodes",
        "probes",
        "hits",
        "cutoffs",
        "stores",
        "evictions",
        "first"
    )
    .unwrap();
    for case in small {
        case.exact(&mut rows, Plain(AtLeast));
    }
    for (number, drawn) in (1..).zip(four) {
        let case = Case {
            name: named("connect four", number),
            game: drawn.board,
            depth: 8,
            show: ToString::to_string,
        };
        case.exact(&mut rows, Plain(Equal));
    }
    for (number, line) in (1..).zip(chess) {
        let name = named("chess", number);
        Case { name: name.clone(), game: Chess::new(*line.board()), depth: 3, show: ToString::to_string }
            .exact(&mut rows, Quiescent(Equal));
        let playing = Case { name, game: line, depth: 7, show: ToString::to_string };
        playing.row::<_, PrincipalVariation>(&mut rows.text, "playing", (7, Play::default()), deepening);
    }
    rows
}
