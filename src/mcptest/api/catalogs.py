"""Lint, classify and compare tool catalogs from Python."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from mcptest.errors import UsageError
from mcptest.lint.catalog import read_catalog
from mcptest.lint.diff.catalog_diff import CatalogDiff, diff_catalogs
from mcptest.lint.engine import lint_catalog
from mcptest.model.finding import Finding
from mcptest.model.tool import ToolDescriptor

ToolLike: TypeAlias = "ToolDescriptor | Mapping[str, Any]"
CatalogLike: TypeAlias = "Sequence[ToolLike] | Mapping[str, Any] | str | os.PathLike[str]"


def lint_tools(
    tools: CatalogLike,
    *,
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    spec_version: str | None = None,
) -> list[Finding]:
    """Every finding of a catalog: tools, a ``tools/list`` result, or a file that has one.

    Raises: FileProblemsError, UsageError.
    """
    from mcptest.plan.revision import parse_version

    version = parse_version(spec_version) if spec_version is not None else None
    return lint_catalog(_tools(tools), select=select, ignore=ignore, version=version)


def diff(old: CatalogLike, new: CatalogLike) -> CatalogDiff:
    """What breaks callers, what may, and what does not.

    Raises: FileProblemsError, UsageError.
    """
    return diff_catalogs(_tools(old), _tools(new))


def _tools(given: CatalogLike) -> list[ToolDescriptor]:
    if isinstance(given, str | os.PathLike):
        return list(read_catalog(os.fspath(given)).tools)
    if isinstance(given, Mapping):
        listed = given.get("tools", _member(given.get("result"), "tools"))
    else:
        listed = given
    if not isinstance(listed, Sequence) or isinstance(listed, str):
        raise UsageError(
            "no-catalog",
            'not a catalog: expected a list of tools, or an object with "tools"',
            hint='pass mcp.tools(), {"tools": […]}, or the path of a saved catalog',
        )
    return [descriptor(tool) for tool in listed]


def _member(value: Any, name: str) -> Any:
    return value.get(name) if isinstance(value, Mapping) else None


def descriptor(tool: ToolLike) -> ToolDescriptor:
    """A tool as served, in the form that the rooms share."""
    return tool if isinstance(tool, ToolDescriptor) else ToolDescriptor.from_json(dict(tool))
