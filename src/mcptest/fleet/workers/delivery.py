"""What a worker returns: its server's row, then each run document, one per line.

The documents stay bytes; the receiver parses only the row.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from mcptest.fleet.result import ServerResult, ServerStatus, parse_result, result_document
from mcptest.model.json import JsonObject
from mcptest.model.record import record


@record
class Delivery:
    """A server's row and its documents by the names that the row gives them."""

    result: ServerResult
    documents: tuple[tuple[str, bytes], ...] = ()


def pack(result: ServerResult, documents: Sequence[JsonObject]) -> bytes:
    """What a worker writes; the documents stand in the order audit, suite."""
    lines = [result_document(result), *documents]
    dumped = (json.dumps(line, ensure_ascii=False, separators=(",", ":")) for line in lines)
    return b"".join(line.encode("utf-8", "backslashreplace") + b"\n" for line in dumped)


def unpack(output: bytes) -> Delivery | None:
    """None where it is not whole: the worker broke on the way."""
    if not output.endswith(b"\n"):
        return None
    lines = output.split(b"\n")[:-1]
    try:
        result = parse_result(json.loads(lines[0]))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    names = [part.document for part in (result.audit, result.suite) if part is not None]
    if len(names) != len(lines) - 1:
        return None
    return Delivery(result, tuple(zip(names, lines[1:], strict=True)))


def failed_delivery(name: str, job: str, status: ServerStatus, reason: str) -> Delivery:
    """A server of which there is nothing but the reason."""
    return Delivery(ServerResult(name=name, status=status, job=job, reason=reason))
