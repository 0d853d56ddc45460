"""Report a list that the server did not return in full."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mcptest.model.escape import last_lines
from mcptest.model.finding import Finding, Severity
from mcptest.model.json import MISSING
from mcptest.wire.listing import Listing
from mcptest.wire.reply import Reply

_TOLD_BY_SHAPE: Final = {"list-malformed", "cursor-type"}
_OUR_LIMITS: Final = {"limit-pages", "limit-items"}


def list_findings(
    listing: Listing, *, declared: bool, shapes_judged: bool = True
) -> Iterator[Finding]:
    """Nothing where the messages themselves are judged, or where nothing was promised."""
    last = listing.pages[-1] if listing.pages else None
    refused = last is not None and last.error is not MISSING
    told = shapes_judged and listing.code in _TOLD_BY_SHAPE
    if listing.problem is None or told or (refused and not declared):
        return
    yield Finding(
        id=listing.code or "list-failed",
        severity=Severity.WARNING if listing.code in _OUR_LIMITS else Severity.ERROR,
        message=f"the list is incomplete: {listing.problem}",
        help=_help(last),
        exchange=last.exchange if last is not None else None,
    )


def _help(reply: Reply | None) -> str:
    advice = "what was not listed could not be checked"
    words = last_lines(reply.ending.stderr) if reply is not None and reply.ending else ""
    return f"{advice}\nlast lines of stderr:\n{words}" if words else advice
