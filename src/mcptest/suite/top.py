"""The top-level keys of a suite that are not blocks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from mcptest.errors import Problem
from mcptest.suite.imports import IMPORTS
from mcptest.suite.options import DEFAULTS, RUN_OPTIONS
from mcptest.suite.run_settings import RUN_SETTINGS
from mcptest.suite.server_shape import SERVER
from mcptest.suite.shape import Invalid, Key, MapOf, Object, Raw, Scope
from mcptest.suite.yaml.node import Node

_ANYTHING: Final = MapOf(Raw())


class _Map(Raw):
    """An object that somebody else reads; anything else is refused here."""

    def read(self, node: Node, problems: list[Problem], scope: Scope) -> Node:
        if not isinstance(_ANYTHING.read(node, problems, scope), Invalid):
            return node
        return node.with_value({})


def _one_or_several(members: Mapping[str, Any], _node: Node, problems: list[Problem]) -> None:
    if "server" in members and "servers" in members:
        message = 'a suite cannot have both "server" and "servers"'
        problems.append(Problem("suite-bad-value", message, members["server"].key_where))


def top_shape(blocks: Iterable[str]) -> Object[dict[str, Node]]:
    """The whole file; what a block holds is given on as it stands."""
    return Object(
        "suite",
        {
            "servers": Key(_Map(MapOf(SERVER).json_schema), doc="Servers under test, by name."),
            "server": Key(_Map(SERVER.json_schema), doc="The only server; its name is default."),
            "imports": Key(
                Raw(IMPORTS.json_schema), doc="Other suites to import, relative to this one."
            ),
            "variables": Key(
                _Map({"type": "object"}),
                doc="Values for ${name}: a literal, or {from_env: VAR, default: …}.",
            ),
            "defaults": Key(_Map(DEFAULTS.json_schema), doc=DEFAULTS.doc),
            **{
                name: replace(key, shape=Raw(key.json_schema)) for name, key in RUN_SETTINGS.items()
            },
            **{name: Key(Raw()) for name in blocks},
            "run_options": Key(_Map(RUN_OPTIONS.json_schema), doc=RUN_OPTIONS.doc),
        },
        check=_one_or_several,
    )
