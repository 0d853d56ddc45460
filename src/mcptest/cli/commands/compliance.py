"""Grade a server against the MCP specification."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from mcptest.cli.help import HelpGroup
from mcptest.cli.hints.options import hint_options
from mcptest.cli.options import GRADED_REVISION, safety_options, server_options_with
from mcptest.cli.output.options import compare_option, output_options_with
from mcptest.cli.output.reports import Output
from mcptest.cli.servers import ServerChoice
from mcptest.compliance.corpus.rules_document import rule_spans, rules_document
from mcptest.compliance.corpus.version_corpus import BUILTIN, Registry, VersionCorpus, registry_at
from mcptest.compliance.revisions.diff_text import document, render, render_markdown
from mcptest.compliance.revisions.version_diff import Bucket, diff_versions
from mcptest.errors import ExitCode
from mcptest.model.counted import counted
from mcptest.model.spec_version import SpecVersion
from mcptest.plan.revision import parse_version
from mcptest.safety.policy import PolicyOptions


def _registry(ctx: click.Context, param: click.Parameter, value: Path) -> Registry:
    del ctx, param
    return registry_at(value)


_REGISTRY = click.option(
    "--registry",
    metavar="DIR",
    type=click.Path(path_type=Path),
    default=BUILTIN,
    callback=_registry,
    show_default="built in",
    help="Read the rules from this folder.",
)


def _formats(*names: str) -> click.Choice[str]:
    return click.Choice(names)


@click.group("compliance", cls=HelpGroup)
def command() -> None:
    """Grade a server against the specification, list the rules, compare revisions."""


@command.command(
    "diff",
    examples=[
        "mcptest compliance diff 2025-06-18 2025-11-25",
    ],
)
@click.argument("old", metavar="FROM")
@click.argument("new", metavar="TO")
@_REGISTRY
@click.option(
    "--only",
    multiple=True,
    type=click.Choice([bucket.value for bucket in Bucket]),
    help="Show only these changes.",
)
@click.option("--exit-zero", is_flag=True, help="Always exit 0, even when there are differences.")
@click.option("--no-color", is_flag=True, help="Print plain text without colors.")
@click.option(
    "--format",
    "shape",
    type=_formats("text", "json", "markdown"),
    default="text",
    help="Print text, Markdown, or an mcptest.diff/v1 document.",
)
def diff(
    *,
    old: str,
    new: str,
    registry: Registry,
    only: tuple[str, ...],
    exit_zero: bool,
    no_color: bool,
    shape: str,
) -> int:
    """Show how the rules differ between two revisions."""
    found = diff_versions(_corpus(old, registry), _corpus(new, registry))
    buckets = [Bucket(name) for name in only]
    if shape == "json":
        shown = document(found, only=buckets) if buckets else document(found)
        click.echo(json.dumps(shown, indent=2, ensure_ascii=False))
    elif shape == "markdown":
        click.echo(render_markdown(found, only=buckets or _MOVED), nl=False)
    else:
        color = _wants_color() and not no_color
        click.echo(render(found, color=color, only=buckets or _MOVED), nl=False, color=color)
    return ExitCode.OK if found.is_clean() or exit_zero else ExitCode.FAILED


_MOVED = (Bucket.CHANGED, Bucket.ADDED, Bucket.REMOVED)


def _wants_color() -> bool:
    import os
    import sys

    return sys.stdout.isatty() and not {"NO_COLOR", "CI"} & os.environ.keys()


def _corpus(version: str, registry: Registry) -> VersionCorpus:
    return registry.at(parse_version(version))


@command.command(
    "rules",
    examples=[
        "mcptest compliance rules --spec-version 2025-11-25",
    ],
)
@_REGISTRY
@click.option(
    "--spec-version",
    metavar="V",
    help="List only the rules of this revision, such as 2025-06-18, or draft.",
)
@click.option(
    "--format",
    "shape",
    type=_formats("text", "json"),
    default="text",
    help="Print text, or an mcptest.rules/v1 document.",
)
def rules(*, registry: Registry, spec_version: str | None, shape: str) -> int:
    """List the rules.

    A rule that changed is listed with its newest level and title.
    """
    corpora = _corpora(registry, spec_version)
    listed = rules_document(corpora)
    if shape == "json":
        click.echo(json.dumps(listed, indent=2, ensure_ascii=False))
        return ExitCode.OK
    rows = listed["rules"]
    assert isinstance(rows, list)
    spans = rule_spans(corpora) if spec_version is None else {}
    heads = {"id": "ID", "level": "LEVEL", "section": "SECTION", "title": "TITLE"}
    for row in [heads, *rows]:
        assert isinstance(row, dict)
        span = spans.get(str(row["id"]), "REVISIONS" if row is heads else "")
        shown = f"{span:<24} " if spans else ""
        click.echo(f"{row['id']:<11} {row['level']:<7} {row['section']:<15} {shown}{row['title']}")
    click.echo(
        f"{counted(len(rows), 'rule')}; run `mcptest explain ID` to read about one", err=True
    )
    return ExitCode.OK


def _corpora(registry: Registry, spec_version: str | None) -> dict[SpecVersion, VersionCorpus]:
    if spec_version is None:
        return registry.all()
    parsed = parse_version(spec_version)
    return {parsed: registry.at(parsed)}


@command.command(
    "run",
    examples=[
        "mcptest compliance run -- python my_server.py",
        "mcptest compliance run --all-revisions --url http://localhost:8000/mcp",
    ],
)
@_REGISTRY
@click.option(
    "--baseline",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Accept the failures listed in this YAML file (a list of rule and reason); fail if a "
    "listed rule passes.",
)
@click.option(
    "--save-scorecard",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Save the grade to this file, for grade_delta in a suite.",
)
@click.option(
    "--strict",
    is_flag=True,
    help="Fail on warnings, and on baseline entries that match no rule.",
)
@click.option(
    "--all-revisions", is_flag=True, help="Grade every revision that the server supports."
)
@click.option("--dry-run", is_flag=True, help="Show the planned calls without making them.")
@hint_options
@server_options_with(GRADED_REVISION)
@safety_options
@compare_option
@output_options_with("every rule and finding")
def run(*, server: ServerChoice, output: Output, **said: Any) -> int:
    """Grade a server against a revision of MCP.

    The default is the newest revision that the server supports.
    """
    from mcptest.cli.grading import GradeFlags, grade_server

    return grade_server(server, GradeFlags(**said), output)


@command.command(
    "hints",
    examples=[
        "mcptest compliance hints -- python my_server.py > hints.yml",
    ],
)
@server_options_with(
    "Use exactly this revision of MCP, such as 2025-06-18, or draft (default: the newest that the "
    "server supports)."
)
@safety_options
def hints(*, server: ServerChoice, **said: Any) -> int:
    """Find fixtures for rules and print them for --hints.

    Calls the server's tools as `compliance run` does, and prints which of them report
    progress, write logs, are slow or ask for input, as a block for --hints or a suite.
    """
    from mcptest.cli.hints.finding import print_hints

    return print_hints(server, PolicyOptions(**said))


SECTION = "Check a server"
COMMAND = command
