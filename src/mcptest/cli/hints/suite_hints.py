"""The fixtures of a suite, for a command that takes its server from one."""

from __future__ import annotations

from collections.abc import Mapping

from mcptest.cli.servers import ServerChoice
from mcptest.compliance.block import BLOCK, ComplianceBlock
from mcptest.compliance.hint_values import merged
from mcptest.errors import Problem
from mcptest.model.json import Json
from mcptest.suite.load import Suite
from mcptest.suite.shape import Invalid


def suite_and_block(choice: ServerChoice) -> tuple[Suite | None, ComplianceBlock]:
    """The suite of ``--from-suite`` and its ``compliance`` block; an empty block without one.

    Raises: FileProblemsError.
    """
    if choice.from_suite is None:
        return None, ComplianceBlock()
    suite = choice.suite(choice.from_suite)
    problems: list[Problem] = []
    node = suite.blocks.get("compliance")
    read = ComplianceBlock() if node is None else BLOCK.shape.read(node, problems, suite.scope)
    suite.require(problems)
    return suite, ComplianceBlock() if isinstance(read, Invalid) else read


def all_hints(choice: ServerChoice, typed: Mapping[str, Json]) -> dict[str, Json]:
    """Those of the suite and those of the command line, which win.

    Raises: FileProblemsError.
    """
    return merged(suite_and_block(choice)[1].hints, typed)
