"""A view: one way to read a log, shared by every rule that uses it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mcptest.client.log import ClientLog
from mcptest.model.json import Json, JsonObject
from mcptest.model.record import record
from mcptest.registry import lookup

VIEWS: Final = "mcptest.client.views"


@record
class ClientView:
    """An entry of the ``views`` folder; ``members`` documents what targets may name."""

    name: str
    summary: str
    members: dict[str, str]
    look: Callable[[ClientLog], JsonObject]


class Sight:
    """The views of one log, each looked at once."""

    def __init__(self, log: ClientLog) -> None:
        self.log = log
        self._seen: dict[str, JsonObject] = {}

    def see(self, name: str) -> Json:
        if name not in self._seen:
            view = lookup(VIEWS, name, "VIEW", ClientView)
            assert view is not None, name
            self._seen[name] = view.look(self.log)
        return self._seen[name]
