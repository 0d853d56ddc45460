"""Fuzz a peer in memory through the engine, as a run would."""

from __future__ import annotations

import asyncio

from mcptest.engine.case import Case
from mcptest.engine.run import RunPlan, run
from mcptest.engine.server import Server
from mcptest.fuzz.observe import FuzzPlan, observing
from mcptest.model.outcome import Lane
from mcptest.safety.gate import Gate
from mcptest.safety.policy import CallContext, ExecutionPolicy
from mcptest.wire.limits import Limits


def fuzz_target(target, *, policy=None, timeout=5.0, **asked):
    """The finished run of one fuzz case, and its one result."""
    plan = FuzzPlan(**{"tool": "search", "limit": 0.05, "consent": CallContext.CONSENTED, **asked})
    case = Case(id="f", name="f", lane=Lane.FUZZ, server="s", observe=observing(plan))
    return run_case(case, target, policy=policy, timeout=timeout)


def run_case(case, target, *, policy=None, timeout=5.0):
    limits = Limits(timeout=timeout, grace=0.05)
    plan = RunPlan(
        command="fuzz",
        cases=[case],
        servers={case.server: Server(case.server, target, limits=limits)},
        gate=Gate(policy or ExecutionPolicy(call_delay=0)),
        judge_messages=False,
    )
    finished = asyncio.run(run(plan, lambda event: None))
    return finished, finished.cases[0]
