"""A fleet server as plain data and back, without values from the environment."""

from __future__ import annotations

import json
from collections.abc import Mapping

from mcptest.errors import FileProblemsError, Problem
from mcptest.fleet.inventory.shape import FLEET_SERVER
from mcptest.model.json import Json, JsonObject
from mcptest.suite.scope import Invalid, Scope
from mcptest.suite.servers import ServerSpec, read_server, split_command
from mcptest.suite.variables import Filler, Variables, define
from mcptest.suite.yaml.node import Node, SourceFile


def as_written(node: Node) -> Json:
    """The value; a number that would not come back as it stands is kept as text."""
    if isinstance(node.value, list):
        return [as_written(item) for item in node.value]
    if isinstance(node.value, dict):
        return {key: as_written(item) for key, item in node.value.items()}
    if node.text is not None and isinstance(node.value, int | float):
        return node.value if json.dumps(node.value) == node.text else node.text
    return node.value


def open_form(
    name: str,
    form: Node,
    variables: Mapping[str, Node],
    *,
    env: Mapping[str, str],
    problems: list[Problem],
) -> ServerSpec | Invalid:
    """The server that a form means in this environment; what is missing becomes a problem."""
    table = Variables(env)
    define(variables, table, problems)
    filled = Filler(table, problems).fill(split_command(form, problems))
    scope = Scope(form.source.folder)
    spec = read_server(name, filled, env=env, problems=problems, scope=scope, shape=FLEET_SERVER)
    if isinstance(spec, Invalid) or problems:
        return Invalid.INVALID
    return spec


def require_form(
    name: str, form: Node, variables: Mapping[str, Node], *, env: Mapping[str, str]
) -> ServerSpec:
    """The same where there is nothing else to collect problems for.

    Raises: FileProblemsError.
    """
    problems: list[Problem] = []
    spec = open_form(name, form, variables, env=env, problems=problems)
    if isinstance(spec, Invalid):
        raise FileProblemsError(problems)
    return spec


def form_node(form: JsonObject, *, name: str, folder: str) -> Node:
    """A form that came as plain data, to be read again."""
    return Node.of(form, source=SourceFile(name, folder))
