"""The keys that every test has, in any block."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from mcptest.model.json import JsonObject
from mcptest.model.location import Location
from mcptest.model.record import record
from mcptest.suite.expect import Expect, ExpectShape
from mcptest.suite.matrix import NO_MATRIX, Matrix
from mcptest.suite.run_settings import RUN_SETTINGS
from mcptest.suite.shape import Any as AnyValue
from mcptest.suite.shape import Duration, Flag, Integer, Key, ListOf, MapOf, ServerName, Text


@record(kw_only=True, guarded=False)
class SuiteEntry:
    """A test as written; ``args`` is what it sends, in whichever way its block sends it."""

    name: str
    where: Location
    server: str | None = None
    args: JsonObject = field(default_factory=dict)
    expect: Expect | None = None
    tags: tuple[str, ...] = ()
    timeout: float | None = None
    serial: bool = False
    retry: int = 0
    skip: str | None = None
    only: bool = False
    matrix: Matrix = NO_MATRIX
    isolation: str = "session"
    repeat: int = 1

    @property
    def asserts(self) -> bool:
        """Whether it says what must hold, so that the default of its block does not apply."""
        return self.expect is not None and self.expect.assertions is not None


@record(kw_only=True, guarded=False)
class ToolEntry(SuiteEntry):
    """A test of a tool, whatever it does with it."""

    tool: str = ""


ARGS = MapOf(AnyValue())
CALL_DEFAULTS = ("server", "timeout", "tags", "retry", "serial", *RUN_SETTINGS)
CALL_ROOTS = (
    *("result", "error", "text", "duration_ms", "notifications", "stderr"),
    *("progress", "logs"),
)
EXPECT = ExpectShape(CALL_ROOTS)

ENTRY_KEYS: Mapping[str, Key] = {
    "name": Key(Text(), required=True, doc="Name of the test; unique for its server."),
    "server": Key(ServerName(), doc="Server to use; optional if the suite has only one."),
    "expect": Key(EXPECT, doc="Assertions on the response; if omitted, the call must succeed."),
    "tags": Key(ListOf(Text()), doc="Tags for --tag and --skip-tag."),
    "timeout": Key(Duration(), doc="Timeout of one request.", default="30s"),
    "serial": Key(Flag(), doc="Run this test alone on its server.", default=False),
    "retry": Key(Integer(minimum=0), doc="How often to retry the test if it fails.", default=0),
    "skip": Key(Text(), doc="Skip this test; the reason is reported."),
    "only": Key(Flag(), doc="Run only the tests that set this.", default=False),
    **RUN_SETTINGS,
}
