//! Which line is which: a strip above the plot, where it hides none of it.

use super::canvas::{CHARACTER, WIDTH};

/// Pixels from line to line.
const STEP: i32 = 20;

/// Where the strip begins, and how far its end stays from the picture's.
const MARGIN: i32 = 12;

/// Pixels of a mark, with the room at its right.
const MARK: i32 = 28;

/// Where each entry's mark begins, its middle high.
#[derive(Debug)]
pub(super) struct Legend {
    places: Vec<(i32, i32)>,
    lines: i32,
}

impl Legend {
    /// Of entries with these names, as many in a line as fit.
    pub(super) fn of<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        let mut places = Vec::new();
        let (mut x, mut line) = (MARGIN, 0);
        for name in names {
            let length = i32::try_from(name.chars().count() * CHARACTER).unwrap_or(i32::MAX / 2);
            if x > MARGIN && x + MARK + length > WIDTH.cast_signed() - MARGIN {
                (x, line) = (MARGIN, line + 1);
            }
            places.push((x, MARGIN + STEP * line + STEP / 2));
            x += MARK + length + MARGIN;
        }
        Self { places, lines: line + 1 }
    }

    /// How high the strip is.
    pub(super) const fn height(&self) -> u32 {
        (STEP * self.lines + MARGIN).cast_unsigned()
    }

    /// The middle of the entry's mark, and where its name begins.
    pub(super) fn place(&self, entry: usize) -> [(i32, i32); 2] {
        let (x, y) = self.places[entry];
        [(x + 10, y), (x + MARK - 4, y)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_goes_into_the_next_line() {
        let long = "x".repeat(30);
        let legend = Legend::of(["one", &long, &long, "two"]);
        let lines: Vec<i32> = (0..4).map(|entry| legend.place(entry)[0].1).collect();
        assert_eq!(lines, [22, 22, 42, 42]);
        assert_eq!(legend.height(), 52);
        let starts = [0, 2].map(|entry| legend.place(entry)[0].0);
        assert_eq!(starts[0], starts[1]);
    }
}
