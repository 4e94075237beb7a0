//! How to mate a king that is left alone.
//!
//! The network has learnt from games that were left when decided, so what it says of such positions is noise, and a search that
//! does not see the mate yet would have nothing to go by. What has to be done is known: drive the king to the edge, or into a
//! corner of the bishop's colour where bishop and knight must mate, and bring the own king near.

use super::{BitBoard, Board, Color, Role, Square};

/// Centipawns for each step that the lone king is away from the middle, or nearer to the corner.
const DRIVEN: i32 = 20;
/// Centipawns for each step that the kings are nearer.
const NEAR: i32 = 8;

/// Centipawns of a win that only needs to be carried out, besides the material.
const WON: i32 = 1_000;

/// Centipawns for the side to move, where one side has its king alone and the other can mate it without pawns.
#[inline]
pub(super) fn centipawns(board: &Board) -> Option<i32> {
    let alone = |color| !board.of(color).is_several();
    let lone = match (alone(Color::White), alone(Color::Black)) {
        (true, false) => Color::White,
        (false, true) => Color::Black,
        _ => return None,
    };
    let value = WON + material(board) + progress(board, lone)?;
    Some(if board.side() == lone { -value } else { value })
}

/// What all men are worth, which are the winner's.
fn material(board: &Board) -> i32 {
    let roles =
        [(Role::Pawn, 100), (Role::Knight, 300), (Role::Bishop, 300), (Role::Rook, 500), (Role::Queen, 900)];
    roles.iter().map(|&(role, worth)| board.by_role(role).len().cast_signed() * worth).sum()
}

/// How far the side that is not `lone` has come, if it can mate.
fn progress(board: &Board, lone: Color) -> Option<i32> {
    let (hunted, king) = (board.king(lone), board.king(!lone));
    let near = NEAR * (7 - steps(hunted, king));
    let [knights, bishops] = [Role::Knight, Role::Bishop].map(|role| board.by_role(role));
    if !(board.by_role(Role::Rook) | board.by_role(Role::Queen)).is_empty() || is_of_both_colours(bishops) {
        Some(near + DRIVEN * from_middle(hunted))
    } else if !bishops.is_empty() && !knights.is_empty() {
        let corners = if bishops.meets(BitBoard::DARK) {
            [Square::new(0), Square::new(63)]
        } else {
            [Square::new(7), Square::new(56)]
        };
        let [first, second] = corners.map(|corner| walk(hunted, corner));
        Some(near + DRIVEN * (14 - first.min(second)))
    } else {
        None
    }
}

fn is_of_both_colours(bishops: BitBoard) -> bool {
    bishops.meets(BitBoard::DARK) && bishops.meets(!BitBoard::DARK)
}

/// Steps of a rook's kind from the four squares in the middle, 0 to 6.
fn from_middle(square: Square) -> i32 {
    let off = |coordinate: u8| (2 * i32::from(coordinate) - 7).abs() / 2;
    off(square.file().number()) + off(square.rank())
}

fn distances(from: Square, to: Square) -> [i32; 2] {
    let [a, b] = [from, to].map(|square| [square.file().number(), square.rank()].map(i32::from));
    [(a[0] - b[0]).abs(), (a[1] - b[1]).abs()]
}

/// Moves of a king.
fn steps(from: Square, to: Square) -> i32 {
    let [files, ranks] = distances(from, to);
    files.max(ranks)
}

/// Steps of a rook's kind.
fn walk(from: Square, to: Square) -> i32 {
    distances(from, to).iter().sum()
}

#[cfg(test)]
mod tests {
    use super::super::Rules;
    use super::*;

    fn of(fen: &str) -> Option<i32> {
        centipawns(&Board::from_fen(fen, Rules::Standard).unwrap())
    }

    #[test]
    fn the_edge_is_better_than_the_middle_and_a_near_king_than_a_far_one() {
        let middle = of("8/8/8/3k4/8/8/8/R3K3 w - - 0 1");
        let edge = of("3k4/8/8/8/8/8/8/R3K3 w - - 0 1");
        let near = of("3k4/8/3K4/8/8/8/8/R7 w - - 0 1");
        assert!(Some(0) < middle && middle < edge && edge < near, "{middle:?} {edge:?} {near:?}");
        // For the other side it is as bad, whoever has the colours.
        assert_eq!(of("3k4/8/3K4/8/8/8/8/R7 b - - 0 1"), near.map(|near| -near));
        assert_eq!(of("r7/8/8/8/8/3k4/8/3K4 b - - 0 1"), near);
    }

    #[test]
    fn bishop_and_knight_mate_in_the_bishops_corner() {
        // c1 is dark, as a1 and h8 are.
        let right = of("7k/8/8/8/8/8/8/2B1K1N1 w - - 0 1");
        let wrong = of("k7/8/8/8/8/8/8/2B1K1N1 w - - 0 1");
        assert!(wrong < right, "{wrong:?} {right:?}");
        let light = of("k7/8/8/8/8/8/8/1N2KB2 w - - 0 1");
        assert!(wrong < light, "{wrong:?} {light:?}");
    }

    #[test]
    fn where_none_is_alone_or_none_can_mate_it_is_not_said() {
        for fen in [
            "4k3/4p3/8/8/8/8/8/R3K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1",
            "4k3/8/8/8/8/8/8/3BKB2 w - - 0 1",
        ] {
            assert_eq!(of(fen), None, "{fen}");
        }
    }
}
