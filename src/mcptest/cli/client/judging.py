"""Run ``mock --judge``: serve a mock, then report what the client did wrong."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import IO, cast

from mcptest import __version__
from mcptest.cli.output.reports import Output, Writer
from mcptest.client.absence import NOT_TO_THE_MOCK
from mcptest.client.beside import Listening, TappedInput, TappedOutput
from mcptest.client.cases import ClientTrial
from mcptest.client.log import ClientLog
from mcptest.client.play import Showing
from mcptest.client.scenario import find_scenario
from mcptest.client.starting import ClientEnding, CommandStarter
from mcptest.engine.case import Observation
from mcptest.engine.clock import SystemClock
from mcptest.engine.judge import status_of
from mcptest.engine.verdict import exit_code
from mcptest.mock.serve import ServeOptions, make_server, whole_definition
from mcptest.mock.server import MockServer
from mcptest.model.events import RunFinished
from mcptest.model.outcome import CaseResult, Lane, Status, Summary
from mcptest.model.run import Run

COMMAND = "mock"


def serve_and_judge(file: Path, options: ServeOptions, reports: Sequence[str]) -> int:
    """Serve until the other side is done, then report; over stdio the process ends here.

    Raises: McptestError.
    """
    output = Output.of("text", reports, no_color=options.http is None)
    server = make_server(whole_definition(file, options), options)
    listening = Listening("stdio" if options.http is None else "http")
    if options.http is None:
        _serve_stdio(server, listening)
        with contextlib.redirect_stdout(sys.stderr):  # stdout belongs to the protocol
            code = judge_client(listening, output)
        sys.stderr.flush()
        os._exit(code)
    _serve_http(server, options, listening)
    return judge_client(listening, output)


def _serve_stdio(server: MockServer, listening: Listening) -> None:
    from mcptest.mock.stdio import StdioLoop

    source = cast("IO[bytes]", TappedInput(sys.stdin.buffer, listening))
    sink = cast("IO[bytes]", TappedOutput(sys.stdout.buffer, listening))
    with contextlib.suppress(KeyboardInterrupt):
        StdioLoop(server, source, sink).run()  # type: ignore[arg-type]


def _serve_http(server: MockServer, options: ServeOptions, listening: Listening) -> None:
    from mcptest.client.beside_http import TappedApplication
    from mcptest.mock.http.listen import mock_application, serve_application

    assert options.http is not None
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # uvicorn raises it again at its end
    with contextlib.suppress(KeyboardInterrupt):
        serve_application(
            lambda guard: TappedApplication(mock_application(server, guard), listening),
            options.http.host,
            options.http.port,
        )


def judge_client(listening: Listening, output: Output) -> int:
    """Judge what was heard, write the reports, and give the exit code."""
    clock = SystemClock()
    version = listening.finish()
    plain = find_scenario("plain")
    assert plain is not None
    showing = Showing(plain, version, listening.log.transport)
    trial = ClientTrial(version, CommandStarter(()), [showing], absence=NOT_TO_THE_MOCK)
    seen = trial.judged(showing, listening.log, ClientEnding())
    case = _case(listening.log, seen)
    run = Run(
        mcptest=__version__,
        command=COMMAND,
        started=clock.now(),
        duration_ms=listening.log.seconds() * 1000,
        seed=None,
        exit_code=0,
        summary=Summary.of([case]),
        cases=(case,),
    )
    run = trial.finish(run)
    run = replace(run, exit_code=exit_code(run))
    Writer(output)(RunFinished(run))
    return run.exit_code


def _case(log: ClientLog, seen: Observation) -> CaseResult:
    status = Status.SKIPPED if seen.skip is not None else status_of(seen.findings)
    return CaseResult(
        id=f"{Lane.CLIENT}::{log.transport}::mock",
        name="the client of the mock",
        lane=Lane.CLIENT,
        server=None,
        status=status,
        skip=seen.skip,
        findings=seen.findings,
        notes=seen.notes,
        duration_ms=log.seconds() * 1000,
    )
