//! The fields GF(2^m).

/// GF(2^m): polynomials over GF(2) modulo an irreducible one, as the bits of a `u32`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    degree: u32,
    pub(super) modulus: u32,
}

/// An irreducible polynomial of each degree from [`Field::MIN_DEGREE`] to [`Field::MAX_DEGREE`], the highest bit for
/// the highest power. A test divides each by every polynomial of at most half its degree.
const MODULI: [u32; 12] =
    [0x25, 0x43, 0x83, 0x11B, 0x211, 0x409, 0x805, 0x1053, 0x201B, 0x4443, 0x8003, 0x1_100B];

impl Field {
    pub(super) const MIN_DEGREE: u32 = 5;
    pub(super) const MAX_DEGREE: u32 = 16;

    /// The field of this degree, in range.
    pub(super) const fn new(degree: u32) -> Self {
        Self { degree, modulus: MODULI[(degree - Self::MIN_DEGREE) as usize] }
    }

    /// The smallest field with this many elements, if there is one.
    pub(super) const fn for_elements(count: usize) -> Option<Self> {
        let mut degree = Self::MIN_DEGREE;
        while degree <= Self::MAX_DEGREE {
            if count <= 1 << degree {
                return Some(Self::new(degree));
            }
            degree += 1;
        }
        None
    }

    /// The field has two to this power elements.
    pub(super) const fn degree(self) -> u32 {
        self.degree
    }

    /// Number of elements other than 0.
    pub(super) const fn order(self) -> u32 {
        (1 << self.degree) - 1
    }

    /// The product of two elements.
    pub(super) const fn mul(self, mut a: u32, mut b: u32) -> u32 {
        let mut product = 0;
        while b != 0 {
            if b & 1 != 0 {
                product ^= a;
            }
            b >>= 1;
            a <<= 1;
            if a >> self.degree != 0 {
                a ^= self.modulus;
            }
        }
        product
    }

    /// Whether no smaller exponent is a power of two times this one, modulo the order: whether x^e says something new
    /// where all smaller powers are known.
    pub(super) const fn is_leader(self, exponent: u32) -> bool {
        let mut other = exponent * 2 % self.order();
        while other != exponent {
            if other < exponent {
                return false;
            }
            other = other * 2 % self.order();
        }
        true
    }

    /// The coordinates that determine x^e: all of them, or as many as the smaller field needs that all x^e lie in.
    pub(super) const fn coordinates(self, exponent: u32) -> u32 {
        let wanted = self.conjugates(exponent);
        // A basis of what the powers span, each with a leading coordinate of its own.
        let mut basis = [0u32; Self::MAX_DEGREE as usize];
        let mut leading = 0u32;
        let mut x = 1;
        while x <= self.order() && leading.count_ones() < wanted {
            let mut rest = self.pow(x, exponent);
            while rest != 0 {
                let lead = rest.ilog2();
                if leading >> lead & 1 == 0 {
                    basis[lead as usize] = rest;
                    leading |= 1 << lead;
                    break;
                }
                rest ^= basis[lead as usize];
            }
            x += 1;
        }
        leading
    }

    /// Number of different exponents that are this one times a power of two.
    const fn conjugates(self, exponent: u32) -> u32 {
        let mut count = 1;
        let mut other = exponent * 2 % self.order();
        while other != exponent {
            count += 1;
            other = other * 2 % self.order();
        }
        count
    }

    /// The power of an element, `exponent ≥ 1`.
    pub(super) const fn pow(self, mut x: u32, mut exponent: u32) -> u32 {
        let mut power = 1;
        while exponent != 0 {
            if exponent & 1 != 0 {
                power = self.mul(power, x);
            }
            x = self.mul(x, x);
            exponent >>= 1;
        }
        power
    }
}
