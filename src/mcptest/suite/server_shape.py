"""The server form: what ``server:`` and each of ``servers:`` may say."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from typing import Any
from urllib.parse import urlsplit

from mcptest.errors import Problem
from mcptest.model.json import Json, JsonObject
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
    MapOf,
    Object,
    OneOf,
    Revision,
    Text,
)
from mcptest.suite.yaml.node import Node

_HEADER_NAME = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
_HOSTED = ("url", "headers", "auth")
_LAUNCHED = ("command", "args", "env", "cwd")
_TRANSPORTS = ("stdio", "streamable-http", "http", "sse")


@record
class FromEnv:
    """A value that the environment holds: ``{env: VAR}``."""

    env: str
    where: Location


@record
class Auth:
    bearer_token_env: str
    where: Location


@record
class ClientSettings:
    """How we answer what a server asks of us."""

    roots: tuple[Any, ...] | None = None
    sampling: Json = None
    elicitation: Json = None


@record(kw_only=True)
class ServerForm:
    """A server as it is written; the environment has not been looked at."""

    where: Location
    command: tuple[str, ...] = ()
    args: tuple[str, ...] = ()
    env: Mapping[str, str | FromEnv] = field(default_factory=dict)
    cwd: str | None = None
    url: str | None = None
    headers: Mapping[str, str | FromEnv] = field(default_factory=dict)
    auth: Auth | None = None
    transport: str | None = None
    protocol_version: SpecVersion | None = None
    timeout: float | None = None
    wait_for_ready: float | str | None = None
    max_in_flight: int | None = None
    client: ClientSettings | None = None


def _no_nul(text: str) -> str | None:
    return "a NUL character cannot be passed to a program" if "\0" in text else None


def _header_value(text: str) -> str | None:
    bad = any(char in text for char in "\r\n\0")
    return "a header value cannot hold line breaks or NUL" if bad else None


def check_url(text: str) -> str | None:
    """What is wrong with an address; None when it can be used."""
    if any(ord(char) <= ord(" ") for char in text):
        return "an address cannot hold spaces or control characters"
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError as error:
        return f"this is no address: {error}"
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        return "an address begins with http:// or https:// and a host"
    return "port 0 cannot be connected to" if port == 0 else None


FROM_ENV = Object(
    "value from the environment",
    {"env": Key(Text(label="the name of a variable"), required=True, doc="The variable.")},
    FromEnv,
    place=True,
)
_ENV_VALUE = Either(
    Text(empty=True, null=True, check=_no_nul), FROM_ENV, label="text or {env: VAR}"
)
_HEADER_VALUE = Either(Text(empty=True, check=_header_value), FROM_ENV, label="text or {env: VAR}")
_URL = Text(label="an address", check=check_url)
_ARGUMENTS = ListOf(Text(empty=True, check=_no_nul))


class Command(ListOf[str]):
    """The words of a command; one text was split by the loader before it comes here."""

    def __init__(self) -> None:
        super().__init__(Text(check=_no_nul), least=1)
        self.label = "a command (one text, or a list)"

    def json_schema(self) -> JsonObject:
        return {"anyOf": [{"type": "string", "minLength": 1}, super().json_schema()]}


CLIENT: Object[ClientSettings] = Object(
    "client",
    {
        "roots": Key(
            ListOf(AnyShape()), doc="Roots that we offer: URIs, or objects with uri and name."
        ),
        "sampling": Key(
            AnyShape(), doc="Our answer to sampling/createMessage: a text, or the whole result."
        ),
        "elicitation": Key(
            AnyShape(), doc="Our answer to elicitation/create: accept, decline, cancel or a result."
        ),
    },
    ClientSettings,
)

SERVER_KEYS: dict[str, Key] = {
    "command": Key(
        Command(),
        doc="The program to launch: a list, or one text split as a shell would; no shell runs.",
    ),
    "args": Key(_ARGUMENTS, doc="More arguments for the command."),
    "env": Key(MapOf(_ENV_VALUE), doc="Variables for the program, beside a minimal set."),
    "cwd": Key(Text(check=_no_nul), doc="The folder to start in, relative to the suite."),
    "url": Key(_URL, doc="The address of a server that runs already."),
    "headers": Key(MapOf(_HEADER_VALUE), doc="Headers for every request: text or {env: VAR}."),
    "auth": Key(
        Object(
            "auth",
            {"bearer_token_env": Key(Text(), required=True, doc="The variable with the token.")},
            Auth,
            place=True,
        ),
        doc="How to sign in.",
    ),
    "transport": Key(OneOf(*_TRANSPORTS), doc="Pins the transport; left out, it is found out."),
    "protocol_version": Key(Revision(), doc="Pins the revision that is spoken."),
    "timeout": Key(Duration(), doc="The most that one request may take.", default="30s"),
    "wait_for_ready": Key(
        Either(Duration(), _URL),
        doc="How long to wait for the server to come up, or an address to ask for health.",
    ),
    "max_in_flight": Key(
        Integer(minimum=1, maximum=1000), doc="The most requests at one time.", default=16
    ),
    "client": Key(CLIENT, doc="How we answer what the server asks of us.", preview=True),
}


def check_server(members: Mapping[str, Any], node: Node, problems: list[Problem]) -> None:
    """A server is launched or addressed, and everything else must fit that."""
    hosted = "url" in members
    if hosted == ("command" in members):
        message = "a server needs either a command or a url"
        complain(problems, "suite-missing-key", message, node)
        return
    strays, mine = (_LAUNCHED, "url") if hosted else (_HOSTED, "command")
    for key in strays:
        stray = node.get(key)
        if stray is not None:
            message = f'"{key}" means nothing for a server with a {mine}'
            problems.append(Problem("suite-bad-value", message, stray.key_where))
    transport = node.get("transport")
    if transport is not None and (transport.value == "stdio") is hosted:
        message = f"a server with a {mine} cannot use {transport.value}"
        complain(problems, "suite-bad-value", message, transport)
    for name, value in _header_nodes(node):
        if not _HEADER_NAME.fullmatch(name):
            message = f'"{name}" is no name for a header'
            problems.append(Problem("suite-bad-value", message, value.key_where))


def _header_nodes(node: Node) -> list[tuple[str, Node]]:
    headers = node.get("headers")
    return headers.items() if headers else []


SERVER: Object[ServerForm] = Object(
    "server", SERVER_KEYS, ServerForm, place=True, check=check_server, doc="One server under test."
)
