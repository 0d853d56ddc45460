"""A server that is reached over plain HTTP on another machine."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

from mcptest.model.finding import Signal
from mcptest.model.loopback import is_loopback
from mcptest.security.evidence import SecurityHit
from mcptest.security.launch import LaunchFacts
from mcptest.security.rule import LaunchProof, LaunchRule


def _check(launch: LaunchFacts) -> Iterator[SecurityHit]:
    parts = urlsplit(launch.url or "")
    host = parts.hostname or ""
    if parts.scheme != "http" or not host or is_loopback(host) or "." not in host:
        return
    token = any(name.lower() == "authorization" for name in launch.headers)
    yield SecurityHit(
        message=f"the server is reached over plain HTTP at {host}"
        + (", and a token is sent along" if token else ""),
        pointer="/url",
        score=7.4 if token else None,
        kind=host,
        signals=(Signal("plain HTTP", 2.0, host), *([Signal("token sent", 1.0)] if token else [])),
        remedy="Use https.",
        text=host,
    )


RULE = LaunchRule(
    id="SEC-067",
    family="http",
    title="The server is reached over plain HTTP",
    score=6.5,
    cwe=319,
    what="Looks at the address of the server.",
    why="Anyone on the network path can read and change everything, including tokens.",
    fix="Use https.",
    not_this="This machine, and containers that are reached by a bare name.",
    check=_check,
    proof=LaunchProof(
        passing={"url": "http://127.0.0.1:8000/mcp"},
        failing={
            "url": "http://mcp.example.com/mcp",
            "headers": {"Authorization": "Bearer ${TOKEN}"},
        },
    ),
)
