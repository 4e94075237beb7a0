//! Entries of eight bytes for lossless keys: what the index does not say of the key is stored, so a match is certain.

use core::fmt;
use core::hint::select_unpredictable;
use core::marker::PhantomData;
use core::num::NonZeroU16;

use super::{Layout, Line, Located, Slots, multiply_shift};
use crate::sync::RELAXED;
use crate::{Bound, Entry, FadingWord, Generation, SizeError, WeighedWord, Word, minifloat};

/// How many of an entry's 64 bits go to what.
///
/// The widths' sum, and two bits for the bound, is 64 at most: more does not build. An entry whose move or value does
/// not fit its field is not stored.
pub trait Fields: 'static {
    /// Bits of a lossless key: keys are `0..2^KEY`. `1..=64`. Any other key is never found and never stored.
    const KEY: u32;
    /// Bits of the mixed key that are stored. With `KEY` any table is large enough; each bit less needs twice the
    /// clusters, at least `2^(KEY - KEPT)`, and a handle of another table may name another position. `1..=KEY`.
    const KEPT: u32;
    /// Bits of the move; 0 keeps none.
    const MOVE: u32;
    /// Bits of the value, in two's complement.
    const VALUE: u32;
    /// Bits of the draft, 8 or 0. With 0 every entry found has [`Entry::MAX_DRAFT`]: for searches to the end of the game.
    const DRAFT: u32;
    /// Bits of the work, for policies that weigh it: 6 keep its power of two, more keep more.
    const WORK: u32;
    /// A mask of the key: keys that agree under it lie together in one stretch of 128 KiB of the table. 0 spreads all keys
    /// over all of it. Anything else needs `KEPT` to be `KEY`.
    ///
    /// A search from the root down meets positions that have long been alike in some part for a while, then others. Where
    /// the mask is that part, what it needs at a time stays in the processor's cache, however large the table. There are two
    /// regions to the power of the mask's bits, so of a table larger than all of them the rest is never touched.
    const REGION: u64 = 0;
}

/// Fields for exact solving: all of a lossless key of `KEY` bits, so that any table is large enough; a value of `VALUE` bits
/// and work of `WORK`; keys that agree under `REGION` together. No move, and no draft, since every search goes to the end.
#[derive(Clone, Copy, Debug)]
pub struct Lossless<const KEY: u32, const VALUE: u32, const WORK: u32, const REGION: u64 = 0>;

impl<const KEY: u32, const VALUE: u32, const WORK: u32, const REGION: u64> Fields
    for Lossless<KEY, VALUE, WORK, REGION>
{
    const KEY: u32 = KEY;
    const KEPT: u32 = KEY;
    const MOVE: u32 = 0;
    const VALUE: u32 = VALUE;
    const DRAFT: u32 = 0;
    const WORK: u32 = WORK;
    const REGION: u64 = REGION;
}

/// Eight entries to a cache line, for keys that *are* the position: games whose state fits a few dozen bits. With
/// [`HalfLine`](super::HalfLine) for `C` a cluster has four, which are read in half the time and from which the victim is chosen.
///
/// An invertible mix of the key spreads positions over the table; the index takes the mixed key's high end, and the
/// `KEPT` low bits that are stored tell all keys of one cluster apart (with regions that is all of the key). There is no
/// false match. Neither evaluation, PV mark nor generation is kept.
///
/// | bits of each of the eight words | what |
/// |---|---|
/// | from the low end: 2 | bound, 0 for an empty slot |
/// | `MOVE` | move, 0 for none |
/// | `VALUE` | value |
/// | `DRAFT` | draft + 9, clamped |
/// | `WORK` | work, rounded down to a short floating-point number |
/// | the `KEPT` high ones | low bits of the mixed key |
///
/// # Examples
///
/// ```
/// use ttable::{Bound, Clustered, Entry, Exact, LeastWork, Lossless, Size, Stored, Table};
///
/// // Keys of 49 bits, as of a board of Connect Four; values of 6 bits, work in 7.
/// let table = Clustered::new(Exact::<Lossless<49, 6, 7>>::new(), LeastWork, Size::Mib(1))?;
/// let handle = table.locate(0x1_2345_6789_abcd);
/// table.store(handle, &Entry::new(-18, Bound::Upper, 0), 1000);
/// assert_eq!(table.probe(handle).map(|entry| (entry.value, entry.bound)), Some((-18, Bound::Upper)));
/// assert_eq!(table.store(handle, &Entry::new(99, Bound::Upper, 0), 1000), Stored::Refused, "6 bits hold −32 to 31");
/// # Ok::<(), ttable::SizeError>(())
/// ```
///
/// Source: storing the quotient of an invertibly mixed key is J. G. Cleary's, *Compact hash tables using bidirectional
/// linear probing*, IEEE Transactions on Computers, 1984.
pub struct Exact<F, C = Line>(PhantomData<fn() -> (F, C)>);

/// Bytes of a region: two of them, the sides' in turn, leave half of a second-level cache of 512 KiB to others.
const REGION_BYTES: usize = 128 << 10;

/// What [`Exact`] keeps in a slot: all fields in place, and 0 where the key will be.
pub struct ExactWord<F> {
    pub(super) bits: u64,
    fields: PhantomData<fn() -> F>,
}

impl<F: Fields> Exact<F> {
    const KEY_MASK: u64 = ones(F::KEY);
    /// Where a mixed key lies.
    const HIGH: u64 = Self::KEY_MASK << (64 - F::KEY);
    /// The bits below the key.
    const PAYLOAD: u64 = ones(64) >> F::KEPT;

    /// The layout.
    pub const fn new() -> Self {
        const {
            assert!(
                F::KEY >= 1 && F::KEY <= 64 && F::KEPT >= 1 && F::KEPT <= F::KEY,
                "1 <= KEPT <= KEY <= 64"
            );
            assert!(
                F::MOVE <= 16 && F::VALUE >= 1 && F::VALUE <= 16,
                "moves and values have 16 bits at most"
            );
            assert!(F::DRAFT == 0 || F::DRAFT == 8, "a draft has 8 bits or none");
            assert!(F::REGION == 0 || F::KEPT == F::KEY, "a key by regions is kept whole");
            assert!(F::KEPT + 2 + F::MOVE + F::VALUE + F::DRAFT + F::WORK <= 64, "an entry has 64 bits");
        }
        Self(PhantomData)
    }

    /// A bijection of `0..2^KEY` that lets every bit of a key reach the high ones. The result is in the word's `KEY` high
    /// bits, where the carries of the products leave it by themselves.
    #[inline]
    const fn mix(key: u64) -> u64 {
        // An odd factor is invertible modulo a power of two, and so is a shift by at least half the width.
        let (half, unused) = (F::KEY.div_ceil(2), 64 - F::KEY);
        let mut word = key << unused;
        word ^= word >> half & Self::HIGH;
        word = word.wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word ^= word >> half & Self::HIGH;
        word.wrapping_mul(0x94d0_49bb_1331_11eb)
    }

    /// The cluster, of type `C`, of `key` and the mixed key, in the word's `KEY` high bits.
    #[inline]
    pub(super) fn place<C>(key: u64, clusters: usize) -> (usize, u64) {
        let mixed = Self::mix(key);
        if key & !Self::KEY_MASK != 0 {
            // It would share its place with a key in range, so it gets none.
            return (usize::MAX, mixed);
        }
        let region = const { REGION_BYTES / size_of::<C>() };
        if F::REGION == 0 || clusters <= region {
            return (multiply_shift(mixed, clusters), mixed);
        }
        // Regions lie anywhere, up to both ends, and overlap where there is no room for all.
        let first = (key & F::REGION).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (multiply_shift(first, clusters - region + 1) + multiply_shift(mixed, region), mixed)
    }

    /// Whether a slot's bits are an entry for `check`, which has no payload: equal above it, and a payload that is not 0.
    #[inline]
    const fn matches(bits: u64, check: u64) -> bool {
        // bits − check − 1, which is the payload less 1 where the keys are equal.
        bits.wrapping_add(!check) < Self::PAYLOAD
    }
}

/// The number with `bits` low ones, `0..=64`.
const fn ones(bits: u32) -> u64 {
    if bits >= 64 { u64::MAX } else { (1 << bits) - 1 }
}

impl<F: Fields, C: Slots> Layout for Exact<F, C> {
    type Cluster = C;
    type Word = ExactWord<F>;
    type Words = C::Array<ExactWord<F>>;

    fn tag(&self) -> u64 {
        let widths = [F::KEY, F::KEPT, F::MOVE, F::VALUE, F::DRAFT, F::WORK];
        // Each is 64 at most, so no two choices of widths give one number.
        let tag = widths
            .into_iter()
            .fold(u64::from_le_bytes(*b"exact\0\0\0") & 0xffff, |tag, width| tag << 7 | u64::from(width));
        // Clusters of less than a line turn the top bits; other masks or sizes of regions turn some or others.
        let region_bytes = if F::REGION == 0 { 0 } else { REGION_BYTES as u64 };
        tag ^ (64 - size_of::<C>() as u64) << 58 ^ Exact::<F>::mix(F::REGION) ^ region_bytes
    }

    fn fits(&self, clusters: usize) -> Result<(), SizeError> {
        // Without regions, for which keys are kept whole, keys of one cluster are consecutive after the mix: at most
        // ⌈2^KEY / clusters⌉ of them.
        let most = (1_u128 << F::KEY).div_ceil(clusters.max(1) as u128);
        if most <= 1 << F::KEPT {
            Ok(())
        } else {
            Err(SizeError::TooFewClusters { clusters, least: 1 << (F::KEY - F::KEPT) })
        }
    }

    #[inline]
    fn locate(&self, key: u64, clusters: usize) -> Located {
        let (cluster, mixed) = Exact::<F>::place::<C>(key, clusters);
        Located { cluster, check: mixed << (F::KEY - F::KEPT) }
    }

    #[inline]
    fn find(&self, cluster: &C, check: u64) -> Option<ExactWord<F>> {
        let slots = cluster.map(|bits| bits);
        let mut found = 0;
        for &bits in slots.as_ref().iter().rev() {
            found = select_unpredictable(Exact::<F>::matches(bits, check), bits, found);
        }
        (found != 0).then_some(ExactWord::new(found & Exact::<F>::PAYLOAD))
    }

    #[inline]
    fn read(&self, cluster: &C, check: u64) -> (Self::Words, Option<usize>) {
        let slots = cluster.map(|bits| bits);
        let own = slots.as_ref().iter().position(|&bits| Exact::<F>::matches(bits, check));
        (C::each(slots, |bits| ExactWord::new(bits & Exact::<F>::PAYLOAD)), own)
    }

    #[inline]
    fn write(&self, cluster: &C, slot: usize, check: u64, word: ExactWord<F>) {
        if let Some(place) = cluster.words().get(slot) {
            place.store(check | word.bits, RELAXED);
        }
    }

    #[inline]
    fn shift(&self, cluster: &C, from: usize, to: usize) {
        if let (Some(from), Some(to)) = (cluster.words().get(from), cluster.words().get(to)) {
            to.store(from.load(RELAXED), RELAXED);
        }
    }

    #[inline]
    fn amend(&self, cluster: &C, slot: usize, old: ExactWord<F>, new: ExactWord<F>) {
        if let Some(place) = cluster.words().get(slot) {
            let bits = place.load(RELAXED);
            if bits & Exact::<F>::PAYLOAD == old.bits {
                place.store(bits ^ old.bits ^ new.bits, RELAXED);
            }
        }
    }
}

impl<F: Fields> ExactWord<F> {
    const MOVE: u32 = 2;
    const VALUE: u32 = Self::MOVE + F::MOVE;
    const DRAFT: u32 = Self::VALUE + F::VALUE;
    const WORK: u32 = Self::DRAFT + F::DRAFT;

    #[inline]
    pub(super) const fn new(bits: u64) -> Self {
        Self { bits, fields: PhantomData }
    }

    /// The field of `width` bits at `shift`.
    #[inline]
    const fn field(self, shift: u32, width: u32) -> u64 {
        if width == 0 { 0 } else { self.bits >> shift & ones(width) }
    }

    /// The least value its field cannot hold, from above.
    const VALUE_END: i32 = 1 << (F::VALUE - 1);
}

impl<F: Fields> Word for ExactWord<F> {
    const EMPTY: Self = Self::new(0);

    #[inline]
    fn pack(entry: &Entry, work: u64, _generation: Generation) -> Option<Self> {
        let mv = if F::MOVE == 0 { 0 } else { u64::from(entry.mv.map_or(0, NonZeroU16::get)) };
        let value = i32::from(entry.value);
        if mv > ones(F::MOVE) || value < -Self::VALUE_END || value >= Self::VALUE_END {
            return None;
        }
        let draft = entry.draft.clamp(Entry::MIN_DRAFT, Entry::MAX_DRAFT) + 1 - Entry::MIN_DRAFT;
        let mut bits = entry.bound as u64 | mv << Self::MOVE;
        bits |= (i64::from(value).cast_unsigned() & ones(F::VALUE)) << Self::VALUE;
        if F::DRAFT > 0 {
            bits |= u64::from(draft.cast_unsigned()) << Self::DRAFT;
        }
        bits |= minifloat::encode(work, F::WORK) << Self::WORK;
        Some(Self::new(bits))
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the fields have 16 bits at most")]
    fn unpack(self) -> Option<Entry> {
        Some(Entry {
            mv: NonZeroU16::new(self.field(Self::MOVE, F::MOVE) as u16),
            value: self.value(),
            eval: None,
            draft: self.draft(),
            bound: Bound::from_bits(self.field(0, 2) as u8)?,
            pv: false,
        })
    }

    #[inline]
    fn is_empty(self) -> bool {
        self.bits == 0
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the field has 8 bits")]
    fn draft(self) -> i16 {
        match F::DRAFT {
            0 if self.is_empty() => Entry::MIN_DRAFT - 1,
            0 => Entry::MAX_DRAFT,
            width => self.field(Self::DRAFT, width) as i16 + Entry::MIN_DRAFT - 1,
        }
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the field has 16 bits at most")]
    fn value(self) -> i16 {
        // The sign bit goes to the top and comes back by an arithmetic shift.
        let unused = 64 - F::VALUE;
        ((self.field(Self::VALUE, F::VALUE) << unused).cast_signed() >> unused) as i16
    }

    #[inline]
    fn is_exact(self) -> bool {
        self.field(0, 2) == Bound::Exact as u64
    }

    #[inline]
    fn is_pv(self) -> bool {
        false
    }

    #[inline]
    fn has_move(self) -> bool {
        self.field(Self::MOVE, F::MOVE) != 0
    }

    #[inline]
    fn with_move_of(self, other: Self) -> Self {
        let mask = ones(F::MOVE) << Self::MOVE;
        Self::new(self.bits & !mask | other.bits & mask)
    }
}

impl<F: Fields> WeighedWord for ExactWord<F> {
    #[inline]
    fn work(self) -> u64 {
        minifloat::decode(self.field(Self::WORK, F::WORK), F::WORK)
    }

    #[inline]
    fn weight(self) -> u64 {
        self.field(Self::WORK, F::WORK)
    }

    #[inline]
    fn rank(self) -> u64 {
        // What is below the work is not 0, by the bound, in an entry alone: ones added there carry into the work.
        self.bits.wrapping_add(ones(Self::WORK)) >> Self::WORK
    }
}

impl<F: Fields> FadingWord for ExactWord<F> {
    #[inline]
    fn faded(self) -> Self {
        let lowered = F::DRAFT > 0 && self.draft() > Entry::MIN_DRAFT;
        if lowered { Self::new(self.bits - (1 << Self::DRAFT)) } else { self }
    }
}

// By hand, since a derived one would ask `F` for what only its constants are wanted of.
impl<F, C> Clone for Exact<F, C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<F, C> Copy for Exact<F, C> {}

impl<F: Fields, C> Default for Exact<F, C> {
    fn default() -> Self {
        // For the widths' bounds.
        let _ = Exact::<F>::new();
        Self(PhantomData)
    }
}

impl<F: Fields, C> fmt::Debug for Exact<F, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Exact({} of {} bits)", F::KEPT, F::KEY)
    }
}

impl<F> Clone for ExactWord<F> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<F> Copy for ExactWord<F> {}

impl<F> fmt::Debug for ExactWord<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ExactWord({:#x})", self.bits)
    }
}
