//! Breakthrough, a game of your own in one file: `cargo run --release --package search --example breakthrough`.
//!
//! Two rows of men on each side. A man steps one square forward, straight or diagonally; it captures diagonally only, and
//! nothing has to be captured. Whoever reaches the far row, or takes the last man, has won. Source of the rules: Dan
//! Troyka, 2000.

#![allow(clippy::print_stdout, reason = "a program to play against talks to its user")]

#[cfg(test)]
mod tests;

use std::error::Error;
use std::num::NonZeroU16;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use std::{fmt, io};

use search::{Deadline, Evaluate, Game, Noisy, Outcome, Past, Player, Tactical, Terms, Thought};
use ttable::FullTable;
use zkeys::{Feature, Pcg, PositionKey, Seed, key_set};

/// A square by its number, row after row, seen by the side to move: its own men start on 0 to 15.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Square(u8);

impl Square {
    /// As the other side sees it.
    fn turned(self) -> Self {
        Self(self.0 ^ 0b11_1000)
    }
}

impl Feature for Square {
    const COUNT: usize = 64;

    fn index(self) -> usize {
        usize::from(self.0 & 63)
    }
}

key_set! {
    /// What makes up a position.
    struct BreakthroughKeys: u64 {
        /// A man, Black's or not, on a square as White sees it.
        man: (bool, Square) = 128,
        /// Black to move.
        side: () = 1,
    }
}

static KEYS: BreakthroughKeys = BreakthroughKeys::from_pcg(Pcg::from_seed(Seed::PI));

/// A position, seen by the side to move: the board is turned upside down after each move, so that all men step up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Breakthrough {
    own: u64,
    other: u64,
    black: bool,
    key: PositionKey,
}

/// A step from a square to a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    from: Square,
    to: Square,
}

const FIRST_FILE: u64 = 0x0101_0101_0101_0101;
const FIRST_ROW: u64 = 0xff;
const LAST_ROW: u64 = FIRST_ROW << 56;

/// What a man is worth by its row, from its owner's side. The first row is what keeps the other side out.
const WORTH: [i16; 8] = [120, 100, 102, 108, 120, 150, 240, 0];

/// The squares of a set.
fn squares(mut set: u64) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let square = u8::try_from(set.trailing_zeros()).ok().filter(|&square| square < 64)?;
        set &= set - 1;
        Some(Square(square))
    })
}

/// The squares diagonally in front of a set.
fn attacks(men: u64) -> u64 {
    (men & !FIRST_FILE) << 7 | (men & !(FIRST_FILE << 7)) << 9
}

/// A set as the other side sees it.
fn turned(men: u64) -> u64 {
    men.swap_bytes()
}

/// What men are worth to their owner, who sees the board: more where another man guards them.
fn worth(men: u64) -> i16 {
    let count = |set: u64| i16::try_from(set.count_ones()).unwrap_or(i16::MAX);
    let by_row = WORTH.iter().zip(0..).map(|(worth, row)| worth * count(men >> (8 * row) & FIRST_ROW));
    by_row.sum::<i16>() + 6 * count(men & attacks(men))
}

impl Breakthrough {
    fn new() -> Self {
        Self::of(0xffff, 0xffff << 48, false)
    }

    /// A position by its men, as the side to move sees them.
    fn of(own: u64, other: u64, black: bool) -> Self {
        let mut position = Self { own, other, black, key: PositionKey::default() };
        position.key = PositionKey::new(position.rehash());
        position
    }

    /// The key from scratch.
    fn rehash(&self) -> u64 {
        let own = squares(self.own).map(|square| self.man(true, square));
        let other = squares(self.other).map(|square| self.man(false, square));
        let side = self.black.then(|| KEYS.side.key(()));
        PositionKey::of(own.chain(other).chain(side)).word()
    }

    /// The key of a man of the side to move, or of the other's, on a square that the side to move sees.
    fn man(&self, own: bool, square: Square) -> u64 {
        KEYS.man.key((self.black == own, if self.black { square.turned() } else { square }))
    }

    fn has(set: u64, square: Square) -> bool {
        set >> square.index() & 1 != 0
    }

    /// Where a man of the side to move may step.
    fn targets(&self, from: Square) -> u64 {
        let man = 1 << from.index();
        man << 8 & !(self.own | self.other) | attacks(man) & !self.own
    }

    fn steps(&self) -> impl Iterator<Item = Step> {
        squares(self.own).flat_map(|from| squares(self.targets(from)).map(move |to| Step { from, to }))
    }

    /// Turns the board to the other side.
    fn turn(&mut self) {
        self.key.swap_sides(KEYS.side.key(()));
        (self.own, self.other, self.black) = (turned(self.other), turned(self.own), !self.black);
    }
}

impl Game for Breakthrough {
    type Move = Step;
    type Undo = Self;
    type List<T: Copy> = Vec<T>;

    fn key(&self) -> u64 {
        self.key.word()
    }

    /// Whoever has just moved may have won. There is always a move: nothing blocks the foremost man's diagonals.
    fn outcome(&self) -> Option<Outcome> {
        (self.own == 0 || self.other & FIRST_ROW != 0).then_some(Outcome::Loss)
    }

    fn legal_moves(&self, moves: &mut Vec<Step>) {
        moves.extend(self.steps());
    }

    fn make(&mut self, Step { from, to }: Step) -> Self {
        let before = *self;
        self.key.relocate(self.man(true, from), self.man(true, to));
        if Self::has(self.other, to) {
            self.key.toggle(self.man(false, to));
        }
        self.own ^= 1 << from.index() | 1 << to.index();
        self.other &= !(1 << to.index());
        self.turn();
        before
    }

    fn unmake(&mut self, _: Step, before: Self) {
        *self = before;
    }

    fn pack(&self, Step { from, to }: Step) -> NonZeroU16 {
        NonZeroU16::MIN | u16::from(from.0) << 7 | u16::from(to.0) << 1
    }

    fn unpack(&self, packed: NonZeroU16) -> Option<Step> {
        let [from, to] = [7, 1].map(|shift| Square((packed.get() >> shift & 63) as u8));
        let step = Step { from, to };
        let legal = Self::has(self.own, from) && Self::has(self.targets(from), to);
        (legal && self.pack(step) == packed).then_some(step)
    }
}

impl Evaluate for Breakthrough {
    fn evaluate(&self) -> i16 {
        // The side to move is half a step ahead.
        worth(self.own) - worth(turned(self.other)) + 4
    }
}

impl Noisy for Breakthrough {
    /// A man one step from the far row has to be taken.
    fn is_calm(&self) -> bool {
        self.other & FIRST_ROW << 8 == 0
    }

    fn noisy_moves(&self, moves: &mut Vec<Step>) {
        self.noisy(moves);
        moves.sort_by_key(|&step| -self.prize(step));
    }
}

impl Tactical for Breakthrough {
    fn is_noisy(&self, step: Step) -> bool {
        Self::has(self.other | LAST_ROW, step.to)
    }

    /// The man taken, by its row as its owner sees it.
    fn prize(&self, Step { to, .. }: Step) -> i32 {
        let taken = if Self::has(self.other, to) { WORTH[7 - to.index() / 8].into() } else { 0 };
        if Self::has(LAST_ROW, to) { 1_000 } else { taken }
    }

    /// The man moved is lost where the other side may take it and nothing would take back.
    fn exchange(&self, step: Step) -> i32 {
        let attacked = Self::has(turned(attacks(turned(self.other))), step.to);
        let guarded = Self::has(attacks(self.own & !(1 << step.from.index())), step.to);
        let lost = attacked && !guarded && !Self::has(LAST_ROW, step.to);
        self.prize(step) - if lost { i32::from(WORTH[step.to.index() / 8]) } else { 0 }
    }

    /// Passing says how much is threatened, as long as there are men enough that nobody would rather not move.
    fn pass(&mut self) -> Option<Self> {
        let before = *self;
        let may_pass = self.is_calm() && self.own.count_ones() > 4;
        may_pass.then(|| {
            self.turn();
            before
        })
    }

    fn take_back_pass(&mut self, before: Self) {
        *self = before;
    }
}

/// No position comes back, so the past counts for nothing.
impl Past for Breakthrough {}

/// Thinks about the move to play.
fn think(player: &mut Player, table: &FullTable, game: &Breakthrough, terms: &Terms<Step>) -> Thought<Step> {
    table.new_generation();
    player.think(table, game, terms, &AtomicBool::new(false), |_| ())
}

/// A step as the players write it: `b2c3`, from White's side.
fn text(game: &Breakthrough, Step { from, to }: Step) -> String {
    let name = |square: Square| {
        let Square(number) = if game.black { square.turned() } else { square };
        format!("{}{}", char::from(b'a' + number % 8), 1 + number / 8)
    };
    name(from) + &name(to)
}

impl fmt::Display for Breakthrough {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (white, black) =
            if self.black { (turned(self.other), turned(self.own)) } else { (self.own, self.other) };
        for row in (0..8).rev() {
            let man = |square| match (Self::has(white, square), Self::has(black, square)) {
                (true, _) => 'W',
                (_, true) => 'b',
                _ => '.',
            };
            let men: String = (8 * row..8 * row + 8).map(|number| man(Square(number))).collect();
            writeln!(f, "{} {men}", row + 1)?;
        }
        write!(f, "  abcdefgh")
    }
}

/// Reads a step a line; at an empty line the program moves, for a second.
fn main() -> Result<(), Box<dyn Error>> {
    let (mut player, table, mut game) = (Player::new(1), FullTable::with_mib(64)?, Breakthrough::new());
    println!("{game}\nyour step, such as b2c3, or an empty line to let me play");
    let mut lines = io::stdin().lines();
    while game.outcome().is_none() {
        let Some(line) = lines.next().transpose()? else { return Ok(()) };
        let step = if line.trim().is_empty() {
            let second = Some(Deadline(Instant::now() + Duration::from_secs(1)));
            let thought = think(&mut player, &table, &game, &Terms { hard: second, ..Terms::default() });
            if let Some(line) = thought.lines.first() {
                println!("score {} at depth {}, {} nodes", line.score, thought.depth, thought.nodes);
            }
            thought.best
        } else {
            game.steps().find(|&step| text(&game, step) == line.trim())
        };
        let Some(step) = step else {
            println!("expected a legal step such as b2c3, found `{}`", line.trim());
            continue;
        };
        println!("{}", text(&game, step));
        game.make(step);
        println!("{game}");
    }
    Ok(())
}
