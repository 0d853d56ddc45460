"""Run ``fleet init``: find servers, try them, and write a fleet with a suite for each."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import click

from mcptest.atomic import write_atomically
from mcptest.errors import ExitCode, UsageError, WriteError
from mcptest.fleet.inventory.drafting import Drafted, draft_all
from mcptest.fleet.inventory.find import Search, find_servers
from mcptest.fleet.inventory.index import FLEET, INDEX, fleet_files, suite_path
from mcptest.interruption.signals import run_interruptible
from mcptest.model.counted import counted
from mcptest.model.escape import one_line, visible
from mcptest.model.json import Json
from mcptest.model.record import record

_SHOWN: Final = 3  # files that one line names


@record(kw_only=True)
class InitFlags:
    """What was typed."""

    folder: Path
    configs: tuple[Path, ...]
    urls: tuple[str, ...]
    lists: tuple[Path, ...]
    force: bool
    dry_run: bool
    jobs: int
    timeout: float
    knobs: Mapping[str, Json]


def init_fleet(flags: InitFlags) -> int:
    """Everything is found and checked before a server is started, and tried before a file is."""
    folder = flags.folder
    if folder.exists() and not folder.is_dir():
        raise UsageError("fleet-not-a-folder", f"{folder} is not a folder")
    search = find_servers(folder, configs=flags.configs, urls=flags.urls, lists=flags.lists)
    if not search.found:
        raise UsageError(
            "fleet-nothing-found",
            f"no server found in {folder}{_why(search)}",
            hint="pass an MCP client config (--mcp-config), a URL (--url) or a list (--url-list)",
        )
    if flags.dry_run:
        return _list(search)
    _spare(folder, search, force=flags.force)
    drafted, interrupted = run_interruptible(
        draft_all(
            search.found, env=os.environ, knobs=flags.knobs, jobs=flags.jobs, limit=flags.timeout
        )
    )
    if interrupted.exit_code is not None:
        return interrupted.exit_code
    _write(folder, search, drafted)
    return _tell(folder, search, drafted)


def _why(search: Search) -> str:
    unclear = "".join(f"; {file}: {reason}" for file, reason in search.unclear[:_SHOWN])
    return unclear + (f"; {_strangers(search)}" if search.strangers else "")


def _strangers(search: Search) -> str:
    """The projects that were passed over, since a person may know better."""
    rest = len(search.strangers[_SHOWN:])
    more = f" and {rest} more" if rest else ""
    shown = ", ".join(search.strangers[:_SHOWN])
    return f"skipped because no dependency is an MCP library: {shown}{more}"


def _list(search: Search) -> int:
    for found in search.found:
        click.echo(visible(f"{found.name}  from {found.source}"))
    if search.strangers:
        click.echo(visible(_strangers(search)), err=True)
    click.echo(
        f"found {counted(len(search.found), 'server')}; nothing was started or written", err=True
    )
    return ExitCode.OK


def _spare(folder: Path, search: Search, *, force: bool) -> None:
    """Raises: UsageError when a file would be replaced."""
    paths = [FLEET, INDEX, *(suite_path(found.name) for found in search.found)]
    there = [path for path in paths if (folder / path).exists()]
    if there and not force:
        more = f" and {counted(len(there) - 1, 'more file')}" if len(there) > 1 else ""
        raise UsageError(
            "fleet-exists",
            f"{folder / there[0]}{more} would be overwritten",
            hint="use --force to overwrite them, or --dry-run to list the servers",
        )


def _write(folder: Path, search: Search, drafted: list[Drafted]) -> None:
    """Raises: WriteError."""
    files = dict(fleet_files(folder, search.found, drafted, search.unclear))
    for path, text in files.items():
        try:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            message = f"cannot create the folder of {folder / path}: {error.strerror}"
            raise WriteError("fleet-unwritable", message) from error
        write_atomically(folder / path, text)


def _tell(folder: Path, search: Search, drafted: list[Drafted]) -> int:
    started = [draft for draft in drafted if draft.trouble is None]
    for draft in drafted:
        waits = f", {draft.waiting} skipped until you edit the suite" if draft.waiting else ""
        said = f"{counted(len(draft.drafts), 'test')}{waits}"
        if draft.trouble is not None:
            said = f"cannot be started: {draft.trouble}"
        click.echo(one_line(f"{draft.name}: {said}", limit=300), err=True)
    for file, reason in search.unclear:
        click.echo(visible(f"{file}: not listed: {reason}"), err=True)
    if search.strangers:
        click.echo(visible(_strangers(search)), err=True)
    servers = counted(len(drafted), "server")
    click.echo(f"{servers} in {folder / FLEET}, {len(started)} of them with a suite", err=True)
    return ExitCode.OK if started else ExitCode.UNREACHABLE
