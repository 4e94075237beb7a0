//! The smallest dependency among keys, by meeting in the middle.

use core::ops::ControlFlow;
use std::vec;
use std::vec::Vec;

use crate::{SplitMix64, Word};

/// What [`smallest_dependency`] found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Smallest {
    /// These keys XOR to zero and no fewer do. Indices, ascending, at least one (a key that is 0).
    Dependency(Vec<usize>),
    /// No set of this many keys or fewer XORs to zero.
    MoreThan(usize),
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The size of dependency it is looking for; all smaller ones are ruled out.
    pub size: usize,
    /// Passes made for this size, `0..of`.
    pub done: u64,
    /// Passes this size takes. All passes of a size take about the same time.
    pub of: u64,
}

/// The smallest set of keys that XORs to zero, if it has `up_to` keys or fewer.
///
/// Exact. Sizes `2k − 1` and `2k` take on the order of n^k/k! steps and 8 MiB: for the 781 keys of chess, seconds up
/// to size 6, minutes to 8.
///
/// # Examples
///
/// ```
/// use zkeys::quality::{Smallest, smallest_dependency};
///
/// let keys = [0b0001_u32, 0b0110, 0b1000, 0b1110];
/// assert_eq!(smallest_dependency(&keys, 6), Smallest::Dependency(vec![1, 2, 3]));
/// assert_eq!(smallest_dependency(&keys, 2), Smallest::MoreThan(2));
/// ```
pub fn smallest_dependency<W: Word>(keys: &[W], up_to: usize) -> Smallest {
    smallest_dependency_with(keys, up_to, |_| ControlFlow::Continue(()))
}

/// [`smallest_dependency`] that tells how far it is, before every pass, and stops where `progress` says so.
///
/// A stopped search answers with the size it had ruled out by then.
pub fn smallest_dependency_with<W: Word>(
    keys: &[W],
    up_to: usize,
    mut progress: impl FnMut(Progress) -> ControlFlow<()>,
) -> Smallest {
    for size in 1..=up_to.min(keys.len()) {
        if size == 1 {
            if let Some(zero) = keys.iter().position(|&key| key == W::ZERO) {
                return Smallest::Dependency(vec![zero]);
            }
            continue;
        }
        match Halves::new(keys, size).search(&mut progress) {
            ControlFlow::Continue(()) => {}
            ControlFlow::Break(Some(dependency)) => return Smallest::Dependency(dependency),
            ControlFlow::Break(None) => return Smallest::MoreThan(size - 1),
        }
    }
    Smallest::MoreThan(up_to)
}

/// Subsets a pass holds at once, on average: half a megabyte for 64-bit keys, so that they stay in a core's own cache.
const SUBSETS_PER_PASS: u128 = 1 << 14;

/// The search for a dependency of one size, all smaller ones being ruled out.
///
/// A dependency of `size` keys splits into two sets with the same XOR. Each pass looks at the sets whose *tag* has one
/// value, a tag being a few random parities of the XOR; tags XOR as keys do, so the last two keys of a set are found by
/// their tag, and the sets of other passes are never visited.
struct Halves<'a, W> {
    keys: &'a [W],
    small: usize,
    large: usize,
    tags: Vec<usize>,
    /// All pairs of keys by tag, those with a high first key first.
    pairs: Vec<Vec<Pair<W>>>,
}

/// Two keys, `keys[0] < keys[1]`, and their XOR.
struct Pair<W> {
    keys: [u32; 2],
    value: W,
}

impl<'a, W: Word> Halves<'a, W> {
    fn new(keys: &'a [W], size: usize) -> Self {
        let small = size / 2;
        let passes = subsets(keys.len(), small) / SUBSETS_PER_PASS;
        let tag_bits = passes.max(1).ilog2().min(16);
        let mut random = SplitMix64::new(0);
        let masks: Vec<u128> = (0..tag_bits).map(|_| random.next_u128()).collect();
        let tag = |key: &W| {
            let parity = |mask: &u128| usize::from((key.to_u128() & mask).count_ones() % 2 == 1);
            masks.iter().fold(0, |tag, mask| tag << 1 | parity(mask))
        };
        let tags: Vec<usize> = keys.iter().map(tag).collect();
        let mut halves = Self { keys, small, large: size - small, tags, pairs: Vec::new() };
        halves.pairs.resize_with(1 << tag_bits, Vec::new);
        if halves.large >= 2 {
            halves.list_pairs();
        }
        halves
    }

    fn list_pairs(&mut self) {
        let count = u32::try_from(self.keys.len()).unwrap_or(u32::MAX);
        for first in (0..count).rev() {
            for last in first + 1..count {
                let [i, j] = [first, last].map(|index| index as usize);
                let value = self.keys[i] ^ self.keys[j];
                self.pairs[self.tags[i] ^ self.tags[j]].push(Pair { keys: [first, last], value });
            }
        }
    }

    /// Breaks with the dependency, or with `None` when it is stopped.
    fn search(
        &self,
        progress: &mut impl FnMut(Progress) -> ControlFlow<()>,
    ) -> ControlFlow<Option<Vec<usize>>> {
        let mut seen = Seen::new();
        for pass in 0..self.pairs.len() {
            let counted =
                Progress { size: self.small + self.large, done: pass as u64, of: self.pairs.len() as u64 };
            if progress(counted).is_break() {
                return ControlFlow::Break(None);
            }
            seen.clear();
            if let ControlFlow::Break(twice) = self.pass(pass, &mut seen) {
                return ControlFlow::Break(Some(self.members(pass, twice)));
            }
        }
        ControlFlow::Continue(())
    }

    /// Breaks with a value that two sets have.
    fn pass(&self, pass: usize, seen: &mut Seen<W>) -> ControlFlow<W> {
        let same = self.small == self.large;
        self.each(self.small, pass, &mut |_, _, value| {
            let new = seen.insert(value);
            // Were a value of two small halves a find while the large ones are larger, the size would be a smaller one.
            if new || !same { ControlFlow::Continue(()) } else { ControlFlow::Break(value) }
        })?;
        if same {
            return ControlFlow::Continue(());
        }
        self.each(self.large, pass, &mut |_, _, value| {
            if seen.contains(value) { ControlFlow::Break(value) } else { ControlFlow::Continue(()) }
        })
    }

    /// The members of the dependency, given the value its halves have.
    fn members(&self, pass: usize, value: W) -> Vec<usize> {
        let small = self.find(self.small, pass, value, &[]);
        // Two different sets with this value have no key in common: without it, they would have been a smaller find.
        let mut members = self.find(self.large, pass, value, &small);
        members.extend(small);
        members.sort_unstable();
        members
    }

    /// A set with this value other than `known`.
    fn find(&self, size: usize, pass: usize, value: W, known: &[usize]) -> Vec<usize> {
        let found = self.each(size, pass, &mut |first, last, other| {
            let set = || first.iter().chain(last).map(|&i| i as usize);
            if other == value && !set().eq(known.iter().copied()) {
                return ControlFlow::Break(set().collect());
            }
            ControlFlow::Continue(())
        });
        found.break_value().unwrap_or_default()
    }

    /// Visits all sets of `size` keys with this tag: the indices, ascending, but for the last one or two, the last one
    /// or two, and the XOR.
    fn each<B>(&self, size: usize, tag: usize, visit: &mut impl Visit<W, B>) -> ControlFlow<B> {
        self.extend(&mut Vec::with_capacity(size), size, tag, W::ZERO, visit)
    }

    /// Visits the sets that begin with `first`; `tag` is what the rest must have, `value` the XOR so far.
    fn extend<B>(
        &self,
        first: &mut Vec<u32>,
        size: usize,
        tag: usize,
        value: W,
        visit: &mut impl Visit<W, B>,
    ) -> ControlFlow<B> {
        let start = first.last().map_or(0, |&last| last + 1);
        match size - first.len() {
            1 => {
                for (i, (&key, &its)) in (0..).zip(self.keys.iter().zip(&self.tags)) {
                    if its == tag && i >= start {
                        visit(first, &[i], value ^ key)?;
                    }
                }
            }
            2 => {
                for pair in self.pairs[tag].iter().take_while(|pair| pair.keys[0] >= start) {
                    visit(first, &pair.keys, value ^ pair.value)?;
                }
            }
            _ => {
                for (next, (&key, &its)) in (0..).zip(self.keys.iter().zip(&self.tags)).skip(start as usize) {
                    first.push(next);
                    self.extend(first, size, tag ^ its, value ^ key, visit)?;
                    first.pop();
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// What is done with a set, see [`Halves::each`].
trait Visit<W, B>: FnMut(&[u32], &[u32], W) -> ControlFlow<B> {}

impl<W, B, F: FnMut(&[u32], &[u32], W) -> ControlFlow<B>> Visit<W, B> for F {}

/// Sets of `size` out of `n`, no more than fit.
fn subsets(n: usize, size: usize) -> u128 {
    (0..size).fold(1, |count: u128, i| count.saturating_mul((n - i) as u128) / (i as u128 + 1))
}

/// A set of words other than 0, by open addressing. (No smaller dependency exists, so no half XORs to zero.)
struct Seen<W> {
    slots: Vec<W>,
    len: usize,
}

impl<W: Word> Seen<W> {
    fn new() -> Self {
        Self { slots: vec![W::ZERO; 1 << 10], len: 0 }
    }

    fn clear(&mut self) {
        self.slots.fill(W::ZERO);
        self.len = 0;
    }

    /// The slot of the word, or the empty one where it would go.
    #[inline]
    fn slot(&self, word: W) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = spread(word) & mask;
        while self.slots[slot] != W::ZERO && self.slots[slot] != word {
            slot = (slot + 1) & mask;
        }
        slot
    }

    #[inline]
    fn contains(&self, word: W) -> bool {
        self.slots[self.slot(word)] == word
    }

    /// Whether it was new.
    #[inline]
    fn insert(&mut self, word: W) -> bool {
        let slot = self.slot(word);
        if self.slots[slot] == word {
            return false;
        }
        self.slots[slot] = word;
        self.len += 1;
        if self.len * 2 > self.slots.len() {
            self.grow();
        }
        true
    }

    fn grow(&mut self) {
        let larger = vec![W::ZERO; self.slots.len() * 2];
        for word in core::mem::replace(&mut self.slots, larger) {
            if word != W::ZERO {
                let slot = self.slot(word);
                self.slots[slot] = word;
            }
        }
    }
}

/// Bits of all of the word, mixed.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "a hash may lose bits")]
fn spread<W: Word>(word: W) -> usize {
    let wide = word.to_u128();
    let folded = (wide >> 64) as u64 ^ wide as u64;
    (folded.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize
}
