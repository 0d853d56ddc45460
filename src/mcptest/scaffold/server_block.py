"""Write a target as the ``server:`` block of a suite, with secrets as variables."""

from __future__ import annotations

from collections.abc import Collection

from mcptest.model.json import JsonObject
from mcptest.suite.transports import TRANSPORTS
from mcptest.suite.transports.entry import Disclosure
from mcptest.wire.target import Target


def server_block(
    target: Target, *, bearer_env: str | None = None, secrets: Collection[str] = ()
) -> JsonObject:
    """What to write so that the same server is reached again."""
    disclosure = Disclosure(bearer_env, secrets)
    written = (entry.write(target, disclosure) for entry in TRANSPORTS)
    return next(block for block in written if block is not None)
