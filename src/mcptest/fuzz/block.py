"""The ``fuzz:`` block of a tool test: many generated calls instead of the plain one."""

from __future__ import annotations

from pathlib import Path

from mcptest.engine.case import Case
from mcptest.fuzz.options import DEFAULT_CALL, DEFAULT_CASES, DEFAULT_SEED, FuzzOptions
from mcptest.model.outcome import Lane, declared_skip
from mcptest.safety.policy import CallContext
from mcptest.suite.block import Nested
from mcptest.suite.entry import ToolEntry
from mcptest.suite.load import Suite
from mcptest.suite.shape import Integer, Key, Number, Object

KEY = "fuzz"


def _cases(entry: ToolEntry, value: FuzzOptions, suite: Suite) -> list[Case]:
    from mcptest.fuzz.observe import FuzzPlan, observing
    from mcptest.fuzz.seeds import DEFAULT_NAME, SeedFile

    server = entry.server or suite.scope.only_server or ""
    plan = FuzzPlan(
        tool=entry.tool,
        args=entry.args,
        seed=value.seed,
        cases=value.cases,
        limit=value.max_call_ms / 1000,
        consent=CallContext.CONSENTED,
        seeds=SeedFile(Path(suite.folder) / DEFAULT_NAME, secrets=suite.secrets),
        gated=not entry.asserts,
        complete=True,
        where=entry.where,
    )
    held = entry.expect.expectations() if entry.expect else ()
    return [
        Case(
            id=f"{Lane.FUZZ}::{server}::{entry.name}",
            name=entry.name,
            lane=Lane.FUZZ,
            server=server,
            observe=observing(plan),
            expect=tuple(one for one in held if one.target.root == KEY),
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
    "cases_run": "How many inputs were sent.",
    "succeeded": "How many of them returned a result.",
    "crashes": "How many of them crashed the server.",
    "hangs": "How many of them timed out.",
    "protocol_violations": "How many responses violated the protocol.",
    "leaks": "How many errors showed a stack trace, a path, SQL, an internal host name "
    "or a secret.",
    "gate_passed": "1 if nothing was found, otherwise 0.",
}
BLOCK = Nested(
    key=KEY,
    lane=Lane.FUZZ,
    doc="Call the tool with valid, boundary and invalid input generated from its schema.",
    shape=Object(
        KEY,
        {
            "seed": Key(
                Integer(),
                doc="Random seed; the same seed gives the same cases.",
                default=DEFAULT_SEED,
            ),
            "cases": Key(Integer(minimum=0), doc="Number of calls.", default=DEFAULT_CASES),
            "max_call_ms": Key(
                Number(minimum=1),
                doc="Report calls that take longer as hangs, in milliseconds.",
                default=DEFAULT_CALL * 1000,
            ),
        },
        FuzzOptions,
    ),
    cases=_cases,
    targets=TARGETS,
)
