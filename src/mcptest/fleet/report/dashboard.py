"""The dashboard of a fleet run: one page, a row per server, trends over earlier runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from markupsafe import Markup

from mcptest.fleet.fleet_run import FleetRun, summary
from mcptest.fleet.report.change import direction
from mcptest.fleet.report.filters import facts, groups
from mcptest.fleet.report.server_row import COLUMNS, SIGNS, row
from mcptest.fleet.result import ServerResult, ServerStatus
from mcptest.fleet.store import Point
from mcptest.model.counted import counted
from mcptest.model.grade import GRADES
from mcptest.report.html.charts import histogram, medal, stacked_bar
from mcptest.report.html.page import render_page
from mcptest.report.html.parts import Column, TableRow

LOOK: Final = Path(__file__).with_name("look")
MOST_SERVERS: Final = 5_000
_MOST_DETAILS: Final = 500
_KEPT: Final = (
    Column("Started"),
    Column("Run"),
    Column("Servers", numeric=True),
    Column("Passed", numeric=True),
)


def render(run: FleetRun, trends: Mapping[str, Sequence[Point]] | None = None) -> str:
    trends = trends or {}
    shown = run.servers[:MOST_SERVERS]
    details = _anchors(shown)
    return render_page(
        "fleet.html",
        folder=LOOK,
        title=f"{run.fleet}: fleet report",
        run=run,
        seal=_seal(run),
        verdict=_verdict(run),
        counts={word: number for word, number in summary(run.servers).items() if number},
        signs={status.value: sign for status, sign in SIGNS.items()},
        stack=stacked_bar(_signed(run), _words(run)),
        grades=_grades(run),
        moved=_moved(run),
        groups=groups(shown),
        columns=COLUMNS,
        rows=[
            row(
                server,
                anchor=details.get(server.name),
                facts=facts(server),
                points=trends.get(server.name, ()),
            )
            for server in shown
        ],
        details=[(details[server.name], server) for server in shown if server.name in details],
        left_out=len(run.servers) - len(shown),
        kept_columns=_KEPT,
        kept=kept_runs(trends),
    )


def kept_runs(trends: Mapping[str, Sequence[Point]]) -> list[TableRow]:
    """Every run of the history, the newest first."""
    started: dict[str, str] = {}
    total: Counter[str] = Counter()
    passed: Counter[str] = Counter()
    for points in trends.values():
        for point in points:
            started[point.run] = point.started
            total[point.run] += 1
            passed[point.run] += point.status is ServerStatus.PASSED
    ordered = sorted(started, key=lambda run: (started[run], run), reverse=True)
    return [TableRow((started[run], run, total[run], passed[run])) for run in ordered]


def _anchors(servers: Sequence[ServerResult]) -> dict[str, str]:
    """Where the page tells more of a server, by its name."""
    worth = [server.name for server in servers if _worth(server)][:_MOST_DETAILS]
    return {name: f"server-{number}" for number, name in enumerate(worth, start=1)}


def _worth(server: ServerResult) -> bool:
    return bool(server.failures or server.reason or server.gates or server.since or server.notes)


def _seal(run: FleetRun) -> Markup:
    held = sum(server.status is ServerStatus.PASSED for server in run.servers)
    sign = "✓" if held == len(run.servers) and held else "✕"
    share = held / len(run.servers) if run.servers else 0.0
    told = f"{held} of {len(run.servers)}"
    return medal(sign, told, share, f"{held} of {counted(len(run.servers), 'server')} passed")


def _verdict(run: FleetRun) -> str:
    bad = sum(server.status is not ServerStatus.PASSED for server in run.servers)
    if run.interrupted:
        return "The run was interrupted; only the servers that had finished are shown."
    if not run.servers:
        return "No server was tested."
    if not bad:
        return "The server passed." if len(run.servers) == 1 else "Every server passed."
    servers = counted(len(run.servers), "server")
    return f"{bad} of {servers} did not pass. Exit code {int(run.exit_code)}."


def _signed(run: FleetRun) -> dict[str, int]:
    return dict(Counter(SIGNS[server.status] for server in run.servers))


def _words(run: FleetRun) -> str:
    return ", ".join(f"{number} {word}" for word, number in summary(run.servers).items() if number)


def _grades(run: FleetRun) -> Markup | None:
    counts = Counter(server.grade for server in run.servers)
    bars = [(grade, counts[grade]) for grade in GRADES]
    if not sum(count for _, count in bars):
        return None
    bars.append(("none", counts[None]))
    told = ", ".join(f"{count} with {grade}" for grade, count in bars if count)
    return histogram(bars, f"Servers by grade: {told}")


def _moved(run: FleetRun) -> dict[str, int]:
    counts = Counter(direction(server) for server in run.servers)
    return {word: counts[word] for word in ("worse", "better", "new") if counts[word]}
