"""``setup:``, ``teardown:``, ``before_each:`` and ``after_each:``: steps around the tests."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from mcptest.calls.hook_steps import HOOK_STEPS, HookStep, run_hooks
from mcptest.engine.around.hooks import Hooks
from mcptest.engine.case import Case
from mcptest.model.outcome import Lane
from mcptest.suite.block import Block
from mcptest.suite.load import Suite

_NONE = Hooks()


def _no_cases(_steps: tuple[HookStep, ...], _suite: Suite) -> list[Case]:
    return []


def _block(
    key: str, doc: str, *, to_the_end: bool, each: bool
) -> Block[tuple[HookStep, ...], Case]:
    def around(steps: tuple[HookStep, ...], cases: list[Case]) -> list[Case]:
        run = partial(run_hooks, name=key, steps=steps, to_the_end=to_the_end)
        hooks = {
            before: replace(before or _NONE, **{key: run})
            for before in {case.hooks for case in cases}
        }
        return [
            replace(case, hooks=hooks[case.hooks], serial=each or case.serial) for case in cases
        ]

    return Block(
        key=key,
        doc=doc,
        lane=Lane(key),
        shape=HOOK_STEPS,
        cases=_no_cases,
        around=around,
        late=True,
    )


SETUP = _block(
    "setup",
    "Steps to run once for each server, before its first test.",
    to_the_end=False,
    each=False,
)
TEARDOWN = _block(
    "teardown",
    "Steps to run once for each server, after its last test, whatever happened.",
    to_the_end=True,
    each=False,
)
BEFORE_EACH = _block("before_each", "Steps before each test.", to_the_end=False, each=True)
AFTER_EACH = _block(
    "after_each",
    "Steps after each test, whether it passed or not.",
    to_the_end=True,
    each=True,
)
