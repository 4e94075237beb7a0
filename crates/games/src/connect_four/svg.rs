//! Positions as pictures in SVG.

use std::fmt;

use super::bits::Bits;
use super::{ConnectK, Player};

/// A position as an SVG document, as [`ConnectK::svg`] makes it.
#[derive(Clone, Copy, Debug)]
pub struct Svg<const W: usize, const H: usize, const K: usize, B: Bits>(ConnectK<W, H, K, B>);

impl<const W: usize, const H: usize, const K: usize, B: Bits> ConnectK<W, H, K, B> {
    /// A picture: an SVG document, 40 units a square, with a text that tells the position to those who do not see it.
    ///
    /// ```
    /// use games::connect_four::ConnectFour;
    ///
    /// let board: ConnectFour = "4453".parse()?;
    /// let picture = board.svg().to_string();
    /// assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
    /// assert_eq!(picture.matches("<circle").count(), 42);
    /// # Ok::<(), games::connect_four::PositionError>(())
    /// ```
    pub const fn svg(&self) -> Svg<W, H, K, B> {
        Svg(*self)
    }
}

impl<const W: usize, const H: usize, const K: usize, B: Bits> fmt::Display for Svg<W, H, K, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(board) = self;
        let (width, height) = (40 * W, 40 * H);
        writeln!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" aria-label="{}">"#,
            board.to_string().replace('\n', "&#10;")
        )?;
        writeln!(f, r##"<rect width="{width}" height="{height}" rx="8" fill="#1f4e9c"/>"##)?;
        for row in (0..H).rev() {
            for column in ConnectK::<W, H, K, B>::columns() {
                let (x, y) = (40 * column.index() + 20, 40 * (H - 1 - row) + 20);
                let fill = match board.cell(column, row) {
                    Some(Player::First) => "#f5c518",
                    Some(Player::Second) => "#d7263d",
                    None => "#ffffff",
                };
                writeln!(f, r#"<circle cx="{x}" cy="{y}" r="16" fill="{fill}"/>"#)?;
            }
        }
        f.write_str("</svg>\n")
    }
}
