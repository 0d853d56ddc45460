"""How a case ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import field
from enum import StrEnum
from typing import ClassVar, Self

from mcptest.model.finding import Finding
from mcptest.model.json import Json
from mcptest.model.record import record


class Status(StrEnum):
    PASSED = "passed"
    FAILED = "failed"
    WARNED = "warned"
    SKIPPED = "skipped"
    ERRORED = "errored"


class SkipReason(StrEnum):
    """The closed list of reasons; a skip without one cannot be made."""

    CAPABILITY_NOT_DECLARED = "capability-not-declared"
    NOT_IN_REVISION = "not-in-revision"
    OTHER_TRANSPORT = "other-transport"
    NEEDS_FIXTURE = "needs-fixture"
    NOT_APPLICABLE = "not-applicable"
    REFUSED_BY_POLICY = "refused-by-policy"
    BUDGET_EXHAUSTED = "budget-exhausted"
    NOT_SELECTED = "not-selected"
    DECLARED_SKIP = "declared-skip"
    CANNOT_TELL = "cannot-tell"


class Lane(str):  # noqa: SLOT000 - it has two
    """The block or command that made a case. A new block declares its own.

    ``floor`` means that a failure is a missed floor, which has its own exit code.
    ``checks_messages`` means that its cases check messages themselves, including
    those that they provoke.
    """

    floor: bool
    checks_messages: bool

    TOOLS: ClassVar[Lane]
    RESOURCES: ClassVar[Lane]
    PROMPTS: ClassVar[Lane]
    NEGATIVE_PATH: ClassVar[Lane]
    FUZZ: ClassVar[Lane]
    COMPLIANCE: ClassVar[Lane]
    TOOL_QUALITY: ClassVar[Lane]
    SCHEMA_LINT: ClassVar[Lane]
    LINT: ClassVar[Lane]
    PROBE: ClassVar[Lane]
    DOCTOR: ClassVar[Lane]
    AUTH: ClassVar[Lane]
    COVERAGE: ClassVar[Lane]
    PERFORMANCE: ClassVar[Lane]
    VALIDATE: ClassVar[Lane]
    CLIENT: ClassVar[Lane]
    SECURITY: ClassVar[Lane]

    def __new__(cls, name: str, *, floor: bool = False, checks_messages: bool = False) -> Self:
        lane = super().__new__(cls, name)
        lane.floor, lane.checks_messages = floor, checks_messages
        return lane

    @property
    def value(self) -> str:
        return str(self)


Lane.TOOLS = Lane("tools")
Lane.RESOURCES = Lane("resources")
Lane.PROMPTS = Lane("prompts")
Lane.NEGATIVE_PATH = Lane("negative_path")
Lane.FUZZ = Lane("fuzz")
Lane.COMPLIANCE = Lane("compliance", checks_messages=True)
Lane.TOOL_QUALITY = Lane("tool_quality")
Lane.SCHEMA_LINT = Lane("schema-lint")
Lane.LINT = Lane("lint")
Lane.PROBE = Lane("probe", checks_messages=True)
Lane.DOCTOR = Lane("doctor", checks_messages=True)
Lane.AUTH = Lane("auth")
Lane.COVERAGE = Lane("coverage", floor=True)
Lane.PERFORMANCE = Lane("performance")
Lane.VALIDATE = Lane("validate")
Lane.CLIENT = Lane("client", checks_messages=True)
Lane.SECURITY = Lane("security")


@record
class Skip:
    reason: SkipReason
    detail: str


def declared_skip(reason: str | None) -> Skip | None:
    """The ``skip:`` of a test; None if it has none."""
    return None if reason is None else Skip(SkipReason.DECLARED_SKIP, reason)


@record(guarded=False)
class Said:
    """One thing that was said to the server; ``outcome`` is None where nothing came of it."""

    method: str
    about: str | None = None  # the tool, prompt or resource
    outcome: str | None = None
    duration_ms: float = 0.0
    at_ms: float = 0.0  # since the run began


@record(frozen=False)  # changed by nobody but its maker; one is made for every test
class CaseResult:
    """One line of the report."""

    id: str
    name: str
    lane: Lane
    server: str | None
    status: Status
    duration_ms: float = 0.0
    skip: Skip | None = None
    targets: Mapping[str, Json] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()
    attempts: int = 1
    tags: tuple[str, ...] = ()
    at_ms: float | None = None  # since the run began
    said: tuple[Said, ...] = ()
    said_in_all: int = 0  # ``said`` holds the first of them
    rule: str | None = None  # the rule that was judged
    file: str | None = None  # the suite that it is written in; not in the document


@record
class Summary:
    passed: int = 0
    failed: int = 0
    warned: int = 0
    skipped: int = 0
    errored: int = 0

    @classmethod
    def of(cls, results: Iterable[CaseResult]) -> Summary:
        counts = Counter(result.status.value for result in results)
        return cls(**{status.value: counts[status.value] for status in Status})

    @property
    def total(self) -> int:
        return self.passed + self.failed + self.warned + self.skipped + self.errored
