"""Lint tool definitions and tighten their input schemas."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click

from mcptest import __version__
from mcptest.atomic import write_atomically
from mcptest.cli.help import HelpCommand
from mcptest.cli.options import server_options
from mcptest.cli.output.options import output_options
from mcptest.cli.output.reports import Output, Writer
from mcptest.cli.running import listed_tools, open_for
from mcptest.cli.servers import ServerChoice
from mcptest.engine.clock import SystemClock
from mcptest.errors import ExitCode, UsageError
from mcptest.interruption.signals import run_interruptible
from mcptest.lint.catalog import parse_catalog, read_catalog
from mcptest.lint.engine import choose_rules, lint_tools
from mcptest.lint.result import Origin, catalog_note, lint_cases
from mcptest.lint.rule import LintRule
from mcptest.lint.suppress import Suppressions, find_config, load_suppressions
from mcptest.lint.tighten.fix import fix_catalog
from mcptest.lint.tighten.tighten import FIXABLE
from mcptest.model.escape import visible
from mcptest.model.events import RunFinished, RunStarted
from mcptest.model.outcome import CaseResult, Lane, Status, Summary
from mcptest.model.redaction import Redactor
from mcptest.model.run import Run, ServerFacts
from mcptest.model.spec_version import SpecVersion
from mcptest.model.tool import ToolDescriptor
from mcptest.plan.revision import parse_version
from mcptest.sdk.marking import with_sdk
from mcptest.suite.load import ServerSpec


@click.command(
    "schema-lint",
    cls=HelpCommand,
    examples=[
        "mcptest schema-lint -- python my_server.py",
        "mcptest schema-lint tools.json --fix --write",
    ],
)
@click.argument("files", metavar="[FILE]...", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--fix", is_flag=True, help="Print the catalog with fixed schemas instead of findings."
)
@click.option("--write", is_flag=True, help="Rewrite the files in place (with --fix).")
@click.option("--diff", "show_diff", is_flag=True, help="Print a unified diff (with --fix).")
@click.option(
    "--fix-only",
    multiple=True,
    type=click.Choice(FIXABLE),
    help="Fix only this rule when --fix is given.",
)
@click.option("--select", multiple=True, metavar="RULE", help="Check only this rule or family.")
@click.option("--ignore", multiple=True, metavar="RULE", help="Ignore this rule or family.")
@click.option(
    "--fail-on",
    type=click.Choice(["warning", "error", "critical"]),
    metavar="[warning|error]",  # critical is the older word for an error
    default="warning",
    show_default=True,
    help="Fail if a finding has at least this severity.",
)
@click.option(
    "--config",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Read suppressions from this TOML file (default: mcptest.toml or pyproject.toml).",
)
@server_options
@output_options
def command(*, files: tuple[Path, ...], server: ServerChoice, output: Output, **said: Any) -> int:
    """Lint a server's tools, or the tools in saved tools/list files.

    A tool's quality score, from 0 to 1, is the mean of six parts: a description, its length,
    described arguments, a usable name, a schema that is valid JSON Schema (no META-... finding),
    and annotations. SCH-... findings do not count.
    """
    if server.given == bool(files):
        raise UsageError(
            "schema-lint-what",
            "specify what to lint: catalog files or a server",
            hint="for example: mcptest schema-lint tools.json",
        )
    _check_fix_flags(files, said)
    if said["fix"]:
        return _fix(files, server, said)
    rules = partial(choose_rules, select=split(said["select"]), ignore=split(said["ignore"]))
    rules()  # a word that names no rule is told before a server is started
    version = parse_version(server.spec_version) if server.spec_version else None
    suppressions = _suppressions(said["config"], files)
    if server.given:
        return _lint_live(server.resolve(), rules, suppressions, said["fail_on"], output)
    origins = [_from_file(path) for path in files]
    return _report(origins, rules, suppressions, version, said["fail_on"], output)


def split(words: Sequence[str]) -> list[str]:
    """``--select SCH,DESC-001`` as well as one flag each."""
    return [part.strip() for word in words for part in word.split(",") if part.strip()]


def _check_fix_flags(files: Sequence[Path], said: dict[str, Any]) -> None:
    if not said["fix"] and (said["write"] or said["show_diff"] or said["fix_only"]):
        raise UsageError("schema-lint-fix", "--write, --diff and --fix-only require --fix")
    if said["write"] and not files:
        raise UsageError(
            "schema-lint-fix",
            "--write requires a file; the tools of a running server cannot be rewritten",
        )
    if said["fix"] and len(files) > 1 and not said["write"] and not said["show_diff"]:
        raise UsageError(
            "schema-lint-fix", "--fix prints one catalog; use --write to fix several files"
        )


def _suppressions(config: Path | None, files: Sequence[Path]) -> Suppressions:
    found = config or find_config(files[0].parent if files else Path.cwd())
    return Suppressions(load_suppressions(found) if found else ())


def _from_file(path: Path) -> Origin:
    catalog = read_catalog(path)
    return Origin(str(path), catalog.tools, catalog=catalog)


def _fix(files: Sequence[Path], server: ServerChoice, said: dict[str, Any]) -> int:
    only = said["fix_only"] or FIXABLE
    catalogs = [read_catalog(path) for path in files] or [_live_catalog(server.resolve())]
    for index, catalog in enumerate(catalogs):
        fixed = fix_catalog(catalog, only=only)
        before = catalog.document.bom + catalog.document.text
        if said["show_diff"]:
            _print_diff(catalog.document.path, before, fixed.text)
        if said["write"] and fixed.text != before:
            write_atomically(files[index], fixed.text.encode())
        if not said["write"] and not said["show_diff"]:
            sys.stdout.write(fixed.text)
        for line in fixed.summary():
            click.echo(f"{catalog.document.path}: {line}", err=True)
    return ExitCode.OK


def _print_diff(path: str, before: str, after: str) -> None:
    from difflib import unified_diff

    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    lines = unified_diff(old, new, path, f"{path} (tightened)")
    sys.stdout.write(
        visible("".join(line if line.endswith("\n") else line + "\n" for line in lines))
    )


def _live_catalog(spec: ServerSpec) -> Any:
    (tools, _, _), _ = run_interruptible(_listed(spec))
    raw = Redactor(spec.secrets).json({"tools": [tool.raw for tool in tools]})
    return parse_catalog(spec.name, json.dumps(raw, indent=2, ensure_ascii=False) + "\n")


async def _listed(
    spec: ServerSpec,
) -> tuple[tuple[ToolDescriptor, ...], ServerFacts, SpecVersion]:
    async with open_for(spec) as session:
        tools = tuple(ToolDescriptor.from_json(item) for item in await listed_tools(session))
        return tools, session.facts(spec.name), session.version


def _lint_live(
    spec: ServerSpec,
    rules: Callable[..., tuple[LintRule, ...]],
    suppressions: Suppressions,
    fail_on: str,
    output: Output,
) -> int:
    (tools, facts, version), interrupted = run_interruptible(_listed(spec))
    origin = Origin(spec.name, tools, server=spec.name)
    code = _report(
        [origin], rules, suppressions, version, fail_on, output, facts=facts, secrets=spec.secrets
    )
    return interrupted.exit_code or code


def _report(
    origins: Sequence[Origin],
    rules: Callable[..., tuple[LintRule, ...]],
    suppressions: Suppressions,
    version: SpecVersion | None,
    fail_on: str,
    output: Output,
    *,
    facts: ServerFacts | None = None,
    secrets: tuple[str, ...] = (),
) -> int:
    clock = SystemClock()
    started, begun = clock.now(), clock.seconds()
    redactor = Redactor(secrets)
    chosen = rules(version=version)
    cases: list[CaseResult] = []
    notes: list[str] = []
    for origin in origins:
        reports = lint_tools(origin.tools, rules=chosen, version=version)
        notes.append(catalog_note(origin, reports))
        kept = [suppressions.apply(report) for report in reports]
        cases += [redactor.result(case) for case in lint_cases(origin, kept)]
    notes += suppressions.notes()
    summary = Summary.of(cases)
    run = Run(
        mcptest=__version__,
        command=Lane.SCHEMA_LINT.value,
        started=started,
        duration_ms=(clock.seconds() - begun) * 1000,
        seed=None,
        exit_code=_exit_code(cases, fail_on),
        servers=(redactor.server(facts),) if facts else (),
        summary=summary,
        cases=tuple(cases),
        notes=tuple(map(redactor.text, notes)),
    )
    _show(with_sdk(run), output)
    return run.exit_code


def _exit_code(cases: Sequence[CaseResult], fail_on: str) -> int:
    bad = {Status.FAILED} if fail_on != "warning" else {Status.FAILED, Status.WARNED}
    return ExitCode.FAILED if any(case.status in bad for case in cases) else ExitCode.OK


def _show(run: Run, output: Output) -> None:
    writer = Writer(output)
    writer(RunStarted(run.command, run.started, None, len(run.cases)))
    writer(RunFinished(run))


SECTION = "Check a server"
COMMAND = command
