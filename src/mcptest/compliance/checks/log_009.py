"""Looks for what is shaped like a well-known kind of credential in log messages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

from mcptest.compliance.judge.check import RuleCheck
from mcptest.model.json import Json, JsonObject
from mcptest.schema.pointer import follow_pointer

_SECRET = re.compile(
    r"\bBearer\s+[A-Za-z0-9._~+/-]{12,}|\bgh[pousr]_[A-Za-z0-9]{20,}|\bAKIA[0-9A-Z]{16}\b"
    r"|\bsk-[A-Za-z0-9_-]{20,}|-----BEGIN [A-Z ]*PRIVATE KEY-----"
)


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    notifications = follow_pointer(dict(roots), "/transcript/notifications")
    for one in notifications if isinstance(notifications, list) else ():
        if isinstance(one, dict) and one.get("method") == "notifications/message":
            found = _SECRET.search(json.dumps(one.get("params")))
            if found is not None:
                shown = found[0][:10]
                problem = f"a log message contains what looks like a key: {shown}..."
                yield {"at": "notifications/message", "problem": problem}


CHECK = RuleCheck("LOG-009", _run)
