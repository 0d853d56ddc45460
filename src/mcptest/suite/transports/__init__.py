"""The table of transports: a new one is a file in this folder and a row here."""

from __future__ import annotations

from mcptest.suite.transports.entry import TransportEntry, scheme_of
from mcptest.suite.transports.http import HTTP
from mcptest.suite.transports.stdio import STDIO
from mcptest.wire.target import HttpTarget, Target

TRANSPORTS: list[TransportEntry] = [STDIO, HTTP]


def target_at(address: str) -> Target | None:
    """The server at an address; None for a text that is not an address of any transport."""
    scheme = scheme_of(address)
    for entry in TRANSPORTS:
        if entry.at is not None and scheme in entry.schemes:
            return entry.at(address)
    return None


def target_for(url: str) -> Target:
    """The same for a text that must be an address; opening a wrong one says what is wrong."""
    return target_at(url) or HttpTarget(url)
