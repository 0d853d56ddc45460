"""Split lists into pages, with cursors that are valid for one list only."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Sequence

from mcptest.mock.rpc import INVALID_PARAMS, RpcError
from mcptest.model.json import MISSING, Json, JsonObject


def page(key: str, entries: Sequence[Json], params: JsonObject, size: int | None) -> JsonObject:
    """The page that ``params.cursor`` asks for, as the result of a list method.

    Raises: RpcError for a cursor that this list did not give out.
    """
    step = size or len(entries) or 1
    starts = {_cursor(key, start): start for start in range(step, len(entries), step)}
    cursor = params.get("cursor", MISSING)
    if cursor is MISSING:
        start = 0
    elif isinstance(cursor, str) and cursor in starts:
        start = starts[cursor]
    else:
        raise RpcError(INVALID_PARAMS, "unknown cursor")
    result: JsonObject = {key: list(entries[start : start + step])}
    if start + step < len(entries):
        result["nextCursor"] = _cursor(key, start + step)
    return result


def _cursor(key: str, start: int) -> str:
    return urlsafe_b64encode(f"{key}:{start}".encode()).decode().rstrip("=")
