"""Why a client never connected."""

from __future__ import annotations

from typing import Final

from mcptest.client.log import ClientLog
from mcptest.client.starting import ClientEnding
from mcptest.model.escape import one_line

NEVER_CONNECTED: Final = "the client never connected"
NOT_BEFORE_THE_END: Final = (
    "no client connected before the wait ended; raise --timeout if you need more time to start it"
)
NOT_TO_THE_MOCK: Final = "no client connected before the mock exited"
_NO_PLACE: Final = (
    f"{NEVER_CONNECTED}; give it the server with {{url}}, {{command}} or {{config}}, "
    "or read it from MCPTEST_URL or MCPTEST_COMMAND"
)
_LONGEST: Final = 300


def absence_text(log: ClientLog, ending: ClientEnding) -> str:
    """What happened instead, in one scenario."""
    lines = ending.stderr.strip().splitlines()
    told = f": {lines[-1]}" if lines else ""
    if (odd := _odd(log)) is not None:
        what = odd
    elif ending.crashed:
        what = f"the client was killed by {ending.signal} before it connected"
    elif ending.status:
        what = f"the client exited with code {ending.status} before it connected"
    else:
        what = NEVER_CONNECTED
    return one_line(f"{what}{told}", limit=_LONGEST)


def no_grade_text(log: ClientLog, ending: ClientEnding) -> str:
    """The same for a whole run, with what to do about it."""
    if _odd(log) is not None:
        return absence_text(log, ending)
    if ending.crashed or ending.status:
        return f"{absence_text(log, ending)}; run the command yourself to see why"
    return _NO_PLACE


def _odd(log: ClientLog) -> str | None:
    """What was sent instead of HTTP."""
    odd = [entry["problem"] for entry in log.of("event") if entry["event"] == "unreadable"]
    return f"the client did not speak HTTP ({odd[0]})" if odd else None
