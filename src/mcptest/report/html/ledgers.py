"""Tables of what was not tested, which calls were decided on, and which servers were used."""

from __future__ import annotations

from collections import Counter, defaultdict

from mcptest.error_codes.catalogue import families
from mcptest.model.outcome import CaseResult
from mcptest.model.record import record
from mcptest.model.run import Run
from mcptest.report.html.case_view import anchor_of
from mcptest.report.html.parts import Column, TableRow
from mcptest.safety.tool_class import class_words

_MOST_CASES = 400  # of one reason
_MOST_ROWS = 500

CALL_COLUMNS = (
    Column("Tool"),
    Column("Class"),
    Column("Decision"),
    Column("For"),
    Column("Server"),
    Column("Decided", numeric=True),
    Column("Called", numeric=True),
)
SERVER_COLUMNS = (
    Column("Name"),
    Column("Server name"),
    Column("Transport"),
    Column("Revision"),
    Column("Era"),
    Column("Supports"),
)


@record
class Untested:
    """One reason, what it means, and whom it concerns."""

    reason: str
    means: str
    remedy: str
    cases: tuple[tuple[str, str, str], ...]  # anchor, name, detail
    count: int


def untested(run: Run) -> list[Untested]:
    """By reason, the most frequent first."""
    by_reason: dict[str, list[CaseResult]] = defaultdict(list)
    for case in run.cases:
        if case.skip is not None:
            by_reason[case.skip.reason.value].append(case)
    if not by_reason:
        return []
    texts = next(family for family in families() if family.name == "skips").codes()
    found = []
    for reason, cases in sorted(by_reason.items(), key=lambda item: (-len(item[1]), item[0])):
        shown = tuple((anchor_of(c), c.name, c.skip.detail) for c in cases[:_MOST_CASES] if c.skip)
        text = texts[reason]
        found.append(Untested(reason, text.means, text.fix, shown, len(cases)))
    return found


def call_rows(run: Run) -> list[TableRow]:
    """One line for calls that differ in nothing."""
    decided: Counter[tuple[str, ...]] = Counter()
    called: Counter[tuple[str, ...]] = Counter()
    for call in run.calls:
        key = (call.tool, class_words(call.tool_class), call.decision, call.feature, call.server)
        decided[key] += 1
        called[key] += call.called
    rows = [TableRow((*key, count, called[key])) for key, count in decided.items()]
    return rows[:_MOST_ROWS]


def server_rows(run: Run) -> list[TableRow]:
    rows = []
    for server in run.servers:
        info = server.info or {}
        own = " ".join(str(info[key]) for key in ("name", "version") if key in info)
        era = server.era.value if server.era else "-"
        spoken = ", ".join(server.speaks)
        version = str(server.protocol_version)
        rows.append(TableRow((server.name, own, server.transport, version, era, spoken)))
    return rows[:_MOST_ROWS]
