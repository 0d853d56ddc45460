"""Revisions up to 2025-11-25: ``initialize``, then requests at the negotiated revision."""

from __future__ import annotations

from mcptest.mock.caller import PendingCall
from mcptest.mock.features import Features
from mcptest.mock.rpc import INVALID_PARAMS, INVALID_REQUEST, RpcError
from mcptest.model.json import JsonObject
from mcptest.model.spec_version import SpecVersion

_MEMBERS = {"protocolVersion": str, "capabilities": dict, "clientInfo": dict}


def negotiate(params: JsonObject, spoken: tuple[SpecVersion, ...]) -> SpecVersion:
    """The revision asked for, or the newest that we speak as a counter-offer.

    Raises: RpcError for params that lack what ``initialize`` requires.
    """
    for member, kind in _MEMBERS.items():
        if not isinstance(params.get(member), kind):
            raise RpcError(INVALID_PARAMS, f"initialize requires params.{member}")
    asked = SpecVersion.from_wire(str(params["protocolVersion"]))
    return asked if asked in spoken and asked is not None else max(spoken)


def initialize_result(features: Features, version: SpecVersion) -> JsonObject:
    return {
        "protocolVersion": version.wire,
        "capabilities": features.capabilities,
        "serverInfo": features.server_info(version),
        **features.instructions(),
    }


def answer_in_session(
    features: Features,
    method: str,
    params: JsonObject,
    version: SpecVersion | None,
    caller: PendingCall | None = None,
) -> JsonObject:
    """A request of the handshake era, other than ``initialize``.

    Raises: RpcError.
    """
    if method == "ping":
        return {}
    if version is None and method in features.methods:
        raise RpcError(INVALID_REQUEST, "the session is not open yet; send initialize first")
    return features.answer(method, params, version or SpecVersion.V2025_11_25, caller)
