"""Run a rule's own exchanges, given as data, one after the other on one connection.

A message that must not be answered cannot be waited for, so ``send`` and ``raw`` do not wait on
stdio. The next ``live`` step is the fence: what had not come by then does not come.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from time import monotonic

from mcptest.compliance.corpus.rule import Observe
from mcptest.compliance.observe.connection import RuleConnection, connect
from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.gated import called_tool, may_call
from mcptest.compliance.observe.open_streams import OpenStreams
from mcptest.compliance.observe.placeholders import fill
from mcptest.compliance.observe.reply_root import form_of, is_unknown, reply_root
from mcptest.compliance.observe.stateless_meta import with_meta
from mcptest.engine.context import Context
from mcptest.model.json import Json, JsonObject
from mcptest.model.record import record
from mcptest.model.spec_version import Era
from mcptest.wire.reply import Reply

PROBE_SECONDS = 5.0
LISTEN_SECONDS = 1.0


@record
class _Said:
    """What a step left behind, to be completed once all steps are done."""

    name: str
    root: JsonObject
    mark: int
    id: Json
    stream: asyncio.Task[Reply] | None = None


async def run_steps(
    observe: Observe,
    roots: Mapping[str, Json],
    exam: Examination,
    ctx: Context,
    *,
    view: str | None = None,
    on_linger: Callable[[], None] = lambda: None,
) -> dict[str, Json]:
    """The roots that the steps add, by their ``as`` names; ``view`` is whose steps they are.

    ``on_linger`` is told that others may use the connection.

    Raises: NotSeenError when a placeholder leads nowhere.
    """
    last = observe.steps[-1] if observe.steps else {}
    if observe.on == "scratch" and "linger" in last:
        before = replace(observe, steps=observe.steps[:-1])
        found = await _run_all(before, roots, exam, ctx, view, linger=last, on_linger=on_linger)
        if found is not None:
            return found
    found = await _run_all(observe, roots, exam, ctx, view)
    assert found is not None
    return found


async def _run_all(
    observe: Observe,
    roots: Mapping[str, Json],
    exam: Examination,
    ctx: Context,
    view: str | None,
    *,
    linger: JsonObject | None = None,
    on_linger: Callable[[], None] = lambda: None,
) -> dict[str, Json] | None:
    """None where the connection ended while others used it, so that ``linger`` shows nothing."""
    seen: dict[str, Json] = dict(roots)
    client = fill(dict(observe.client), seen)
    assert isinstance(client, dict)
    said: list[_Said] = []
    async with (
        connect(observe, client, exam, ctx, view=view) as line,
        OpenStreams(line) as streams,
    ):
        for step in observe.steps:
            filled = fill(step, seen)
            assert isinstance(filled, dict)
            stays = line.is_http and filled.get("background") is True
            if stays:
                async with may_call(called_tool(filled.get("send")), exam, ctx):
                    said.append(await _open(filled, line, streams))
            else:
                said.append(await _run(filled, line, exam, ctx))
            seen[said[-1].name] = said[-1].root
        if linger is None:
            for one in said:
                _complete(one, line)
            return {one.name: one.root for one in said}
        well = line.link.alive()
    on_linger()
    said.append(await _run(linger, line, exam, ctx))
    if well and not line.link.alive():
        return None
    for one in said:
        _complete(one, line)
    return {one.name: one.root for one in said}


async def _run(step: JsonObject, line: RuleConnection, exam: Examination, ctx: Context) -> _Said:
    mark = line.transcript.mark()
    name = str(step["as"])
    if "http" in step:
        from mcptest.compliance.observe.raw_http import fetch

        return _Said(name, await fetch(step["http"], line, ctx), mark, None)
    if "listen" in step or "linger" in step:
        await asyncio.sleep(_seconds(step.get("listen", step.get("linger")), LISTEN_SECONDS))
        return _Said(name, {"form": "listened"}, mark, None)
    if "close" in step:
        return _Said(name, await _close(line), mark, None)
    if "request" in step or "live" in step:
        return _Said(name, await _request(step, line, exam, ctx), mark, None)
    root, sent_id = await _say(step, line, exam, ctx)
    return _Said(name, root, mark, sent_id)


async def _open(step: JsonObject, line: RuleConnection, streams: OpenStreams) -> _Said:
    """What comes on the stream is found among all that was received."""
    message, meta = step["send"], step.get("meta")
    assert isinstance(message, dict)
    if isinstance(meta, dict):
        message = with_meta(message, line.era, line.version, meta)
    mark = line.transcript.mark()
    stream = await streams.send(message, _headers(step))
    root: JsonObject = {"form": "accepted", "request": message}
    return _Said(str(step["as"]), root, mark, message.get("id"), stream)


async def _request(
    step: JsonObject, line: RuleConnection, exam: Examination, ctx: Context
) -> JsonObject:
    asked = step.get("request")
    if not isinstance(asked, dict):
        asked = {"method": "ping" if line.era is Era.HANDSHAKE else "server/discover"}
    meta = step.get("meta")
    changes = meta if isinstance(meta, dict) else {}
    message: JsonObject = {"jsonrpc": "2.0", "id": exam.next_id(), **asked}
    message = with_meta(message, line.era, line.version, changes)
    wait_for = message["id"]
    assert isinstance(wait_for, (str, int))
    timeout = line.timeout if line.is_starting else exam.timeout_for(line.timeout)
    async with may_call(called_tool(message), exam, ctx):
        reply = await line.say(
            message,
            wait_for=wait_for,
            timeout=_seconds(step.get("timeout"), timeout),
            headers=_headers(step),
        )
        exam.noticed(reply)
    root = reply_root(reply)
    if "live" in step and is_unknown(root):  # it responds; that it lacks ping is told elsewhere
        root["form"] = "result"
    return root


async def _say(
    step: JsonObject, line: RuleConnection, exam: Examination, ctx: Context
) -> tuple[JsonObject, Json]:
    message = _message(step)
    sent_id = message.get("id") if isinstance(message, dict) else None
    waits = line.is_http or step.get("await") is True
    can_wait = isinstance(sent_id, (str, int)) and not isinstance(sent_id, bool)
    async with may_call(called_tool(message), exam, ctx):
        reply = await line.say(
            message,
            wait_for=sent_id if waits and can_wait else None,  # type: ignore[arg-type]
            timeout=_seconds(step.get("timeout"), min(PROBE_SECONDS, line.timeout)),
            headers=_headers(step),
        )
        exam.fixtures.unrun.noticed(reply)
    root = reply_root(reply)
    if isinstance(message, bytes) and message.isascii():
        root["sent"] = message.decode()
    return root, sent_id


def _message(step: JsonObject) -> Json | bytes:
    if "notify" in step:
        body = step["notify"]
        assert isinstance(body, dict)
        return {"jsonrpc": "2.0", **body}
    if "send" in step:
        return step["send"]
    raw = step["raw"]
    if isinstance(raw, dict):
        return bytes.fromhex(str(raw.get("hex", "")))
    return str(raw).encode()


async def _close(line: RuleConnection) -> JsonObject:
    began = monotonic()
    closing = await line.close()
    root: JsonObject = {
        "form": "closed",
        "how": closing.how,
        "leaked": closing.leaked,
        "seconds": round(monotonic() - began, 3),
    }
    if closing.ending is not None:
        root["ending"] = str(closing.ending)
    return root


def _complete(one: _Said, line: RuleConnection) -> None:
    """Add what arrived since, and where nothing was waited for, the form that it shows."""
    received = [
        entry.message
        for entry in line.transcript.since(one.mark)
        if entry.direction == "received" and isinstance(entry.message, (dict, list))
    ]
    one.root["received"] = list(received)
    if one.root.get("form") != "accepted":
        return
    answer = next((m for m in received if _answers(m, one.id)), None)
    if isinstance(answer, dict):
        one.root["message"] = answer
        for part in ("result", "error"):
            if part in answer:
                one.root[part] = answer[part]
                one.root["form"] = part
    elif one.stream is not None and one.stream.done():
        one.root["form"] = form_of(one.stream.result())
    else:
        one.root["form"] = "silence" if line.link.alive() else "closed"


def _answers(message: Json, sent_id: Json) -> bool:
    if not isinstance(message, dict) or "method" in message:
        return False
    own = message.get("id")
    return (own is None and "error" in message) or (
        sent_id is not None and own == sent_id and type(own) is type(sent_id)
    )


def _headers(step: JsonObject) -> dict[str, str | None]:
    headers = step.get("headers")
    if not isinstance(headers, dict):
        return {}
    return {name: None if value is None else str(value) for name, value in headers.items()}


def _seconds(value: Json, default: float) -> float:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return float(value)
    return default
