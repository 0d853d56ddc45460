"""Control characters in a response."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mcptest.model.finding import Signal
from mcptest.model.json import JsonObject
from mcptest.security.characters.invisible import find_invisible
from mcptest.security.evidence import SecurityHit, Span
from mcptest.security.live.observed import SeenResponse, SeenSession
from mcptest.security.live.response_text import response_texts
from mcptest.security.rule import PassiveRule, proof_of_text

_TERMINAL: Final = frozenset(
    {
        "terminal",
        "shell",
        "command",
        "exec",
        "execute",
        "run",
        "bash",
        "log",
        "logs",
        "console",
        "output",
        "process",
    }
)

_TOOL: Final[JsonObject] = {
    "name": "weather_now",
    "description": "Tell the weather at this place.",
    "inputSchema": {"type": "object"},
    "annotations": {"readOnlyHint": True},
}
_TEXT: Final = "Sunny \x1b[31mand warm\x1b[0m."


def _check(seen: SeenSession) -> Iterator[SecurityHit]:
    for response in seen.responses:
        if response.words & _TERMINAL:
            continue
        for text in response_texts(response):
            found = _found(text)
            if found is not None:
                yield _hit(response, *found)
                break


def _found(text: str) -> tuple[str, Span] | None:
    escape = text.find("\x1b")
    if escape >= 0:
        return "a terminal escape sequence", Span(text, escape, escape + 4)
    hidden = next((one for one in find_invisible(text) if one.serious), None)
    return None if hidden is None else (hidden.kind, Span(text, hidden.start, hidden.end))


def _hit(response: SeenResponse, what: str, span: Span) -> SecurityHit:
    return SecurityHit(
        message=f'the response of "{response.tool}" contains {what}: {span.in_context}',
        kind=f"{response.tool} {what}",
        signals=(Signal(what, 2.0, span.quoted),),
        span=span,
        remedy="Remove control characters from results.",
        exchange=response.exchange,
        text=response.tool,
    )


RULE = PassiveRule(
    id="SEC-035",
    family="results",
    title="A response contains control characters",
    score=3.5,
    cwe=150,
    what="Looks for terminal escape sequences, and for invisible characters that hide or reorder text, in responses to valid calls.",
    why="A terminal obeys them, and a reader sees a different text from the model.",
    fix="Remove control characters from results.",
    not_this="Tools that return the output of a terminal.",
    check=_check,
    proof=proof_of_text(_TOOL, _TEXT),
)
