#!/usr/bin/env python3
"""Plays a match between two chess engines and prints the score with its error bars.

Each opening is played twice, with colours changed. Both engines get the same clock and, where they have the option, the
same table on one thread. An engine loses a game by an illegal move, by its clock, or by ending; every principal variation
that a UCI engine tells is checked to be legal, and faults are counted.

With --nodes an engine thinks for so many nodes, which no other work on the machine disturbs. The same opening then gives the
same game, so there are no more games than two for each opening.

The clocks are wall clocks, so the machine must have a core to spare for whoever thinks. A second thread watches for moments
when this process was itself kept waiting; a game in which that took longer than --stall milliseconds is void and played
again. How many were is printed.

An engine is COMMAND[,protocol=uci|xboard][,NAME=VALUE]...: options are set by their names.

    match.py --first target/release/transpose\\ uci --second stockfish,UCI_LimitStrength=true,UCI_Elo=2600 \\
        --openings docs/measure/openings.txt --games 100 --clock 5+0.1 --pgn games.pgn

Needs python-chess (`pip install chess`), 1.11 or later. Exit code: 0; 1 if the first engine broke a rule: an illegal
move, a loss on time, a crash, an illegal variation.
"""

import argparse
import datetime
import logging
import math
import shlex
import sys
import threading
import time

import chess
import chess.engine
import chess.pgn


class Watch(threading.Thread):
    """Notes how long this process is kept waiting beyond what it asked for."""

    TICK = 0.002

    def __init__(self):
        super().__init__(daemon=True)
        self.worst = 0.0

    def run(self):
        while True:
            asked = time.monotonic()
            time.sleep(self.TICK)
            late = time.monotonic() - asked - self.TICK
            self.worst = max(self.worst, late)

    def reset(self):
        self.worst = 0.0


class Faults(logging.Handler):
    """Counts what python-chess complains of: variations and lines it cannot parse."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.messages = []

    def emit(self, record):
        self.messages.append(self.format(record))


class Player:
    """An engine, started anew when it has ended."""

    def __init__(self, text, hash_mib):
        command, *settings = text.split(",")
        self.command = shlex.split(command)
        self.settings = dict(setting.split("=", 1) for setting in settings)
        self.protocol = self.settings.pop("protocol", "uci")
        self.name = self.settings.pop("name", None)
        self.hash_mib = hash_mib
        self.engine = None
        self.start()

    def start(self):
        popen = {"uci": chess.engine.SimpleEngine.popen_uci, "xboard": chess.engine.SimpleEngine.popen_xboard}
        self.engine = popen[self.protocol](self.command, timeout=60, setpgrp=False)
        self.name = self.name or self.engine.id.get("name") or self.command[0]
        wanted = {"Hash": self.hash_mib, "Threads": 1, "memory": self.hash_mib, "cores": 1, **self.settings}
        known = {name.lower(): name for name in self.engine.options}
        for name, value in wanted.items():
            if name.lower() in known:
                self.engine.configure({known[name.lower()]: value})
            elif name in self.settings:
                sys.exit(f"error: {self.name} has no option {name}")

    def stop(self):
        try:
            self.engine.quit()
        except (chess.engine.EngineError, chess.engine.EngineTerminatedError, TimeoutError):
            self.engine.close()

    def restart(self):
        self.stop()
        self.start()


class Tally:
    """Points of the first engine, by pairs of games with the same opening."""

    def __init__(self):
        self.points = []
        self.wins = self.draws = self.losses = 0

    def add(self, points):
        self.points.append(points)
        self.wins += points == 1
        self.draws += points == 0.5
        self.losses += points == 0

    def __str__(self):
        games = len(self.points)
        if games == 0:
            return "no games"
        mean = sum(self.points) / games
        pairs = [self.points[i : i + 2] for i in range(0, games - 1, 2)]
        error = 0.0
        if len(pairs) > 1:
            means = [sum(pair) / 2 for pair in pairs]
            centre = sum(means) / len(means)
            variance = sum((m - centre) ** 2 for m in means) / (len(means) - 1)
            error = 1.96 * math.sqrt(variance / len(means))
        text = f"{games} games: +{self.wins} ={self.draws} -{self.losses}, {100 * mean:.1f} % ± {100 * error:.1f}"
        low, high = max(mean - error, 1e-3), min(mean + error, 1 - 1e-3)
        return f"{text}, Elo {elo(mean):+.0f} ({elo(low):+.0f} to {elo(high):+.0f}, 95 %)"


def elo(mean):
    mean = min(max(mean, 1e-3), 1 - 1e-3)
    return -400 * math.log10(1 / mean - 1)


class Interrupted(Exception):
    """The machine kept the driver waiting: the game says nothing."""


class Match:
    def __init__(self, arguments):
        self.arguments = arguments
        base, _, increment = arguments.clock.partition("+")
        self.base, self.increment = float(base), float(increment or 0)
        self.players = [Player(arguments.first, arguments.hash), Player(arguments.second, arguments.hash)]
        self.tally = Tally()
        self.faults = []
        self.watch = Watch()
        self.watch.start()
        self.log = Faults()
        logging.getLogger("chess.engine").addHandler(self.log)
        logging.getLogger("chess.engine").propagate = False

    def openings(self):
        with open(self.arguments.openings, encoding="utf-8") as file:
            return [line.strip() for line in file if line.strip()][self.arguments.skip :]

    def run(self):
        openings = self.openings()
        void = 0
        number = 0
        begun = time.monotonic()
        while number < self.arguments.games:
            if self.arguments.minutes and time.monotonic() - begun > 60 * self.arguments.minutes:
                break
            opening = openings[(number // 2) % len(openings)]
            white = number % 2
            try:
                points, game = self.play(opening, white, number)
            except Interrupted:
                void += 1
                # The clocks of the engines may be anywhere: both begin anew.
                for player in self.players:
                    player.restart()
                continue
            self.tally.add(points)
            number += 1
            if self.arguments.pgn:
                with open(self.arguments.pgn, "a", encoding="utf-8") as file:
                    print(game, file=file, end="\n\n")
            if number % self.arguments.every == 0:
                print(f"{self.players[0].name} - {self.players[1].name}: {self.tally}", flush=True)
        for player in self.players:
            player.stop()
        print(f"result: {self.players[0].name} - {self.players[1].name}: {self.tally}")
        print(f"{void} games void, as the machine was busy; {time.monotonic() - begun:.0f} s")
        own = [fault for fault in self.faults if fault[0] == 0]
        for who, what in self.faults:
            print(f"fault: {self.players[who].name}: {what}")
        variations = len(self.log.messages)
        print(f"faults: {len(own)} of the first engine, {len(self.faults) - len(own)} of the second")
        print(f"lines and variations that python-chess refused: {variations}")
        for message in self.log.messages[:10]:
            print(f"  {message}")
        return 1 if own or (variations and self.arguments.strict) else 0

    def play(self, opening, white, number):
        """One game, the player with index `white` having White. Points of the first engine."""
        board = chess.Board()
        game = node = chess.pgn.Game()
        for text in opening.split():
            node = node.add_variation(board.push_uci(text))
        names = [self.players[white].name, self.players[1 - white].name]
        game.headers.update(
            {
                "Event": "match",
                "Date": datetime.date.today().strftime("%Y.%m.%d"),
                "Round": str(number + 1),
                "White": names[0],
                "Black": names[1],
                "TimeControl": self.pace(white),
            }
        )
        result, why = self.moves(board, node, white, number)
        game.headers["Result"] = result
        game.headers["Termination"] = why
        points = {"1-0": 1.0, "0-1": 0.0}.get(result, 0.5)
        return (points if white == 0 else 1 - points), game

    def pace(self, white):
        """The limit as a PGN header tells it."""
        if not self.arguments.nodes:
            return f"{self.base:g}+{self.increment:g}"
        return "{} nodes, {} nodes".format(self.arguments.nodes[white], self.arguments.nodes[1 - white])

    def limit(self, who, clocks):
        """How long a player may think: so many nodes, or what the clocks say."""
        if self.arguments.nodes:
            return chess.engine.Limit(nodes=self.arguments.nodes[who])
        return chess.engine.Limit(
            white_clock=clocks[chess.WHITE],
            black_clock=clocks[chess.BLACK],
            white_inc=self.increment,
            black_inc=self.increment,
        )

    def moves(self, board, node, white, number):
        """From `node`, where `board` stands, to the end: the result and what it was by."""
        clocks = {chess.WHITE: self.base, chess.BLACK: self.base}
        verdicts = []
        self.watch.reset()
        while True:
            outcome = board.outcome()
            if outcome:
                return outcome.result(), outcome.termination.name.lower().replace("_", " ")
            # By what is on the board: python-chess would also claim for a side that could repeat and does not want to.
            if board.is_repetition(3) or board.is_fifty_moves():
                return "1/2-1/2", "repetition" if board.is_repetition(3) else "fifty moves"
            agreed = self.agreed(verdicts)
            if agreed:
                return agreed, "adjudication"
            if board.ply() >= 600:
                return "1/2-1/2", "600 half-moves"
            side = board.turn
            who = white if side == chess.WHITE else 1 - white
            lost = "0-1" if side == chess.WHITE else "1-0"
            limit = self.limit(who, clocks)
            start = time.monotonic()
            try:
                played = self.players[who].engine.play(board, limit, game=number, info=chess.engine.INFO_ALL)
            except chess.engine.EngineError as error:
                if 1000 * self.watch.worst > self.arguments.stall:
                    raise Interrupted from error
                self.faults.append((who, f"game {number + 1}, {board.fen()}: {error!r}"))
                self.players[who].restart()
                return lost, "rules infraction"
            clocks[side] -= time.monotonic() - start
            if self.arguments.nodes:
                clocks[side] = self.base
            elif 1000 * self.watch.worst > self.arguments.stall:
                raise Interrupted
            if clocks[side] < -self.arguments.margin / 1000:
                self.faults.append((who, f"game {number + 1}: on time, {1000 * clocks[side]:.0f} ms"))
                return lost, "time forfeit"
            clocks[side] = max(clocks[side], 0) + self.increment
            if played.resigned or played.move is None:
                return lost, "resigned"
            verdicts.append(white_score(played.info))
            node = node.add_variation(played.move)
            board.push(played.move)

    def agreed(self, verdicts):
        """The result, where both engines have told the same side's win for so many moves each."""
        least, moves = self.arguments.adjudicate or (0, 0)
        last = verdicts[-2 * int(moves) :]
        if not moves or len(last) < 2 * moves:
            return None
        if all(verdict is not None and verdict >= least for verdict in last):
            return "1-0"
        if all(verdict is not None and verdict <= -least for verdict in last):
            return "0-1"
        return None


def white_score(info):
    """What an engine told of its move, in pawns for White; a mate is a thousand. None, if it told nothing."""
    score = info.get("score")
    if score is None:
        return None
    return score.pov(chess.WHITE).score(mate_score=100_000) / 100


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--first", required=True, metavar="ENGINE")
    parser.add_argument("--second", required=True, metavar="ENGINE")
    parser.add_argument("--openings", required=True, metavar="FILE", help="moves from the start, a line for each")
    parser.add_argument("--skip", type=int, default=0, metavar="N", help="openings played in an earlier part of the match")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--minutes", type=float, help="no game is begun after so long")
    parser.add_argument("--clock", default="5+0.1", metavar="SECONDS+INCREMENT")
    parser.add_argument("--nodes", type=int, nargs=2, metavar="N", help="nodes a move of each engine, instead of a clock")
    parser.add_argument("--hash", type=int, default=64, metavar="MIB")
    parser.add_argument("--margin", type=float, default=0, metavar="MS", help="how late a move may be")
    parser.add_argument("--stall", type=float, default=1000, metavar="MS", help="longer makes a game void")
    parser.add_argument(
        "--adjudicate",
        type=float,
        nargs=2,
        metavar=("PAWNS", "MOVES"),
        help="a game is won when both engines have told so for so many moves",
    )
    parser.add_argument("--every", type=int, default=10, help="games between two lines of the score")
    parser.add_argument("--strict", action="store_true", help="refused lines and variations make the exit code 1")
    parser.add_argument("--pgn", metavar="FILE", help="games are appended to it")
    arguments = parser.parse_args()
    if arguments.nodes:
        # Such a game comes out the same each time, and would be counted as another.
        with open(arguments.openings, encoding="utf-8") as lines:
            different = 2 * (sum(bool(line.strip()) for line in lines) - arguments.skip)
        if arguments.games > different:
            parser.error(f"--games: expected at most {different} with --nodes, found {arguments.games}")
    sys.exit(Match(arguments).run())


if __name__ == "__main__":
    main()
