"""Add assertions to a suite from what its tools return."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from mcptest.atomic import write_atomically
from mcptest.cli.help import HelpCommand
from mcptest.cli.options import safety_options
from mcptest.cli.refusal import nothing_allowed
from mcptest.cli.running import engine_server
from mcptest.cli.servers import pick
from mcptest.engine.gatekeeping import gate_for
from mcptest.errors import ExitCode
from mcptest.interruption.signals import run_interruptible
from mcptest.model.counted import counted
from mcptest.model.escape import visible
from mcptest.model.json import JsonObject
from mcptest.model.redaction import Redactor
from mcptest.plan import build_cases, load_suite
from mcptest.safety.gate import Gate
from mcptest.safety.policy import CallContext, ExecutionPolicy, PolicyOptions
from mcptest.safety.summary import summarize_calls
from mcptest.scaffold.planned_calls import outlook
from mcptest.scaffold.propose import FEATURE, observe_and_propose
from mcptest.scaffold.rewrite import add_expectations
from mcptest.scaffold.server_session import ServerSession
from mcptest.scaffold.subjects import Left, ProposalSubject, find_subjects
from mcptest.suite.load import ServerSpec, Suite
from mcptest.suite.yaml.source import load_source


@dataclass(slots=True)
class Work:
    """The tests to look at, and what becomes of them."""

    suite: Suite
    gate: Gate
    subjects: dict[str, list[ProposalSubject]]
    left: list[Left]
    entries: dict[int, list[JsonObject]] = field(default_factory=dict)

    @property
    def servers(self) -> list[ServerSpec]:
        return [self.suite.servers[name] for name in self.subjects]


@click.command(
    "propose",
    cls=HelpCommand,
    examples=[
        "mcptest propose mcptest.yml",
        "mcptest propose mcptest.yml --write",
    ],
)
@click.argument("path", metavar="SUITE", type=click.Path(path_type=Path))
@click.option("--write", is_flag=True, help="Write the result to the suite instead of printing it.")
@click.option("--server", metavar="NAME", help="Use only tests of this server.")
@click.option(
    "--dry-run", is_flag=True, help="Show the planned calls without making them or writing a file."
)
@safety_options
def command(*, path: Path, write: bool, server: str | None, dry_run: bool, **knobs: Any) -> int:
    """Run the tests without `expect` and write assertions from the results."""
    text = load_source(path).source.text
    work = prepare(path, server, _typed(knobs))
    run_interruptible(_show_plan(work) if dry_run else _observe(work))
    if dry_run:
        return ExitCode.OK
    redact = Redactor(work.suite.secrets).json
    entries = {
        line: [entry for entry in found if redact(entry) == entry]
        for line, found in work.entries.items()
    }
    changed, failed = add_expectations(text, entries)
    _refuse_if_nothing_was_allowed(work)
    if write and changed != text:
        write_atomically(path, changed)
    elif not write:
        click.echo(changed, nl=False)
    _tell(work, failed)
    return ExitCode.OK


def _typed(knobs: Mapping[str, Any]) -> dict[str, Any]:
    """Without the defaults, which would hide what the suite says."""
    source, default = click.get_current_context().get_parameter_source, ParameterSource.DEFAULT
    return {name: value for name, value in knobs.items() if source(name) is not default}


def prepare(path: Path, server: str | None, knobs: Mapping[str, Any]) -> Work:
    """Raises: FileProblemsError, UsageError."""
    suite = load_suite(path, env=os.environ)
    build_cases(suite)
    if server is not None:
        pick(suite.servers, server, str(path))
    subjects, left = find_subjects(suite.blocks.get("tools"), os.fspath(path))
    by_server: dict[str, list[ProposalSubject]] = defaultdict(list)
    for subject in subjects:
        name = subject.server or next(iter(suite.servers))
        if server is None or name == server:
            by_server[name].append(subject)
    policy = ExecutionPolicy.of(PolicyOptions(**knobs), suite.run_options)
    gate = gate_for(policy, {spec.name: spec.target for spec in suite.servers.values()})
    return Work(suite, gate, dict(by_server), left)


async def _observe(work: Work) -> None:
    for spec in work.servers:
        server = engine_server(spec)
        found = await observe_and_propose(
            lambda server=server: ServerSession(server, work.gate, FEATURE),  # type: ignore[misc]
            work.subjects[spec.name],
        )
        work.entries.update(found.entries)
        work.left += found.left


async def _show_plan(work: Work) -> None:
    for spec in work.servers:
        wanted = {subject.tool for subject in work.subjects[spec.name]}
        async with ServerSession(engine_server(spec), work.gate, FEATURE) as session:
            tools = [tool for tool in await session.tools() if tool.name in wanted]
        for line in outlook(tools, work.gate, CallContext.NEEDS_CALL):
            click.echo(line)


def _refuse_if_nothing_was_allowed(work: Work) -> None:
    asked = sum(map(len, work.subjects.values()))
    if asked and asked == sum(left.refused for left in work.left):
        raise nothing_allowed("propose-refused", work.gate.policy)


def _tell(work: Work, failed: list[int]) -> None:
    done = {index: found for index, found in work.entries.items() if index not in failed}
    count = sum(map(len, done.values()))
    click.echo(f"{counted(count, 'new assertion')} for {counted(len(done), 'test')}", err=True)
    names = {one.index: one.name for many in work.subjects.values() for one in many}
    place = "it is written in brackets; write it as a block on its own lines"
    for left in (*work.left, *(Left(names[index], place) for index in failed)):
        click.echo(visible(f"unchanged: {left.name}: {left.why}"), err=True)
    if line := summarize_calls(work.gate.records, arguments="the arguments in the suite"):
        click.echo(line, err=True)


SECTION = "Write and run tests"
COMMAND = command
