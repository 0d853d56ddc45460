"""Grade a server against the rules of a revision; compare revisions; list the rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from mcptest.cli.options import compare_option, output_options, safety_options, server_options
from mcptest.cli.output.reports import Output
from mcptest.cli.servers import ServerChoice
from mcptest.compliance.corpus.rules_document import rules_document
from mcptest.compliance.corpus.version_corpus import BUILTIN, Registry, VersionCorpus, registry_at
from mcptest.compliance.revisions.diff_text import document, render, render_markdown
from mcptest.compliance.revisions.version_diff import Bucket, diff_versions
from mcptest.errors import ExitCode
from mcptest.model.spec_version import SpecVersion
from mcptest.plan.revision import parse_version


def _registry(ctx: click.Context, param: click.Parameter, value: Path) -> Registry:
    del ctx, param
    return registry_at(value)


_REGISTRY = click.option(
    "--registry",
    type=click.Path(path_type=Path),
    default=BUILTIN,
    callback=_registry,
    show_default="the built-in one",
    help="The folder that holds the revision folders.",
)


def _formats(*names: str) -> click.Choice[str]:
    return click.Choice(names)


@click.group("compliance")
def command() -> None:
    """Grade a server against the rules of a revision; compare revisions; list the rules."""


@command.command("diff")
@click.argument("old", metavar="FROM")
@click.argument("new", metavar="TO")
@_REGISTRY
@click.option(
    "--only",
    multiple=True,
    type=click.Choice([bucket.value for bucket in Bucket]),
    help="Show these alone.",
)
@click.option("--exit-zero", is_flag=True, help="Look only: exit 0 also when it is not clean.")
@click.option("--no-color", is_flag=True, help="Plain text.")
@click.option(
    "--format",
    "shape",
    type=_formats("text", "json", "markdown"),
    default="text",
    help="Text, Markdown, or the mcptest.diff/v1 document.",
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
    """Say which rules changed, came or went from one revision to another."""
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


@command.command("rules")
@_REGISTRY
@click.option("--spec-version", metavar="V", help="The rules of this revision alone.")
@click.option(
    "--format",
    "shape",
    type=_formats("text", "json"),
    default="text",
    help="Text, or the mcptest.rules/v1 document.",
)
def rules(*, registry: Registry, spec_version: str | None, shape: str) -> int:
    """List the rules."""
    corpora = _corpora(registry, spec_version)
    listed = rules_document(corpora)
    if shape == "json":
        click.echo(json.dumps(listed, indent=2, ensure_ascii=False))
        return ExitCode.OK
    rows = listed["rules"]
    assert isinstance(rows, list)
    for row in rows:
        assert isinstance(row, dict)
        click.echo(f"{row['id']:<11} {row['level']:<7} {row['section']:<15} {row['title']}")
    click.echo(f"{len(rows)} rules; mcptest explain ID tells more of one", err=True)
    return ExitCode.OK


def _corpora(registry: Registry, spec_version: str | None) -> dict[SpecVersion, VersionCorpus]:
    if spec_version is None:
        return registry.all()
    parsed = parse_version(spec_version)
    return {parsed: registry.at(parsed)}


@command.command("run")
@_REGISTRY
@click.option("--baseline", type=click.Path(path_type=Path), help="Expected failures.")
@click.option("--save-scorecard", type=click.Path(path_type=Path), help="Keep the grade here.")
@click.option(
    "--strict",
    is_flag=True,
    help="A warned rule fails the run too, and a baseline entry without a rule.",
)
@click.option("--all-revisions", is_flag=True, help="Grade every revision that it speaks.")
@click.option("--dry-run", is_flag=True, help="Show the calls that would be made; call nothing.")
@server_options
@safety_options
@compare_option
@output_options
def run(*, server: ServerChoice, output: Output, **said: Any) -> int:
    """Grade one server."""
    from mcptest.cli.grading import GradeFlags, grade_server

    return grade_server(server, GradeFlags(**said), output)


COMMAND = command
