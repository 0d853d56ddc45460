"""Keep the responses to valid calls for the rules about responses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mcptest.engine.case import Observation
from mcptest.engine.context import Context
from mcptest.engine.passed_values import given_to
from mcptest.model.json import MISSING, JsonObject
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.words import plain_words
from mcptest.scaffold.probe import probe_cases
from mcptest.security.live.observed import SeenResponse
from mcptest.security.reading.language import word_set
from mcptest.wire.client_side import ClientSide
from mcptest.wire.target import Target

# Tools that hand over what others wrote: what they return is not the server's own text.
_CONTENT: Final = word_set(
    """
    article blame branch browse browser chat comment comments commit commits content
    crawl diff document documents docs download email emails feed fetch file files get
    git history inbox issue issues list log logs mail message messages note notes open
    page pages post posts prompt prompts query read resource resources scrape search
    show sql text transcript url view web website
    """
)


class ResponseLog:
    """Filled while tools are called, by anyone who calls them."""

    def __init__(self) -> None:
        self.responses: list[SeenResponse] = []
        self.refused = 0

    def add(self, tool: ToolDescriptor, seen: Observation, target: Target) -> None:
        result, error = seen.roots.get("result", MISSING), seen.roots.get("error", MISSING)
        if result is MISSING and error is MISSING:
            self.refused += 1
            return
        words = frozenset(plain_words(tool.name))
        hints = tool.annotations
        open_world = isinstance(hints, dict) and hints.get("openWorldHint") is True
        self.responses.append(
            SeenResponse(
                tool.name,
                _arguments(seen),
                result,
                error,
                seen.exchange,
                given_to(target, tool, ClientSide()),
                words,
                carries_foreign_text=open_world or bool(words & _CONTENT),
            )
        )


def _arguments(seen: Observation) -> JsonObject:
    request = seen.exchange.request if seen.exchange is not None else MISSING
    params = request.get("params") if isinstance(request, dict) else None
    arguments = params.get("arguments") if isinstance(params, dict) else None
    return arguments if isinstance(arguments, dict) else {}


async def call_each(context: Context, tools: Sequence[ToolDescriptor]) -> ResponseLog:
    """One valid call of every tool that the policy allows to be called."""
    log = ResponseLog()
    by_name = {tool.name: tool for tool in tools}
    for case in probe_cases(context.server, tools, context.gate):
        if case.skip is not None:
            log.refused += 1
            continue
        log.add(by_name[case.name], await case.observe(context), context.target)
    return log
