"""``run_options:`` and ``defaults:``: settings for all tests of a suite."""

from __future__ import annotations

from typing import Any

from mcptest.model.record import record
from mcptest.safety.policy import PolicyOptions
from mcptest.suite.matrix import NO_MATRIX, Matrix
from mcptest.suite.run_settings import RUN_SETTINGS
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
class SuiteOptions(PolicyOptions):
    """What the suite asks for; None where it says nothing, so that a flag can decide."""

    jobs: int | None = None  # auto says nothing
    retry: int | None = None
    fail_fast: bool | None = None
    seed: int | None = None
    deny_lints: bool | None = None
    fail_on_flaky: bool | None = None


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
    matrix: Matrix = NO_MATRIX
    isolation: str = "session"
    repeat: int = 1


_RETRY = Key(Integer(minimum=0, maximum=100), doc="How often to retry a failed test.", default=0)

RUN_OPTIONS: Object[SuiteOptions] = Object(
    "run options",
    {
        "execute_destructive": Key(
            Flag(), doc="Allow calls to destructive tools with generated arguments.", default=False
        ),
        "max_calls": Key(
            Integer(minimum=0), doc="Maximum number of calls with generated arguments."
        ),
        "concurrency": Key(
            Integer(minimum=1, maximum=MOST_JOBS),
            doc="Maximum number of concurrent calls with generated arguments.",
            default=2,
        ),
        "call_delay": Key(
            Duration(zero=True),
            doc="Pause between such calls over HTTP; no pause on loopback by default.",
            default="100ms",
        ),
        "call_only": Key(
            OneOf("presumed", "declared", "none"),
            doc="Which tools to call with generated arguments: presumed (all that do not look "
            "destructive), declared (only those with readOnlyHint: true), or none.",
            default="presumed",
        ),
        "fuzz_presumed": Key(
            Flag(),
            doc="Call tools repeatedly even if nothing says that they only read data.",
            default=False,
        ),
        "jobs": Key(
            Either(Integer(minimum=1, maximum=MOST_JOBS), OneOf("auto")),
            doc="Number of tests to run in parallel, or auto.",
            default="auto",
        ),
        "retry": _RETRY,
        "fail_fast": Key(Flag(), doc="Stop after the first failure.", default=False),
        "seed": Key(
            Integer(minimum=0, maximum=2**64 - 1), doc="Random seed for generated arguments."
        ),
        "deny_lints": Key(
            Flag(), doc="Refuse to run a suite that uses deprecated features.", default=False
        ),
        "fail_on_flaky": Key(
            Flag(), doc="Fail tests that pass only sometimes, or only when retried.", default=False
        ),
    },
    _build,
    doc="How to run the suite; command-line options take precedence.",
)

DEFAULTS: Object[Defaults] = Object(
    "set of defaults",
    {
        "server": Key(ServerName(), doc="Server for tests that do not name one."),
        "timeout": Key(Duration(), doc="Timeout of one request, for tests that set none."),
        "tags": Key(ListOf(Text()), doc="Tags for tests that have none of their own."),
        "retry": _RETRY,
        "serial": Key(Flag(), doc="Run each test alone on its server.", default=False),
        **RUN_SETTINGS,
    },
    Defaults,
    doc="Defaults for every test in this file.",
)
