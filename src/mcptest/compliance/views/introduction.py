"""A handshake done step by step on a connection of its own, beginning with an unknown version."""

from __future__ import annotations

from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.scripted_view import run_script
from mcptest.compliance.observe.view import NotSeenError, View
from mcptest.engine.context import Context
from mcptest.model.json import Json, JsonObject
from mcptest.model.outcome import SkipReason
from mcptest.model.spec_version import Era

UNKNOWN = "1999-01-01"


def _initialize(name: str, version: str) -> JsonObject:
    params: JsonObject = {
        "protocolVersion": version,
        "capabilities": {},
        "clientInfo": {"name": "mcptest", "version": "0"},
    }
    return {"as": name, "request": {"method": "initialize", "params": params}}


_STEPS: tuple[JsonObject, ...] = (
    _initialize("offer", UNKNOWN),
    {"as": "early", "request": {"id": "mcptest-early", "method": "ping"}},
    {"as": "ready", "notify": {"method": "notifications/initialized"}},
    {"as": "settled", "live": True},
    _initialize("again", UNKNOWN),
    {"as": "alive", "live": True},
)
_WITHOUT_EARLY = tuple(step for step in _STEPS if step["as"] != "early")


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    session = await exam.session(ctx)
    if session.era is not Era.HANDSHAKE:
        raise NotSeenError(SkipReason.NOT_APPLICABLE, "there is no handshake in this revision")
    root = await run_script("bare", _STEPS, exam, ctx, view=VIEW.name)
    if _form(root["offer"]) == "silence":
        await _require_start(session.version.wire, exam, ctx)
        root = await run_script("bare", _STEPS, exam, ctx, view=VIEW.name)
    everything, after = (_received(root, name) for name in ("offer", "ready"))
    root["before_ready"] = everything[: len(everything) - len(after)]
    if _form(root["early"]) in {"closed", "silence"}:  # the rest is not to be blamed for that
        later = await run_script("bare", _WITHOUT_EARLY, exam, ctx)
        root |= {name: later[name] for name in ("ready", "settled", "again", "alive")}
    after, last = (_received(root, name) for name in ("ready", "again"))
    root["after_ready"] = after[: len(after) - len(last)]
    offered = _offered(root["offer"])
    if offered is not None and offered != UNKNOWN:
        root["offered"] = offered
        root["offer_is_newest"] = offered >= session.version.wire
        root["echo"] = await _echo(offered, session.version.wire, exam, ctx)
        root["echoed"] = _offered(root["echo"]) == offered
    return root


async def _require_start(known: str, exam: Examination, ctx: Context) -> None:
    """A fresh process that is slow to start is silent whatever it is asked.

    Raises: NotSeenError.
    """
    reply = (await run_script("bare", (_initialize("known", known),), exam, ctx))["known"]
    if _form(reply) == "silence":
        text = "a fresh process did not answer initialize in time; allow more with --timeout"
        raise NotSeenError(SkipReason.CANNOT_TELL, text)


async def _echo(offered: str, opened: str, exam: Examination, ctx: Context) -> Json:
    """What asking for the offered version gives; the opening has shown it where that was it."""
    if offered == opened:
        return await exam.see("opening", ctx)
    return (await run_script("bare", (_initialize("echo", offered),), exam, ctx))["echo"]


def _form(reply: Json) -> Json:
    return reply.get("form") if isinstance(reply, dict) else None


def _received(root: JsonObject, step: str) -> list[Json]:
    said = root[step]
    received = said.get("received") if isinstance(said, dict) else None
    return received if isinstance(received, list) else []


def _offered(offer: Json) -> str | None:
    result = offer.get("result") if isinstance(offer, dict) else None
    version = result.get("protocolVersion") if isinstance(result, dict) else None
    return version if isinstance(version, str) else None


VIEW = View(
    name="introduction",
    summary="A handshake step by step: an unknown version, a ping, initialized, initialize again.",
    members={
        "offer": "the reply to initialize with an unknown version",
        "offered": "the version that it offers",
        "offer_is_newest": "false where a newer version was agreed elsewhere",
        "echo": "the reply to initialize with the offered version",
        "echoed": "whether that version came back",
        "early": "ping before notifications/initialized",
        "before_ready": "every message before notifications/initialized was sent",
        "ready": "notifications/initialized",
        "after_ready": "every message from then on until the second initialize",
        "settled": "ping after it",
        "again": "a second initialize on the open session",
        "alive": "ping after that",
    },
    look=_look,
    apart=True,
)
