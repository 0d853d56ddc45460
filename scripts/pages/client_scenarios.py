"""client-scenarios.md: every scenario for clients, from the source, and the official ones beside."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.client.listing import rules_of
from mcptest.client.scenario import Scenario, all_scenarios
from pages.markdown import page, table

_INTRO = """\
`mcptest client run` plays these scenarios; `--scenario NAME` selects one, and `mcptest client scenarios` lists them.
In each of them mcptest is the server. Rules that only watch are judged in every scenario, whatever it is about.
"""


def files() -> Iterator[tuple[str, str]]:
    rows = [_row(scenario) for scenario in all_scenarios()]
    head = ("Scenario", "What the server does", "Revisions", "Transports", "Provokes")
    parts = [_INTRO, table(head, rows)]
    yield "docs/reference/client-scenarios.md", page("Client scenarios", *parts)


def _row(scenario: Scenario) -> tuple[str, ...]:
    first, last = scenario.first.value, scenario.last.value
    revisions = first if first == last else f"{first} to {last}"
    rules = [f"[{name}](client-rules.md)" for name in rules_of(scenario.name)]
    return (
        f"`{scenario.name}`",
        scenario.summary,
        revisions,
        ", ".join(scenario.transports),
        ", ".join(rules),
    )
