"""Shows a fleet run: a live table or plain lines while it runs, a table at the end."""

from __future__ import annotations

import json
import os
import sys
import time
from collections import Counter
from collections.abc import Callable
from typing import Any, Final, Self

import click

from mcptest.fleet.fleet_run import FleetRun, fleet_document, summary
from mcptest.fleet.folder import RunFolder
from mcptest.fleet.result import ServerResult, ServerStatus
from mcptest.model.counted import counted
from mcptest.model.escape import one_line, visible

_WIDEST: Final = 100
_MOST_RUNNING: Final = 16
_COLORS: Final = {
    ServerStatus.PASSED: "green",
    ServerStatus.NOT_RUN: "yellow",
    ServerStatus.UNUSABLE: "yellow",
}


class Screen:
    """Standard error while servers run: a table on a terminal, else a line as each one ends."""

    def __init__(self, total: int, *, plain: bool) -> None:
        self._total = total
        self._ended: Counter[str] = Counter()
        self._running: dict[str, float] = {}
        self._live = None if plain or not _terminal() else _live_display(self._table)

    def __enter__(self) -> Self:
        if self._live is not None:
            self._live.__enter__()
        return self

    def __exit__(self, *trouble: object) -> None:
        if self._live is not None:
            self._live.__exit__(*trouble)

    def began(self, name: str) -> None:
        self._running[name] = time.monotonic()

    def ended(self, result: ServerResult) -> None:
        self._ended[result.status.value] += 1
        self._running.pop(result.name, None)
        line = f"[{self._ended.total()}/{self._total}] {progress_line(result)}"
        if self._live is None:
            click.echo(line, err=True)
        else:
            self._live.console.print(line, markup=False, highlight=False, soft_wrap=True)

    def _table(self) -> Any:
        """How many ended in which way, and what runs for how long; drawn anew while it shows."""
        from rich.table import Table
        from rich.text import Text

        ways = ", ".join(f"{number} {way}" for way, number in sorted(self._ended.items()))
        table = Table(box=None, show_header=False, pad_edge=False)
        table.add_row(
            Text(f"{self._ended.total()} of {counted(self._total, 'server')}"), Text(ways)
        )
        for name, since in list(self._running.items())[:_MOST_RUNNING]:
            took = f"{time.monotonic() - since:.0f} s"
            table.add_row(Text(f"  {one_line(name, limit=50)}"), Text(took))
        return table


def progress_line(result: ServerResult) -> str:
    """One server in one line."""
    grade = f"  {result.grade}" if result.grade else ""
    reason = f"  {result.reason}" if result.reason else ""
    took = f"{result.duration_ms / 1000:.1f} s"
    return one_line(f"{result.status.value:<11} {result.name}{grade}  {took}{reason}", limit=160)


def _terminal() -> bool:
    plain = {"NO_COLOR", "CI"} & os.environ.keys() or os.environ.get("TERM") == "dumb"
    return sys.stderr.isatty() and not plain


def _live_display(draw: Callable[[], Any]) -> Any:
    """None where the library for it is not installed: lines will do."""
    try:
        from rich.console import Console
        from rich.live import Live
    except ImportError:
        return None
    screen = Console(stderr=True)
    return Live(console=screen, refresh_per_second=4, transient=True, get_renderable=draw)


def show_run(run: FleetRun, folder: RunFolder, *, as_json: bool, plain: bool) -> None:
    """The whole run on standard output, and on standard error where it is kept."""
    if as_json:
        click.echo(json.dumps(fleet_document(run), indent=2, ensure_ascii=False))
    else:
        color = sys.stdout.isatty() and not plain and not {"NO_COLOR", "CI"} & os.environ.keys()
        for line in table_lines(run, color=color):
            click.echo(line, color=color)
    for note in run.notes:
        click.echo(f"note: {visible(note)}", err=True)
    click.echo(f"results saved in {folder.path}", err=True)


_NOTES = 3


def table_lines(run: FleetRun, *, color: bool = False) -> list[str]:
    """A row for each server, then the sum of them."""
    head: tuple[str, ...] = (
        "server",
        "status",
        "grade",
        "score",
        "tools",
        "passed",
        "errors",
        "warnings",
        "change",
        "time",
    )
    rows = [_cells(server) for server in run.servers]
    if not any(server.since for server in run.servers):  # the first run has nothing to compare
        head, *rows = (_without_change(row) for row in (head, *rows))
    widths = [min(_WIDEST, max(map(len, column))) for column in zip(head, *rows, strict=True)]
    lines = [_row(head, widths)]
    for server, cells in zip(run.servers, rows, strict=True):
        line = _row(cells, widths)
        lines.append(click.style(line, fg=_COLORS.get(server.status, "red")) if color else line)
        if server.reason:
            lines.append(f"    {one_line(server.reason, limit=300)}")
        lines += [f"    note: {one_line(note, limit=134)}" for note in server.notes[:_NOTES]]
    if any(map(_is_incomplete, run.servers)):
        lines.append("? incomplete grade: too few of the rules that apply could be checked")
    counts = ", ".join(
        f"{number} {word}" for word, number in summary(run.servers).items() if number
    )
    servers = servers_text(len(run.servers))
    lines.append(f"{servers}: {counts or 'none finished'} in {run.duration_ms / 1000:.1f} s")
    return lines


def servers_text(number: int) -> str:
    return counted(number, "server")


def _cells(server: ServerResult) -> tuple[str, ...]:
    looked_at = server.audit is not None or server.suite is not None
    passed, ran = server.tests
    errors, warnings = server.findings.get("error", 0), server.findings.get("warning", 0)
    grade = (server.grade or "-") + ("?" if _is_incomplete(server) else "")
    return (
        one_line(server.name, limit=40),
        server.status.value,
        grade,
        "-" if server.score is None else f"{server.score:.1f}",
        "-" if server.tools is None else str(server.tools),
        f"{passed}/{ran}" if looked_at else "-",
        str(errors) if looked_at else "-",
        str(warnings) if looked_at else "-",
        _change(server),
        f"{server.duration_ms / 1000:.1f} s",
    )


def _is_incomplete(server: ServerResult) -> bool:
    return server.grade is not None and server.incomplete


def _without_change(row: tuple[str, ...]) -> tuple[str, ...]:
    return (*row[:-2], row[-1])


def _change(server: ServerResult) -> str:
    since = server.since
    if since is None:
        return ""
    if since.grade != server.grade:
        return f"{since.grade or '-'}→{server.grade or '-'}"
    moved = [f"{server.moved:+.1f}"] if server.moved else []
    moved += [f"was {since.status.value}"] if since.status is not server.status else []
    moved += [f"+{len(since.broke)}"] if since.broke else []
    moved += [f"-{len(since.fixed)}"] if since.fixed else []
    return " ".join(moved) or "none"


def _row(cells: tuple[str, ...], widths: list[int]) -> str:
    return "  ".join(f"{cell:<{width}}" for cell, width in zip(cells, widths, strict=True)).rstrip()
