//! Pictures of a board, as text and as SVG.

use std::fmt;

use super::{Board, File, Square};

/// A board drawn in text: ranks from the eighth down, capitals for White, dots for empty squares.
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a>(&'a Board);

/// A board drawn as an SVG image of 8 × 8 squares, 45 units each, with the chess signs of Unicode.
#[derive(Clone, Copy, Debug)]
pub struct Svg<'a>(&'a Board);

impl Board {
    /// The board drawn in text.
    pub fn picture(&self) -> Picture<'_> {
        Picture(self)
    }

    /// The board drawn as an SVG image.
    pub fn svg(&self) -> Svg<'_> {
        Svg(self)
    }
}

impl fmt::Display for Picture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            write!(f, "{}", rank + 1)?;
            for file in 0..8 {
                let piece = self.0.piece_at(Square::at(File::new(file), rank));
                write!(f, " {}", piece.map_or('.', super::Piece::letter))?;
            }
            writeln!(f)?;
        }
        writeln!(f, "  a b c d e f g h")
    }
}

/// Units to a square's side.
const SIDE: u32 = 45;

impl fmt::Display for Svg<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whole = 8 * SIDE;
        writeln!(f, r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole} {whole}" role="img">"#)?;
        writeln!(f, "<title>{}</title>", self.0)?;
        for square in Square::all() {
            self.draw(square, f)?;
        }
        writeln!(f, "</svg>")
    }
}

impl Svg<'_> {
    fn draw(self, square: Square, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let x = u32::from(square.file().number()) * SIDE;
        let y = u32::from(7 - square.rank()) * SIDE;
        let fill = if super::BitBoard::DARK.has(square) { "#b58863" } else { "#f0d9b5" };
        writeln!(f, r#"<rect x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" fill="{fill}"/>"#)?;
        let Some(piece) = self.0.piece_at(square) else { return Ok(()) };
        // The filled signs serve both sides: White's are filled white with a dark edge.
        let sign = ['♟', '♞', '♝', '♜', '♛', '♚'][piece.role as usize];
        let fill = if piece.color == super::Color::White { "#fff" } else { "#000" };
        let (x, y) = (x + SIDE / 2, y + SIDE * 4 / 5);
        writeln!(
            f,
            r##"<text x="{x}" y="{y}" font-size="38" text-anchor="middle" fill="{fill}" stroke="#000">{sign}&#xfe0e;</text>"##
        )
    }
}
