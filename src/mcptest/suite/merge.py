"""Several files to one: lists are joined, objects are merged, and the importing file wins."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Final

from mcptest.errors import Problem
from mcptest.suite.yaml.node import Node

# Blocks whose entries are tests that a call makes; the others take a server and nothing else.
_CALLS: Final = ("tools", "resources", "prompts")
_LISTS: Final = (*_CALLS, "compliance", "tool_quality")


def merge(older: Node | None, newer: Node, name: str, problems: list[Problem]) -> Node:
    """One block out of two."""
    if older is None:
        return newer
    if isinstance(older.value, list) and isinstance(newer.value, list):
        return replace(newer, value=[*older.value, *newer.value])
    if isinstance(older.value, dict) and isinstance(newer.value, dict):
        return replace(newer, value={**older.value, **newer.value})
    message = f'"{name}" is a list in one file and an object in another'
    hint = f"the other one is at {older.where}"
    problems.append(Problem("suite-bad-value", message, newer.where, hint))
    return newer


def fill_defaults(block: str, node: Node, defaults: Mapping[str, Node]) -> Node:
    """The block with defaults put into every entry that does not say otherwise."""
    if not defaults or block not in _LISTS:
        return node
    usable = defaults if block in _CALLS else {k: v for k, v in defaults.items() if k == "server"}
    if isinstance(node.value, list):
        return replace(node, value=[_filled(entry, usable) for entry in node.value])
    tests = node.get("tests")
    if block == "compliance" and isinstance(node.value, dict) and tests is not None:
        filled = fill_defaults(block, tests, defaults)
        return replace(node, value={**node.value, "tests": filled})
    return node


def _filled(entry: Node, defaults: Mapping[str, Node]) -> Node:
    if not isinstance(entry.value, dict):
        return entry
    return replace(entry, value={**entry.value, **_missing(entry.value, defaults)})


def _missing(members: Mapping[str, Node], defaults: Mapping[str, Node]) -> dict[str, Node]:
    return {key: value for key, value in defaults.items() if key not in members}


def find_homeless(
    blocks: Mapping[str, Node], servers: Collection[str], problems: list[Problem]
) -> None:
    """Tests that name no server where there are several to choose from."""
    if len(servers) < 2:  # noqa: PLR2004  (one server needs no name)
        return
    for block in _LISTS:
        node = blocks.get(block)
        for entry in (node.get("tests") or node) if node else ():
            if isinstance(entry.value, dict) and "server" not in entry.value:
                message = f'this entry of "{block}" must say which server it means'
                hint = f"server: one of {', '.join(servers)}; or set it once under defaults"
                problems.append(Problem("suite-missing-key", message, entry.where, hint))
