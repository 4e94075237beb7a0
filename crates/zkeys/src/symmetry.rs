//! One key for all positions that are alike up to symmetry.

use crate::{PositionKey, Word};

/// The keys of a position under all `G` symmetries of its board at once, kept up to date move by move.
///
/// The [canonical](Self::canonical) key is the least of them: the same for all positions of a class, so that a table
/// keeps one entry for up to `G` positions. A change costs `G` XORs, the canonical key `G − 1` comparisons.
///
/// Symmetry 0 must be the identity, and the symmetries must form a group (mirror and identity; the four rotations; all
/// eight of the square), or the classes are not what they seem.
///
/// # Examples
///
/// ```
/// use zkeys::{SplitMix64, SymmetricKey};
///
/// // A row of three squares and its mirror image.
/// let mut random = SplitMix64::new(1);
/// let keys = [(); 3].map(|()| random.next_u64());
/// let occupied = |squares: &[usize]| {
///     let mut key = SymmetricKey::<u64, 2>::default();
///     for &square in squares {
///         key.toggle(|symmetry| keys[[square, 2 - square][symmetry]]);
///     }
///     key
/// };
///
/// assert_eq!(occupied(&[0, 1]).canonical(), occupied(&[2, 1]).canonical());
/// assert_ne!(occupied(&[0]).canonical(), occupied(&[1]).canonical());
/// // Eight sets of squares, six classes.
/// let sets = [&[][..], &[0], &[1], &[2], &[0, 1], &[0, 2], &[1, 2], &[0, 1, 2]];
/// let classes: std::collections::BTreeSet<u64> = sets.map(|set| occupied(set).canonical()).into();
/// assert_eq!(classes.len(), 6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SymmetricKey<W, const G: usize> {
    images: [PositionKey<W>; G],
}

impl<W: Word, const G: usize> SymmetricKey<W, G> {
    /// Adds or takes away a feature. `image` tells the key of its image under the symmetry `0..G`; a feature that no
    /// symmetry changes, such as the side to move, has one key for all.
    #[inline]
    pub fn toggle(&mut self, mut image: impl FnMut(usize) -> W) {
        for (symmetry, key) in self.images.iter_mut().enumerate() {
            key.toggle(image(symmetry));
        }
    }

    /// The key of the position as it stands.
    #[inline]
    pub fn word(&self) -> W {
        self.images[0].word()
    }

    /// The key of the position's class: the least of its images'.
    #[inline]
    pub fn canonical(&self) -> W {
        self.images[self.symmetry()].word()
    }

    /// The symmetry that leads to the canonical position, `0..G`; the first, if the position is symmetric itself. A
    /// move stored with the canonical key must be mapped by it, and a move read by its inverse.
    #[inline]
    pub fn symmetry(&self) -> usize {
        let mut least = 0;
        for (symmetry, key) in self.images.iter().enumerate() {
            if key.word() < self.images[least].word() {
                least = symmetry;
            }
        }
        least
    }
}

impl<W: Word, const G: usize> Default for SymmetricKey<W, G> {
    /// The position without features.
    fn default() -> Self {
        const { assert!(G > 0, "a group has at least the identity") };
        Self { images: [PositionKey::new(W::ZERO); G] }
    }
}
