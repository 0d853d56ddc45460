"""Compare two catalogs: breaking, risky and safe changes."""

from __future__ import annotations

import json
from pathlib import Path

import click

from mcptest.cli.help import HelpCommand
from mcptest.cli.options import server_options
from mcptest.cli.running import listed_tools, open_for
from mcptest.cli.servers import ServerChoice
from mcptest.errors import ExitCode, UsageError
from mcptest.interruption.signals import run_interruptible
from mcptest.lint.catalog import read_catalog
from mcptest.lint.diff.catalog_diff import CatalogDiff, diff_catalogs
from mcptest.lint.diff.diff_text import diff_document, diff_markdown, diff_text
from mcptest.model.redaction import Redactor
from mcptest.model.tool import ToolDescriptor
from mcptest.suite.load import ServerSpec


@click.command(
    "diff",
    cls=HelpCommand,
    examples=[
        "mcptest diff before.json after.json",
        "mcptest diff before.json -- python my_server.py",
    ],
)
@click.argument("old", metavar="OLD", type=click.Path(path_type=Path))
@click.argument("new", metavar="[NEW]", required=False, type=click.Path(path_type=Path))
@click.option(
    "--format",
    "format_name",
    type=click.Choice(["text", "json", "markdown"]),
    default="text",
    show_default=True,
    help="Print text, an mcptest.catalog-diff/v1 document, or a pull request comment.",
)
@server_options
def command(*, old: Path, new: Path | None, format_name: str, server: ServerChoice) -> int:
    """Compare the tools in OLD with the tools in NEW, or on a running server.

    OLD and NEW are saved tools/list results; `mcptest tools --save` writes one. Exit with code 1
    if a change breaks clients.
    """
    if server.given == (new is not None):
        raise UsageError(
            "diff-what",
            "specify what to compare with: a second catalog or a server",
            hint="for example: mcptest diff before.json after.json",
        )
    before = read_catalog(old)
    if new is not None:
        after, name = read_catalog(new).tools, str(new)
        found = diff_catalogs(before.tools, after)
        return _show(found, str(old), name, format_name)
    spec = server.resolve()
    after, interrupted = run_interruptible(_listed(spec))
    found = diff_catalogs(before.tools, after)
    code = _show(found, str(old), spec.name, format_name)
    return interrupted.exit_code or code


async def _listed(spec: ServerSpec) -> tuple[ToolDescriptor, ...]:
    async with open_for(spec) as session:
        items = await listed_tools(session, whole=True)
        redactor = Redactor(spec.secrets)
        return tuple(ToolDescriptor.from_json(redactor.json(item)) for item in items)


def _show(found: CatalogDiff, old: str, new: str, format_name: str) -> int:
    if format_name == "json":
        click.echo(json.dumps(diff_document(found, old, new), indent=2))
    else:
        click.echo(diff_text(found) if format_name == "text" else diff_markdown(found, old, new))
    return ExitCode.FAILED if found.is_breaking else ExitCode.OK


SECTION = "Find changes"
COMMAND = command
