"""Replace ``${path}`` in a rule's messages with values observed earlier."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from mcptest.compliance.observe.view import NotSeenError
from mcptest.compliance.why_unchecked import ONE_PAGE
from mcptest.match.path import Path
from mcptest.model.json import Json, Missing
from mcptest.model.outcome import SkipReason

_WHOLE = re.compile(r"\$\{([^{}]+)\}\Z")
_PART = re.compile(r"\$\{([^{}]+)\}")

_LISTS = {
    "tools.items": "the server lists no tools",
    "resources.items": "the server lists no resources",
    "prompts.items": "the server lists no prompts",
    "calls.items": "no tool was called",
}


def fill(value: Json, roots: Mapping[str, Json]) -> Json:
    """The value with every placeholder replaced; a text that is one placeholder keeps the type.

    Raises: NotSeenError when a path leads nowhere.
    """
    if isinstance(value, dict):
        return {str(fill(key, roots)): fill(item, roots) for key, item in value.items()}
    if isinstance(value, list):
        return [fill(item, roots) for item in value]
    if not isinstance(value, str) or "${" not in value:
        return value
    if whole := _WHOLE.match(value):
        return _take(whole[1], roots)
    return _PART.sub(lambda found: _as_text(_take(found[1], roots)), value)


def _take(path: str, roots: Mapping[str, Json]) -> Json:
    found = Path.parse(path).resolve(roots)
    if isinstance(found, Missing):
        raise NotSeenError(SkipReason.NOT_APPLICABLE, _why_absent(path))
    return found


def _why_absent(path: str) -> str:
    if path.endswith(".nextCursor"):
        return ONE_PAGE
    words = next((words for start, words in _LISTS.items() if path.startswith(start)), None)
    return words or f"the server offers nothing for {path}"


def _as_text(value: Json) -> str:
    return value if isinstance(value, str) else json.dumps(value)
