"""The gates of ``compliance:`` blocks in a run that grades nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from mcptest.model.grade import Compliance, GateVerdict
from mcptest.model.run import Run
from mcptest.plan.suites import Loaded
from mcptest.suite.load import Suite
from mcptest.suite.scope import Invalid

if TYPE_CHECKING:
    from mcptest.compliance.block import ComplianceBlock

UNGRADED = "not graded by `run`; use mcptest compliance run --from-suite"


def with_gates(run: Run, loaded: Loaded) -> Run:
    """The run with one PASS or FAIL line per gate; unchanged where no suite has any."""
    gates = tuple(judge() for suite in loaded.suites for _, judge in gates_of(suite))
    return replace(run, compliance=Compliance(gates=gates)) if gates else run


def check_scorecards(loaded: Loaded) -> None:
    """Find a scorecard that cannot be read before anything is started.

    Raises: FileProblemsError.
    """
    for block in filter(None, map(_block, loaded.suites)):
        if block.grade_delta is not None:
            from mcptest.compliance.scorecard import read_scorecard

            read_scorecard(block.grade_delta.against)


def gates_of(suite: Suite) -> Iterator[tuple[str, Callable[[], GateVerdict]]]:
    """Every gate of a suite by its name, and how it is judged."""
    block = _block(suite)
    if block is None:
        return
    if block.spec_version_check is not None and block.spec_version is not None:
        from mcptest.compliance.gates import spec_version_gate

        judge = partial(spec_version_gate, block.spec_version, block.spec_version_check)
        yield "spec_version_check", judge
    if block.grade_delta is not None:
        yield "grade_delta", lambda: GateVerdict("grade_delta", passed=True, note=UNGRADED)


def _block(suite: Suite) -> ComplianceBlock | None:
    if "compliance" not in suite.blocks:
        return None
    from mcptest.compliance.block import BLOCK

    block = BLOCK.shape.read(suite.blocks["compliance"], [], suite.scope)
    return None if isinstance(block, Invalid) else block
