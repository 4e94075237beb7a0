#!/usr/bin/env python3
"""Makes balanced openings for matches: random moves, judged by the engine.

    openings.py target/release/transpose 100 > docs/measure/openings.txt

Games of eight random half-moves from a seed are searched by `transpose analyse`; those whose score lies within 25
centipawns of equal are kept, up to the number asked for, each position once: a line holds the moves. Needs python-chess.
"""

import random
import subprocess
import sys

import chess

SEED = 6
PLIES = 8
NODES = 30_000
BALANCED = 25


def candidates():
    chance = random.Random(SEED)
    seen = set()
    while True:
        board = chess.Board()
        for _ in range(PLIES):
            board.push(chance.choice(list(board.legal_moves)))
            if board.is_game_over():
                break
        epd = board.epd()
        # Material must be even: what is unclear is to be the position.
        if not board.is_game_over() and not board.is_check() and even(board) and epd not in seen:
            seen.add(epd)
            yield epd, " ".join(move.uci() for move in board.move_stack)


def even(board):
    count = lambda colour: [len(board.pieces(role, colour)) for role in chess.PIECE_TYPES]
    return count(chess.WHITE) == count(chess.BLACK)


def scores(engine, epds):
    command = [engine, "analyse", "--nodes", str(NODES), "-"]
    done = subprocess.run(command, input="\n".join(epds), capture_output=True, text=True, check=True)
    return [line.split("\t")[2] for line in done.stdout.splitlines()]


def main():
    engine, wanted = sys.argv[1], int(sys.argv[2])
    source = candidates()
    found = 0
    while found < wanted:
        some = [next(source) for _ in range(100)]
        for (_, moves), score in zip(some, scores(engine, [epd for epd, _ in some]), strict=True):
            kind, value = score.split()
            if kind == "cp" and abs(int(value)) <= BALANCED and found < wanted:
                print(moves)
                found += 1


if __name__ == "__main__":
    main()
