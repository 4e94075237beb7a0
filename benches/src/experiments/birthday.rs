//! How many bits keep so many positions apart.

use zkeys::birthday::{BirthdayError, bits_needed};

use super::published;
use crate::sheet::Sheet;

/// The probabilities of the published table.
pub const PROBABILITIES: [f64; 2] = [0.01, 0.0001];

/// Bits so that `n` stored positions collide with probability at most 1 % and 0.01 %.
///
/// # Errors
///
/// [`BirthdayError`] where `n` is no number of positions.
pub fn bits(n: f64) -> Result<[u32; 2], BirthdayError> {
    let [one, other] = PROBABILITIES.map(|p| bits_needed(n, p));
    Ok([one?, other?])
}

/// The birthday table.
pub fn sheets() -> Vec<Sheet> {
    let mut sheet = Sheet::new(
        "Birthdays: bits so that stored positions collide with probability at most p",
        &["positions", "p = 1 %", "published", "p = 0.01 %", "published"],
    );
    for (n, percent, basis_point) in published::BIRTHDAY_BITS {
        let name = format!("{n:e}");
        match bits(n) {
            Ok([one, other]) => {
                sheet.row([
                    name.as_str().into(),
                    one.into(),
                    percent.into(),
                    other.into(),
                    basis_point.into(),
                ]);
                sheet.expect(&name, [one, other], [percent, basis_point]);
            }
            Err(error) => sheet.remark(format!("{name}: {error}.")),
        }
    }
    vec![sheet]
}
