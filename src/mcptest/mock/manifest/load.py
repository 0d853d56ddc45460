"""Read a mock's file: a ``mock_server:`` manifest or a saved catalog."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Final

from mcptest.errors import FileProblemsError, Problem
from mcptest.mock.manifest.definition import MockDefinition, MockTool
from mcptest.suite.yaml.node import Node
from mcptest.suite.yaml.source import load_source

_SUITE_KEYS: Final = ("server", "servers", "imports", "defaults", "variables")


def load_definition(path: str | os.PathLike[str]) -> MockDefinition:
    """The server that a file describes.

    Raises: FileProblemsError with every problem of the file.
    """
    return read_definition(load_source(path, kind="mock"))


def read_definition(root: Node) -> MockDefinition:
    """The same from a tree that is already read.

    Raises: FileProblemsError.
    """
    if root.get("mock_server") is not None:
        return _manifest(root)
    tools = _catalog(root)
    if tools is None:
        raise FileProblemsError([_stranger(root)])
    return _from_catalog(tools)


def _manifest(root: Node) -> MockDefinition:
    from mcptest.mock.manifest.manifest import MANIFEST
    from mcptest.suite.shape import Invalid, Scope

    problems: list[Problem] = []
    definition = MANIFEST.read(root, problems, Scope())
    if problems or isinstance(definition, Invalid):
        raise FileProblemsError([_own(problem) for problem in problems])
    return definition


def _own(problem: Problem) -> Problem:
    return replace(problem, code=problem.code.replace("suite-", "mock-", 1))


def _catalog(root: Node) -> Node | None:
    """The list of tools in any of the three forms; None where it is none of them."""
    if isinstance(root.value, list):
        return root
    if _is_suite(root):
        return None
    result = root.get("result")
    tools = (result or root).get("tools")
    return tools if tools is not None and isinstance(tools.value, list) else None


def _is_suite(root: Node) -> bool:
    """A catalog may say which server it is of, by name, or as ``mcptest.tools/v1`` does."""
    found = (root.get(key) for key in _SUITE_KEYS)
    return root.get("schema") is None and any(
        isinstance(node.value, dict | list) for node in found if node is not None
    )


def _from_catalog(tools: Node) -> MockDefinition:
    problems: list[Problem] = []
    found: dict[str, MockTool] = {}
    for index, item in enumerate(tools):
        inner = item.get("tool")
        node = item if inner is None else inner
        entry, name = node.plain(), node.get("name")
        if not isinstance(entry, dict) or name is None or not isinstance(name.value, str):
            words = f"tool {index} of the catalog has no name"
            problems.append(Problem("mock-catalog", words, node.where))
        elif name.value in found:
            words = f'tool {index} of the catalog has the duplicate name "{name.value}"'
            problems.append(Problem("mock-duplicate", words, name.where))
        else:
            found[name.value] = MockTool(name.value, entry)
    if problems:
        raise FileProblemsError(problems)
    return MockDefinition(tools=tuple(found.values()))


def _stranger(root: Node) -> Problem:
    looks = (
        "it looks like a test suite" if _is_suite(root) else "expected a mock or a saved catalog"
    )
    words = f'this file has neither "mock_server" nor a list of tools; {looks}'
    hint = "add mock_server: with tools:, or save a catalog with: mcptest tools --save FILE"
    return Problem("mock-not-a-definition", words, root.where, hint)
