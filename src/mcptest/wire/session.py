"""One conversation with a server: both eras behind one face."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from mcptest.model.json import Json, JsonObject
from mcptest.model.run import ServerFacts
from mcptest.model.spec_version import Era, SpecVersion
from mcptest.wire.reply import Reply


class Session(Protocol):
    """What a feature may do with a server that is open."""

    era: Era
    version: SpecVersion
    capabilities: JsonObject
    opening: Reply

    async def request(
        self,
        method: str,
        params: JsonObject | None = None,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str | None] | None = None,
    ) -> Reply: ...

    async def notify(
        self,
        method: str,
        params: JsonObject | None = None,
        *,
        headers: Mapping[str, str | None] | None = None,
    ) -> Reply: ...

    async def exchange(
        self,
        message: Json | bytes,
        *,
        id: str | int | None = None,  # noqa: A002
        timeout: float | None = None,
        headers: Mapping[str, str | None] | None = None,
    ) -> Reply: ...

    def facts(self, name: str) -> ServerFacts: ...
