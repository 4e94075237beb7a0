//! The victim among packed words, all of them at once, in the sixteen-bit lanes of a vector register.
//!
//! What that gains, where a store has to wait for its line, is in `docs/ttable-speed.md`.

use core::arch::x86_64::{
    __m128i, _mm_add_epi16, _mm_and_si128, _mm_castps_si128, _mm_castsi128_ps, _mm_cmpeq_epi16,
    _mm_extract_epi16, _mm_min_epi16, _mm_or_si128, _mm_set_epi16, _mm_set_epi64x, _mm_set1_epi32,
    _mm_setzero_si128, _mm_shuffle_epi32, _mm_shuffle_ps, _mm_slli_epi16, _mm_srli_epi16, _mm_srli_epi32,
    _mm_sub_epi16,
};

use super::{PLIES_PER_AGE, Packed, rank};
use crate::{Generation, Victim};

/// What [`AgedWord::victim`](super::AgedWord::victim) says.
#[inline]
pub(super) fn victim(words: &[Packed], now: Generation) -> Victim {
    match words.len() {
        // SAFETY: the module is compiled only where all of the program may use SSE2.
        1..=8 => unsafe { of_lanes(words, now) },
        _ => Victim::of_ranks(words.iter().map(|&word| rank(word, now))),
    }
}

/// The upper halves of four words, in 32 bits each.
#[inline]
#[target_feature(enable = "sse2")]
fn uppers([a, b, c, d]: [Packed; 4]) -> __m128i {
    let pair = |low: Packed, high: Packed| {
        _mm_castsi128_ps(_mm_set_epi64x(high.bits().cast_signed(), low.bits().cast_signed()))
    };
    _mm_castps_si128(_mm_shuffle_ps(pair(a, b), pair(c, d), 0b11_01_11_01))
}

// The generation lies three bits up in its byte, which is a factor of eight.
const _: () = assert!(PLIES_PER_AGE == 8);

/// The victim of one to eight words.
#[inline]
#[target_feature(enable = "sse2")]
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the low bits are what is wanted"
)]
fn of_lanes(words: &[Packed], now: Generation) -> Victim {
    // Lanes beyond the last word repeat the first, which comes before them.
    let word = |slot: usize| words.get(slot).or(words.first()).copied().unwrap_or_default();
    // The upper lane of each two has the top of a word: generation 5, PV mark 1, bound 2, draft 8, not all 0 but in an empty
    // slot. The lower lane has that of a slot from 4 on, or nothing of use.
    let mut lanes = uppers([word(0), word(1), word(2), word(3)]);
    if words.len() > 4 {
        let more = uppers([word(4), word(5), word(6), word(7)]);
        lanes = _mm_or_si128(_mm_and_si128(lanes, _mm_set1_epi32(-0x1_0000)), _mm_srli_epi32(more, 16));
    }
    // The ones keep the generation from lending to what is below it.
    let now = _mm_set1_epi32(i32::from(now.number()).wrapping_mul(0x0800_0800) | 0x07ff_07ff);
    let age = _mm_srli_epi16(_mm_sub_epi16(now, lanes), 11);
    let draft = _mm_srli_epi16(_mm_slli_epi16(lanes, 8), 8);
    // More than draft and age can make up for.
    let lead = _mm_slli_epi16(_mm_cmpeq_epi16(lanes, _mm_setzero_si128()), 14);
    // The slot in the three low bits: one minimum finds both.
    let worth = _mm_sub_epi16(_mm_slli_epi16(draft, 3), _mm_slli_epi16(age, 6));
    let ranks = _mm_add_epi16(_mm_add_epi16(worth, _mm_set_epi16(3, 7, 2, 6, 1, 5, 0, 4)), lead);
    let two = _mm_min_epi16(ranks, _mm_shuffle_epi32(ranks, 0b01_00_11_10));
    let one = _mm_min_epi16(two, _mm_shuffle_epi32(two, 0b10_11_00_01));
    let (upper, lower) = (_mm_extract_epi16(one, 1) as i16, _mm_extract_epi16(one, 0) as i16);
    let least = if words.len() > 4 { upper.min(lower) } else { upper };
    Victim { slot: least as usize % words.len().next_power_of_two(), is_empty: least < -0x2000 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bound, Entry, Word};

    /// Words as tables hold them, a third of them empty, in few ages and drafts so that equals are frequent, and in all.
    fn words(seed: &mut u64, narrow: bool) -> [Packed; 10] {
        let (drafts, ages) = if narrow { (3, 2) } else { (255, 32) };
        core::array::from_fn(|_| {
            *seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            let [.., pv, draft, age, empty] = seed.to_le_bytes();
            let entry = Entry::new(-1, Bound::Upper, i16::from(draft % drafts) + Entry::MIN_DRAFT);
            let word = Packed::pack(&Entry { pv: pv & 1 != 0, ..entry }, 1, Generation::new(age % ages));
            if empty.is_multiple_of(3) { Packed::default() } else { word.unwrap() }
        })
    }

    #[test]
    fn lanes_find_the_victim_that_ranks_find() {
        let mut seed = 7;
        for now in (0..32).map(Generation::new).cycle().take(20_000) {
            let words = words(&mut seed, now.number() < 2);
            for words in (0..=10).map(|count| &words[..count]) {
                let ranks = words.iter().map(|&word| rank(word, now));
                assert_eq!(victim(words, now), Victim::of_ranks(ranks), "{words:x?} {now:?}");
            }
        }
    }
}
