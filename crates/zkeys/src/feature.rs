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
    /// Where the compiler can see the range (a fieldless enum, a masked number), looking up a key has no bounds check. A number that
    /// is not below [`COUNT`](Feature::COUNT) makes it panic, or, as the second or third of a pair or triple, answer with another
    /// feature's key; there it panics in builds with debug assertions.
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
        let second = self.1.index();
        debug_assert!(second < B::COUNT, "expected a feature's index below {}, found {second}", B::COUNT);
        self.0.index() * B::COUNT + second
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Says more than it promised.
    #[derive(Clone, Copy)]
    struct Liar(usize);

    impl Feature for Liar {
        const COUNT: usize = 20;

        fn index(self) -> usize {
            self.0
        }
    }

    #[test]
    fn an_index_beyond_the_count_is_not_taken_for_another_feature() {
        assert_eq!((true, Liar(19)).index(), 39);
        assert_eq!((true, Liar(3), false).index(), 46);
        if cfg!(debug_assertions) {
            assert!(std::panic::catch_unwind(|| (false, Liar(20)).index()).is_err());
            assert!(std::panic::catch_unwind(|| (false, Liar(20), true).index()).is_err());
        }
    }
}
