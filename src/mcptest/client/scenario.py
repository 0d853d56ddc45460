"""A scenario: a small server that provokes one kind of client behavior."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import field
from typing import TYPE_CHECKING, Final

from mcptest.client.authorization.plan import AuthorizationPlan
from mcptest.client.offer import PLAIN
from mcptest.mock.manifest.definition import MockDefinition
from mcptest.model.json import Json, JsonObject, MaybeJson
from mcptest.model.record import record
from mcptest.model.spec_version import SpecVersion
from mcptest.registry import collect, lookup, names

if TYPE_CHECKING:
    from mcptest.client.serve.listener import HttpRequest
    from mcptest.client.stage import ScenarioStage
    from mcptest.client.turn import Turn

SCENARIOS: Final = "mcptest.client.scenarios"
BOTH: Final = ("stdio", "http")


async def healthy(turn: Turn) -> MaybeJson:
    """Respond as a correct server does."""
    return turn.healthy()


async def pass_by(stage: ScenarioStage, request: HttpRequest) -> bool:
    """Leave an HTTP request to the endpoint."""
    del stage, request
    return False


@record(kw_only=True)
class Scenario:
    """An entry of the ``scenarios`` folder.

    ``play`` responds to a request of the client; ``http`` may take an HTTP request before that.
    ``steps`` is what a driver is told to do, ``client`` what it is told to declare and answer.
    """

    name: str
    title: str
    summary: str
    steps: tuple[JsonObject, ...]
    transports: tuple[str, ...] = BOTH
    first: SpecVersion = SpecVersion.V2024_11_05
    last: SpecVersion = SpecVersion.DRAFT
    offer: MockDefinition = PLAIN
    capabilities: JsonObject = field(default_factory=dict)
    client: JsonObject = field(default_factory=dict)
    timeout: float | None = None  # seconds that a driver gives each request
    sse: bool = False  # responds with event streams even where one JSON object would do
    play: Callable[[Turn], Awaitable[MaybeJson]] = healthy
    http: Callable[[ScenarioStage, HttpRequest], Awaitable[bool]] = pass_by
    protection: AuthorizationPlan | None = None  # how clients have to sign in; None where not
    oauth: JsonObject = field(default_factory=dict)  # what a driver is told to sign in with
    ending: float = 0.0  # seconds for which the stdio server runs on after stdin was closed

    def fits(self, version: SpecVersion, transport: str) -> bool:
        """Whether it can be played at a revision over a transport."""
        return transport in self.transports and self.first <= version <= self.last


def scenario_names() -> list[str]:
    """Every scenario, by the name that ``--scenario`` takes."""
    return [name.replace("_", "-") for name in names(SCENARIOS)]


def find_scenario(name: str) -> Scenario | None:
    """The scenario of that name, importing its module alone."""
    return lookup(SCENARIOS, name, "SCENARIO", Scenario)


def all_scenarios() -> list[Scenario]:
    """All of them, in the order of their names."""
    return list(collect(SCENARIOS, "SCENARIO", Scenario).values())


def call(name: str, arguments: JsonObject | None = None, **more: Json) -> JsonObject:
    """The step that calls a tool."""
    return {"do": "call_tool", "name": name, "arguments": arguments or {}, **more}


def echo(text: str) -> JsonObject:
    """The step that calls the tool of every scenario; the text tells one such call from another."""
    return call("echo", {"text": text})


LIST_TOOLS: Final[JsonObject] = {"do": "list_tools"}
