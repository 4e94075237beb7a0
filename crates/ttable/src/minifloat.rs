//! Numbers of nodes as short floating-point numbers: six bits of exponent, the rest fraction. Order is kept.

const EXPONENT: u32 = 6;

/// `work` rounded down to `bits` bits, `0..=32`. With fewer than six, greater exponents count as the greatest there is.
/// 0 and 1 are both 0.
#[inline]
pub(crate) const fn encode(work: u64, bits: u32) -> u64 {
    let work = if work == 0 { 1 } else { work };
    let exponent = work.ilog2() as u64;
    if bits <= EXPONENT {
        let most = (1 << bits) - 1;
        return if exponent < most { exponent } else { most };
    }
    let fraction = bits - EXPONENT;
    // The leading one goes out at the top; what follows it is the fraction.
    let following = work << (63 - exponent) << 1;
    exponent << fraction | following >> (64 - fraction)
}

/// The least number, not 0, that [`encode`]s to `code`.
#[inline]
pub(crate) const fn decode(code: u64, bits: u32) -> u64 {
    if bits <= EXPONENT {
        return 1 << code;
    }
    let fraction = bits - EXPONENT;
    let exponent = code >> fraction;
    let following = code << (64 - fraction);
    1 << exponent | (following >> 1) >> (63 - exponent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_keep_the_order_and_decode_to_themselves() {
        for bits in 1..=16 {
            let mut last = 0;
            for shift in 0..64 {
                for low in [0, 1, 1 << shift >> 1, (1 << shift) - 1] {
                    let work = 1 << shift | low;
                    let code = encode(work, bits);
                    assert!(code < 1 << bits, "{work} in {bits} bits: {code}");
                    assert!(code >= last);
                    last = code;
                    assert_eq!(encode(decode(code, bits), bits), code);
                    assert!(decode(code, bits) <= work);
                    if bits >= 8 {
                        assert!(decode(code, bits) >= work - work / 5);
                    }
                }
            }
        }
        assert_eq!((encode(0, 8), encode(1, 8), encode(2, 8), encode(3, 8)), (0, 0, 4, 6));
        assert_eq!(encode(u64::MAX, 16), 0xffff);
    }
}
