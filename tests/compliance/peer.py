"""Runs rules through the engine on the healthy mock, in memory or over a real transport."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from threading import Thread

from mcptest.compliance.cases import rule_cases
from mcptest.compliance.corpus.healthy import HEALTHY
from mcptest.compliance.corpus.rule import Rule
from mcptest.compliance.corpus.version_corpus import load_all
from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.views.binding import other_addresses
from mcptest.engine.execute import RunPace
from mcptest.engine.run import RunPlan, run
from mcptest.engine.server import Server
from mcptest.errors import UsageError
from mcptest.mock.http.asgi import Application
from mcptest.mock.http.endpoint import PATH, HttpMock
from mcptest.mock.http.guard import Guard
from mcptest.mock.http.listen import listen, uvicorn_server
from mcptest.mock.manifest.definition import MockDefinition
from mcptest.mock.manifest.load import load_definition
from mcptest.mock.memory import memory_target
from mcptest.mock.overrides.read import parse_overrides
from mcptest.mock.server import MockServer
from mcptest.model.json import Json
from mcptest.model.outcome import CaseResult
from mcptest.model.spec_version import SpecVersion
from mcptest.safety.gate import Gate
from mcptest.safety.policy import ExecutionPolicy
from mcptest.wire.limits import Limits
from mcptest.wire.target import HttpTarget, StdioTarget, Target

LIMITS = Limits(timeout=2.0, grace=0.4)


@cache
def corpora():
    return load_all()


@cache
def healthy() -> MockDefinition:
    return load_definition(HEALTHY)


def memory(overrides: Sequence[Json], version: SpecVersion) -> Target:
    server = MockServer(healthy(), version=version, overrides=parse_overrides(list(overrides)))
    return memory_target(server)


def stdio(overrides: Sequence[Json], version: SpecVersion) -> Target:
    """The mock as a process of its own; the overrides travel as an argument."""
    code = (
        "import json, sys\n"
        "from mcptest.mock.manifest.load import load_definition\n"
        "from mcptest.mock.overrides.read import parse_overrides\n"
        "from mcptest.mock.server import MockServer\n"
        "from mcptest.mock.stdio import serve_stdio\n"
        "from mcptest.model.spec_version import SpecVersion\n"
        "file, version, overrides = sys.argv[1:]\n"
        "serve_stdio(MockServer(load_definition(file), version=SpecVersion(version),\n"
        "    overrides=parse_overrides(json.loads(overrides))))\n"
    )
    arguments = (str(HEALTHY), version.value, json.dumps(list(overrides)))
    return StdioTarget(command=(sys.executable, "-c", code, *arguments))


def grade_mock(
    rules: Sequence[Rule],
    target: Target,
    version: SpecVersion,
    hints: Mapping[str, Json] | None = None,
    *,
    limits: Limits = LIMITS,
    seeks_fixtures: bool = False,
    policy: ExecutionPolicy | None = None,
) -> dict[str, CaseResult]:
    """Every rule on one server through the engine, by id."""
    exam = Examination(version, hints or {}, seeks_fixtures=seeks_fixtures)
    plan = RunPlan(
        command="compliance run",
        cases=rule_cases(rules, exam, server="healthy"),
        servers={"healthy": Server("healthy", target, version=version, limits=limits)},
        pace=RunPace(jobs=4),
        gate=Gate(policy or ExecutionPolicy(call_delay=0)),
        judge_messages=False,
    )
    result = asyncio.run(run(plan, lambda _event: None))
    return {case.id.rpartition("::")[2]: case for case in result.cases}


class Stage:
    """One listener for all proofs of this process; each puts its own mock on it in turn."""

    def __init__(self) -> None:
        self._listener = listen("127.0.0.1", 0)
        self.port = self._listener.getsockname()[1]
        self._application: Application | None = None
        self._exposed = False
        sockets = [self._listener, *self._elsewhere()]
        Thread(target=self._serve, args=(sockets,), daemon=True).start()

    def _serve(self, sockets: list) -> None:
        """Without the tracer of coverage, which would cost more than the serving itself."""
        sys.settrace(None)
        uvicorn_server(self).run(sockets=sockets)

    def _elsewhere(self) -> list:
        """A second address, where only a mock that listens everywhere answers."""
        with suppress(UsageError):
            return [listen(address, self.port) for address in other_addresses()[:1]]
        return []

    async def __call__(self, scope, receive, send) -> None:
        if scope["server"][0] != "127.0.0.1" and not self._exposed:
            await send({"type": "http.response.start", "status": 502, "headers": []})
            await send({"type": "http.response.body", "body": b""})
            return
        await self._application(scope, receive, send)

    def put(self, mock: MockServer, *, by_sse: bool = False) -> None:
        self._exposed = mock.book.listens_everywhere
        guarded = HttpMock(mock, Guard("127.0.0.1", self.port))
        self._application = Application(guarded, lambda _status: None, by_sse=by_sse)


def stage() -> Stage:
    """A fork has no thread that would serve what it puts on the stage of its parent."""
    return _stage(os.getpid())


@cache
def _stage(_process: int) -> Stage:
    return Stage()


@contextmanager
def http(
    overrides: Sequence[Json], version: SpecVersion, *, by_sse: bool = False
) -> Iterator[Target]:
    """The mock on a real port, served by a thread of this process."""
    mock = MockServer(healthy(), version=version, overrides=parse_overrides(list(overrides)))
    stage().put(mock, by_sse=by_sse)
    yield HttpTarget(f"http://127.0.0.1:{stage().port}{PATH}")


@contextmanager
def served(
    overrides: Sequence[Json], version: SpecVersion, transport: str | None
) -> Iterator[Target]:
    """The mock where a proof shows."""
    if transport in {"http", "sse"}:
        with http(overrides, version, by_sse=transport == "sse") as target:
            yield target
    else:
        make = stdio if transport == "stdio" else memory
        yield make(overrides, version)
