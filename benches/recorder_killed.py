"""Kill a client, a server, the recorder or all of them at random moments of recorded sessions.

``python -m benches.recorder_killed --count 200``: is the file readable up to the last whole frame,
is every response in it that the client got, is a process left?
"""

import argparse
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from benches.killed_session import (
    VICTIMS,
    Killed,
    Moment,
    kill_during_http,
    kill_during_stdio,
)
from tests.tagged import end, new_tag, tagged

LATEST = 0.6  # seconds after the start of the client, or after its first response
WAYS = {"stdio": kill_during_stdio, "http": kill_during_http}


def sessions(count: int, chance: random.Random) -> Iterator[tuple[str, str, Killed]]:
    """Each transport and each victim in turn."""
    for number in range(count):
        transport = ("stdio", "http")[number % 2]
        victim = VICTIMS[number // 2 % len(VICTIMS)]
        tag = new_tag()
        with tempfile.TemporaryDirectory() as folder:
            moment = Moment(chance.random() * LATEST, after_first=chance.random() < 0.7)
            try:
                yield transport, victim, WAYS[transport](Path(folder), tag, victim, moment)
            finally:
                end(tagged(tag))


def lines(count: int, seed: int) -> Iterator[str]:
    good, frames = Counter(), Counter()
    for transport, victim, found in sessions(count, random.Random(seed)):
        wrong = found.wrong(victim)
        good[transport, victim] += wrong is None
        frames[transport, victim] += found.recorded
        if wrong is not None:
            yield f"wrong: {transport}, {victim} killed: {wrong}"
    for (transport, victim), number in good.items():
        recorded = frames[transport, victim]
        yield f"{transport}, {victim} killed: {number} good, {recorded} responses recorded"
    yield f"{good.total()} of {count} good"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=19)
    given = parser.parse_args()
    told = [print(line, flush=True) or line for line in lines(given.count, given.seed)]
    return int(told[-1] != f"{given.count} of {given.count} good")


if __name__ == "__main__":
    sys.exit(main())
