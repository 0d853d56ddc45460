"""The ``_meta`` of a stateless request, complete or with one change."""

from __future__ import annotations

from collections.abc import Mapping

from mcptest.model.json import Json, JsonObject
from mcptest.model.spec_version import Era, SpecVersion
from mcptest.wire.meta import request_meta

PREFIX = "io.modelcontextprotocol/"


def standard_meta(version: SpecVersion) -> JsonObject:
    """What a correct client without capabilities sends."""
    return request_meta(version, {})


def with_meta(
    message: JsonObject, era: Era, version: SpecVersion, changes: Mapping[str, Json]
) -> JsonObject:
    """The request with its ``_meta``; a change of null drops the key.

    A key without a prefix that the protocol owns (``protocolVersion``) may be written bare.
    """
    params = message.get("params", {})
    if not isinstance(params, dict) or "_meta" in params:
        return message
    meta = standard_meta(version) if era is Era.STATELESS else {}
    for key, value in changes.items():
        name = PREFIX + key if PREFIX + key in standard_meta(version) else key
        meta[name] = value
        if value is None:
            del meta[name]
    if not meta and not changes:
        return message
    return {**message, "params": {**params, "_meta": meta}}
