"""Open a session: the handshake of older revisions, discovery in newer ones."""

from __future__ import annotations

from collections.abc import Mapping

from mcptest.errors import TargetHandshakeError
from mcptest.model.json import Json, JsonObject, MaybeJson
from mcptest.model.record import record
from mcptest.model.spec_version import Era, SpecVersion
from mcptest.wire.client_side import ClientSide
from mcptest.wire.codec import encode
from mcptest.wire.link import Link, Outgoing
from mcptest.wire.meta import SERVER_INFO, client_info, request_meta
from mcptest.wire.opening_error import opening_error
from mcptest.wire.reply import Reply

UNSUPPORTED_VERSION = -32022
FIRST_ID = 1


@record
class Opened:
    """What is known once the opening exchange is over."""

    era: Era
    version: SpecVersion
    capabilities: JsonObject
    info: JsonObject | None
    instructions: str | None
    reply: Reply
    speaks: tuple[SpecVersion, ...]


def initialize_params(wanted: SpecVersion, client: ClientSide) -> JsonObject:
    return {
        "protocolVersion": wanted.wire,
        "capabilities": client.capabilities,
        "clientInfo": client_info(),
    }


async def shake_hands(
    link: Link,
    wanted: SpecVersion,
    *,
    exact: bool,
    client: ClientSide,
    timeout: float,
    number: int = FIRST_ID,
) -> Opened:
    """Send ``initialize``, with that number as its id, and ``notifications/initialized``.

    Raises: TargetHandshakeError.
    """
    reply = await _ask(link, "initialize", initialize_params(wanted, client), timeout, number)
    result = _result(reply, link)
    version = _agree(result, wanted, reply, exact=exact)
    link.version = version
    await link.exchange(_notification("notifications/initialized"), timeout=timeout)
    return _opened(version, result, _object(result.get("serverInfo")), reply, (version,))


async def discover(
    link: Link,
    wanted: SpecVersion,
    *,
    client: ClientSide,
    timeout: float,
    number: int = FIRST_ID,
) -> Opened:
    """Send ``server/discover``; the stateless era needs nothing else.

    Raises: TargetHandshakeError.
    """
    link.version = wanted
    meta = request_meta(wanted, client.capabilities)
    reply = await _ask(link, "server/discover", {"_meta": meta}, timeout, number)
    if reply.error_code == UNSUPPORTED_VERSION:
        raise _version_error(wanted, f"supports {_shown(_supported(reply))}", reply)
    result = _result(reply, link)
    offered = result.get("supportedVersions")
    names = [name for name in _list(offered) if isinstance(name, str)]
    if names and wanted.wire not in names:
        raise _version_error(wanted, f"supports {', '.join(names)}", reply)
    known = (SpecVersion.from_wire(name) for name in names)
    speaks = tuple(version for version in known if version is not None)
    info = _object(_members(result.get("_meta")).get(SERVER_INFO))
    return _opened(wanted, result, info, reply, speaks or (wanted,))


def _opened(
    version: SpecVersion,
    result: Mapping[str, Json],
    info: JsonObject | None,
    reply: Reply,
    speaks: tuple[SpecVersion, ...],
) -> Opened:
    instructions = result.get("instructions")
    return Opened(
        era=version.era,
        version=version,
        capabilities=_members(result.get("capabilities")),
        info=info,
        instructions=instructions if isinstance(instructions, str) else None,
        reply=reply,
        speaks=speaks,
    )


async def _ask(link: Link, method: str, params: JsonObject, timeout: float, number: int) -> Reply:
    message: JsonObject = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
    out = Outgoing(encode(message), method, message, number)
    return await link.exchange(out, timeout=timeout)


def _notification(method: str) -> Outgoing:
    message: JsonObject = {"jsonrpc": "2.0", "method": method}
    return Outgoing(encode(message), method, message)


def _result(reply: Reply, link: Link) -> JsonObject:
    """The result, also where the envelope around it is wrong: the rules will say so.

    Raises: TargetHandshakeError.
    """
    if isinstance(reply.result, dict) and not reply.error:
        return reply.result
    raise opening_error(reply, link)


def _agree(result: JsonObject, wanted: SpecVersion, reply: Reply, *, exact: bool) -> SpecVersion:
    offered = result.get("protocolVersion")
    if not isinstance(offered, str):
        problem = 'the result of initialize has no string "protocolVersion"'
        raise TargetHandshakeError("handshake-malformed", problem, reply=reply)
    version = SpecVersion.from_wire(offered)
    if version is wanted:
        return version
    if version is None or version.era is Era.STATELESS:
        raise _unknown_version(wanted, offered, reply)
    if exact:
        raise _version_error(wanted, f"supports {offered[:100]}", reply)
    return version


def _unknown_version(wanted: SpecVersion, offered: str, reply: Reply) -> TargetHandshakeError:
    return TargetHandshakeError(
        "handshake-version",
        f"requested revision {wanted.wire}, the server offered {offered[:100]!r}, "
        "which is not a handshake revision",
        hint="Respond to initialize with a handshake revision of MCP (2024-11-05 to 2025-11-25).",
        reply=reply,
    )


def _version_error(wanted: SpecVersion, found: str, reply: Reply) -> TargetHandshakeError:
    return TargetHandshakeError(
        "handshake-version",
        f"requested revision {wanted.wire}, but the server {found}",
        hint="Omit --spec-version, or use a revision that the server supports.",
        reply=reply,
    )


def listed_revision(refusal: TargetHandshakeError, wanted: SpecVersion) -> SpecVersion | None:
    """The newest older revision in the error's ``data.supported``; None without one.

    The lifecycle page shows such an error as the response to an unsupported revision.
    """
    if not isinstance(refusal.reply, Reply):
        return None
    listed = (name for name in _list(_supported(refusal.reply)) if isinstance(name, str))
    known = (SpecVersion.from_wire(name) for name in listed)
    older = (one for one in known if one is not None and one < wanted and one.era is wanted.era)
    return max(older, default=None)


def _supported(reply: Reply) -> Json:
    return _members(_members(reply.error).get("data")).get("supported")


def _shown(value: Json) -> str:
    return encode(value).decode()[:200]


def _list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def _object(value: Json) -> JsonObject | None:
    return value if isinstance(value, dict) else None


def _members(value: MaybeJson) -> JsonObject:
    return value if isinstance(value, dict) else {}
