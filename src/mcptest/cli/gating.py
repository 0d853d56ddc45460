"""The gates of the suites' ``compliance:`` blocks, in a run that grades nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from mcptest.cli.suites import Loaded
from mcptest.model.grade import Compliance, GateVerdict
from mcptest.model.run import Run
from mcptest.suite.load import Suite

UNGRADED = "nothing is graded here; mcptest compliance run --from-suite does"


def with_gates(run: Run, loaded: Loaded) -> Run:
    """The run with one PASS or FAIL line per gate; unchanged where no suite has any."""
    gates = tuple(gate for suite in loaded.suites for gate in _gates(suite))
    return replace(run, compliance=Compliance(gates=gates)) if gates else run


def _gates(suite: Suite) -> Iterator[GateVerdict]:
    if "compliance" not in suite.blocks:
        return
    from mcptest.compliance.block import BLOCK, ComplianceBlock
    from mcptest.compliance.gates import spec_version_gate

    block = BLOCK.shape.read(suite.blocks["compliance"], [], suite.scope)
    if not isinstance(block, ComplianceBlock):
        return
    if block.spec_version_check is not None and block.spec_version is not None:
        yield spec_version_gate(block.spec_version, block.spec_version_check)
    if block.grade_delta is not None:
        yield GateVerdict("grade_delta", passed=True, note=UNGRADED)
