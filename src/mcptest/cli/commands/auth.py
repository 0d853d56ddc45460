"""Check how a server asks clients to sign in, step by step."""

from __future__ import annotations

import click

from mcptest import __version__
from mcptest.cli.help import HelpCommand
from mcptest.cli.options import DurationType
from mcptest.cli.output.options import output_options_with
from mcptest.cli.output.reports import Output, Writer
from mcptest.engine.clock import SystemClock
from mcptest.errors import ExitCode, UsageError
from mcptest.interruption.signals import run_interruptible
from mcptest.model.events import RunFinished
from mcptest.model.outcome import Status, Summary
from mcptest.model.redaction import Redactor
from mcptest.model.run import Run
from mcptest.plan.revision import parse_version


@click.command(
    "auth",
    cls=HelpCommand,
    examples=[
        "mcptest auth https://notes.example/mcp",
        "mcptest auth https://notes.example/mcp --spec-version 2025-06-18 --format json",
    ],
)
@click.argument("url")
@click.option(
    "--spec-version",
    metavar="V",
    help="Use the authorization discovery of this revision (default: the newest that works).",
)
@click.option("--issuer", metavar="URL", help="Use this authorization server.")
@click.option("--ca-file", metavar="FILE", help="Trust the CA certificates in this file.")
@click.option(
    "--timeout", type=DurationType(), help="Time out each request after this long (default: 10s)."
)
@output_options_with("")
def command(
    *,
    url: str,
    spec_version: str | None,
    issuer: str | None,
    ca_file: str | None,
    timeout: float | None,
    output: Output,
) -> int:
    """Check every step from the first request to a token.

    Send a request without a token, read the metadata of the server and of its authorization
    server, and show for each step what a client needs, what was received, and which clients
    stop there. Nothing is registered, and no one signs in.
    """
    from mcptest.auth.discovery.discover import discover
    from mcptest.auth.discovery.results import step_result
    from mcptest.auth.fetch import SECONDS, Fetcher
    from mcptest.cli.servers import check_address
    from mcptest.wire.target import HttpTarget

    check_address(HttpTarget(url))
    version = parse_version(spec_version) if spec_version else None
    if version is not None and version.wire < "2025-03-26":
        words = f"{version.wire} has no authorization"
        raise UsageError("auth-revision", words, hint="use 2025-03-26 or later")
    clock = SystemClock()
    started, begun = clock.now(), clock.seconds()
    fetcher = Fetcher(ca_file, SECONDS if timeout is None else timeout)
    found, interrupted = run_interruptible(
        discover(url, fetcher=fetcher, version=version, issuer=issuer)
    )
    redactor = Redactor()
    cases = tuple(redactor.result(step_result(step, "default", version)) for step in found.steps)
    failed = any(case.status is Status.FAILED for case in cases)
    code = ExitCode.UNREACHABLE if found.silent else ExitCode.FAILED if failed else ExitCode.OK
    run = Run(
        mcptest=__version__,
        command="auth",
        started=started,
        duration_ms=(clock.seconds() - begun) * 1000,
        seed=None,
        exit_code=interrupted.exit_code or code,
        servers=(),
        summary=Summary.of(cases),
        cases=cases,
    )
    Writer(output)(RunFinished(run))
    return run.exit_code


SECTION = "Check a server"
COMMAND = command
