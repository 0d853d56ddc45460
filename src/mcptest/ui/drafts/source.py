"""What a test is drafted from."""

from __future__ import annotations

from collections.abc import Callable

from mcptest.model.json import JsonObject
from mcptest.model.record import record
from mcptest.scaffold.draft import DraftedTest
from mcptest.ui.live import LiveServer


@record
class DraftSource:
    """``make`` gives the test a name; ``about`` is what the dialog shows beside the YAML."""

    live: LiveServer
    title: str
    make: Callable[[str], DraftedTest]
    about: JsonObject
