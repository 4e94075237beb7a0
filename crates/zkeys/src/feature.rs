//! What a position is made of, as far as its key is concerned.

/// A kind of feature: something a position has or has not, in [`COUNT`](Feature::COUNT) varieties.
///
/// # Examples
///
/// ```
/// use zkeys::Feature;
///
/// #[derive(Clone, Copy)]
/// enum Mark { X, O }
///
/// impl Feature for Mark {
///     const COUNT: usize = 2;
///     fn index(self) -> usize {
///         self as usize
///     }
/// }
///
/// #[derive(Clone, Copy)]
/// struct Square(u8);
///
/// impl Feature for Square {
///     const COUNT: usize = 9;
///     fn index(self) -> usize {
///         self.0.into()
///     }
/// }
///
/// // Pairs are features too, row by row.
/// assert_eq!(<(Mark, Square)>::COUNT, 18);
/// assert_eq!((Mark::O, Square(4)).index(), 13);
/// ```
pub trait Feature: Copy {
    /// How many varieties there are, at least 1.
    const COUNT: usize;

    /// Which one this is, `0..COUNT`, no two alike.
    ///
    /// Where the compiler can see the range (a fieldless enum, a masked number), looking up a key has no bounds check.
    fn index(self) -> usize;
}

/// A feature that is there or not: the side to move.
impl Feature for () {
    const COUNT: usize = 1;

    #[inline]
    fn index(self) -> usize {
        0
    }
}

impl Feature for bool {
    const COUNT: usize = 2;

    #[inline]
    fn index(self) -> usize {
        self.into()
    }
}

/// Row by row: the second index runs fastest.
impl<A: Feature, B: Feature> Feature for (A, B) {
    const COUNT: usize = A::COUNT * B::COUNT;

    #[inline]
    fn index(self) -> usize {
        self.0.index() * B::COUNT + self.1.index()
    }
}

/// Row by row: the last index runs fastest.
impl<A: Feature, B: Feature, C: Feature> Feature for (A, B, C) {
    const COUNT: usize = A::COUNT * B::COUNT * C::COUNT;

    #[inline]
    fn index(self) -> usize {
        ((self.0, self.1), self.2).index()
    }
}
