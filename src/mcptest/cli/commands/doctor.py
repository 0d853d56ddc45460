"""Find out why a server cannot be reached, or plan an upgrade."""

from __future__ import annotations

from dataclasses import replace

import click

from mcptest import __version__
from mcptest.cli.help import HelpCommand
from mcptest.cli.options import server_options
from mcptest.cli.output.options import output_options
from mcptest.cli.output.reports import Output, Writer
from mcptest.cli.running import engine_server, run_plan
from mcptest.cli.servers import ServerChoice
from mcptest.doctor.config import check_config
from mcptest.doctor.diagnose import Diagnosis, diagnose
from mcptest.engine.clock import SystemClock
from mcptest.engine.run import RunPlan
from mcptest.engine.server import Server
from mcptest.errors import ExitCode
from mcptest.interruption.signals import run_interruptible
from mcptest.model.events import RunFinished
from mcptest.model.outcome import CaseResult, Status, Summary
from mcptest.model.redaction import Redactor
from mcptest.model.run import Run
from mcptest.model.spec_version import SpecVersion
from mcptest.plan.revision import parse_version


@click.command(
    "doctor",
    cls=HelpCommand,
    examples=[
        "mcptest doctor -- python my_server.py",
        "mcptest doctor --mcp-config claude_desktop_config.json --server notes",
        "mcptest doctor --migrate-to 2026-07-28 -- python my_server.py",
    ],
)
@click.option(
    "--migrate-to", metavar="V", help="Show what breaks in this revision and how to fix it."
)
@server_options
@output_options
def command(*, migrate_to: str | None, server: ServerChoice, output: Output) -> int:
    """Check each layer between you and a working server.

    Check the command or URL, the connection, the handshake and the first requests, and
    say what to fix. No tool is called, except with --migrate-to: it calls tools with generated
    arguments as `compliance run` does, destructive ones never.
    """
    wanted = parse_version(migrate_to) if migrate_to else None
    spec = server.resolve()
    if wanted is not None:
        return _migrate(engine_server(spec), wanted, spec.secrets, output)
    clock = SystemClock()
    started, begun = clock.now(), clock.seconds()
    found, interrupted = run_interruptible(diagnose(engine_server(spec)))
    config = check_config(spec.name, spec.target, server.environ) if server.mcp_config else []
    redactor = Redactor(spec.secrets)
    cases = tuple(map(redactor.result, (*config, *found.cases)))
    run = Run(
        mcptest=__version__,
        command="doctor",
        started=started,
        duration_ms=(clock.seconds() - begun) * 1000,
        seed=None,
        exit_code=interrupted.exit_code or _exit_code(found, cases),
        servers=(redactor.server(found.facts),) if found.facts else (),
        summary=Summary.of(cases),
        cases=cases,
    )
    Writer(output)(RunFinished(run))
    return run.exit_code


def _exit_code(found: Diagnosis, cases: tuple[CaseResult, ...]) -> ExitCode:
    """No session: the server cannot be used. A session with faults: it can, and they are told."""
    if found.facts is None:
        return ExitCode.UNREACHABLE
    failed = any(case.status is Status.FAILED for case in cases)
    return ExitCode.FAILED if failed else ExitCode.OK


def _migrate(server: Server, wanted: SpecVersion, secrets: tuple[str, ...], output: Output) -> int:
    from mcptest.doctor.readiness import plan_migration, with_plan
    from mcptest.engine.server import wait_for_server
    from mcptest.wire.detect import Detection, detect

    async def found() -> Detection:
        await wait_for_server(server)
        return await detect(server.target, limits=server.limits, client=server.client())

    detection, interrupted = run_interruptible(found())
    if interrupted.exit_code is not None:
        return interrupted.exit_code
    migration = plan_migration(detection, wanted, server.version)
    plan = RunPlan(
        command="doctor",
        cases=migration.cases(server.name),
        servers={server.name: replace(server, version=migration.tried_at)},
        secrets=secrets,
        judge_messages=False,
        finish=lambda run: with_plan(run, migration),
    )
    return run_plan(plan, output)


SECTION = "Check a server"
COMMAND = command
