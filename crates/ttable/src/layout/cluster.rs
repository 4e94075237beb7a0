//! The pieces of memory a table is made of.

use crate::sync::{AtomicU64, RELAXED};

mod sealed {
    /// # Safety
    ///
    /// All zero bits must be a value of the type, equal to its default; it must need no drop, and be usable through `&`
    /// from several threads.
    pub unsafe trait Zeroed {}
}

pub(crate) use sealed::Zeroed;

/// A cluster's memory: some atomic words, aligned so that no cluster straddles a cache line.
///
/// Sealed, since a table hands out memory that was never written as clusters. A layout chooses among the implementors.
pub trait Cluster: Zeroed + Default + Sync + Send + 'static {
    /// Its words, in the order of their addresses.
    fn words(&self) -> &[AtomicU64];
}

macro_rules! cluster {
    ($(#[$doc:meta])* $name:ident, $words:literal, $align:literal) => {
        $(#[$doc])*
        #[derive(Debug)]
        #[repr(C, align($align))]
        pub struct $name(pub [AtomicU64; $words]);

        impl $name {
            /// An empty cluster.
            #[cfg(not(loom))]
            pub const fn new() -> Self {
                Self([const { AtomicU64::new(0) }; $words])
            }

            /// An empty cluster.
            #[cfg(loom)]
            pub fn new() -> Self {
                Self(core::array::from_fn(|_| AtomicU64::new(0)))
            }
        }

        impl Default for $name {
            fn default() -> Self {
                Self::new()
            }
        }

        // SAFETY: an array of atomic integers, for which all zero bits is 0 and which need no drop; `new` is all zeros.
        unsafe impl Zeroed for $name {}

        impl Cluster for $name {
            #[inline]
            fn words(&self) -> &[AtomicU64] {
                &self.0
            }
        }

        #[cfg(not(loom))]
        const _: () = assert!(size_of::<$name>() == 8 * $words && align_of::<$name>() == $align);
    };
}

cluster!(
    /// Eight words: one cache line of 64 bytes.
    Line,
    8,
    64
);
cluster!(
    /// Four words: half a cache line.
    HalfLine,
    4,
    32
);
cluster!(
    /// Two words: a quarter of a cache line.
    QuarterLine,
    2,
    16
);

/// A cluster whose slots are its words.
pub trait Slots: Cluster {
    /// As many as it has slots.
    type Array<T: Copy>: AsRef<[T]>;

    /// Of every word, in the order of the slots.
    fn map<T: Copy>(&self, of: impl FnMut(u64) -> T) -> Self::Array<T>;

    /// Of what was had of every word.
    fn each<T: Copy, U: Copy>(had: Self::Array<T>, of: impl FnMut(T) -> U) -> Self::Array<U>;
}

macro_rules! slots {
    ($name:ident, $words:literal) => {
        impl Slots for $name {
            type Array<T: Copy> = [T; $words];

            #[inline]
            fn map<T: Copy>(&self, mut of: impl FnMut(u64) -> T) -> [T; $words] {
                core::array::from_fn(|slot| of(self.0[slot].load(RELAXED)))
            }

            #[inline]
            fn each<T: Copy, U: Copy>(had: [T; $words], of: impl FnMut(T) -> U) -> [U; $words] {
                had.map(of)
            }
        }
    };
}

slots!(Line, 8);
slots!(HalfLine, 4);
