"""Prints the table: every mode against every command, in seconds, MiB and verdicts.

``python -m tests.hostile.table [--command NAME] [--only TEXT] [--jobs N]``
"""

import argparse
import sys
import time
from concurrent.futures import ThreadPoolExecutor

from tests.hostile.driving import COMMANDS, Outcome, Pace, drive
from tests.hostile.judging import wrong
from tests.hostile.scenes import every_mode


def row(outcome: Outcome, broken: list[str]) -> str:
    shown = ", ".join(sorted(outcome.findings)[:9]) or outcome.err.strip().split("\n")[0][:70]
    told = f"  !! {'; '.join(broken)}" if broken else ""
    return (
        f"{outcome.mode:32} {outcome.command:10} {outcome.code:3} {outcome.seconds:6.1f} s"
        f" {outcome.peak_mib:5.0f} MiB  {shown}{told}"
    )


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--command", action="append", choices=COMMANDS)
    asked.add_argument("--only", default="")
    asked.add_argument("--jobs", type=int, default=1)
    given = asked.parse_args()
    begun = time.monotonic()
    todo = [
        (mode, command)
        for mode in every_mode()
        if given.only in mode
        for command in given.command or COMMANDS
    ]
    pace = Pace(drive("stdio/fine", "run").seconds)
    outcomes, wrongs = [], 0
    with ThreadPoolExecutor(given.jobs) as pool:
        for outcome in pool.map(lambda each: drive(*each, pace), todo):
            outcomes.append(outcome)
            broken = wrong(outcome, pace)
            wrongs += bool(broken)
            sys.stdout.write(row(outcome, broken) + "\n")
            sys.stdout.flush()
    most = max(outcome.peak_mib for outcome in outcomes)
    longest = max(outcomes, key=lambda outcome: outcome.seconds)
    sys.stdout.write(
        f"{len(outcomes)} runs in {time.monotonic() - begun:.0f} s; at most {most:.0f} MiB;"
        f" longest {longest.seconds:.1f} s ({longest.mode}, {longest.command});"
        f" {wrongs} wrong\n"
    )


if __name__ == "__main__":
    main()
