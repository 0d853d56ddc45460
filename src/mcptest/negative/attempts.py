"""The bad requests that probes choose from."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from mcptest.model.json import MISSING, Json, JsonObject, Missing
from mcptest.model.outcome import Skip, SkipReason
from mcptest.model.tool import ToolDescriptor
from mcptest.negative.probe import Attempt, Judge
from mcptest.negative.probe_session import ProbeSession
from mcptest.negative.subject import ProbeSubject
from mcptest.schema.mutate import Break, mutants
from mcptest.schema.mutate_spots import Spot, put, spots
from mcptest.schema.mutate_values import accepted_types
from mcptest.wire.link import RequestId
from mcptest.wire.reply import Reply

STRANGE_MEMBER: Final = "mcptest_value"


def call(subject: ProbeSubject, arguments: Json, label: str, *, tool: str | None = None) -> Attempt:
    """Call the tool, or one by another name, with these arguments."""
    name = subject.tool.name if tool is None else tool
    described = subject.tool if tool is None else _unlisted(name)

    async def act(probing: ProbeSession) -> Reply:
        params: JsonObject = {"name": name, "arguments": arguments}
        return await probing.session.request("tools/call", params, timeout=probing.limit)

    return Attempt(label, act, calls=described)


def ask(method: str, params: JsonObject, label: str, *, judge: Judge | None = None) -> Attempt:
    """An ordinary request of another method."""

    async def act(probing: ProbeSession) -> Reply:
        return await probing.session.request(method, params, timeout=probing.limit)

    return Attempt(label, act, judge=judge)


def say(message: JsonObject, label: str, *, id: RequestId | None = None) -> Attempt:  # noqa: A002
    """Sends something that is not a valid request, on a separate connection."""

    async def act(probing: ProbeSession) -> Reply:
        return await probing.say(message, id=id)

    return Attempt(label, act, alone=True)


def broken_calls(subject: ProbeSubject, kinds: Collection[Break]) -> Iterator[Attempt]:
    """One call for each way to break the valid arguments."""
    for mutant in mutants(subject.schema, subject.base, kinds=kinds):
        yield call(subject, mutant.value, mutant.label)


def text_spots(subject: ProbeSubject) -> list[Spot]:
    """Every argument that takes a free text; one of our own where there is none."""
    found = [
        spot
        for spot in spots(subject.schema, subject.base)
        if spot.path and "string" in accepted_types(spot.ways) and not _is_choice(spot)
    ]
    return found or [Spot((STRANGE_MEMBER,), ({},), MISSING)]


def with_text(subject: ProbeSubject, spot: Spot, text: str, label: str) -> Attempt:
    return call(subject, put(subject.base, spot.path, text), f"{spot.name} {label}")


def longest_text(spot: Spot) -> int:
    """The largest ``maxLength`` that holds there, 0 where there is none."""
    found = [way.get("maxLength") for way in spot.ways]
    return max((n for n in found if isinstance(n, int) and not isinstance(n, bool)), default=0)


def needs_capability(subject: ProbeSubject, name: str) -> Skip | None:
    if name in subject.capabilities:
        return None
    detail = f"the server does not declare the capability {name}"
    return Skip(SkipReason.CAPABILITY_NOT_DECLARED, detail)


def _is_choice(spot: Spot) -> bool:
    return any("enum" in way or "const" in way for way in spot.ways)


def _unlisted(name: str) -> ToolDescriptor:
    absent: Missing = MISSING
    return ToolDescriptor(name, None, absent, absent, absent, {"name": name})
