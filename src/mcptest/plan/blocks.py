"""The table of suite blocks: a new block is a room with a ``block.py`` and a row here.

A row is a function by the name of the block's key, so that a room is imported when a suite uses it.
The order of the rows is that of the cases.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from mcptest.engine.case import Case
from mcptest.suite.block import Block, Nested

SuiteBlock: TypeAlias = Block[Any, Case]
NestedBlock: TypeAlias = Nested[Any, Case]

BLOCKS: dict[str, Callable[[], SuiteBlock]] = {}
NESTED: dict[str, Callable[[], NestedBlock]] = {}  # blocks inside a tool test


def _top(row: Callable[[], SuiteBlock]) -> None:
    BLOCKS[row.__name__] = row


def _inside(row: Callable[[], NestedBlock]) -> None:
    NESTED[row.__name__] = row


@_top
def setup() -> SuiteBlock:
    from mcptest.calls.hooks import SETUP

    return SETUP


@_top
def teardown() -> SuiteBlock:
    from mcptest.calls.hooks import TEARDOWN

    return TEARDOWN


@_top
def before_each() -> SuiteBlock:
    from mcptest.calls.hooks import BEFORE_EACH

    return BEFORE_EACH


@_top
def after_each() -> SuiteBlock:
    from mcptest.calls.hooks import AFTER_EACH

    return AFTER_EACH


@_top
def tools() -> SuiteBlock:
    from mcptest.calls.tools import BLOCK

    return BLOCK


@_top
def resources() -> SuiteBlock:
    from mcptest.calls.resources import BLOCK

    return BLOCK


@_top
def prompts() -> SuiteBlock:
    from mcptest.calls.prompts import BLOCK

    return BLOCK


@_top
def compliance() -> SuiteBlock:
    from mcptest.compliance.block import BLOCK

    return BLOCK


@_top
def coverage() -> SuiteBlock:
    from mcptest.calls.coverage import BLOCK

    return BLOCK


@_top
def tool_quality() -> SuiteBlock:
    from mcptest.lint.block import BLOCK

    return BLOCK


@_top
def performance() -> SuiteBlock:
    from mcptest.calls.performance import BLOCK

    return BLOCK


@_top
def security() -> SuiteBlock:
    from mcptest.security.block import BLOCK

    return BLOCK


@_inside
def negative_path() -> NestedBlock:
    from mcptest.negative.block import BLOCK

    return BLOCK


@_inside
def relations() -> NestedBlock:
    from mcptest.calls.nested.relations import BLOCK

    return BLOCK


@_inside
def resilience() -> NestedBlock:
    from mcptest.calls.nested.resilience import BLOCK

    return BLOCK


@_inside
def fuzz() -> NestedBlock:
    from mcptest.fuzz.block import BLOCK

    return BLOCK
