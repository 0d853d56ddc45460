"""How a client reaches a scenario: a URL or a command, and the steps for its driver."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from mcptest.atomic import write_atomically
from mcptest.client.scenario import Scenario
from mcptest.model.json import Json, JsonObject
from mcptest.model.record import record
from mcptest.model.spec_version import SpecVersion

STEPS_SCHEMA: Final = "mcptest.steps/v1"
DEFAULT_TIMEOUT: Final = 20.0  # seconds that a driver gives each request
BROWSER: Final = f"{shlex.quote(sys.executable)} -m mcptest.client.browser %s &"


@record
class Access:
    """What a client is told; exactly one of ``url`` and ``command`` is set."""

    steps: JsonObject
    folder: Path
    url: str | None = None
    command: tuple[str, ...] = ()

    @property
    def steps_file(self) -> Path:
        return self.folder / "steps.json"

    @property
    def config_file(self) -> Path:
        return self.folder / "mcp.json"

    def write(self) -> None:
        """Put the two files where the client finds them.

        Raises: WriteError.
        """
        write_atomically(self.steps_file, json.dumps(self.steps, indent=2))
        write_atomically(self.config_file, json.dumps(self.config, indent=2))

    @property
    def config(self) -> JsonObject:
        """The server as MCP client configs write it."""
        server: JsonObject = {"url": self.url, "type": "http"}
        if self.url is None:
            server = {"command": self.command[0], "args": list[Json](self.command[1:])}
        return {"mcpServers": {"mcptest": server}}

    @property
    def environment(self) -> dict[str, str]:
        """The same for clients that read variables."""
        scenario = str(self.steps["scenario"])
        return {
            "MCPTEST_STEPS": str(self.steps_file),
            "MCPTEST_CONFIG": str(self.config_file),
            "MCPTEST_SCENARIO": scenario,
            **({"MCPTEST_URL": self.url} if self.url else {}),
            **({"MCPTEST_COMMAND": shlex.join(self.command)} if self.command else {}),
            **({"BROWSER": BROWSER} if "oauth" in self.steps else {}),
        }

    def fill(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """The client's command with its placeholders replaced."""
        return tuple(part for word in words for part in self._filled(word))

    def _filled(self, word: str) -> Iterator[str]:
        if word == "{command}":
            yield from self.command
            return
        yield (
            word.replace("{url}", self.url or "")
            .replace("{command}", shlex.join(self.command))
            .replace("{steps}", str(self.steps_file))
            .replace("{config}", str(self.config_file))
        )


def steps_document(
    scenario: Scenario,
    version: SpecVersion,
    *,
    url: str | None = None,
    command: tuple[str, ...] = (),
) -> JsonObject:
    """What a driver reads: where the server is, what to declare, what to do."""
    reach: JsonObject = {"url": url} if url is not None else {"command": list[Json](command)}
    return {
        "schema": STEPS_SCHEMA,
        "scenario": scenario.name,
        "revision": version.wire,
        **reach,
        "timeout_ms": round(1000 * (scenario.timeout or DEFAULT_TIMEOUT)),
        "client": scenario.client,
        **({} if scenario.protection is None else {"oauth": scenario.oauth}),
        "steps": list[Json](scenario.steps),
    }


def transports_of(words: tuple[str, ...]) -> tuple[str, ...]:
    """The transports that a client's command asks for; none where it does not say."""
    typed = " ".join(words)
    found = [("http", "{url}"), ("stdio", "{command}")]
    return tuple(transport for transport, mark in found if mark in typed)
