"""Pin a server's catalog in a lock file and find changes."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import click

from mcptest.atomic import write_atomically
from mcptest.cli.help import HelpCommand
from mcptest.cli.options import server_options
from mcptest.cli.output.writing import require_place
from mcptest.cli.running import open_for
from mcptest.cli.servers import ServerChoice
from mcptest.drift.compare_offers import compare_offers, version_note
from mcptest.drift.drift_text import drift_text
from mcptest.drift.lock_file import DEFAULT, lock_text, marked, read_lock, updated
from mcptest.drift.offer import ServerOffer, by_name, offer_of
from mcptest.errors import ExitCode, UsageError
from mcptest.interruption.signals import run_interruptible
from mcptest.lint.catalog import read_catalog
from mcptest.lint.diff.catalog_diff import CatalogDiff
from mcptest.lint.diff.diff_text import diff_document, diff_markdown
from mcptest.lint.diff.value_diff import Impact
from mcptest.model.counted import counted
from mcptest.model.escape import visible
from mcptest.model.redaction import Redactor
from mcptest.suite.load import ServerSpec

_ALL = "*"


@click.command(
    "lock",
    cls=HelpCommand,
    examples=[
        "mcptest lock -- python my_server.py",
        "mcptest lock --check -- python my_server.py",
        "mcptest lock --update search -- python my_server.py",
        "mcptest lock --reviewed -- python my_server.py",
    ],
)
@click.argument("catalog", metavar="[CATALOG]", required=False, type=click.Path(path_type=Path))
@click.option("--check", is_flag=True, help="Compare with the lock file and write nothing.")
@click.option(
    "--update",
    metavar="[TOOL]",
    is_flag=False,
    flag_value=_ALL,
    help="Update only this tool in the lock file (default: everything).",
)
@click.option(
    "--reviewed",
    is_flag=True,
    help="Mark what is written as reviewed: `security --lock` reports any later change.",
)
@click.option(
    "--file",
    "path",
    metavar="FILE",
    type=click.Path(path_type=Path),
    default=DEFAULT,
    show_default=True,
    help="Use this lock file.",
)
@click.option(
    "--fail-on",
    type=click.Choice([impact.value for impact in Impact]),
    default=Impact.SAFE.value,
    show_default=True,
    help="Fail --check only on changes that are at least this serious.",
)
@click.option(
    "--format",
    "format_name",
    type=click.Choice(["text", "json", "markdown"]),
    default="text",
    show_default=True,
    help="Print text, an mcptest.catalog-diff/v1 document, or a pull request comment.",
)
@server_options
def command(
    *,
    catalog: Path | None,
    check: bool,
    update: str | None,
    reviewed: bool,
    path: Path,
    fail_on: str,
    format_name: str,
    server: ServerChoice,
) -> int:
    """Write the catalog (tools, resources and prompts) to mcptest.lock.

    The lock file holds full schemas, the revision, the server version and hashes. With --check,
    compare a server, or the tools in a saved CATALOG (a tools/list result), with the lock file, and
    exit with code 6 if it changed.
    """
    if update is not None and not server.given and Path(update).is_file():
        words = f"--update takes the name of a tool, got the file {update}"
        hint = f"compare a saved catalog with --check {update}, or specify a server to lock"
        raise UsageError("lock-mode", words, hint=hint)
    if check and update is not None:
        raise UsageError("lock-mode", "--check and --update cannot be combined")
    if check and reviewed:
        raise UsageError("lock-mode", "--check and --reviewed cannot be combined")
    if catalog is not None and (not check or server.given):
        words = "a CATALOG can only be compared, with --check and without a server"
        raise UsageError("lock-mode", words)
    if check:
        locked = read_lock(path)
        live = _saved(catalog) if catalog is not None else _live(server.resolve())
        return _compare(locked, live, path, str(catalog or "server"), fail_on, format_name)
    require_place(path, "--file")
    return _write(path, update, server.resolve(), reviewed=reviewed)


def _saved(catalog: Path) -> ServerOffer:
    tools = by_name([tool.raw for tool in read_catalog(catalog).tools], "name")
    return ServerOffer({"tools": tools}, partial=True)


def _live(spec: ServerSpec) -> ServerOffer:
    async def look() -> ServerOffer:
        async with open_for(spec) as session:
            return await offer_of(session, Redactor(spec.secrets))

    offer, _ = run_interruptible(look())
    return offer


def _write(path: Path, update: str | None, spec: ServerSpec, *, reviewed: bool) -> int:
    known = read_lock(path) if path.exists() else None
    before = None if update == _ALL else known
    live = _live(spec)
    if before is not None and update is None and _is_other(before, live):
        raise UsageError(
            "lock-exists",
            f"{path} already exists, and the server differs from it",
            hint="run mcptest lock --check to see the changes, or --update to accept them",
        )
    one = None if update in (None, _ALL) else str(update)
    if one is not None:
        live = updated(before or ServerOffer({}, live.server), live, one)
    tools = live.items.get("tools", {})
    live = marked(live, known, ([one] if one else tools) if reviewed else ())
    write_atomically(path, lock_text(live))
    read = f", {len(live.reviewed)} reviewed" if live.reviewed else ""
    click.echo(f"locked {_counts(live)} in {path}{read}", err=True)
    return ExitCode.OK


def _counts(live: ServerOffer) -> str:
    """``2 tools, 1 prompt``; tools are counted even where there are none."""
    kinds = {"tools": "tool", "resources": "resource", "prompts": "prompt"}
    counts = ((kind, len(live.items.get(kind, {}))) for kind in kinds)
    return ", ".join(counted(n, kinds[kind]) for kind, n in counts if n or kind == "tools")


def _is_other(locked: ServerOffer, live: ServerOffer) -> bool:
    """The marks of a reviewer are not part of what a server offers."""
    return lock_text(replace(locked, reviewed=frozenset())) != lock_text(live)


def _compare(
    locked: ServerOffer, live: ServerOffer, path: Path, name: str, fail_on: str, format_name: str
) -> int:
    found = compare_offers(locked, live)
    if format_name == "json":
        click.echo(json.dumps(diff_document(found, str(path), name), indent=2))
    elif format_name == "markdown":
        click.echo(diff_markdown(found, str(path), name))
    else:
        click.echo(drift_text(found))
    if (note := version_note(locked, live)) is not None:
        click.echo(visible(f"note: {note}"), err=True)
    return ExitCode.BELOW_FLOOR if _drifted(found, Impact(fail_on)) else ExitCode.OK


def _drifted(found: CatalogDiff, fail_on: Impact) -> bool:
    order = list(Impact)
    worst = order.index(fail_on)
    return any(order.index(entry.change.impact) <= worst for entry in found.entries)


SECTION = "Find changes"
COMMAND = command
