"""Everything that was said in all conversations of this examination."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.view import NotSeenError, View
from mcptest.engine.context import Context
from mcptest.model.json import Json, JsonObject
from mcptest.wire.meta import CLIENT_CAPABILITIES
from mcptest.wire.transcript import Transcript

# What every server is asked before its conversation is looked at.
_CORE = (
    "opening",
    "tools",
    "resources",
    "prompts",
    "unknown-method",
    "calls",
    "reads",
    "gets",
    "progress",
)


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    for name in _CORE:
        try:
            await exam.see(name, ctx)
        except NotSeenError:
            continue
    root: dict[str, list[Json]] = {name: [] for name in VIEW.members}
    for number, transcript in enumerate(exam.transcripts):
        about: JsonObject = {"conversation": number, "probed": exam.was_probed(transcript)}
        sort_messages(transcript, about, root, stdio=ctx.target.launched)
    return dict(root)


def sort_messages(
    transcript: Transcript, about: JsonObject, root: dict[str, list[Json]], *, stdio: bool
) -> None:
    asked: dict[tuple[str, Json], JsonObject] = {}
    able: JsonObject = {}  # what our initialize declared
    batched = False  # a JSON-RPC server may respond to an array with an array
    for entry in transcript.entries:
        message = entry.message
        if entry.direction == "sent":
            batched = batched or isinstance(message, list)
            root["sent"].extend(_flat(message))
            for one in _flat(message):
                _remember(one, asked)
                able = _declared(one, "capabilities") or able
        elif entry.direction == "received":
            if stdio and entry.code == "not-a-message" and _is_foreign(message):
                root["noise"].append(_flaw("not-json-rpc", entry.problem, entry.raw))
                continue  # a log line that is JSON breaks the rule about stdout, and no other
            if entry.code is not None:
                answers_batch = batched and entry.code == "frame-batch"
                kind = "noise" if is_noise(entry.code) and not answers_batch else "flaws"
                root[kind].append(_flaw(entry.code, entry.problem, entry.raw))
            for one in _flat(message):
                _place(one, asked, root, {**about, "declared": able})


def _is_foreign(message: object) -> bool:
    """JSON that does not claim to be JSON-RPC."""
    return isinstance(message, dict) and message.keys().isdisjoint({"jsonrpc", "id", "method"})


def _flat(message: object) -> Iterator[JsonObject]:
    for one in message if isinstance(message, list) else [message]:
        if isinstance(one, dict):
            yield one


def _remember(message: JsonObject, asked: dict[tuple[str, Json], JsonObject]) -> None:
    own = message.get("id")
    if "method" in message and isinstance(own, (str, int, float)):
        asked[(type(own).__name__, own)] = message


def _place(
    message: JsonObject,
    asked: dict[tuple[str, Json], JsonObject],
    root: dict[str, list[Json]],
    around: JsonObject,
) -> None:
    root["received"].append(message)
    if "method" in message:
        kind = "requests" if "id" in message else "notifications"
        root[kind].append({**message, **around})
        return
    root["responses"].append(message)
    own = message.get("id")
    request = asked.get((type(own).__name__, own)) if isinstance(own, (str, int, float)) else None
    asked_for = "a malformed message" if own is None else "an unknown request"
    pair: JsonObject = {"response": message, "asked": asked_for, **around}
    if request is not None:
        method = request.get("method")
        pair |= {"request": request, "method": method, "asked": method}
        pair["declared"] = _declared(request, "_meta", CLIENT_CAPABILITIES) or pair["declared"]
    for part in ("result", "error"):
        if part in message:
            root[f"{part}s"].append({**pair, part: message[part], "id": own})


def _declared(message: JsonObject, *names: str) -> JsonObject | None:
    """The client capabilities that a message from mcptest declares, if any."""
    value: Json = message.get("params")
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else None


def is_noise(code: str) -> bool:
    """The bytes are not a message at all, rather than an invalid one."""
    return code.startswith("frame-") or code == "not-a-message"


def _flaw(code: str, problem: str | None, raw: bytes) -> JsonObject:
    text = raw[:200].decode("utf-8", "backslashreplace")
    return {"code": code, "problem": problem, "text": text}


VIEW = View(
    name="transcript",
    summary="All messages of all conversations so far, both ways; looked at last.",
    members={
        "sent": "every message from mcptest",
        "received": "every message of the server",
        "responses": "those without a method",
        "results": "one for each success: id, method, request, response, result, declared",
        "errors": "one for each error: id, method, asked (the method, or what else it is about), "
        "request, response, error, declared",
        "notifications": "with conversation (a number) and probed (bad messages were sent there)",
        "requests": "server to client, with conversation and declared (what the client can do)",
        "noise": "bytes that are not a message: code, problem, text",
        "flaws": "messages that fit nothing, such as an answer nobody asked for",
    },
    look=_look,
    watches=True,
)
