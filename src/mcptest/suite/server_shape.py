"""The shape of a server entry: ``server:`` and each of ``servers:``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from mcptest.errors import Problem
from mcptest.model.json import Json
from mcptest.model.location import Location
from mcptest.model.record import record
from mcptest.model.spec_version import SpecVersion
from mcptest.suite.scope import complain
from mcptest.suite.shape import (
    Any as AnyShape,
)
from mcptest.suite.shape import (
    Duration,
    Either,
    Integer,
    Key,
    ListOf,
    Object,
    OneOf,
    Revision,
    Text,
)
from mcptest.suite.transports import TRANSPORTS
from mcptest.suite.transports.entry import TransportEntry
from mcptest.suite.transports.http import check_url
from mcptest.suite.transports.stdio import Command
from mcptest.suite.yaml.node import Node


@record
class ClientSettings:
    """How we answer what a server asks of us."""

    roots: tuple[Any, ...] | None = None
    sampling: Json = None
    elicitation: Json | tuple[Json, ...] = None


@record
class ReadyCommand:
    """A program that exits with code 0 once the server is ready."""

    command: tuple[str, ...]
    timeout: float | None = None


READY_COMMAND: Object[ReadyCommand] = Object(
    "ready command",
    {
        "command": Key(Command(), required=True, doc="Program to run until it exits with code 0."),
        "timeout": Key(Duration(), doc="How long to try.", default="30s"),
    },
    ReadyCommand,
)


@record(kw_only=True)
class ServerForm:
    """A server as it is written; the environment has not been looked at.

    ``own`` are the members that only its transport understands.
    """

    where: Location
    transport: TransportEntry
    own: Mapping[str, Any] = field(default_factory=dict)
    protocol_version: SpecVersion | None = None
    timeout: float | None = None
    wait_for_ready: float | str | ReadyCommand | None = None
    max_in_flight: int | None = None
    client: ClientSettings | None = None


ROOT: Object[dict[str, Any]] = Object(
    "root",
    {
        "uri": Key(Text(), required=True, doc="URI of the root."),
        "name": Key(Text(), doc="Name of the root."),
        "_meta": Key(AnyShape(), doc="Metadata of the root."),
    },
)
_ACTION = OneOf("accept", "decline", "cancel")
_ANSWERS = "accept, decline, cancel, an object with content or action, or a list of these"
_ANSWER = Either(
    _ACTION,
    Object(
        "elicitation result",
        {
            "action": Key(_ACTION, doc="The user's action.", default="accept"),
            "content": Key(AnyShape(), doc="Content to send, or from-schema to generate it."),
            "_meta": Key(AnyShape(), doc="Metadata of the result."),
        },
    ),
    label="accept, decline, cancel, or an object with content or action",
)
CLIENT: Object[ClientSettings] = Object(
    "client",
    {
        "roots": Key(
            ListOf(Either(Text(), ROOT, label="a URI, or an object with uri and name")),
            doc="Roots that the client offers: URIs, or objects with uri and name.",
        ),
        "sampling": Key(
            AnyShape(), doc="Response to sampling/createMessage: a string, or the whole result."
        ),
        "elicitation": Key(
            Either(_ANSWER, ListOf(_ANSWER, least=1), label=_ANSWERS),
            doc="Response to elicitation/create: accept, decline, cancel, {content: …}, "
            "{content: from-schema} or a result; a list has one for each request.",
        ),
    },
    ClientSettings,
)

_SHARED: dict[str, Key] = {
    "protocol_version": Key(
        Revision(),
        doc="Revision of MCP to use. If omitted: 2025-11-25, or an older one if the server offers "
        "it, or 2026-07-28 if the server has no handshake.",
    ),
    "timeout": Key(Duration(), doc="Timeout of one request.", default="30s"),
    "wait_for_ready": Key(
        Either(Duration(), Text(label="a URL", check=check_url), READY_COMMAND),
        doc="How long to wait for the server to start, a health check URL to poll, or "
        "{command: […]} to run until it succeeds.",
    ),
    "max_in_flight": Key(
        Integer(minimum=1, maximum=1000), doc="Maximum number of concurrent requests.", default=16
    ),
    "client": Key(
        CLIENT,
        doc="Client capabilities, and how to respond to requests from the server.",
        preview=True,
    ),
}


def server_keys() -> dict[str, Key]:
    """The keys of every transport in the table, and those that all servers have."""
    own = {key: known for entry in TRANSPORTS for key, known in entry.keys.items()}
    pins = [pin for entry in TRANSPORTS for pin in entry.pins]
    pin = Key(OneOf(*pins), doc="Transport to use; detected if omitted.")
    return {**own, "transport": pin, **_SHARED}


def check_server(members: Mapping[str, Any], node: Node, problems: list[Problem]) -> None:
    """A server has one transport, and everything else must fit that."""
    chosen = [entry for entry in TRANSPORTS if entry.key in members]
    if len(chosen) != 1:
        labels = [entry.label for entry in TRANSPORTS]
        either = f"{', '.join(labels[:-1])} or {labels[-1]}"
        complain(problems, "suite-missing-key", f"a server needs either {either}", node)
        return
    mine = chosen[0]
    for key in (key for entry in TRANSPORTS for key in entry.keys if key not in mine.keys):
        stray = node.get(key)
        if stray is not None:
            message = f'"{key}" cannot be used for a server with {mine.label}'
            problems.append(Problem("suite-bad-value", message, stray.key_where))
    pin = node.get("transport")
    if pin is not None and pin.value not in mine.pins:
        message = f"a server with {mine.label} cannot use {pin.value}"
        complain(problems, "suite-bad-value", message, pin)
    if mine.check is not None:
        mine.check(members, node, problems)


def split_members(members: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments for a ServerForm, with what belongs to the transport under ``own``."""
    entry = next(entry for entry in TRANSPORTS if entry.key in members)
    mine = {*entry.keys, "transport"}
    shared = {key: value for key, value in members.items() if key not in mine}
    own = {key: value for key, value in members.items() if key in mine}
    return {**shared, "transport": entry, "own": own}


def _form(**members: Any) -> ServerForm:
    return ServerForm(**split_members(members))


SERVER: Object[ServerForm] = Object(
    "server", server_keys, _form, place=True, check=check_server, doc="A server under test."
)
