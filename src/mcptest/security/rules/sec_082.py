"""A small request with a huge response."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from mcptest.model.finding import Signal
from mcptest.security.evidence import SecurityHit
from mcptest.security.live.observed import SeenSession
from mcptest.security.live.response_text import response_texts
from mcptest.security.rule import PassiveRule, proof_of_text

_LEAST: Final = 1024 * 1024  # characters
_TIMES: Final = 1000


def _check(seen: SeenSession) -> Iterator[SecurityHit]:
    for response in seen.responses:
        sent = len(response.tool) + len(json.dumps(response.arguments))
        got = sum(map(len, response_texts(response)))
        if got > max(_LEAST, _TIMES * sent) and not response.carries_foreign_text:
            size = f"{got / _LEAST:.1f} million characters"
            yield SecurityHit(
                message=f'"{response.tool}" answers {sent} characters with {size} of text',
                kind=response.tool,
                signals=(Signal("response a thousand times the request", 1.0, size),),
                remedy="Return the text in pages, or limit it.",
                exchange=None,  # it would fill the report
                text=response.tool,
            )


RULE = PassiveRule(
    id="SEC-082",
    family="load",
    title="A small request gets a huge response",
    score=3.5,
    cwe=405,
    what="Looks for responses with more than a million characters of text that are a thousand times longer than the request.",
    why="A few such calls fill the model's context and the host's memory, and cost the server more than the caller.",
    fix="Return the result in pages, or limit its length.",
    not_this="Images and other binary data, and tools that return documents, pages or files. The scan does not try how many sessions a server can handle.",
    check=_check,
    proof=proof_of_text(
        {
            "name": "weather_now",
            "description": "Tell the weather at this place.",
            "inputSchema": {"type": "object"},
            "annotations": {"readOnlyHint": True},
        },
        "Sunny and warm. " * 80_000,
    ),
)
