"""How a test runs: on which servers, in which session, how often."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mcptest.suite.matrix import MATRIX
from mcptest.suite.shape import Integer, Key, OneOf

MOST_REPEATS: Final = 10_000

RUN_SETTINGS: Final[Mapping[str, Key]] = {
    "matrix": Key(MATRIX, doc=MATRIX.doc),
    "isolation": Key(
        OneOf("session", "test"),
        doc="Share one session (session), or open a new process or session for each test (test).",
        default="session",
    ),
    "repeat": Key(
        Integer(minimum=1, maximum=MOST_REPEATS),
        doc="How often to run each test; a test that fails only sometimes is reported as flaky.",
        default=1,
    ),
}
