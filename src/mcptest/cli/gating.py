"""The gates of the suites' ``compliance:`` blocks, in a run that grades nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from mcptest.cli.suites import Loaded
from mcptest.model.grade import Compliance, GateVerdict
from mcptest.model.run import Run
from mcptest.suite.load import Suite
from mcptest.suite.scope import Invalid

if TYPE_CHECKING:
    from mcptest.compliance.block import ComplianceBlock

UNGRADED = "nothing is graded here; mcptest compliance run --from-suite does"


def with_gates(run: Run, loaded: Loaded) -> Run:
    """The run with one PASS or FAIL line per gate; unchanged where no suite has any."""
    gates = tuple(gate for suite in loaded.suites for gate in _gates(suite))
    return replace(run, compliance=Compliance(gates=gates)) if gates else run


def check_gates(loaded: Loaded) -> None:
    """Find a scorecard that cannot be read before anything is started.

    Raises: FileProblemsError.
    """
    for block in filter(None, map(_block, loaded.suites)):
        if block.grade_delta is not None:
            from mcptest.compliance.scorecard import read_scorecard

            read_scorecard(block.grade_delta.against)


def _gates(suite: Suite) -> Iterator[GateVerdict]:
    block = _block(suite)
    if block is None:
        return
    if block.spec_version_check is not None and block.spec_version is not None:
        from mcptest.compliance.gates import spec_version_gate

        yield spec_version_gate(block.spec_version, block.spec_version_check)
    if block.grade_delta is not None:
        yield GateVerdict("grade_delta", passed=True, note=UNGRADED)


def _block(suite: Suite) -> ComplianceBlock | None:
    if "compliance" not in suite.blocks:
        return None
    from mcptest.compliance.block import BLOCK

    block = BLOCK.shape.read(suite.blocks["compliance"], [], suite.scope)
    return None if isinstance(block, Invalid) else block
