"""The ``negative_path:`` block of a tool test: bad requests instead of the plain call."""

from __future__ import annotations

from dataclasses import dataclass

from mcptest.engine.case import Case
from mcptest.model.outcome import Lane, declared_skip
from mcptest.negative.table import ALL, chosen, probe_names
from mcptest.suite.block import Nested
from mcptest.suite.entry import ToolEntry
from mcptest.suite.load import Suite
from mcptest.suite.shape import Key, ListOf, Object, OneOf

KEY = "negative_path"


@dataclass(frozen=True, slots=True)
class Checks:
    """The probes by name; None is the default set."""

    checks: tuple[str, ...] | None = None


def _cases(entry: ToolEntry, value: Checks, suite: Suite) -> list[Case]:
    from mcptest.negative.observe import NegativePath, observing

    server = entry.server or suite.scope.only_server or ""
    asked = NegativePath(
        tool=entry.tool,
        probes=chosen(value.checks),
        args=entry.args,
        limit=entry.timeout,
        gated=not entry.asserts,
        complete=True,
        where=entry.where,
    )
    held = entry.expect.expectations() if entry.expect else ()
    return [
        Case(
            id=f"{Lane.NEGATIVE_PATH}::{server}::{entry.name}",
            name=entry.name,
            lane=Lane.NEGATIVE_PATH,
            server=server,
            observe=observing(asked),
            expect=tuple(one for one in held if one.target.root != Lane.FUZZ.value),
            where=entry.where,
            tags=entry.tags,
            serial=entry.serial,
            retry=entry.retry,
            skip=declared_skip(entry.skip),
            only=entry.only,
            starts_process=True,
        )
    ]


TARGETS = {
    "checks_run": "How many probes ran.",
    "failures": "How many of them failed.",
    "gate_passed": "1 if none failed, otherwise 0.",
}
BLOCK = Nested(
    key=KEY,
    lane=Lane.NEGATIVE_PATH,
    doc="Break the valid call in args on purpose, and see that each bad request is rejected.",
    shape=Object(
        KEY,
        {
            "checks": Key(
                ListOf(
                    OneOf(*probe_names(), ALL, label="a probe", code="suite-unknown-probe"),
                    least=1,
                ),
                doc=f"The probes to run; `{ALL}` for every one that applies. "
                "Default: unknown_tool, missing_required, wrong_type, extra_field, oversized.",
            )
        },
        Checks,
    ),
    cases=_cases,
    targets=TARGETS,
)
