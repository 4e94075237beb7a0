//! Where a board's keys come from.

use zkeys::{Feature, Pcg, Seed, key_set};

use super::{Mark, Square};

impl Feature for Mark {
    const COUNT: usize = 2;

    #[inline]
    fn index(self) -> usize {
        self as usize
    }
}

impl Feature for Square {
    const COUNT: usize = Square::COUNT;

    #[inline]
    fn index(self) -> usize {
        Square::index(self)
    }
}

key_set! {
    /// The keys of tic-tac-toe: X on squares 0 to 8, O on squares 0 to 8, side to move.
    pub struct MarkKeys: u64 {
        /// A mark on a square.
        marks: (Mark, Square) = 18,
        /// Toggled by every move. 0 leaves the side to move out, as the marks alone tell it.
        side: () = 1,
    }
}

static STANDARD: MarkKeys = MarkKeys::from_pcg(Pcg::from_seed(Seed::PI));

/// A source of keys for [`TicTacToe`](super::TicTacToe).
///
/// A search needs no others than the [standard ones](StandardKeys). Experiments with keys do: a reference to
/// [`MarkKeys`] is a source too.
///
/// ```
/// use games::tic_tac_toe::{MarkKeys, Square, TicTacToe};
/// use search::Game;
///
/// let keys = MarkKeys::from_words(std::array::from_fn(|index| 1 << index));
/// let mut board = TicTacToe::with_keys(&keys);
/// board.make(Square::new(4).expect("below 9"));
/// assert_eq!(board.key(), 1 << 4 | 1 << 18);
/// ```
pub trait KeySource: Copy {
    /// The keys.
    fn keys(&self) -> &MarkKeys;
}

/// The keys that everyone gets who asks for none, made from π's digits. They take no space in a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StandardKeys;

impl KeySource for StandardKeys {
    #[inline]
    fn keys(&self) -> &MarkKeys {
        &STANDARD
    }
}

impl KeySource for &MarkKeys {
    #[inline]
    fn keys(&self) -> &MarkKeys {
        self
    }
}

#[cfg(test)]
mod tests {
    use zkeys::quality::{Smallest, rank, smallest_dependency};

    use super::*;

    /// Independent keys are more than the six of other games: no two positions have the same one.
    #[test]
    fn the_keys_are_independent() {
        let keys = STANDARD.to_words();
        assert_eq!(smallest_dependency(&keys, 6), Smallest::MoreThan(6));
        assert_eq!(rank(&keys), 19);
    }
}
