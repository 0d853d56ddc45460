"""``compliance hints``: look for fixtures on a server, and print them as a block."""

from __future__ import annotations

from dataclasses import replace

import click

from mcptest.cli.policies import policy_for
from mcptest.cli.running import engine_server
from mcptest.cli.servers import ServerChoice
from mcptest.compliance.hint_block import HintSearch
from mcptest.compliance.revisions.judged import find_revisions
from mcptest.engine.gatekeeping import gate_for
from mcptest.engine.pool import Pool
from mcptest.engine.run import RunPlan, run
from mcptest.engine.server import Server
from mcptest.errors import ExitCode
from mcptest.interruption.signals import run_interruptible
from mcptest.model.escape import visible
from mcptest.model.outcome import Status
from mcptest.model.redaction import Redactor
from mcptest.model.run import Run
from mcptest.safety.gate import Gate
from mcptest.safety.policy import PolicyOptions


def print_hints(choice: ServerChoice, flags: PolicyOptions) -> int:
    """Raises: McptestError."""
    spec = choice.resolve()
    server = engine_server(spec)
    gate = gate_for(policy_for(choice, flags), {server.name: server.target})
    (search, done), interrupted = run_interruptible(_find(server, gate))
    redactor = Redactor(spec.secrets)
    for line in search.lines():
        click.echo(visible(redactor.text(line)))
    failed = [case for case in done.cases if case.status is not Status.PASSED]
    for finding in (finding for case in failed for finding in case.findings):
        click.echo(visible(redactor.text(finding.message)), err=True)
    return interrupted.exit_code or (ExitCode.UNREACHABLE if failed else ExitCode.OK)


async def _find(server: Server, gate: Gate) -> tuple[HintSearch, Run]:
    async with Pool(server.target, server.limits) as pool:
        shared = replace(server, pool=pool)
        found = await find_revisions(shared, pin=server.version)
        if found.refusal is not None:
            raise found.refusal
        version = found.versions[-1]
        search = HintSearch(server.name, version)
        plan = RunPlan(
            command="compliance hints",
            cases=[search.case()],
            servers={server.name: replace(shared, version=version)},
            gate=gate,
            judge_messages=False,
        )
        return search, await run(plan, lambda _event: None)
