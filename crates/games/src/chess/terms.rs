//! What the evaluation sees besides men on their squares: pawns, files, freedom to move, and the king's shelter.
//!
//! Counted anew for each position: sets of squares make that cheap, and keeping it would cost every move more. The
//! weights are this project's own, round numbers; what they gain in games is in `docs/chess-speed.md`.

use super::piece::{Black, Side, White};
use super::rays::{king_attacks, knight_attacks};
use super::sliders::{bishop_attacks, queen_attacks, rook_attacks};
use super::{BitBoard, Board, Color, Piece, Role, Worth};

/// Both bishops.
const BISHOP_PAIR: Worth = Worth::new(25, 45);
/// A pawn without a pawn of its own on the files beside.
const ISOLATED: Worth = Worth::new(-10, -12);
/// A pawn with one of its own before it on the file.
const DOUBLED: Worth = Worth::new(-8, -18);
/// A rook on a file without pawns of its own, and again if there are none at all.
const OPEN_FILE: Worth = Worth::new(12, 6);
/// A pawn that no enemy pawn can stop, by the ranks it has come.
const PASSED: [Worth; 8] = [
    Worth::new(0, 0),
    Worth::new(0, 8),
    Worth::new(2, 12),
    Worth::new(8, 25),
    Worth::new(20, 45),
    Worth::new(40, 75),
    Worth::new(60, 110),
    Worth::new(0, 0),
];
/// For each square a piece can go to above the usual number, knight to queen: what it adds, and that number.
const FREEDOM: [(Role, Worth, i32); 4] = [
    (Role::Knight, Worth::new(4, 4), 4),
    (Role::Bishop, Worth::new(4, 4), 6),
    (Role::Rook, Worth::new(2, 4), 7),
    (Role::Queen, Worth::new(1, 2), 13),
];
/// A square next to the enemy king that a piece attacks.
const PRESSURE: Worth = Worth::new(5, 0);
/// A pawn right before its king, and one a step further.
const SHELTER: [Worth; 2] = [Worth::new(12, 0), Worth::new(6, 0)];

/// The sum of all terms, for White.
pub(super) fn of(board: &Board) -> Worth {
    side::<White>(board).minus(side::<Black>(board))
}

/// The sum for one side.
fn side<S: Side>(board: &Board) -> Worth {
    let bishops = board.pieces(Piece::new(S::COLOR, Role::Bishop));
    let pair = BISHOP_PAIR.times(i32::from(bishops.is_several()));
    pair.plus(pawns::<S>(board)).plus(rooks::<S>(board)).plus(freedom::<S>(board)).plus(shelter::<S>(board))
}

fn pawns_of(board: &Board, color: Color) -> BitBoard {
    board.pawns() & board.of(color)
}

fn pawns<S: Side>(board: &Board) -> Worth {
    let (ours, theirs) = (pawns_of(board, S::COLOR), pawns_of(board, !S::COLOR));
    let files = whole_files(ours);
    let isolated = ours.without(beside(files));
    // What a pawn of theirs guards or stands on, on its way to our side.
    let stopped = ahead(theirs, !S::COLOR) | beside(ahead(theirs, !S::COLOR));
    let behind_own = ours & ahead(ours, !S::COLOR);
    let passed = ours.without(stopped | behind_own);
    let sum = ISOLATED.times(number(isolated)).plus(DOUBLED.times(number(behind_own)));
    passed.fold(sum, |sum, pawn| {
        let rank = if S::COLOR == Color::White { pawn.rank() } else { 7 - pawn.rank() };
        sum.plus(PASSED[usize::from(rank & 7)])
    })
}

fn rooks<S: Side>(board: &Board) -> Worth {
    let rooks = board.pieces(Piece::new(S::COLOR, Role::Rook));
    let half_open = rooks.without(whole_files(pawns_of(board, S::COLOR)));
    let open = half_open.without(whole_files(pawns_of(board, !S::COLOR)));
    OPEN_FILE.times(number(half_open) + number(open))
}

/// Where pieces can go that is neither taken by their own nor guarded by a pawn, and what of it is next to the enemy king.
fn freedom<S: Side>(board: &Board) -> Worth {
    let guarded = pawns_of(board, !S::COLOR)
        .fold(BitBoard::EMPTY, |all, pawn| all | super::rays::pawn_attacks(!S::COLOR, pawn));
    let targets = !(board.of(S::COLOR) | guarded);
    let near = king_attacks(board.king(!S::COLOR));
    let occupied = board.occupied();
    let mut sum = Worth::default();
    for (role, worth, usual) in FREEDOM {
        for from in board.pieces(Piece::new(S::COLOR, role)) {
            let reached = match role {
                Role::Knight => knight_attacks(from),
                Role::Bishop => bishop_attacks(from, occupied),
                Role::Rook => rook_attacks(from, occupied),
                _ => queen_attacks(from, occupied),
            } & targets;
            sum = sum.plus(worth.times(number(reached) - usual)).plus(PRESSURE.times(number(reached & near)));
        }
    }
    sum
}

/// Pawns before a king at home.
fn shelter<S: Side>(board: &Board) -> Worth {
    let king = board.king(S::COLOR);
    if king.rank().abs_diff(S::COLOR.back_rank()) > 1 {
        return Worth::default();
    }
    let pawns = pawns_of(board, S::COLOR);
    let three = king.bit() | beside(king.bit());
    let before = three.shifted(S::COLOR.forward());
    let further = before.shifted(S::COLOR.forward());
    SHELTER[0].times(number(pawns & before)).plus(SHELTER[1].times(number(pawns & further)))
}

fn number(squares: BitBoard) -> i32 {
    squares.len().cast_signed()
}

/// The squares on the files beside.
fn beside(squares: BitBoard) -> BitBoard {
    squares.without(BitBoard::FILE_A).shifted(-1) | squares.without(BitBoard::FILE_H).shifted(1)
}

/// The squares before these, as a side sees it, to the end of the board.
fn ahead(squares: BitBoard, color: Color) -> BitBoard {
    let forward = color.forward();
    let one = squares.shifted(forward);
    let two = one | one.shifted(forward);
    let four = two | two.shifted(2 * forward);
    four | four.shifted(4 * forward)
}

/// All squares of the files these are on.
fn whole_files(squares: BitBoard) -> BitBoard {
    ahead(squares, Color::White) | squares | ahead(squares, Color::Black)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What White has by this term, with no men of Black's but the king.
    fn sum(fen: &str, term: fn(&Board) -> Worth) -> Worth {
        term(&fen.parse().unwrap())
    }

    #[test]
    fn pawns_are_passed_isolated_and_doubled() {
        let passed_and_isolated = PASSED[3].plus(ISOLATED);
        assert_eq!(sum("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", pawns::<White>), passed_and_isolated);
        assert_eq!(sum("4k3/8/8/4p3/8/8/8/4K3 w - - 0 1", pawns::<Black>), passed_and_isolated);
        // Stopped by a pawn on the file, by one on the next; one behind does not stop it.
        for fen in ["4k3/4p3/8/8/4P3/8/8/4K3 w - - 0 1", "4k3/5p2/8/8/4P3/8/8/4K3 w - - 0 1"] {
            assert_eq!(sum(fen, pawns::<White>), ISOLATED, "{fen}");
        }
        let behind = sum("4k3/8/8/8/4P3/5p2/8/4K3 w - - 0 1", pawns::<White>);
        assert_eq!(behind, passed_and_isolated);
        let two = sum("4k3/8/8/8/3PP3/8/8/4K3 w - - 0 1", pawns::<White>);
        assert_eq!(two, PASSED[3].times(2));
        // The pawn behind is doubled, the one before is passed.
        let doubled = sum("4k3/8/8/8/4P3/4P3/8/4K3 w - - 0 1", pawns::<White>);
        assert_eq!(doubled, PASSED[3].plus(DOUBLED).plus(ISOLATED.times(2)));
    }

    #[test]
    fn rooks_like_open_files() {
        assert_eq!(sum("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", rooks::<White>), OPEN_FILE.times(2));
        assert_eq!(sum("4k3/p7/8/8/8/8/8/R3K3 w - - 0 1", rooks::<White>), OPEN_FILE);
        assert_eq!(sum("4k3/8/8/8/8/8/P7/R3K3 w - - 0 1", rooks::<White>), Worth::default());
    }

    #[test]
    fn a_king_likes_pawns_before_it() {
        let castled = "6k1/8/8/8/8/6P1/5P1P/6K1 w - - 0 1";
        assert_eq!(sum(castled, shelter::<White>), SHELTER[0].times(2).plus(SHELTER[1]));
        assert_eq!(sum(castled, shelter::<Black>), Worth::default());
        // Files do not wrap around the board's edge.
        assert_eq!(sum("k7/8/8/8/8/8/P6P/K7 w - - 0 1", shelter::<White>), SHELTER[0]);
    }

    #[test]
    fn pieces_like_freedom() {
        // A knight in the corner has two squares, one of them guarded.
        let cornered = sum("7k/8/8/8/4p3/8/8/N3K3 w - - 0 1", freedom::<White>);
        assert_eq!(cornered, FREEDOM[0].1.times(2 - 4));
        let guarded = sum("7k/8/8/8/2p5/8/8/N3K3 w - - 0 1", freedom::<White>);
        assert_eq!(guarded, FREEDOM[0].1.times(1 - 4));
        let attacking = sum("7k/8/8/8/8/8/8/1R2K3 w - - 0 1", freedom::<White>);
        assert_eq!(attacking, FREEDOM[2].1.times(10 - 7));
    }
}
