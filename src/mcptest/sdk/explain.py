"""The SDK part of an ``explain`` page: which SDKs decide a rule, and code that fixes it."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.sdk.fixes import LANGUAGES, fixes
from mcptest.sdk.profiles import TRANSPORT, profiles


def sdk_lines(entry_id: str) -> Iterator[str]:
    """Nothing for an id that no known SDK decides and that has no code."""
    decided = [f"  {line}" for line in decided_lines(entry_id)]
    if decided:
        yield ""
        yield "Behavior of these SDKs:"
        yield from decided
    for language, code in fixes().get(entry_id, {}).items():
        yield ""
        yield f"Example for the {LANGUAGES[language]}:".replace("the FastMCP", "FastMCP")
        yield from (f"  {line}".rstrip() for line in code.split("\n"))


def decided_lines(entry_id: str) -> Iterator[str]:
    """What each SDK does that decides it."""
    for profile in profiles().values():
        for answer in profile.answers:
            if answer.rule == entry_id:
                where = f" over {' and '.join(answer.transports)}" if answer.transports else ""
                until = f", in revisions up to {answer.until}" if answer.until else ""
                how = "" if answer.decided == TRANSPORT else " by default"
                yield f"{profile.release} {answer.does}{how}{where}{until}"
