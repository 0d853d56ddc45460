"""Looks for form input against its schema that a server used, or treated as it treats right input.

A server may also answer wrong input with a result that says so, which is not a problem.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from mcptest.compliance.judge.check import RuleCheck
from mcptest.compliance.observe.input_answers import WRONG_NUMBER
from mcptest.model.json import Json, JsonObject, same_json
from mcptest.schema.pointer import follow_pointer


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    items = follow_pointer(dict(roots), "/rounds/items")
    for item in items if isinstance(items, list) else ():
        broken = item.get("broken") if isinstance(item, dict) else None
        if isinstance(item, dict) and isinstance(broken, dict) and _used(broken, item):
            said = f"{item['method']} {item['of']} accepted a form field of the wrong type"
            yield {"at": item["of"], "problem": said}


def _used(broken: JsonObject, item: JsonObject) -> bool:
    if broken.get("form") != "result":
        return False
    result = _told(broken)
    rounds = item.get("rounds")
    last = rounds[-1] if isinstance(rounds, list) and rounds else None
    same = (
        isinstance(last, dict) and last.get("form") == "result" and same_json(_told(last), result)
    )
    return same or str(WRONG_NUMBER) in json.dumps(result)


def _told(reply: JsonObject) -> Json:
    """What the result says, without what tells the requests apart."""
    result = reply.get("result")
    entries = result.items() if isinstance(result, dict) else ()
    return {key: value for key, value in entries if key != "_meta"}


CHECK = RuleCheck("MRTR-213", _run)
