"""What must hold of a command, whatever the server does."""

from __future__ import annotations

from tests.hostile.driving import Outcome, Pace
from tests.hostile.expected import EXPECTED

MOST_MIB = 200
CATALOGS = {"stdio/ten-thousand": 400}  # whose every tool has its cases in the reports
SESSIONS = 6  # so many times a run may have to start a server that goes wrong in every case
ENDING = 6.0  # two graces, and what follows a kill
UNREACHED = 3
OVERRUN = {"nowhere/accepts-nothing"}  # the system takes the first connections, then none


def wrong(seen: Outcome, pace: Pace) -> list[str]:
    """Every promise that was not kept."""
    found = list(seen.problems)
    if seen.left:
        found.append(f"{seen.left} processes left")
    if seen.peak_mib > CATALOGS.get(seen.mode, MOST_MIB):
        found.append(f"{seen.peak_mib:.0f} MiB")
    return found + (_wrong_run(seen, pace) if seen.command == "run" else _wrong_code(seen))


def _wrong_run(seen: Outcome, pace: Pace) -> list[str]:
    code, findings = EXPECTED[seen.mode]
    found = [f"{name} not found" for name in sorted(findings - seen.findings)]
    if seen.code != code:
        found.append(f"exit code {seen.code}, not {code}")
    if seen.seconds > 4 * pace.usual + SESSIONS * (pace.patience(seen.mode) + ENDING):
        found.append(f"{seen.seconds:.1f} s")
    return found


def _wrong_code(seen: Outcome) -> list[str]:
    """What cannot be reached has no verdict; everything else has one, and no other end."""
    allowed = {UNREACHED} if EXPECTED[seen.mode][0] == UNREACHED else {0, 1}
    allowed |= {UNREACHED} if seen.mode in OVERRUN else set()
    return [] if seen.code in allowed else [f"exit code {seen.code}, not of {sorted(allowed)}"]
