//! The key of a position, kept up to date move by move.

use crate::Word;

/// The key of a position, changed in place as the position changes.
///
/// Every change is its own inverse, so unmaking a move is making it again (or copying the old key back). In memory it
/// is the word.
///
/// # Examples
///
/// ```
/// use zkeys::{PositionKey, SplitMix64};
///
/// let mut random = SplitMix64::new(1);
/// let [from, to, captured, side] = [(); 4].map(|()| random.next_u64());
///
/// let before = PositionKey::new(0x1234_u64);
/// let mut key = before;
/// key.toggle(captured); // a capture costs four XORs: what is taken out,
/// key.relocate(from, to); // out and in of what moves,
/// key.swap_sides(side); // and the side to move
/// assert_eq!(key.word(), 0x1234 ^ captured ^ from ^ to ^ side);
///
/// key.swap_sides(side);
/// key.relocate(to, from);
/// key.toggle(captured);
/// assert_eq!(key, before);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct PositionKey<W = u64>(W);

impl<W: Word> PositionKey<W> {
    /// The key of a position without features is 0; any other value is a key carried over from elsewhere.
    #[inline]
    pub const fn new(word: W) -> Self {
        Self(word)
    }

    /// The key of a position with these features: the XOR of their keys.
    #[inline]
    pub fn of(keys: impl IntoIterator<Item = W>) -> Self {
        let mut key = Self(W::ZERO);
        keys.into_iter().for_each(|feature| key.toggle(feature));
        key
    }

    /// The key itself.
    #[inline]
    pub const fn word(self) -> W {
        self.0
    }

    /// Adds a feature that was not there, or takes away one that was.
    #[inline]
    pub fn toggle(&mut self, key: W) {
        self.0 ^= key;
    }

    /// Takes one feature away and adds another: a piece from a square to a square, a count from one number to the next.
    #[inline]
    pub fn relocate(&mut self, out: W, into: W) {
        self.0 ^= out ^ into;
    }

    /// Gives the move to the other side. The same as [`toggle`](Self::toggle), and what a null move consists of.
    #[inline]
    pub fn swap_sides(&mut self, side: W) {
        self.0 ^= side;
    }

    /// Compares the key with one computed from scratch, in builds with debug assertions; elsewhere it does nothing and
    /// `rehash` is not called.
    ///
    /// # Panics
    ///
    /// With debug assertions, where the two differ: some move before this line changed the position and not the key.
    #[inline]
    #[track_caller]
    pub fn debug_check(self, rehash: impl FnOnce() -> Self) {
        if cfg!(debug_assertions) {
            let whole = rehash();
            assert!(
                self == whole,
                "the key has drifted: expected {:#x} from scratch, found {:#x}",
                whole.0,
                self.0
            );
        }
    }
}

/// A position that keeps its key and can also compute it from scratch.
///
/// The author writes the rehash once. Changing the position through [`rekeyed`](Hashed::rekeyed) then compares the two
/// after each change in builds with debug assertions, so that a forgotten castling right shows at the first wrong move.
///
/// # Examples
///
/// ```
/// use zkeys::{Hashed, PositionKey, SplitMix64};
///
/// /// Lamps that are on or off.
/// struct Lamps { on: u8, keys: [u64; 8], key: PositionKey }
///
/// impl Hashed for Lamps {
///     type Word = u64;
///
///     fn key(&self) -> PositionKey {
///         self.key
///     }
///
///     fn rehash(&self) -> PositionKey {
///         PositionKey::of((0..8).filter(|i| self.on >> i & 1 != 0).map(|i| self.keys[i]))
///     }
/// }
///
/// let mut random = SplitMix64::new(1);
/// let keys = [(); 8].map(|()| random.next_u64());
/// let mut lamps = Lamps { on: 0, keys, key: PositionKey::default() };
/// lamps.rekeyed(|lamps| {
///     lamps.on ^= 1 << 3;
///     lamps.key.toggle(lamps.keys[3]);
/// });
/// assert_eq!(lamps.key().word(), keys[3]);
/// ```
pub trait Hashed {
    /// The width of the key.
    type Word: Word;

    /// The key the position keeps.
    fn key(&self) -> PositionKey<Self::Word>;

    /// The key computed from the position alone.
    fn rehash(&self) -> PositionKey<Self::Word>;

    /// Changes the position and, in builds with debug assertions, checks its key.
    ///
    /// # Panics
    ///
    /// With debug assertions, where `change` left the key other than [`rehash`](Self::rehash) finds it.
    #[inline]
    #[track_caller]
    fn rekeyed<R>(&mut self, change: impl FnOnce(&mut Self) -> R) -> R
    where
        Self: Sized,
    {
        let result = change(self);
        self.key().debug_check(|| self.rehash());
        result
    }
}
