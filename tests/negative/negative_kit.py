"""Run probes against a mock in memory, through the engine as a run would."""

from __future__ import annotations

import asyncio
import json

from mcptest.engine.case import Case
from mcptest.engine.run import RunPlan, run
from mcptest.engine.server import Server
from mcptest.mock.manifest.load import load_definition
from mcptest.mock.memory import memory_target
from mcptest.mock.overrides.read import parse_overrides
from mcptest.mock.server import MockServer
from mcptest.model.outcome import Lane
from mcptest.model.spec_version import SpecVersion
from mcptest.negative.observe import NegativePath, observe_negative_path
from mcptest.negative.sample import BASE, SAMPLE, TOOL
from mcptest.negative.table import chosen
from mcptest.safety.gate import Gate
from mcptest.safety.policy import ExecutionPolicy
from mcptest.wire.limits import Limits

VERSION = SpecVersion.V2025_11_25
LIMITS = Limits(timeout=5.0, grace=0.2)


def definition(tmp_path, manifest):
    path = tmp_path / "mock.json"
    path.write_text(json.dumps(manifest))
    return load_definition(path)


def sample_target(tmp_path, overrides=(), *, version=VERSION, manifest=SAMPLE):
    mock = definition(tmp_path, manifest)
    parsed = parse_overrides(list(overrides))
    return memory_target(MockServer(mock, version=version, overrides=parsed))


def probe_target(
    target,
    checks=None,
    *,
    tool=TOOL,
    args=BASE,
    limit=2.0,
    policy=None,
    version=VERSION,
    gated=True,
    limits=LIMITS,
):
    """The finished run of one negative-path case, and its one result."""
    asked = NegativePath(tool=tool, probes=chosen(checks), args=args, limit=limit, gated=gated)

    async def observe(context):
        return await observe_negative_path(context, asked)

    case = Case(id="n", name="n", lane=Lane.NEGATIVE_PATH, server="s", observe=observe)
    gate = Gate(policy or ExecutionPolicy(call_delay=0))
    plan = RunPlan(
        command="run",
        cases=[case],
        servers={"s": Server("s", target, version=version, limits=limits)},
        gate=gate,
        judge_messages=False,
    )
    finished = asyncio.run(run(plan, lambda event: None))
    return finished, finished.cases[0]


def failed_probes(result):
    found = [f.message.partition(":")[0] for f in result.findings if f.severity == "error"]
    return list(dict.fromkeys(found))


def kinds(result):
    return {f.message.partition(":")[0]: f.actual for f in result.findings if f.severity == "error"}
