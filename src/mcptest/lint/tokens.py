"""Estimate how many tokens a catalog costs a model, without a tokenizer.

Four bytes of UTF-8 are counted as one token. For English and JSON that is within about a fifth of
what the tokenizers of the large models give; other scripts come out too high rather than too low.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Final

from mcptest.model.json import JsonObject
from mcptest.model.tool import ToolDescriptor

_BYTES_PER_TOKEN: Final = 4
_SENT: Final = ("name", "description", "inputSchema")  # what hosts pass on to the model


def estimate_tokens(text: str) -> int:
    size = len(text.encode("utf-8", "surrogatepass"))
    return -(-size // _BYTES_PER_TOKEN)


def tool_tokens(tool: ToolDescriptor) -> int:
    """The name, the description and the input schema, as compact JSON."""
    members: JsonObject = tool.raw if isinstance(tool.raw, dict) else {}
    sent = {member: members[member] for member in _SENT if member in members}
    return estimate_tokens(json.dumps(sent, ensure_ascii=False, separators=(",", ":")))


def catalog_tokens(tools: Iterable[ToolDescriptor]) -> int:
    return sum(map(tool_tokens, tools))
