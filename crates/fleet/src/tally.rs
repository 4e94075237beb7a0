//! Counts of positions.

use std::ops::AddAssign;

/// Positions, by how their games stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// All of them.
    pub positions: u64,
    /// The game goes on.
    pub open: u64,
    /// Won by the player who began.
    pub first: u64,
    /// Won by the other one.
    pub second: u64,
    /// Over, and nobody has won.
    pub drawn: u64,
    /// All of them with their mirror images and turns: `positions` unless symmetric ones were counted once.
    pub unreduced: u64,
}

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    Open,
    First,
    Second,
    Drawn,
}

impl Tally {
    /// Counts a position that stands for so many images, itself among them.
    #[inline]
    pub(crate) fn add(&mut self, standing: Standing, images: u64) {
        self.positions += 1;
        self.unreduced += images;
        match standing {
            Standing::Open => self.open += 1,
            Standing::First => self.first += 1,
            Standing::Second => self.second += 1,
            Standing::Drawn => self.drawn += 1,
        }
    }

    /// As words, for the way between workers.
    pub(crate) const fn to_words(self) -> [u64; 6] {
        let Self { positions, open, first, second, drawn, unreduced } = self;
        [positions, open, first, second, drawn, unreduced]
    }

    /// What [`to_words`](Self::to_words) made.
    pub(crate) const fn from_words(words: [u64; 6]) -> Self {
        let [positions, open, first, second, drawn, unreduced] = words;
        Self { positions, open, first, second, drawn, unreduced }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        let (mut sum, other) = (self.to_words(), other.to_words());
        sum.iter_mut().zip(other).for_each(|(sum, more)| *sum += more);
        *self = Self::from_words(sum);
    }
}
