"""Which tests of a suite assertions can be proposed for, and why not for the others."""

from __future__ import annotations

from typing import Final

from mcptest.model.json import JsonObject
from mcptest.model.record import record
from mcptest.suite.yaml.node import Node

_LEFT: Final = {
    "expect": "it already has assertions",
    "skip": "it is skipped",
    "cases": "it has cases; add expect to each",
    "steps": "it has steps; add expect to each",
    "negative_path": "it tests bad input (negative_path)",
    "fuzz": "it is a fuzz test",
}


@record
class ProposalSubject:
    """A test without expectations: its place in the list of its file, and what it calls."""

    index: int
    name: str
    server: str | None
    tool: str
    arguments: JsonObject


@record
class Left:
    """A test that gets nothing, and why."""

    name: str
    why: str
    refused: bool = False  # by the policy, as opposed to anything the server or the suite did


def find_subjects(tools: Node | None, file: str) -> tuple[list[ProposalSubject], list[Left]]:
    """The entries that stand in ``file`` itself; imported ones belong to another file."""
    subjects: list[ProposalSubject] = []
    left: list[Left] = []
    own = [node for node in tools or () if node.source.name == file]
    for index, node in enumerate(own):
        name = str(_plain(node, "name"))
        reason = next((why for key, why in _LEFT.items() if node.get(key) is not None), None)
        if reason:
            left.append(Left(name, reason))
            continue
        arguments, server = _plain(node, "args"), _plain(node, "server")
        subjects.append(
            ProposalSubject(
                index=index,
                name=name,
                server=server if isinstance(server, str) else None,
                tool=str(_plain(node, "tool")),
                arguments=arguments if isinstance(arguments, dict) else {},
            )
        )
    return subjects, left


def _plain(node: Node, key: str) -> object:
    found = node.get(key)
    return None if found is None else found.plain()
