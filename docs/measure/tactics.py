#!/usr/bin/env python3
"""Makes the tactical positions of benches/data/tactics.epd.

    tactics.py find many target/release/transpose stockfish 0 184 > found.epd
    tactics.py find few target/release/transpose stockfish 0 288 >> found.epd
    tactics.py find pawns target/release/transpose stockfish 0 332 >> found.epd
    cargo run --release -p benches --example find_mates -- 270 >> found.epd
    tactics.py verify stockfish < found.epd > verified.epd
    tactics.py number 120 80 < verified.epd > benches/data/tactics.epd

The first 39 wins and 31 mates came from these. The others are from pawns 332 1150, few 288 700, many 184 400 (none) and
find_mates 700, verified and put behind them, all by the engine of commit 6161342: what it plays, and so what is found,
changes with it.

find: our engine plays both sides of games, on a few hundred nodes and now and then by a random move, so that there are
mistakes to punish. Each game has a seed of its own, made of SEED and its number; those from the first number to before the
second are played. A game begins with equal men strewn over the board: pawns alone, or few pieces, or many. Stockfish looks
at each position, first briefly, then for longer. Kept is where one move alone wins, the side to move is not ahead already,
nothing is merely taken back, and our engine at depth 4 from an empty table plays another move. A game gives at most one.

find_mates (benches/examples): games of the same sort to the end, without Stockfish. All play of the mate's length is tried, by
no search of ours: the mate is there, no shorter one is, and no other first move gives one as short.

verify: Stockfish looks at five million nodes at each win, at half a million at each mate, whether that stands.

number: keeps so many wins and mates, the first that come, and names them.

More games give more positions; numbers go on where they ended.

One thread, limits by nodes and tables emptied before each search: the same programs make the same positions. Needs
python-chess.
"""

import random
import re
import subprocess
import sys

import chess

SEED = 6

# Each game's: {SEED} {kind} {number}.
PIECES = [chess.QUEEN, chess.ROOK, chess.ROOK, chess.BISHOP, chess.BISHOP, chess.KNIGHT, chess.KNIGHT]
# How many of them a side begins with, the same ones for both.
PIECES_EACH = {"pawns": (0, 0), "few": (1, 2), "many": (3, 7)}
PAWNS = (2, 5)
PAWN_RANKS = {chess.WHITE: range(1, 4), chess.BLACK: range(4, 7)}
# What a move is played on; a random one is played instead once in so many.
PLAYED_ON = (60, 200, 600)
RANDOM_ONCE_IN = 14
LAST_PLY = 60
# Pawns by which a game is decided.
DECIDED = 14

# Nodes of Stockfish: for the best line, then for two lines together.
GLANCE, LOOK, LONG_LOOK = 3_000, 15_000, 300_000
VERIFY = {"win": 5_000_000, "mate": 500_000}
# Centipawns: the one winning move, and the best other one.
WON, OPEN = 300, 80
# How much further off the first looks may be, and the long one before it is verified.
SLACK, LONG_SLACK = 100, 50
# A mate in so many moves is as good as any win.
FAR = 12
WORTH = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}
# How many pawns the side to move may be ahead.
AHEAD = 1

MATE = 100_000


class Engine:
    """A UCI engine on one thread; each search begins with empty tables."""

    def __init__(self, command, hash_mib, lines=1):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.send(f"uci\nsetoption name Hash value {hash_mib}\nsetoption name MultiPV value {lines}")
        self.until("uciok")

    def send(self, text):
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def until(self, start):
        lines = []
        while not (line := self.process.stdout.readline()).startswith(start):
            if not line:
                sys.exit("error: an engine has ended")
            lines.append(line)
        return lines, line

    def search(self, board, limit):
        """The lines of the last depth as (score, move), the best first."""
        self.send(f"ucinewgame\nposition fen {fen(board)}\ngo {limit}")
        infos, last = self.until("bestmove")
        lines = {}
        for info in infos:
            found = re.search(r"(?:multipv (\d+) )?score (cp|mate) (-?\d+) (?!.*bound).*? pv (\S+)", info)
            if found:
                number, kind, value, move = found.groups()
                value = int(value)
                if kind == "mate":
                    value = MATE - value if value > 0 else -MATE - value
                lines[int(number or 1)] = (value, move)
        lines[1] = (lines[1][0], last.split()[1])
        return [lines[number] for number in sorted(lines)]


def fen(board):
    """Without the clocks, which an EPD has not."""
    return board.epd() + " 0 1"


def mate_in(score):
    """Moves to the mate that the side to move gives."""
    return MATE - score if score > MATE - 1_000 else None


def ahead(board):
    """Pawns by which the side to move is ahead."""
    count = lambda colour: sum(worth * len(board.pieces(role, colour)) for role, worth in WORTH.items())
    return count(board.turn) - count(not board.turn)


def is_win(lines, slack, other_slack=0):
    """Whether the first of the two best moves wins, without a mate that is near, and the second does not."""
    [(best, _), (other, _)] = lines
    return (mate_in(best) or FAR) >= FAR and best >= WON - slack and other <= OPEN + other_slack


def is_mate(lines, distance):
    """Whether the first gives mate at this distance and the second none as short."""
    [(best, _), (other, _)] = lines
    return mate_in(best) == distance and (mate_in(other) or FAR) > distance


def takes_back(board, move):
    """Whether the move takes on the square where the last one took."""
    if not board.move_stack or not board.is_capture(move):
        return False
    last = board.pop()
    took = board.is_capture(last)
    board.push(last)
    return took and last.to_square == move.to_square


class Finder:
    """Our engine and Stockfish, which judge the positions of games, the cheap questions first."""

    def __init__(self, transpose, stockfish):
        self.engine = Engine([transpose, "uci"], 16)
        self.glance = Engine([stockfish], 1)
        self.look = Engine([stockfish], 16, lines=2)
        # Of the game's positions that were glanced at, by their plies.
        self.scores = {}

    def play(self, board, chance):
        if chance.randrange(RANDOM_ONCE_IN) == 0:
            board.push(chance.choice(list(board.legal_moves)))
        else:
            [(_, text)] = self.engine.search(board, f"nodes {chance.choice(PLAYED_ON)}")
            board.push_uci(text)

    def winning_move(self, board):
        """The one move that wins, if the position is one to keep."""
        # A win that was there a move ago mostly leaves several ways.
        was_won = self.scores.get(board.ply() - 2, 0) >= WON - SLACK
        if was_won or ahead(board) > AHEAD or board.legal_moves.count() < 3:
            return None
        score, text = self.glance.search(board, f"nodes {GLANCE}")[0]
        self.scores[board.ply()] = score
        if score < WON - SLACK or self.finds(board, text):
            return None
        for nodes, slacks in ((LOOK, (SLACK, SLACK)), (LONG_LOOK, (LONG_SLACK, 0))):
            lines = self.look.search(board, f"nodes {nodes}")
            text = lines[0][1]
            if not is_win(lines, *slacks) or self.finds(board, text):
                return None
        move = chess.Move.from_uci(text)
        return None if takes_back(board, move) else move

    def finds(self, board, best):
        """Whether our engine plays it at depth 4 already."""
        [(_, text)] = self.engine.search(board, "depth 4")
        return text == best


def strewn(chance, pieces_each):
    """Equal men for both sides on squares drawn, White to move, nobody in check."""
    while True:
        pieces = chance.sample(PIECES, chance.randint(*pieces_each))
        men = [chess.KING, *pieces, *[chess.PAWN] * chance.randint(*PAWNS)]
        board = chess.Board.empty()
        for colour in chess.COLORS:
            for man in men:
                ranks = PAWN_RANKS[colour] if man == chess.PAWN else range(8)
                free = [square for square in chess.SQUARES if chess.square_rank(square) in ranks and not board.piece_at(square)]
                board.set_piece_at(chance.choice(free), chess.Piece(man, colour))
        if board.is_valid() and not board.is_check() and any(board.legal_moves):
            return board


def is_on(board):
    return not board.is_game_over(claim_draw=True) and len(board.move_stack) < LAST_PLY and abs(ahead(board)) < DECIDED


def win(finder, kind, chance):
    """A position of a new game, with its answer."""
    board = strewn(chance, PIECES_EACH[kind])
    finder.scores.clear()
    while is_on(board):
        move = finder.winning_move(board)
        if move is not None:
            return board.epd(bm=[move])
        finder.play(board, chance)
    return None


def find(kind, transpose, stockfish, first, end):
    finder, found = Finder(transpose, stockfish), 0
    for game in range(first, end):
        # A text: its hash by Python differs from run to run, what is drawn from it does not.
        epd = win(finder, kind, random.Random(f"{SEED} {kind} {game}"))
        if epd:
            found += 1
            print(epd, flush=True)
        tell(f"{kind}: game {game} of seed {SEED}, found {found}")


def tell(text):
    print(text, file=sys.stderr, flush=True)


def verify(stockfish):
    judge = Engine([stockfish], 256, lines=2)
    for line in sys.stdin:
        board, operations = chess.Board.from_epd(line)
        distance = operations.get("dm")
        lines = judge.search(board, f"nodes {VERIFY['mate' if distance else 'win']}")
        [(score, text), (other, _)] = lines
        stands = is_mate(lines, distance) if distance else is_win(lines, 0)
        if stands and text == operations["bm"][0].uci():
            found = {"dm": distance} if distance else {}
            print(board.epd(bm=operations["bm"], **found, c0=f"{shown(score)}, next {shown(other)}"), flush=True)
        else:
            tell(f"fails: {score} {text}, {other}: {line.strip()}")


def shown(score):
    if abs(score) < MATE - 1_000:
        return f"{score / 100:+.2f}"
    return f"mate {MATE - score if score > 0 else -MATE - score}"


def number(wins, mates):
    # A dictionary keeps each once, in order.
    lines = list(dict.fromkeys(map(str.strip, sys.stdin)))
    for kind, wanted in (("win", wins), ("mate", mates)):
        kept = [line for line in lines if (" dm " in line) == (kind == "mate")]
        if len(kept) < wanted:
            sys.exit(f"error: expected {wanted} of {kind}, found {len(kept)}")
        for count, line in enumerate(kept[:wanted], 1):
            print(f'{line} id "{kind} {count}";')


def main():
    step, *rest = sys.argv[1:] or [""]
    if step == "find":
        find(*rest[:3], int(rest[3]), int(rest[4]))
    elif step == "verify":
        verify(rest[0])
    elif step == "number":
        number(int(rest[0]), int(rest[1]))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
