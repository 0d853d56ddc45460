"""Read the servers of MCP client configs into the form of a fleet entry."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from mcptest.errors import FileProblemsError, Problem
from mcptest.suite.yaml.node import Node, Value
from mcptest.suite.yaml.source import load_source

_KEPT: Final = ("command", "args", "env", "cwd", "url", "headers")
_TRANSPORTS: Final = {"sse": "sse", "http": "http", "streamable-http": "streamable-http"}
# ${NAME}, ${NAME:-default} and ${env:NAME} are how hosts refer to the environment.
_REFERENCE: Final = re.compile(r"\$\{(?:env:)?(?P<name>[A-Za-z_][A-Za-z0-9_]*)(?::-[^}]*)?\}")


def read_host_config(
    path: Path, place: Node | None, problems: list[Problem]
) -> Iterator[tuple[str, Node]]:
    """Each server of the file by name; what cannot be used is a problem at its place.

    ``place`` is where a fleet file names this one.
    """
    try:
        root = load_source(path, kind="host-config")
    except FileProblemsError as error:
        problems += [_placed(problem, place) for problem in error.problems]
        return
    entries = root.get("mcpServers") or root.get("servers")
    if entries is None or not isinstance(entries.value, dict):
        message = f"{path} has neither an mcpServers nor a servers object"
        where = place.where if place else root.where
        problems.append(Problem("config-no-servers", message, where))
        return
    for name, entry in entries.items():
        node = _server(entry)
        if node is None:
            message = f'the server "{name}" has neither a command nor a url'
            problems.append(Problem("config-bad-server", message, entry.key_where))
        else:
            yield name, node


def _placed(problem: Problem, place: Node | None) -> Problem:
    missing = problem.code in {"host-config-not-found", "host-config-unreadable"}
    return replace(problem, where=place.where) if place is not None and missing else problem


def _server(entry: Node) -> Node | None:
    """What a fleet needs of it; what is the host's own (approvals, icons, switches) is left."""
    members = {key: node for key in _KEPT if (node := entry.get(key)) is not None}
    if isinstance(entry.value, dict) and ("command" in members) != ("url" in members):
        kind = entry.get("type")
        if kind is not None and kind.value in _TRANSPORTS and "url" in members:
            members["transport"] = kind.with_value(_TRANSPORTS[str(kind.value)])
        if isinstance(command := members.get("command"), Node) and isinstance(command.value, str):
            members["command"] = command.with_value([replace(command, key_span=None)])
        return _translated(replace(entry, value=dict(members)))
    return None


def _translated(node: Node) -> Node:
    """References to the environment as a suite writes them; everything else stays literal."""
    value: Value = node.value
    if isinstance(value, str):
        escaped, end = "", 0
        for found in _REFERENCE.finditer(value):
            escaped += value[end : found.start()].replace("${", "$${")
            escaped += f"${{env.{found['name']}}}"
            end = found.end()
        return node.with_value(escaped + value[end:].replace("${", "$${"))
    if isinstance(value, list):
        return replace(node, value=[_translated(item) for item in value])
    if isinstance(value, dict):
        return replace(node, value={key: _translated(item) for key, item in value.items()})
    return node
