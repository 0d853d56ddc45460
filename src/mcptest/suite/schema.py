"""Build the JSON Schema of a suite from the shapes that read it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from mcptest import registry
from mcptest.match.bind import MATCHERS
from mcptest.match.matcher import Matcher
from mcptest.model.json import Json, JsonObject
from mcptest.suite.block import AnyBlock
from mcptest.suite.expect import EXPECT
from mcptest.suite.top import top_shape

SCHEMA_ID: Final = "urn:mcptest:schema:suite:v1"


def suite_json_schema(blocks: Iterable[AnyBlock]) -> JsonObject:
    """Draft 2020-12, from the shapes that read a suite and its blocks."""
    owners = {block.key: block for block in blocks}
    schema = top_shape(owners).json_schema()
    properties = schema["properties"]
    assert isinstance(properties, dict)
    for name, block in owners.items():
        properties[name] = {**block.shape.json_schema(), "description": block.doc}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": SCHEMA_ID,
        **schema,
        "title": "mcptest suite",
        "description": "Tests for MCP servers.",
        "$defs": {"expect": EXPECT.definition(), "matcher": matcher_schema()},
    }


def matcher_schema() -> JsonObject:
    """One matcher with its argument, or the bare word of one that needs none."""
    matchers = registry.collect(MATCHERS, "MATCHER", Matcher).values()
    words: list[Json] = [m.name for m in matchers if "default" in m.argument]
    choices: list[Json] = [{"enum": words}, *(_choice(matcher) for matcher in matchers)]
    return {"title": "matcher", "anyOf": choices}


def _choice(matcher: Matcher) -> JsonObject:
    argument = {**matcher.argument, "description": matcher.summary}
    return {
        "type": "object",
        "properties": {matcher.name: argument},
        "required": [matcher.name],
        "additionalProperties": False,
    }
