"""Read a target path that names a value to capture."""

from __future__ import annotations

from mcptest.errors import Problem
from mcptest.match.path import Path, PathError
from mcptest.model.json import JsonObject
from mcptest.suite.shape import Invalid, Scope, Shape, complain
from mcptest.suite.yaml.node import Node


class TargetPath(Shape[Path]):
    """``result.structuredContent.id``, read into a path."""

    label = "a target such as result.structuredContent.id"

    def read(self, node: Node, problems: list[Problem], scope: Scope) -> Path | Invalid:
        del scope
        if not isinstance(node.value, str):
            return self.refuse(node, problems)
        try:
            return Path.parse(node.value)
        except PathError as error:
            return complain(problems, "suite-bad-target", str(error), node)

    def fits(self, node: Node) -> bool:
        return isinstance(node.value, str)

    def json_schema(self) -> JsonObject:
        return {"type": "string"}
