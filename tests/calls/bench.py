"""A suite from text, run on a mock in memory."""

import asyncio
from dataclasses import replace
from pathlib import Path
from textwrap import dedent

from mcptest.engine.execute import RunPace
from mcptest.engine.run import RunPlan
from mcptest.engine.run import run as run_engine
from mcptest.engine.server import Server
from mcptest.mock.manifest.load import load_definition
from mcptest.mock.memory import memory_target
from mcptest.mock.overrides.read import parse_overrides
from mcptest.mock.server import MockServer
from mcptest.plan import build_cases, load_suite
from mcptest.wire.limits import Limits

RECORDS = Path(__file__).parents[2] / "examples" / "mocks" / "records.yml"
SERVER = "server: {command: not-started}\n"


def cases_of(folder, text, *, env=None):
    path = folder / "checks.yml"
    path.write_text(SERVER + dedent(text), encoding="utf-8")
    return build_cases(load_suite(path, env=env or {}))[0]


def target_of(overrides=(), *, definition=None):
    """The records mock, each connection a server of its own, breaking what the data says."""
    if not overrides:
        return memory_target(definition or load_definition(RECORDS))
    rules = parse_overrides(list(overrides), "test")
    return memory_target(MockServer(definition or load_definition(RECORDS), overrides=rules))


def run_suite(folder, text, *overrides, timeout=5.0, jobs=1, target=None, limits=None, **more):
    """Every case of the suite on one server; the finished run."""
    server = Server(
        name="default",
        target=target or target_of(overrides),
        limits=limits or replace(Limits(timeout=timeout), grace=0.2),
    )
    plan = RunPlan(
        command="run",
        cases=cases_of(folder, text),
        servers={"default": server},
        pace=RunPace(jobs=jobs),
        **more,
    )
    return asyncio.run(run_engine(plan, lambda _event: None))


def verdicts(run):
    return [case.status.value for case in run.cases]


def only_finding(run, index=0):
    [finding] = run.cases[index].findings
    return finding
