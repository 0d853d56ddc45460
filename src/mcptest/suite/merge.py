"""Merge several files: join lists, merge objects; the importing file wins."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from mcptest.errors import Problem
from mcptest.suite.block import AnyBlock
from mcptest.suite.yaml.node import Node


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


def fill_defaults(block: AnyBlock, node: Node, defaults: Mapping[str, Node]) -> Node:
    """The block with defaults put into every entry that does not say otherwise."""
    usable = {key: value for key, value in defaults.items() if key in block.defaults}
    entries = block.entries_of(node)
    if entries is None or not usable:
        return node
    filled = replace(entries, value=[_filled(entry, usable) for entry in entries])
    if entries is node or not isinstance(node.value, dict) or block.entries is None:
        return filled
    return replace(node, value={**node.value, block.entries: filled})


def _filled(entry: Node, defaults: Mapping[str, Node]) -> Node:
    if not isinstance(entry.value, dict):
        return entry
    return replace(entry, value={**entry.value, **_missing(entry.value, defaults)})


def _missing(members: Mapping[str, Node], defaults: Mapping[str, Node]) -> dict[str, Node]:
    return {key: value for key, value in defaults.items() if key not in members}


def _has_server(entry: Node) -> bool:
    matrix = entry.get("matrix")
    return entry.get("server") is not None or (
        matrix is not None and matrix.get("server") is not None
    )


def find_homeless(
    blocks: Iterable[tuple[AnyBlock, Node]], servers: Collection[str], problems: list[Problem]
) -> None:
    """Entries that name no server where there are several to choose from."""
    for block, node in blocks:
        for entry in block.entries_of(node) or () if "server" in block.defaults else ():
            if isinstance(entry.value, dict) and not _has_server(entry):
                message = f'this entry of "{block.key}" does not say which server to use'
                hint = f"set server to one of {', '.join(servers)}, here or under defaults"
                problems.append(Problem("suite-missing-key", message, entry.where, hint))
