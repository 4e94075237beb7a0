//! Sets of keys by named features.

use crate::Word;

/// Where one field of a key set lies in the set's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Field {
    /// The field's name.
    pub name: &'static str,
    /// Number of words before it.
    pub offset: usize,
    /// Number of its words, at least 1.
    pub len: usize,
}

/// What every set declared by [`key_set!`](crate::key_set!) can do, for code that serves any set.
pub trait KeySet: Sized {
    /// The width of the keys.
    type Word: Word;

    /// Number of keys.
    const LEN: usize;

    /// The fields in layout order, contiguous.
    const FIELDS: &'static [Field];

    /// The set whose words are drawn from `next` in layout order: the way to a generator known only at run time.
    fn from_fn(next: impl FnMut() -> Self::Word) -> Self;

    /// The set whose words are the next of any `rand_core` generator, in layout order.
    ///
    /// The same words as from [`Pcg`](crate::Pcg), where the generator is `rand_pcg::Pcg64`. For keys that stay the
    /// same, give it a seeded generator and not the system's.
    #[cfg(feature = "rand_core")]
    fn from_rng<R: rand_core::Rng + ?Sized>(rng: &mut R) -> Self {
        Self::from_fn(|| Self::Word::draw(rng))
    }

    /// All keys in layout order.
    fn words(&self) -> impl Iterator<Item = Self::Word>;
}

/// Declares a set of keys by the features of a game.
///
/// Each field names a feature type and the number of its varieties, `field: Feature = COUNT`, and becomes a
/// [`Keys`](crate::Keys) block of that many words. The blocks lie in the order they are declared in, without gaps, in
/// memory (`repr(C)`) as in every list of words; `FIELDS` tells the offsets. Fields have the visibility of the struct.
///
/// The struct gets
///
/// - `LEN`, the number of keys, and `FIELDS`, its layout;
/// - `const fn from_pcg(Pcg)`, `const fn from_split_mix(SplitMix64)`, `const fn from_code(Code)` and
///   `const fn from_words([W; LEN])`, all fit for a `static`: the keys are in the binary, and nothing runs at start-up;
/// - `const fn to_words()` and `words()`, all keys in layout order;
/// - the trait [`KeySet`], with `from_fn` for a generator known only at run time.
///
/// # Examples
///
/// ```
/// use zkeys::{Feature, Pcg, Seed, key_set};
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
/// key_set! {
///     /// Keys of tic-tac-toe.
///     pub struct TicTacToeKeys: u64 {
///         /// A mark (`false` for X) on a square.
///         mark: (bool, Square) = 18,
///         /// O to move.
///         side: () = 1,
///     }
/// }
///
/// static KEYS: TicTacToeKeys = TicTacToeKeys::from_pcg(Pcg::from_seed(Seed::PI));
///
/// let x_in_the_centre = KEYS.mark.key((false, Square(4))) ^ KEYS.side.key(());
/// assert_eq!(x_in_the_centre, 0x826ab4e779831d5a);
/// assert_eq!(TicTacToeKeys::LEN, 19);
/// assert_eq!(TicTacToeKeys::FIELDS[1].offset, 18);
/// ```
///
/// A number that is not the feature's is a compile error, which `cargo check` shows too (this set is never used):
///
/// ```compile_fail,E0080
/// use zkeys::key_set;
///
/// key_set! {
///     /// A coin has two sides.
///     pub struct Coin: u64 {
///         /// Heads or tails.
///         face: bool = 3,
///     }
/// }
/// ```
///
/// A feature of another kind is one too:
///
/// ```compile_fail,E0308
/// use zkeys::{Pcg, key_set};
///
/// key_set! {
///     /// A coin has two sides.
///     pub struct Coin: u64 {
///         /// Heads or tails.
///         face: bool = 2,
///     }
/// }
///
/// static COIN: Coin = Coin::from_pcg(Pcg::new(0, 0));
/// let _ = COIN.face.key(());
/// ```
#[macro_export]
macro_rules! key_set {
    (
        $(#[$meta:meta])*
        $vis:vis struct $Set:ident: $Word:ident {
            $($(#[$field_meta:meta])* $field:ident: $Feature:ty = $count:expr),+ $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(C)]
        $vis struct $Set {
            $($(#[$field_meta])* $vis $field: $crate::Keys<$Feature, { $count }, $Word>,)+
        }

        // Here and not only where a set is built: an item's constant is evaluated by `cargo check` as well.
        $(const _: () = ::core::assert!(
            <$Feature as $crate::Feature>::COUNT == $count,
            ::core::concat!(
                "`", ::core::stringify!($Set), ".", ::core::stringify!($field), "`: ",
                ::core::stringify!($count), " is not the number of varieties of `", ::core::stringify!($Feature), "`"
            )
        );)+

        #[allow(dead_code, reason = "a set need not use every way there is to build or read it")]
        impl $Set {
            /// Number of keys.
            $vis const LEN: usize = 0 $(+ $count)+;

            /// The fields in layout order.
            $vis const FIELDS: &'static [$crate::Field] = &{
                let mut offset = 0;
                [$({
                    let len: usize = $count;
                    offset += len;
                    $crate::Field { name: ::core::stringify!($field), offset: offset - len, len }
                }),+]
            };

            /// The set whose words are the next of this generator, in layout order.
            #[must_use]
            $vis const fn from_pcg(pcg: $crate::Pcg) -> Self {
                Self::from_words($crate::Words::<$Word, { Self::LEN }>::from_pcg(pcg).0)
            }

            /// The set whose words are the next of this generator, in layout order.
            #[must_use]
            $vis const fn from_split_mix(split_mix: $crate::SplitMix64) -> Self {
                Self::from_words($crate::Words::<$Word, { Self::LEN }>::from_split_mix(split_mix).0)
            }

            /// The set whose words are columns of a linear code, so that no few of them XOR to zero.
            #[must_use]
            $vis const fn from_code(code: $crate::Code) -> Self {
                Self::from_words($crate::Words::<$Word, { Self::LEN }>::from_code(code).0)
            }

            /// The set with these words, in layout order.
            #[must_use]
            $vis const fn from_words(words: [$Word; Self::LEN]) -> Self {
                let words = $crate::Words(words);
                let mut offset = 0;
                Self {
                    $($field: {
                        offset += $count;
                        $crate::Keys::new(words.block(offset - $count))
                    },)+
                }
            }

            /// All keys in layout order.
            #[must_use]
            $vis const fn to_words(&self) -> [$Word; Self::LEN] {
                let mut words = [0; Self::LEN];
                let mut offset = 0;
                $({
                    let block = self.$field.words();
                    let mut i = 0;
                    while i < $count {
                        words[offset] = block[i];
                        offset += 1;
                        i += 1;
                    }
                })+
                let _ = offset;
                words
            }

            /// All keys in layout order.
            $vis fn words(&self) -> impl ::core::iter::Iterator<Item = $Word> {
                self.to_words().into_iter()
            }
        }

        impl $crate::KeySet for $Set {
            type Word = $Word;

            const LEN: usize = Self::LEN;
            const FIELDS: &'static [$crate::Field] = Self::FIELDS;

            fn from_fn(mut next: impl ::core::ops::FnMut() -> $Word) -> Self {
                Self::from_words(::core::array::from_fn(|_| next()))
            }

            fn words(&self) -> impl ::core::iter::Iterator<Item = $Word> {
                self.to_words().into_iter()
            }
        }
    };
}
