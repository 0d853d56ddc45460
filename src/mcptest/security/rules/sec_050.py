"""An error that tells too much."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mcptest.model.finding import Signal
from mcptest.model.json import JsonObject
from mcptest.model.leak import find_leaks
from mcptest.security.evidence import SecurityHit
from mcptest.security.live.observed import SeenResponse, SeenSession
from mcptest.security.live.response_text import is_failure, response_texts
from mcptest.security.rule import PassiveRule, proof_of_text

_SERIOUS: Final = frozenset({"stack trace", "SQL", "secret"})
_MINOR: Final = 3.0

_TOOL: Final[JsonObject] = {
    "name": "weather_now",
    "description": "Tell the weather at this place.",
    "inputSchema": {"type": "object"},
    "annotations": {"readOnlyHint": True},
}
_TEXT: Final = (
    'Traceback (most recent call last):\n  File "/srv/app/weather.py", line 12, in now\nKeyError: 1'
)


def _check(seen: SeenSession) -> Iterator[SecurityHit]:
    for response in seen.responses:
        for text in response_texts(response):
            yield from _leaks(response, text)


def _leaks(response: SeenResponse, text: str) -> Iterator[SecurityHit]:
    """Of an error everything counts, of a result only a trace at its start."""
    for leak in find_leaks(text, known=str(response.arguments), given=response.given):
        trace = leak.kind == "stack trace" and text.lstrip().startswith("Traceback")
        failed = is_failure(response)
        if failed or trace:
            what = "an error" if failed else "a result"
            yield SecurityHit(
                message=f'{what} of "{response.tool}" contains a {leak.kind}: {leak.excerpt}',
                score=None if leak.kind in _SERIOUS else _MINOR,
                kind=f"{response.tool} {leak.kind}",
                signals=(Signal(leak.kind, 2.0, leak.excerpt),),
                remedy="Log the details on the server, and return a short message.",
                exchange=response.exchange,
                text=leak.kind,
            )


RULE = PassiveRule(
    id="SEC-050",
    family="results",
    title="An error reveals internals",
    score=5.0,
    cwe=209,
    what="Looks for stack traces, SQL, paths, internal host names and secrets in errors from valid calls, and for results that are stack traces. Paths and host names are reported as low.",
    why="An attacker learns how the server is built and where it runs.",
    fix="Log the details and return a short message.",
    not_this="Values from the request, examples, and folders that the server was given.",
    check=_check,
    proof=proof_of_text(_TOOL, _TEXT, is_error=True),
)
