//! The keys of one kind of feature.

use core::fmt;
use core::marker::PhantomData;

use crate::{Feature, Word};

/// One key for each of the `N` varieties of the feature `F`.
///
/// Only an `F` finds a key in it, so a square cannot be mistaken for a file. In memory it is a `[W; N]`.
#[repr(transparent)]
pub struct Keys<F, const N: usize, W> {
    words: [W; N],
    feature: PhantomData<fn(F)>,
}

impl<F: Feature, const N: usize, W: Word> Keys<F, N, W> {
    /// The keys in the order of [`Feature::index`].
    ///
    /// `N` other than `F::COUNT` does not compile. (Code that is generic over `F` learns it only when it is built;
    /// [`key_set!`](crate::key_set!) has it seen by `cargo check` as well.)
    #[must_use]
    pub const fn new(words: [W; N]) -> Self {
        const { assert!(N == F::COUNT, "the number of keys is not the number of varieties of the feature") };
        Self { words, feature: PhantomData }
    }

    /// The key of this variety.
    ///
    /// # Panics
    ///
    /// Where [`Feature::index`] breaks its promise and answers `N` or more.
    #[inline]
    pub fn key(&self, feature: F) -> W {
        self.words[feature.index()]
    }

    /// All keys in the order of [`Feature::index`].
    #[inline]
    #[must_use]
    pub const fn words(&self) -> &[W; N] {
        &self.words
    }
}

// By hand, since a derive would ask the same of `F`.
impl<F, const N: usize, W: Copy> Copy for Keys<F, N, W> {}

impl<F, const N: usize, W: Copy> Clone for Keys<F, N, W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<F, const N: usize, W: PartialEq> PartialEq for Keys<F, N, W> {
    fn eq(&self, other: &Self) -> bool {
        self.words == other.words
    }
}

impl<F, const N: usize, W: Eq> Eq for Keys<F, N, W> {}

impl<F, const N: usize, W: fmt::LowerHex> fmt::Debug for Keys<F, N, W> {
    /// In hexadecimal, as one reads keys.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut list = f.debug_list();
        for word in &self.words {
            list.entry(&format_args!("{word:#x}"));
        }
        list.finish()
    }
}
