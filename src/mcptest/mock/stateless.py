"""Revision 2026-07-28: every request stands alone and names its client in ``_meta``."""

from __future__ import annotations

from typing import Final

from mcptest.mock.caller import PendingCall
from mcptest.mock.features import Features
from mcptest.mock.rpc import INVALID_PARAMS, UNSUPPORTED_VERSION, RpcError
from mcptest.model.json import Json, JsonObject
from mcptest.model.spec_version import NEWEST_STATELESS

PREFIX: Final = "io.modelcontextprotocol/"
VERSION_KEY: Final = PREFIX + "protocolVersion"
SUPPORTED: Final = (NEWEST_STATELESS.wire,)
CAPABILITIES_KEY: Final = PREFIX + "clientCapabilities"
INFO_KEY: Final = PREFIX + "clientInfo"
LEVEL_KEY: Final = PREFIX + "logLevel"
LEVELS: Final = frozenset(
    ("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency")
)
_CACHEABLE: Final = frozenset(
    (
        "server/discover",
        "tools/list",
        "prompts/list",
        "resources/list",
        "resources/templates/list",
        "resources/read",
    )
)


def meta_of(params: JsonObject) -> JsonObject:
    meta = params.get("_meta")
    return meta if isinstance(meta, dict) else {}


def unsupported_version(requested: Json) -> RpcError:
    data: JsonObject = {"supported": list(SUPPORTED), "requested": requested}
    words = f"unsupported protocol version; this server supports {', '.join(SUPPORTED)}"
    return RpcError(UNSUPPORTED_VERSION, words, data)


def check_opening(method: str, params: JsonObject) -> None:
    """Tell a client of the other era which versions there are.

    Raises: RpcError.
    """
    if method == "initialize" and VERSION_KEY not in meta_of(params):
        raise unsupported_version(str(params.get("protocolVersion", "")))


def check_meta(params: JsonObject) -> None:
    """Hold a request to the ``_meta`` that every one must carry.

    Raises: RpcError.
    """
    meta = meta_of(params)
    for key, kind in ((VERSION_KEY, str), (CAPABILITIES_KEY, dict)):
        if not isinstance(meta.get(key), kind):
            raise RpcError(INVALID_PARAMS, f'params._meta requires "{key}"')
    if INFO_KEY in meta and not _is_implementation(meta[INFO_KEY]):
        raise RpcError(INVALID_PARAMS, f'"{INFO_KEY}" must have a name and a version')
    if LEVEL_KEY in meta and meta[LEVEL_KEY] not in LEVELS:
        raise RpcError(INVALID_PARAMS, f'"{LEVEL_KEY}" is not a valid log level')


def check_version(params: JsonObject) -> None:
    """Refuse a revision that is not served this way.

    Raises: RpcError.
    """
    requested = meta_of(params).get(VERSION_KEY)
    if requested not in SUPPORTED:
        raise unsupported_version(requested)


def answer_alone(
    features: Features, method: str, params: JsonObject, caller: PendingCall | None = None
) -> JsonObject:
    """A request of the stateless era.

    Raises: RpcError.
    """
    check_opening(method, params)
    check_meta(params)
    check_version(params)
    if method == "server/discover":
        result = _discovered(features)
    else:
        result = features.answer(method, params, NEWEST_STATELESS, caller)
    hints: JsonObject = {"ttlMs": 0, "cacheScope": "private"} if method in _CACHEABLE else {}
    info: JsonObject = {PREFIX + "serverInfo": features.server_info(NEWEST_STATELESS)}
    return {"resultType": "complete", **result, **hints, "_meta": info}


def _discovered(features: Features) -> JsonObject:
    return {
        "supportedVersions": list(SUPPORTED),
        "capabilities": features.capabilities,
        **features.instructions(),
    }


def _is_implementation(value: Json) -> bool:
    return isinstance(value, dict) and all(
        isinstance(value.get(member), str) for member in ("name", "version")
    )
