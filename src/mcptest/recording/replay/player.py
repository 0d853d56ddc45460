"""Play the server's part for one client: match each message and send what followed it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from enum import StrEnum

from mcptest.mock.envelope import IncomingMessage, MessageKind, classify
from mcptest.mock.overrides.draft import Out
from mcptest.mock.rpc import (
    INVALID_PARAMS,
    METHOD_NOT_FOUND,
    RpcError,
    error_message,
    result_message,
)
from mcptest.model.counted import counted
from mcptest.model.json import MISSING, Json, JsonObject, MaybeJson
from mcptest.recording.format.recording import Recording
from mcptest.recording.replay.matching import Matching, RequestMatcher
from mcptest.recording.replay.script import Cue, Line, progress_token, scripts_of

NOT_ANSWERED = -32000
# What a client must declare before a server may ask it.
_NEEDED = {
    "sampling/createMessage": "sampling",
    "elicitation/create": "elicitation",
    "roots/list": "roots",
}


class Timing(StrEnum):
    REAL = "real"
    FAST = "fast"


class Playbook:
    """Everything that was recorded, by what was asked; shared by all clients of a replay."""

    def __init__(self, recording: Recording, matching: Matching, timing: Timing) -> None:
        self.matcher = RequestMatcher(matching)
        self.timing = timing
        self.resumable = any(frame.event and frame.event.get("id") for frame in recording.frames)
        self.cues = [cue for cues in scripts_of(recording).values() for cue in cues]
        self._by_key: dict[str, list[Cue]] = defaultdict(list)
        for cue in self.cues:
            self._by_key[self.matcher.key(cue.method, cue.params)].append(cue)
        self._sessions = list(dict.fromkeys(cue.session for cue in self.cues))
        self._players = 0

    def player(self) -> Player:
        """For the next client: it gets the next recorded session first, then all others."""
        number = self._players
        self._players += 1
        own = self._sessions[number % len(self._sessions)] if self._sessions else ""
        return Player(self, own)

    def find(self, method: str, params: JsonObject) -> list[Cue]:
        """Every recorded request that equals this one, in the order of the recording."""
        exact = self._by_key.get(self.matcher.key(method, params))
        return exact or [cue for cue in self.cues if self.matcher.equal(cue, method, params)]


class Player:
    """One client's turn; a request that repeats gets the recorded answers in their order."""

    def __init__(self, book: Playbook, session: str) -> None:
        self._book = book
        self._session = session
        self._used: dict[int, int] = defaultdict(int)
        self._waiting: dict[str, tuple[Cue, list[Line], IncomingMessage]] = {}
        self._capabilities: Json = None  # what the client declared, once it did

    def hear(self, incoming: IncomingMessage) -> list[Out]:
        """What the server says to this message."""
        match incoming.kind:
            case MessageKind.REQUEST if incoming.refusal is None:
                return self._request(incoming)
            case MessageKind.NOTIFICATION:
                cue = self._choose(self._book.find(incoming.method, incoming.params))
                return [] if cue is None else self._play(cue, cue.lines, incoming)
            case MessageKind.RESPONSE:
                return self._resume(incoming)
            case MessageKind.BATCH:
                items = incoming.message if isinstance(incoming.message, list) else []
                return [out for item in items for out in self.hear(classify(item))]
        refusal = incoming.refusal or RpcError(INVALID_PARAMS, "not a request")
        return [Out(error_message(incoming.id, refusal.as_json()))]

    def _request(self, incoming: IncomingMessage) -> list[Out]:
        if incoming.method == "initialize":
            self._capabilities = incoming.params.get("capabilities", {})
        cue = self._choose(self._book.find(incoming.method, incoming.params))
        if cue is not None:
            return self._play(cue, cue.lines, incoming)
        if incoming.method == "ping":
            return [Out(result_message(incoming.id, {}))]
        return [Out(error_message(incoming.id, self._unknown(incoming).as_json()))]

    def _choose(self, found: Iterable[Cue]) -> Cue | None:
        """The first that was not used, those of the own session before others; then the last."""
        cues = sorted(found, key=lambda cue: cue.session != self._session)
        if not cues:
            return None
        chosen = min(cues, key=lambda cue: self._used[id(cue)])
        if self._used[id(chosen)]:
            own = [cue for cue in cues if cue.session == self._session]
            chosen = (own or cues)[-1]
        self._used[id(chosen)] += 1
        return chosen

    def _play(self, cue: Cue, lines: list[Line], incoming: IncomingMessage) -> list[Out]:
        outs: list[Out] = []
        unasked: list[MaybeJson] = []
        for number, line in enumerate(lines):
            if self._is_unwelcome(line.message):
                assert isinstance(line.message, dict)
                unasked.append(line.message.get("id"))
                continue
            if line.awaits is not MISSING:
                if line.awaits in unasked:
                    continue
                self._waiting[str(line.awaits)] = (cue, lines[number + 1 :], incoming)
                return outs
            delay = round(line.after_ms) if self._book.timing is Timing.REAL else 0
            message = _readdressed(line.message, cue, incoming)
            outs.append(Out(message, line.raw, delay, line.exit))
        ended = any(line.exit is not None for line in lines)
        if incoming.kind is MessageKind.REQUEST and not cue.answered and not ended:
            words = "the recording has no response to this request"
            outs.append(Out(error_message(incoming.id, RpcError(NOT_ANSWERED, words).as_json())))
        return outs

    def _is_unwelcome(self, message: MaybeJson) -> bool:
        """A request that the real server would not have made to this client."""
        if not isinstance(message, dict) or not isinstance(self._capabilities, dict):
            return False
        needed = _NEEDED.get(str(message.get("method")))
        return needed is not None and "id" in message and needed not in self._capabilities

    def _resume(self, incoming: IncomingMessage) -> list[Out]:
        """The client answered a request of the server, which was waiting for that."""
        held = self._waiting.pop(str(incoming.id), None)
        if held is None:
            return []
        cue, lines, asked = held
        return self._play(cue, lines, asked)

    def _unknown(self, incoming: IncomingMessage) -> RpcError:
        method, params, book = incoming.method, incoming.params, self._book
        near = book.matcher.nearest(book.cues, method, params)
        if near is None:
            methods: list[Json] = list(dict.fromkeys(cue.method for cue in book.cues))
            words = f"the recording has no {method} request"
            return RpcError(METHOD_NOT_FOUND, words, {"recorded": methods})
        differences: list[Json] = list(book.matcher.differences(near, method, params))
        count = sum(cue.method == method for cue in book.cues)
        words = (
            f"no recorded {method} request matches ({counted(count, 'was', 'were')} recorded); "
            f"the nearest differs: {'; '.join(map(str, differences))}"
        )
        nearest: JsonObject = {"method": near.method, "params": near.params}
        return RpcError(INVALID_PARAMS, words, {"nearest": nearest, "differences": differences})


def _readdressed(message: MaybeJson, cue: Cue, incoming: IncomingMessage) -> MaybeJson:
    """The recorded message with the id and the progress token of the request made now."""
    if not isinstance(message, dict):
        return message
    if "method" not in message:
        return {**message, "id": incoming.id} if incoming.id is not MISSING else message
    params = message.get("params")
    if not isinstance(params, dict):
        return message
    token, mine = progress_token(cue.params), progress_token(incoming.params)
    changed = dict(params)
    if token is not None and mine is not None and params.get("progressToken") == token:
        changed["progressToken"] = mine
    if cue.id is not MISSING and params.get("requestId") == cue.id and incoming.id is not MISSING:
        changed["requestId"] = incoming.id
    return {**message, "params": changed}
