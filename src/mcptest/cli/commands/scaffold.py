"""Write a test suite for a server."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

import click

from mcptest.atomic import write_atomically
from mcptest.cli.help import HelpCommand
from mcptest.cli.options import safety_options, server_options
from mcptest.cli.output.writing import require_place
from mcptest.cli.policies import policy_for
from mcptest.cli.running import engine_server
from mcptest.cli.servers import ServerChoice
from mcptest.engine.gatekeeping import gate_for
from mcptest.errors import ExitCode, UsageError
from mcptest.interruption.signals import run_interruptible
from mcptest.model.counted import counted
from mcptest.model.escape import visible
from mcptest.model.json import JsonObject
from mcptest.model.record import record
from mcptest.model.redaction import Redactor
from mcptest.model.run import ServerFacts
from mcptest.safety.gate import Gate
from mcptest.safety.policy import CallContext, PolicyOptions
from mcptest.safety.summary import summarize_calls
from mcptest.scaffold.planned_calls import outlook
from mcptest.scaffold.render import BLOCKS, render_suite, skipped_for_now
from mcptest.scaffold.rewrite import add_tests
from mcptest.scaffold.server_block import server_block
from mcptest.scaffold.server_session import ServerSession
from mcptest.scaffold.survey import DraftWish, ScaffoldSurvey, survey
from mcptest.suite.load import ServerSpec
from mcptest.suite.yaml.node import Node
from mcptest.suite.yaml.source import load_source

_SUBJECT = {"tools": "tool", "resources": "uri", "prompts": "prompt"}


@record
class Destination:
    """Where the suite goes, and what is there already."""

    path: Path | None
    text: str | None = None  # of the file to be updated
    known: Node | None = None


@click.command(
    "scaffold",
    cls=HelpCommand,
    examples=[
        "mcptest scaffold -o mcptest.yml -- python my_server.py",
        "mcptest scaffold -o mcptest.yml --update -- python my_server.py",
        "mcptest scaffold -o mcptest.yml --from-recording session.ndjson",
    ],
)
@click.option(
    "-o",
    "--output",
    "path",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write the suite to this file (default: stdout).",
)
@click.option(
    "--from-recording",
    "recording",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write tests for the calls in this recording, without calling anything.",
)
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
@click.option(
    "--update", is_flag=True, help="Add tests for new tools, resources and prompts to the file."
)
@click.option("--all-arguments", is_flag=True, help="Generate optional arguments as well.")
@click.option(
    "--dry-run", is_flag=True, help="Show the planned calls without making them or writing a file."
)
@safety_options
@server_options
def command(
    *,
    path: Path | None,
    recording: Path | None,
    force: bool,
    update: bool,
    all_arguments: bool,
    dry_run: bool,
    server: ServerChoice,
    **knobs: Any,
) -> int:
    """Write a suite with a test for each tool, resource and prompt.

    Tools are called with generated arguments to see whether they work; a mutating tool is
    called only once, and destructive tools only with --execute-destructive.
    """
    if recording is not None:
        return _from_recording(recording, path, server, force=force)
    destination = find_destination(path, force=force, update=update)
    spec = server.resolve()
    policy = policy_for(server, PolicyOptions.taken_from(knobs))
    gate = gate_for(policy, {spec.name: spec.target})
    wish = DraftWish(all_arguments=all_arguments, known=_known(destination.known))
    if dry_run:
        run_interruptible(_show_plan(spec, gate, wish))
        return ExitCode.OK
    (seen, facts), _ = run_interruptible(_survey(spec, gate, wish))
    redactor = Redactor(spec.secrets)
    found, facts = seen.redacted(redactor), facts and redactor.server(facts)
    block = described(spec, server)
    _write(destination, _text(destination, found, facts, block))
    _tell(found, gate, block, destination)
    return ExitCode.OK


def _from_recording(
    recording: Path, path: Path | None, server: ServerChoice, *, force: bool
) -> int:
    from mcptest.cli.scaffold_recording import suite_from_recording, tell

    destination = find_destination(path, force=force, update=False)
    block = described(server.resolve(), server) if server.given else None
    text, found = suite_from_recording(recording, block, path.name if path else "mcptest.yml")
    _write(destination, text)
    tell(found, text, path)
    return ExitCode.OK


def find_destination(path: Path | None, *, force: bool, update: bool) -> Destination:
    """Raises: UsageError before anything is called, FileProblemsError."""
    if update and (force or path is None):
        raise UsageError(
            "scaffold-update", "--update requires -o FILE and cannot be combined with --force"
        )
    if path is None:
        return Destination(path)
    require_place(path, "-o")
    if not path.exists():
        return Destination(path)
    if update:
        root = load_source(path)
        return Destination(path, root.source.text, root)
    if not force:
        raise UsageError(
            "scaffold-exists",
            f"{path} already exists",
            hint="use --update to add missing tests, or --force to overwrite the file",
        )
    return Destination(path)


async def _survey(
    spec: ServerSpec, gate: Gate, wish: DraftWish
) -> tuple[ScaffoldSurvey, ServerFacts | None]:
    async with ServerSession(engine_server(spec), gate, "scaffold") as session:
        found = await survey(session, wish)
        return found, session.facts


async def _show_plan(spec: ServerSpec, gate: Gate, wish: DraftWish) -> None:
    async with ServerSession(engine_server(spec), gate, "scaffold") as session:
        tools = [tool for tool in await session.tools() if wish.lacks("tools", tool.name)]
    for line in outlook(tools, gate, CallContext.CAN_EMIT, all_arguments=wish.all_arguments):
        click.echo(line)


def _known(root: Node | None) -> dict[str, Collection[str]]:
    """What the tests of a file are about, steps included."""
    if root is None:
        return {}
    return {block: _subjects(root.get(block), _SUBJECT[block]) for block in BLOCKS}


def _subjects(block: Node | None, key: str) -> set[str]:
    found = set()
    for entry in block or ():
        for part in (entry, *(entry.get("steps") or ())):
            name = part.get(key)
            if name is not None and isinstance(name.value, str):
                found.add(name.value.replace("$${", "${"))
    return found


def described(spec: ServerSpec, server: ServerChoice) -> JsonObject:
    """The ``server:`` block; what a file gave as a secret stays one."""
    from_file = server.from_suite is not None or server.mcp_config is not None
    secrets = spec.secrets if from_file else ()
    block = server_block(spec.target, bearer_env=server.bearer_env, secrets=secrets)
    if spec.version is not None:
        block["protocol_version"] = spec.version.value
    if spec.timeout is not None:
        block["timeout"] = spec.timeout
    return block


def _text(
    destination: Destination, found: ScaffoldSurvey, facts: ServerFacts | None, block: JsonObject
) -> str:
    if destination.text is None:
        named = (facts.info or {}).get("name") if facts else None
        name = named if isinstance(named, str) and named.strip() else "a server"
        file = destination.path.name if destination.path else "mcptest.yml"
        return render_suite(name, block, found.drafts, file=file, notes=found.notes)
    changed = add_tests(destination.text, found.drafts)
    if changed is None:
        raise UsageError(
            "scaffold-not-in-blocks",
            f"cannot add tests to {destination.path}: its tests are written in brackets",
            hint="write the tests as a block list: each on its own lines, starting with a dash",
        )
    return changed


def _write(destination: Destination, text: str) -> None:
    if destination.path is None:
        click.echo(text, nl=False)
    elif text != destination.text:
        write_atomically(destination.path, text)


def _tell(found: ScaffoldSurvey, gate: Gate, block: JsonObject, destination: Destination) -> None:
    where = f" to {destination.path}" if destination.path else ""
    lines = [f"wrote {counted(len(found.drafts), 'test')}{where}"]
    waiting = sum("skip" in draft.body for draft in found.drafts)
    lines += [skipped_for_now(waiting)] if waiting else []
    lines += [line] if (line := summarize_calls(gate.records)) else []
    lines += [f"set {name} before you run the suite" for name in _variables(block)]
    for line in (*lines, *found.notes):
        click.echo(visible(line), err=True)


def _variables(block: JsonObject) -> list[str]:
    found = []
    env, headers, auth = block.get("env"), block.get("headers"), block.get("auth")
    for value in [*_values(env), *_values(headers)]:
        if isinstance(value, str) and value.startswith("${env."):
            found.append(value[6:-1])
        elif isinstance(value, dict):
            found.append(str(value["env"]))
    return [*found, *map(str, _values(auth))]


def _values(value: Any) -> list[Any]:
    return list(value.values()) if isinstance(value, dict) else []


SECTION = "Write and run tests"
COMMAND = command
