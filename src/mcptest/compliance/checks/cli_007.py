"""Holds each tool use of a sampling request against the results in the next message."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcptest.compliance.judge.check import RuleCheck
from mcptest.compliance.observe.input_answers import blocks_of
from mcptest.model.json import Json, JsonObject
from mcptest.schema.pointer import follow_pointer


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    asked = follow_pointer(dict(roots), "/sampled_tools/asked")
    for question in asked if isinstance(asked, list) else ():
        blocks = list(blocks_of(follow_pointer(question, "/params/messages")))
        for place, block in blocks:
            if block.get("type") == "tool_use":
                own = block.get("id")
                if own not in _results(blocks, place + 1):
                    problem = f"the next message has no result of tool use {own!r}"
                    yield {"at": f"messages[{place}]", "problem": problem}
            elif block.get("type") == "tool_result":
                own = block.get("toolUseId")
                if own not in _uses(blocks, place):
                    problem = f"no earlier message has a tool use {own!r}"
                    yield {"at": f"messages[{place}]", "problem": problem}


def _results(blocks: list[tuple[int, JsonObject]], place: int) -> list[Json]:
    return [
        b.get("toolUseId") for at, b in blocks if at == place and b.get("type") == "tool_result"
    ]


def _uses(blocks: list[tuple[int, JsonObject]], place: int) -> list[Json]:
    return [b.get("id") for at, b in blocks if at < place and b.get("type") == "tool_use"]


CHECK = RuleCheck("CLI-007", _run)
