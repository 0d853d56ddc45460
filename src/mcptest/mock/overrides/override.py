"""Respond differently from a correct server, as data says: the proof that a rule can fail.

An override names the messages it is for (``on``, ``when``, ``like``, ``except``), from
when on and how often it acts (``since``, ``skip``, ``times``) and what becomes of the healthy
answer. All that fit act, in their order.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import Final

from mcptest.mock.envelope import IncomingMessage, MessageKind
from mcptest.mock.fill import fill, fill_text
from mcptest.mock.meaning.condition import condition_holds
from mcptest.mock.meaning.scene import HttpSide, MockOffer, Scene, Standing
from mcptest.mock.overrides.asking import asked_reply, own_request
from mcptest.mock.overrides.draft import DraftReply
from mcptest.mock.overrides.patch import Patch, apply_patch
from mcptest.mock.rpc import error_message, result_message
from mcptest.model.json import MISSING, Json, JsonObject, MaybeJson
from mcptest.model.record import record
from mcptest.schema.pointer import follow_pointer

HTTP_METHODS: Final = ("GET", "POST", "DELETE", "PUT", "PATCH", "OPTIONS", "HEAD")
START: Final = "start"
END: Final = "end"
AUTH: Final = "auth"
LISTEN: Final = "listen"


@record
class Override:
    """One rule of the language; see ``parse_overrides`` for how it is written."""

    on: str
    when: JsonObject = field(default_factory=dict)
    like: tuple[tuple[str, re.Pattern[str]], ...] = ()
    unless: tuple[str, ...] = ()
    since: str | None = None
    skip: int = 0
    times: int | None = None
    result: MaybeJson = MISSING
    error: MaybeJson = MISSING
    reply: MaybeJson = MISSING
    raw: str | bytes | None = None
    ask: JsonObject | None = None
    patch: tuple[Patch, ...] = ()
    before: tuple[Json, ...] = ()
    after: tuple[Json, ...] = ()
    silent: bool = False
    exit: int | None = None
    delay_ms: int = 0
    pause_ms: int = 0
    status: int | None = None
    headers: Mapping[str, str | None] = field(default_factory=dict)
    content_type: str | None = None
    sse: bool | None = None
    hold: bool = False
    event_id: str | None = None
    cut: JsonObject | None = None
    tell: tuple[Json, ...] = ()
    replay: str | None = None
    flaw: str | None = None


class OverrideBook:
    """The overrides of a server, and how often each one was met."""

    def __init__(self, overrides: Sequence[Override], offer: MockOffer | None = None) -> None:
        self._offer = offer
        self._overrides = tuple(overrides)
        self._met = [0] * len(self._overrides)
        self._heard: set[str] = set()

    @property
    def is_empty(self) -> bool:
        return not self._overrides

    @property
    def protects(self) -> bool:
        """Whether the server is behind authorization."""
        return any(override.on == AUTH for override in self._overrides)

    @property
    def listens_everywhere(self) -> bool:
        """Whether the server takes connections on every address of the machine."""
        return any(override.on == LISTEN for override in self._overrides)

    @property
    def flaws(self) -> frozenset[str]:
        """What its authorization leaves out; see ``auth.flaws``."""
        return frozenset(each.flaw for each in self._overrides if each.flaw is not None)

    def start(self) -> DraftReply:
        """What is to happen before anything is read."""
        return self._at(START)

    def end(self) -> DraftReply:
        """What is to happen once the input has ended."""
        return self._at(END)

    def _at(self, moment: str) -> DraftReply:
        draft = DraftReply()
        for override in self._overrides:
            if override.on == moment:
                draft = _change(
                    override, draft, Scene(IncomingMessage(MessageKind.NOTIFICATION)), 1
                )
        return draft

    def apply(
        self,
        incoming: IncomingMessage,
        draft: DraftReply,
        http: HttpSide | None = None,
        standing: Standing | None = None,
    ) -> DraftReply:
        """The healthy answer with every fitting override applied."""
        scene = Scene(incoming, draft.reply, http, standing or Standing(), self._offer)
        for index, override in enumerate(self._overrides):
            waits = override.since is not None and override.since not in self._heard
            if waits or not _fits(override, scene):
                continue
            self._met[index] += 1
            turn = self._met[index] - override.skip
            if turn > 0 and (override.times is None or turn <= override.times):
                draft = _change(override, draft, scene, turn)
        self._heard.add(incoming.method)
        return draft


def _fits(override: Override, scene: Scene) -> bool:
    return (
        _is_on(override, scene.incoming, scene.http)
        and condition_holds(override.when, scene)
        and _is_like(override, scene.incoming.message)
    )


def _is_like(override: Override, message: MaybeJson) -> bool:
    if message is MISSING:
        return not override.like
    texts = [(follow_pointer(message, pointer), pattern) for pointer, pattern in override.like]
    return all(isinstance(text, str) and pattern.search(text) for text, pattern in texts)


def _is_on(override: Override, incoming: IncomingMessage, http: HttpSide | None) -> bool:
    if incoming.method in override.unless:
        return False
    if override.on in HTTP_METHODS:
        return http is not None and http.method == override.on
    if override.on == "*":
        return incoming.kind is MessageKind.REQUEST
    if override.on == incoming.kind:
        return True
    return override.on == incoming.method and incoming.kind in (
        MessageKind.REQUEST,
        MessageKind.NOTIFICATION,
    )


def _change(override: Override, draft: DraftReply, scene: Scene, turn: int) -> DraftReply:
    roots = {**scene.roots(), "turn": turn}
    reply = _reply(override, draft, scene, roots)
    raw = override.raw
    if isinstance(raw, str):
        said = {} if reply is MISSING else {"reply": reply}
        raw = fill_text(raw, {**roots, **said}).encode()
    return replace(
        draft,
        reply=reply,
        raw=draft.raw if raw is None else raw,
        before=(*draft.before, *_before(override, scene, roots)),
        after=draft.after + tuple(fill(message, roots) for message in override.after),
        silent=draft.silent or override.silent,
        exit=draft.exit if override.exit is None else override.exit,
        delay_ms=draft.delay_ms + override.delay_ms,
        pause_ms=draft.pause_ms + override.pause_ms,
        status=override.status or draft.status,
        headers={**draft.headers, **_headers(override, roots)},
        content_type=override.content_type or draft.content_type,
        sse=draft.sse if override.sse is None else override.sse,
        hold=draft.hold or override.hold,
        event_id=draft.event_id
        if override.event_id is None
        else fill_text(override.event_id, roots),
        cut=draft.cut if override.cut is None else override.cut,
        told=(*draft.told, *_told(override, roots)),
        replay=override.replay or draft.replay,
    )


def _before(override: Override, scene: Scene, roots: Mapping[str, Json]) -> list[Json]:
    said = [fill(message, roots) for message in override.before]
    asked = [] if override.ask is None else own_request(override.ask, scene)
    return [*said, *asked]


def _told(override: Override, roots: Mapping[str, Json]) -> list[Json]:
    """What the stream was opened with is filled in when it is told."""
    known = {name: value for name, value in roots.items() if name != "listened"}
    return [fill(item, known) for item in override.tell]


def _headers(override: Override, roots: Mapping[str, Json]) -> dict[str, str | None]:
    return {
        name: None if value is None else fill_text(value, roots)
        for name, value in override.headers.items()
    }


def _reply(
    override: Override, draft: DraftReply, scene: Scene, roots: Mapping[str, Json]
) -> MaybeJson:
    reply, incoming = draft.reply, scene.incoming
    request_id = None if incoming.id is MISSING else incoming.id
    if override.ask is not None and (asked := asked_reply(override.ask, scene)) is not MISSING:
        return asked
    if override.result is not MISSING:
        reply = result_message(request_id, fill(override.result, roots))
    elif override.error is not MISSING:
        reply = error_message(request_id, fill(override.error, roots))
    elif override.reply is not MISSING:
        reply = fill(override.reply, roots)
    for patch in override.patch:
        if reply is not MISSING:
            value = fill(patch.value, roots)
            reply = apply_patch(reply, Patch(patch.op, patch.path, value))
    return reply
