//! Chess: what each move XORs into the key.

use games::chess::CastlingRight;
use games::chess::{Board, CastlingRights, Color, File, KEYS, Move, Piece, Role, Rules, Square, Wing};
use serde_json::{Value, json};

use crate::{Answer, Arguments, hex};

/// How the pages write a null move, which passes the turn.
const NULL_MOVE: &str = "0000";

/// A game: the position it starts from as FEN (`-` for the usual one), and the moves played, as UCI writes them.
///
/// Answers with the position, its legal moves, and for each move played what it changed in the key.
pub(crate) fn game(arguments: &mut Arguments<'_>) -> Answer {
    let text = arguments.text("a position as FEN, or -")?;
    let mut board =
        if text == "-" { Board::start() } else { text.parse().map_err(|error| format!("{error}"))? };
    let mut steps = Vec::new();
    for text in arguments.text("").unwrap_or_default().split_whitespace() {
        let (after, san) = played(&board, text)?;
        steps.push(step(&board, &after, text, &san));
        board = after;
    }
    let squares: String =
        Square::all().map(|square| board.piece_at(square).map_or('.', Piece::letter)).collect();
    let moves: Vec<Value> = board.legal_moves().iter().map(|&mv| legal(&board, mv)).collect();
    Ok(json!({
        "fen": board.to_string(),
        "key": hex(board.key()),
        "white": board.side() == Color::White,
        "check": board.is_check(),
        "king": board.king(board.side()).index(),
        "status": board.status().to_string(),
        "features": features(&board).len(),
        "squares": squares,
        "moves": moves,
        "mayPass": !board.is_check(),
        "steps": steps,
    }))
}

fn played(board: &Board, text: &str) -> Result<(Board, String), String> {
    let mut after = *board;
    if text == NULL_MOVE && !board.is_check() {
        after.make_null();
        return Ok((after, "pass".into()));
    }
    let mv = board.read_uci(text).map_err(|error| error.to_string())?;
    after.make(mv);
    Ok((after, board.write_san(mv)))
}

/// A legal move, as one picks it on a board: castling is two steps of the king.
fn legal(board: &Board, mv: Move) -> Value {
    let uci = board.write_uci(mv, Rules::Standard);
    json!({
        "uci": uci,
        "san": board.write_san(mv),
        "from": uci.get(..2),
        "to": uci.get(2..4),
        "promotion": mv.promotion().map(name),
    })
}

/// What a move changed: features that went, then features that came.
fn step(before: &Board, after: &Board, uci: &str, san: &str) -> Value {
    let (old, new) = (features(before), features(after));
    let went = old.iter().filter(|feature| !new.contains(feature)).map(|feature| (feature, false));
    let came = new.iter().filter(|feature| !old.contains(feature)).map(|feature| (feature, true));
    let xors: Vec<Value> = went
        .chain(came)
        .map(|(feature, came)| json!({ "feature": feature.name, "key": hex(feature.key), "came": came }))
        .collect();
    json!({ "uci": uci, "san": san, "before": hex(before.key()), "after": hex(after.key()), "xors": xors })
}

/// Something of a position that has a key.
#[derive(Debug, PartialEq, Eq)]
struct Feature {
    name: String,
    key: u64,
}

/// The features of a position. Their keys XOR to its own.
fn features(board: &Board) -> Vec<Feature> {
    let mut features: Vec<Feature> = Square::all()
        .filter_map(|square| {
            let piece = board.piece_at(square)?;
            let name = format!("{} {} on {square}", color(piece.color), name(piece.role));
            Some(Feature { name, key: KEYS.piece.key((piece, square)) })
        })
        .collect();
    for side in Color::ALL {
        for wing in Wing::ALL {
            if board.castling_rights().contains(CastlingRights::of(side, wing)) {
                let how = if wing == Wing::King { "O-O" } else { "O-O-O" };
                let key = KEYS.castling.key(CastlingRight { color: side, wing });
                features.push(Feature { name: format!("{} may castle {how}", color(side)), key });
            }
        }
    }
    if let Some(file) = board.en_passant().map(Square::file) {
        features.push(Feature { name: en_passant(file), key: KEYS.en_passant.key(file) });
    }
    if board.side() == Color::Black {
        features.push(Feature { name: "black to move".into(), key: KEYS.side.key(()) });
    }
    features
}

fn en_passant(file: File) -> String {
    format!("en passant on the {} file", file.letter())
}

const fn color(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

const fn name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}
