"""The top of a suite: which keys it has, and which of them are blocks for the features."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mcptest.errors import Problem
from mcptest.suite.imports import IMPORTS
from mcptest.suite.options import DEFAULTS, RUN_OPTIONS
from mcptest.suite.server_shape import SERVER
from mcptest.suite.shape import Invalid, Key, MapOf, Object, Raw, Scope
from mcptest.suite.yaml.node import Node

BLOCKS: Final[Mapping[str, str]] = {
    "tools": "Tests that call tools.",
    "resources": "Tests that read resources.",
    "prompts": "Tests that get prompts.",
    "compliance": "Checks against the rules of a revision, and its gates.",
    "tool_quality": "Gates on schemas and descriptions.",
    "coverage": "How much of what is offered must be tested.",
    "performance": "How quick the answers must be.",
}
_ANYTHING: Final = MapOf(Raw())


class _Map(Raw):
    """An object that somebody else reads; anything else is refused here."""

    def read(self, node: Node, problems: list[Problem], scope: Scope) -> Node:
        if not isinstance(_ANYTHING.read(node, problems, scope), Invalid):
            return node
        return node.with_value({})


def _one_or_several(members: Mapping[str, Any], _node: Node, problems: list[Problem]) -> None:
    if "server" in members and "servers" in members:
        message = 'a suite has either "server" or "servers", not both'
        problems.append(Problem("suite-bad-value", message, members["server"].key_where))


TOP: Final[Object[dict[str, Node]]] = Object(
    "suite",
    {
        "servers": Key(_Map(MapOf(SERVER).json_schema), doc="The servers under test, by name."),
        "server": Key(_Map(SERVER.json_schema), doc="The one server, called default."),
        "imports": Key(
            Raw(IMPORTS.json_schema), doc="More files of this form, relative to this one."
        ),
        "variables": Key(
            _Map({"type": "object"}),
            doc="Values for ${name}: literal, or {from_env: VAR, default: …}.",
        ),
        "defaults": Key(_Map(DEFAULTS.json_schema), doc=DEFAULTS.doc),
        **{name: Key(Raw(), doc=doc) for name, doc in BLOCKS.items()},
        "run_options": Key(_Map(RUN_OPTIONS.json_schema), doc=RUN_OPTIONS.doc),
    },
    check=_one_or_several,
)
