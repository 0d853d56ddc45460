"""``run_options:`` and ``defaults:``: what a suite says about all of its tests."""

from __future__ import annotations

from typing import Any

from mcptest.model.record import record
from mcptest.suite.shape import (
    Duration,
    Either,
    Flag,
    Integer,
    Key,
    ListOf,
    Object,
    OneOf,
    ServerName,
    Text,
)

MOST_JOBS = 256


@record
class SuiteOptions:
    """What the suite asks for; None where it says nothing, so that a flag can decide."""

    execute_destructive: bool | None = None
    max_calls: int | None = None
    concurrency: int | None = None
    call_delay: float | None = None
    call_only: str | None = None
    fuzz_presumed: bool | None = None
    jobs: int | None = None  # auto says nothing
    retry: int | None = None
    fail_fast: bool | None = None
    seed: int | None = None
    deny_lints: bool | None = None


def _build(*, jobs: int | str | None = None, **others: Any) -> SuiteOptions:
    return SuiteOptions(jobs=jobs if isinstance(jobs, int) else None, **others)


@record
class Defaults:
    """What holds for a test that does not say otherwise; filled into its node by the loader."""

    server: str | None = None
    timeout: float | None = None
    tags: tuple[str, ...] = ()
    retry: int | None = None
    serial: bool | None = None


_RETRY = Key(
    Integer(minimum=0, maximum=100), doc="How often a test that fails is tried again.", default=0
)

RUN_OPTIONS: Object[SuiteOptions] = Object(
    "run options",
    {
        "execute_destructive": Key(
            Flag(), doc="Allow calls to destructive tools with made-up arguments.", default=False
        ),
        "max_calls": Key(
            Integer(minimum=0), doc="The most calls with made-up arguments; unlimited."
        ),
        "concurrency": Key(
            Integer(minimum=1, maximum=MOST_JOBS),
            doc="The most calls with made-up arguments at one time.",
            default=2,
        ),
        "call_delay": Key(
            Duration(zero=True),
            doc="The pause between such calls over HTTP; none on loopback unless given.",
            default="100ms",
        ),
        "call_only": Key(
            OneOf("presumed", "declared", "none"),
            doc="Call only tools that are presumed read-only (or mutating, once), only tools that "
            "declare readOnlyHint, or none, with generated arguments.",
            default="presumed",
        ),
        "fuzz_presumed": Key(
            Flag(),
            doc="Call a tool repeatedly even if nothing says that it only reads.",
            default=False,
        ),
        "jobs": Key(
            Either(Integer(minimum=1, maximum=MOST_JOBS), OneOf("auto")),
            doc="How many tests run at one time, or auto.",
            default="auto",
        ),
        "retry": _RETRY,
        "fail_fast": Key(Flag(), doc="Stop after the first failure.", default=False),
        "seed": Key(Integer(minimum=0, maximum=2**64 - 1), doc="Fixes everything that is made up."),
        "deny_lints": Key(
            Flag(), doc="Do not run a suite that uses deprecated features.", default=False
        ),
    },
    _build,
    doc="How the suite is run; a flag on the command line wins.",
)

DEFAULTS: Object[Defaults] = Object(
    "set of defaults",
    {
        "server": Key(ServerName(), doc="The server of a test that names none."),
        "timeout": Key(Duration(), doc="The most that a test may take."),
        "tags": Key(ListOf(Text()), doc="Tags of a test that has none of its own."),
        "retry": _RETRY,
        "serial": Key(Flag(), doc="Whether tests run alone on their server.", default=False),
    },
    Defaults,
    doc="What holds for every test of this file that does not say otherwise.",
)
