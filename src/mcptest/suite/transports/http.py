"""A server at an HTTP address: ``url``, ``headers``, ``auth``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from mcptest.errors import Problem
from mcptest.model.json import JsonObject
from mcptest.model.location import Location
from mcptest.model.record import record
from mcptest.suite.secrets import password_of
from mcptest.suite.shape import Key, Object, Text
from mcptest.suite.transports.entry import Disclosure, TransportEntry
from mcptest.suite.transports.written import WrittenServer, settings_of
from mcptest.suite.yaml.node import Node
from mcptest.wire.target import HttpTarget, Target

_SCHEMES = ("http", "https")
_HEADER_NAME = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")


@record
class Auth:
    bearer_token_env: str
    where: Location


def check_url(text: str) -> str | None:
    """What is wrong with an address; None when it can be used."""
    if any(ord(char) <= ord(" ") for char in text):
        return "a URL cannot contain spaces or control characters"
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError as error:
        return f"not a valid URL: {error}"
    if parts.scheme not in _SCHEMES or not parts.hostname:
        return "a URL must start with http:// or https:// and a host"
    return "port 0 cannot be connected to" if port == 0 else None


def _header_value(text: str) -> str | None:
    bad = any(char in text for char in "\r\n\0")
    return "a header value cannot contain line breaks or NUL" if bad else None


def _check(_members: Mapping[str, Any], node: Node, problems: list[Problem]) -> None:
    headers = node.get("headers")
    for name, value in headers.items() if headers else ():
        if not _HEADER_NAME.fullmatch(name):
            message = f'"{name}" is not a valid header name'
            problems.append(Problem("suite-bad-value", message, value.key_where))


def _read(written: WrittenServer) -> Target:
    members = written.members
    password = password_of(members["url"])
    if password:
        written.secrets.add(password)
    headers = written.settings("headers")
    auth = members.get("auth")
    if auth:
        token = written.from_env(auth.bearer_token_env, auth.where)
        headers["Authorization"] = f"Bearer {token}"
    pin = members.get("transport")
    return HttpTarget(members["url"], headers, "streamable-http" if pin == "http" else pin)


def _write(target: Target, disclosure: Disclosure) -> JsonObject | None:
    if not isinstance(target, HttpTarget):
        return None
    found: JsonObject = {"url": disclosure.plain(target.url)}
    headers: Mapping[str, str] = target.headers
    if disclosure.bearer_env:
        headers = {k: v for k, v in headers.items() if k.lower() != "authorization"}
        found["auth"] = {"bearer_token_env": disclosure.bearer_env}
    if headers:
        found["headers"] = {
            name: {"env": disclosure.variable(name)}
            if disclosure.hides(name, value)
            else disclosure.plain(value)
            for name, value in headers.items()
        }
    if target.transport:
        found["transport"] = target.transport
    return found


HTTP = TransportEntry(
    key="url",
    label="a url",
    keys={
        "url": Key(
            Text(label="a URL", check=check_url),
            doc="URL of a running server.",
        ),
        "headers": Key(
            settings_of(Text(empty=True, check=_header_value)),
            doc="HTTP headers for every request: a string or {env: VAR}.",
        ),
        "auth": Key(
            Object(
                "auth",
                {
                    "bearer_token_env": Key(
                        Text(), required=True, doc="Environment variable that contains the token."
                    )
                },
                Auth,
                place=True,
            ),
            doc="How to authenticate.",
        ),
    },
    pins=("streamable-http", "http", "sse"),
    read=_read,
    write=_write,
    check=_check,
    schemes=_SCHEMES,
    at=HttpTarget,
)
