#!/usr/bin/env python3
"""How soon `transpose uci` hears `stop`, and how long `ucinewgame` takes, at several table sizes.

    latency.py target/release/transpose 16 1024 4096

For each size in MiB: the median and the greatest time from `stop` to `bestmove` of fifty searches, and the time from
`ucinewgame` to `readyok` after them on one thread and on two.
"""

import random
import statistics
import subprocess
import sys
import time

SEARCHES = 50


class Engine:
    def __init__(self, path):
        self.process = subprocess.Popen([path, "uci"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def until(self, start):
        while not (line := self.process.stdout.readline()).startswith(start):
            if not line:
                sys.exit("error: the engine has ended")

    def timed(self, command, answer):
        begun = time.perf_counter()
        self.send(command)
        self.until(answer)
        return 1000 * (time.perf_counter() - begun)


def main():
    path, sizes = sys.argv[1], sys.argv[2:]
    chance = random.Random(6)
    for size in sizes:
        engine = Engine(path)
        engine.send(f"setoption name Hash value {size}\nisready")
        engine.until("readyok")
        engine.send("position startpos")
        times = []
        for _ in range(SEARCHES):
            engine.send("go infinite")
            time.sleep(chance.uniform(0.05, 0.15))
            times.append(engine.timed("stop", "bestmove"))
        print(f"{size} MiB: stop to bestmove: median {statistics.median(times):.2f} ms, greatest {max(times):.2f} ms")
        for threads in (1, 2):
            engine.send(f"setoption name Threads value {threads}\ngo nodes 1000")
            engine.until("bestmove")
            millis = engine.timed("ucinewgame\nisready", "readyok")
            print(f"{size} MiB: ucinewgame on {threads}: {millis:.0f} ms")
        engine.send("quit")
        engine.process.wait()


if __name__ == "__main__":
    main()
