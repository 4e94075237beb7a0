//! What a database's header says, and how its numbers are written.

/// The first eight bytes of a database.
pub const MAGIC: [u8; 8] = *b"solved\x01\n";

/// Entries in a block: what a probe decodes at most.
pub const BLOCK: usize = 128;

const NAME_BYTES: usize = 24;
const FIXED_BYTES: usize = 40;
const PLY_BYTES: usize = 32;

/// Bytes of an index item: first key and offset.
pub(super) const INDEX_BYTES: u64 = 16;

/// What a database is of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    name: String,
    plies: u8,
    reduced: bool,
    least: i8,
    values: u8,
}

/// Why a header cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HeaderError {
    /// The name must fit its field.
    #[error("expected a name of 1 to {NAME_BYTES} bytes, found {0:?}")]
    Name(String),
    /// Values are numbered by a byte.
    #[error("expected values from −127 to 127 in order, found {0} to {1}")]
    Values(i16, i16),
}

impl Header {
    /// A header for a game of this name (1 to 24 bytes) with so many plies, the empty board's included; `reduced` if only one
    /// of each set of symmetric positions is kept; with the least and the greatest value.
    ///
    /// # Errors
    ///
    /// [`HeaderError`] for a name or a range that has no room.
    pub fn new(name: &str, plies: u8, reduced: bool, values: (i16, i16)) -> Result<Self, HeaderError> {
        if name.is_empty() || name.len() > NAME_BYTES || name.contains('\0') {
            return Err(HeaderError::Name(name.into()));
        }
        let (least, greatest) = values;
        let error = HeaderError::Values(least, greatest);
        let count = u8::try_from(i32::from(greatest) - i32::from(least) + 1).ok().filter(|&count| count > 0);
        match (i8::try_from(least), count, i8::try_from(greatest)) {
            (Ok(least), Some(values), Ok(_)) => Ok(Self { name: name.into(), plies, reduced, least, values }),
            _ => Err(error),
        }
    }

    /// The game's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Plies there are, one more than the last.
    pub const fn plies(&self) -> u8 {
        self.plies
    }

    /// Whether only one of each set of symmetric positions is there: the one of the least key.
    pub const fn is_reduced(&self) -> bool {
        self.reduced
    }

    /// The least and the greatest value there may be.
    pub const fn value_range(&self) -> (i16, i16) {
        (self.least as i16, self.least as i16 + self.values as i16 - 1)
    }

    /// How many values there are, at least 1.
    pub(super) const fn values(&self) -> u64 {
        self.values as u64
    }

    /// A value's number among the values, if it is one of them.
    pub(super) fn number_of(&self, value: i16) -> Option<u64> {
        let number = u64::try_from(i32::from(value) - i32::from(self.least)).ok()?;
        (number < self.values()).then_some(number)
    }

    /// The value of a number below [`values`](Self::values).
    pub(super) fn value_of(&self, number: u64) -> i16 {
        i16::from(self.least) + i16::try_from(number).unwrap_or(0)
    }

    /// Bytes of the header with its plies and its checksum.
    pub(super) fn bytes(&self) -> usize {
        FIXED_BYTES + PLY_BYTES * usize::from(self.plies) + 8
    }

    /// The header as it stands in the file.
    pub(super) fn encode(&self, plies: &[Ply]) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.name.as_bytes());
        bytes.resize(MAGIC.len() + NAME_BYTES, 0);
        bytes.extend([self.plies, u8::from(self.reduced), self.least.to_le_bytes()[0], self.values]);
        bytes.resize(FIXED_BYTES, 0);
        for ply in plies {
            let Ply { positions, index, entries, length } = *ply;
            bytes.extend([positions, index, entries, length].iter().flat_map(|word| word.to_le_bytes()));
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Reads the part of fixed length; `None` if it is no database's.
    pub(super) fn decode(fixed: &[u8; FIXED_BYTES]) -> Option<Self> {
        let (magic, rest) = fixed.split_at(MAGIC.len());
        let (name, rest) = rest.split_at(NAME_BYTES);
        let name = std::str::from_utf8(name).ok()?.trim_end_matches('\0');
        let [plies, reduced, least, values, zeros @ ..] = rest else { return None };
        let fine = magic == MAGIC && !name.is_empty() && *values > 0 && *reduced < 2 && zeros == [0; 4];
        let least = i8::from_le_bytes([*least]);
        let header =
            Self { name: name.into(), plies: *plies, reduced: *reduced == 1, least, values: *values };
        (fine && header.value_range().1 <= 127).then_some(header)
    }

    pub(super) const FIXED_BYTES: usize = FIXED_BYTES;
}

/// Where a ply lies in the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ply {
    pub(super) positions: u64,
    /// Offset of the index.
    pub(super) index: u64,
    /// Offset of the entries.
    pub(super) entries: u64,
    /// Bytes of the entries.
    pub(super) length: u64,
}

impl Ply {
    pub(super) const BYTES: usize = PLY_BYTES;

    pub(super) fn blocks(&self) -> u64 {
        self.positions.div_ceil(BLOCK as u64)
    }

    pub(super) fn decode(bytes: &[u8]) -> Self {
        let word = |number: usize| {
            let bytes = bytes.get(8 * number..8 * number + 8).and_then(|bytes| bytes.try_into().ok());
            bytes.map_or(0, u64::from_le_bytes)
        };
        Self { positions: word(0), index: word(1), entries: word(2), length: word(3) }
    }

    /// Whether it lies within a file of so many bytes, behind the header.
    pub(super) fn fits(&self, header: u64, file: u64) -> bool {
        let within = |start: u64, length: Option<u64>| {
            let end = length.and_then(|length| start.checked_add(length));
            start >= header && end.is_some_and(|end| end <= file)
        };
        self.positions == 0
            || (within(self.entries, Some(self.length))
                && within(self.index, self.blocks().checked_mul(INDEX_BYTES))
                // An entry takes a byte at least.
                && self.positions <= self.length)
    }
}

/// Appends a number in groups of seven bits, the low ones first.
#[expect(clippy::cast_possible_truncation, reason = "the low bits are meant")]
pub(super) fn push_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Takes a number off the front; `None` if it does not end there or is more than 64 bits.
pub(super) fn take_number(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        let bits = u64::from(byte & 0x7f);
        if bits << shift >> shift != bits {
            return None;
        }
        number |= bits << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// A checksum in which one changed byte always shows.
pub(super) fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_and_broken_ones_are_none() {
        for number in (0..64).flat_map(|bit| [(1 << bit) - 1, 1 << bit]).chain([u64::MAX]) {
            let mut bytes = Vec::new();
            push_number(&mut bytes, number);
            assert_eq!(take_number(&mut bytes.as_slice()), Some(number));
            assert_eq!(take_number(&mut &bytes[..bytes.len() - 1]), None);
        }
        assert_eq!(take_number(&mut [0xff_u8; 12].as_slice()), None);
        assert_eq!(
            take_number(&mut [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2].as_slice()),
            None
        );
    }

    #[test]
    fn headers_come_back_and_bad_ones_are_refused() {
        let header = Header::new("connect4:5x4", 21, true, (-7, 7)).unwrap();
        let bytes = header.encode(&[Ply::default(); 21]);
        assert_eq!(bytes.len(), header.bytes());
        let fixed = bytes[..FIXED_BYTES].try_into().unwrap();
        assert_eq!(Header::decode(&fixed), Some(header));
        for byte in 0..MAGIC.len() {
            let mut changed = fixed;
            changed[byte] ^= 1;
            assert_eq!(Header::decode(&changed), None);
        }
        for (name, values) in
            [("", (0, 1)), ("a name of more than 24 bytes", (0, 1)), ("x", (1, 0)), ("x", (-128, 127))]
        {
            assert!(Header::new(name, 1, false, values).is_err(), "{name} {values:?}");
        }
        assert!(Header::new("x", 1, false, (-127, 127)).is_ok());
    }
}
