//! Mates proven by trying every move: no evaluation, no bounds, no table of the library, nothing left out.

use std::cmp::Reverse;
use std::collections::HashMap;

use games::chess::{BitBoard, Board, CastlingRights, Color, Move, Role, Square};

/// Searches the whole tree of a mate, for the side that is to mate and the side that is to be mated.
///
/// Neither clock nor repetition is looked at: with the clock at 0 a mate of few moves is not touched by the rule of fifty,
/// and the shortest mate repeats nothing.
#[derive(Debug, Default)]
pub struct Prover {
    /// Positions of the mating side.
    known: HashMap<Position, Known>,
    /// The reply that was last enough, by the moves that were left.
    enough: [Option<Move>; 16],
}

/// All that the moves from here depend on, the side to move aside: it is the mating side's turn. Not a hash: a proof may not
/// take one position for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Position {
    /// Roles as numbers of three bits, a set of squares for each bit; White's squares.
    planes: [BitBoard; 4],
    rights: CastlingRights,
    en_passant: Option<Square>,
}

/// A mate within so many moves is there, or is not.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    within: Option<usize>,
    not_within: usize,
}

impl Prover {
    /// One that knows nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The first moves by which the side to move gives mate within so many moves of its own, 15 at most, whatever the
    /// other side does.
    ///
    /// # Panics
    ///
    /// If more moves are asked for.
    ///
    /// ```
    /// use benches::mates::Prover;
    ///
    /// let board = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1".parse().unwrap();
    /// let moves = Prover::new().first_moves(&board, 1);
    /// assert_eq!(moves.iter().map(ToString::to_string).collect::<Vec<_>>(), ["a1a8"]);
    /// ```
    pub fn first_moves(&mut self, board: &Board, within: usize) -> Vec<Move> {
        assert!(within < self.enough.len(), "expected at most 15 moves, found {within}");
        // What is known holds for one mating side.
        self.known.clear();
        let mut moves = board.legal_moves().to_vec();
        moves.retain(|&mv| within > 0 && self.forces(&board.after(mv), within));
        moves
    }

    /// Whether the side to move gives mate within so many moves, at least one.
    fn mates(&mut self, board: &Board, within: usize) -> bool {
        if within == 1 {
            return board.legal_moves().iter().any(|&mv| is_mate(&board.after(mv)));
        }
        let position = Position::of(board);
        let known = self.known.get(&position).copied().unwrap_or_default();
        if known.not_within >= within || known.within.is_some_and(|moves| moves <= within) {
            return known.not_within < within;
        }
        let mut children: Vec<Board> = board.legal_moves().iter().map(|&mv| board.after(mv)).collect();
        children.sort_by_cached_key(|child| (Reverse(child.is_check()), child.count_legal_moves()));
        let found = children.iter().any(|child| self.forces(child, within));
        let known = self.known.entry(position).or_default();
        if found {
            known.within = Some(within);
        } else {
            known.not_within = within;
        }
        found
    }

    /// Whether the side to move is mated by now or within so many moves of the other side, the last one included.
    fn forces(&mut self, board: &Board, within: usize) -> bool {
        if within == 1 || !board.has_legal_move() {
            return is_mate(board);
        }
        let mut replies = board.legal_moves();
        if let Some(index) = replies.iter().position(|&mv| Some(mv) == self.enough[within]) {
            replies.swap(0, index);
        }
        let enough = replies.into_iter().find(|&reply| !self.mates(&board.after(reply), within - 1));
        if enough.is_some() {
            self.enough[within] = enough;
        }
        enough.is_none()
    }
}

impl Position {
    fn of(board: &Board) -> Self {
        let mut planes = [BitBoard::EMPTY; 4];
        for (role, number) in Role::ALL.into_iter().zip(1..) {
            for (bit, plane) in planes.iter_mut().take(3).enumerate() {
                if number >> bit & 1 == 1 {
                    *plane |= board.by_role(role);
                }
            }
        }
        planes[3] = board.of(Color::White);
        Self { planes, rights: board.castling_rights(), en_passant: board.en_passant() }
    }
}

fn is_mate(board: &Board) -> bool {
    board.is_check() && !board.has_legal_move()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first_moves(fen: &str, within: usize) -> Vec<String> {
        let board = fen.parse().unwrap();
        Prover::new().first_moves(&board, within).iter().map(ToString::to_string).collect()
    }

    /// Whether there is a mate, by nothing but the definition.
    fn plain(board: &Board, within: usize) -> bool {
        within > 0
            && board.legal_moves().into_iter().map(|mv| board.after(mv)).any(|child| {
                let mut replies = board_replies(&child);
                if child.legal_moves().is_empty() {
                    child.is_check()
                } else {
                    replies.all(|reply| plain(&reply, within - 1))
                }
            })
    }

    fn board_replies(board: &Board) -> impl Iterator<Item = Board> {
        let board = *board;
        board.legal_moves().into_iter().map(move |mv| board.after(mv))
    }

    #[test]
    fn known_mates_and_no_shorter_ones() {
        // Distances of king and queen, and king and rook, by exhaustive tables of these endings; problems of two and three.
        for (fen, moves) in [
            ("7k/8/5K2/8/8/8/8/Q7 w - - 0 1", 2),
            ("8/8/8/8/8/5K2/6R1/7k w - - 0 1", 3),
            ("6k1/8/5K2/8/8/8/8/R7 w - - 0 1", 2),
            ("r5rk/pp1np1bn/2pp2q1/3P1bN1/2P1N2Q/1P6/PB2PPBP/3R1RK1 w - - 0 1", 2),
            ("r1bqk1nr/ppp4p/2n5/3pp1p1/P2P4/B1P1P1P1/2P2P1P/R2QKBR1 w Qkq - 0 12", 3),
        ] {
            assert_eq!(first_moves(fen, moves - 1), [""; 0], "{fen}");
            assert!(!first_moves(fen, moves).is_empty(), "{fen}");
        }
        assert_eq!(first_moves("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 0), [""; 0]);
        // Castling mates, written as the king's move to the rook; a stalemate is none.
        assert_eq!(first_moves("8/8/8/8/8/8/7R/1k2K2R w K - 0 1", 1), ["e1h1"]);
        assert_eq!(first_moves("7k/8/6K1/8/8/8/5Q2/8 w - - 0 1", 1), ["f2f8"]);
    }

    /// Positions of five men, strewn at random, against the definition.
    #[test]
    fn agrees_with_the_definition() {
        let mut chance = zkeys::SplitMix64::new(1);
        let (mut compared, mut mates) = (0, 0);
        while compared < 300 {
            let mut squares = [b'1'; 64];
            for man in *b"KkQRP" {
                squares[usize::try_from(chance.next_u64() % 64).unwrap()] = man;
            }
            let ranks: Vec<&str> = squares.chunks(8).map(|rank| std::str::from_utf8(rank).unwrap()).collect();
            let Ok((board, _)) = games::chess::lenient::read(
                &format!("{} w - - 0 1", ranks.join("/")),
                games::chess::Rules::Standard,
            ) else {
                continue;
            };
            let found: Vec<bool> =
                (1..=2).map(|within| !Prover::new().first_moves(&board, within).is_empty()).collect();
            assert_eq!(found, [plain(&board, 1), plain(&board, 2)], "{board}");
            compared += 1;
            mates += usize::from(found[1]);
        }
        assert!((30..270).contains(&mates), "{mates} of {compared} are mates");
    }
}
