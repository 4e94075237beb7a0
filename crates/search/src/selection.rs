//! What a search that plays asks of its policy, beside what every search asks.

use ttable::Bound;

use crate::node::Found;
use crate::staged::Moves;
use crate::{Company, Depth, Game, Ply, Score, Technique};

/// How a policy chooses what to search, for [`Play`](crate::Play). Every default stands for a search that leaves nothing
/// out; a policy that does not play is `impl Selection<G> for MyPolicy {}`, and none of this is in its code.
pub trait Selection<G: Game> {
    /// Whether any of it is used.
    const SELECTIVE: bool = false;

    /// Whether a stored value is told apart by the path to it.
    const PATHS: bool = false;

    /// The key of a value that was found by asking for positions with this signature, on the path to this node.
    #[inline]
    fn path_key(&self, game: &G, signature: u64, ply: Ply) -> u64 {
        let _ = (signature, ply);
        game.key()
    }

    /// The signature of all that was asked below the node, or of what a stored value had asked.
    #[inline]
    fn asked(&self) -> u64 {
        0
    }

    /// A stored value with this signature answers for a node.
    #[inline]
    fn answered(&mut self, game: &G, signature: u64) {
        let _ = (game, signature);
    }

    /// Whether this technique is used.
    #[inline]
    fn uses(&self, technique: Technique) -> bool {
        let _ = technique;
        false
    }

    /// Whether the past makes this position a draw. Asked before what the position itself says.
    #[inline]
    fn is_drawn_by_past(&mut self, game: &G, ply: Ply) -> bool {
        let _ = (game, ply);
        false
    }

    /// Whether the side to move can make a draw by the past with its next move. Asked above
    /// depth 0, where a draw is enough for it.
    #[inline]
    fn can_draw_by_past(&mut self, game: &G, ply: Ply) -> bool {
        let _ = (game, ply);
        false
    }

    /// The value where a node has turned out to have no legal moves; `None` for a leaf's.
    #[inline]
    fn without_moves(&self, game: &G, ply: Ply) -> Option<Score> {
        let _ = (game, ply);
        None
    }

    /// Whether a stored score may answer for a node: not a win that comes after the game is drawn by counting.
    #[inline]
    fn trusts(&self, game: &G, score: Score, ply: Ply) -> bool {
        let _ = (game, score, ply);
        true
    }

    /// The root's moves are ordered by the search before: its hash move is no news.
    #[inline]
    fn orders_root(&self) -> bool {
        false
    }

    /// A search to growing depths begins at this root.
    #[inline]
    fn begin(&mut self, game: &G) {
        let _ = game;
    }

    /// One of those depths is done, and this is the best move.
    #[inline]
    fn iterated(&mut self, game: &G, best: Option<G::Move>) {
        let _ = (game, best);
    }

    /// That search has ended.
    #[inline]
    fn end(&mut self) {}

    /// A node is entered. What comes back is handed to [`close`](Selection::close) when it is left.
    #[inline]
    fn open(&mut self) -> u64 {
        0
    }

    /// The node `ply` plies from the root is left. Whether its value holds wherever the position is met, however it came
    /// about. `score` is what the search found, for that node.
    #[inline]
    fn close(&mut self, game: &G, opened: u64, ply: Ply, score: Score) -> bool {
        let _ = (game, opened, ply, score);
        true
    }

    /// The table has answered for a node, `ply` plies from the root and with `depth` to search: this move fails high.
    #[inline]
    fn confirmed(&mut self, game: &G, mv: G::Move, depth: Depth, ply: Ply) {
        let _ = (game, mv, depth, ply);
    }

    /// Lists the moves of the next stage, or says that there is none.
    #[inline]
    fn list_next(&self, game: &G, moves: &mut Moves<G>, ply: Ply) {
        let _ = (game, moves, ply);
    }

    /// Passes the turn, where the game allows it and nobody has just passed.
    #[inline]
    fn pass(&mut self, game: &mut G, ply: Ply) -> Option<G::Undo> {
        let _ = (game, ply);
        None
    }

    /// Takes the pass back.
    #[inline]
    fn take_back_pass(&mut self, game: &mut G, undo: G::Undo) {
        let _ = (game, undo);
    }

    /// Whether a move stays calm, if it is cheap to tell.
    #[inline]
    fn is_calm_after(&self, game: &G, mv: G::Move) -> Option<bool> {
        let _ = (game, mv);
        None
    }

    /// The table's key after a move, if it is cheap to tell.
    #[inline]
    fn key_after(&self, game: &G, mv: G::Move) -> Option<u64> {
        let _ = (game, mv);
        None
    }

    /// Whether a move stirs nothing up.
    #[inline]
    fn is_quiet(&self, game: &G, mv: G::Move) -> bool {
        let _ = (game, mv);
        false
    }

    /// The most a move can gain at once, see [`Tactical::prize`](crate::Tactical::prize).
    #[inline]
    fn prize(&self, game: &G, mv: G::Move) -> i32 {
        let _ = (game, mv);
        0
    }

    /// What a move gains by exchange, see [`Tactical::exchange`](crate::Tactical::exchange).
    #[inline]
    fn exchange(&self, game: &G, mv: G::Move) -> i32 {
        let _ = (game, mv);
        0
    }

    /// What has been learnt of a quiet move, within ±1,024.
    #[inline]
    fn promise(&self, game: &G, mv: G::Move, ply: Ply) -> i32 {
        let _ = (game, mv, ply);
        0
    }

    /// Keeps the evaluation of the node `ply` plies from the root, if it has one. Whether the side to move stands better
    /// than at its last turn.
    #[inline]
    fn note_evaluation(&mut self, evaluation: Option<Score>, ply: Ply) -> bool {
        let _ = (evaluation, ply);
        false
    }

    /// The evaluation of the node, mended by what has been learnt.
    #[inline]
    fn corrected(&self, game: &G, evaluation: Score, ply: Ply) -> Score {
        let _ = (game, ply);
        evaluation
    }

    /// A node above depth 0, `ply` plies from the root, was searched move by move to `depth` plies, with a result that holds
    /// wherever the position is met.
    #[inline]
    fn valued(&mut self, game: &G, ply: Ply, depth: Depth, found: &Found<G::Move>, bound: Bound) {
        let _ = (game, ply, depth, found, bound);
    }

    /// A move is about to be made, `ply` plies from the root.
    #[inline]
    fn about_to_make(&mut self, game: &G, mv: G::Move, ply: Ply) {
        let _ = (game, mv, ply);
    }

    /// A move made `ply` plies from the root was searched with so many nodes and taken back.
    #[inline]
    fn searched(&mut self, game: &G, mv: G::Move, ply: Ply, nodes: u64) {
        let _ = (game, mv, ply, nodes);
    }

    /// The other threads at the same search: moves that one of them is searching are put off.
    #[inline]
    fn company(&self) -> impl Company {}
}
