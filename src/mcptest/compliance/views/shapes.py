"""Every message of the server, checked against the shape of its revision."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Final, TypeAlias

from mcptest.compliance.corpus.claims import Claims
from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.view import NotSeenError, View
from mcptest.engine.context import Context
from mcptest.model.json import Json, JsonObject, MaybeJson
from mcptest.model.spec_version import Era
from mcptest.schema.pointer import follow_pointer
from mcptest.shapes.misfit import Misfit, misfits
from mcptest.shapes.shapes import Shapes, shapes_of
from mcptest.wire.session import Session

Judge: TypeAlias = Callable[[JsonObject, Shapes], list[Misfit] | None]

FITS: Final = "fits"


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    session = await exam.session(ctx)
    await _hear_more(exam, ctx, session)
    transcript = await exam.see("transcript", ctx)
    claims, shapes = Claims(exam.violated, exam.claims), shapes_of(session.version)
    root: JsonObject = {}
    for kind, judge in _KINDS.items():
        seen: dict[tuple[str, str], Json] = {}
        for entry in _entries(transcript.get(kind), session):
            found = judge(entry, shapes)
            if found is not None:
                method = entry.get("method")
                rest = [one for one in found if not _is_echo(one, entry)]
                rest = [one for one in rest if not _is_http_refusal(one, kind, session)]
                rest = [one for one in rest if not claims.cover(kind, method, one)]
                for verdict in _verdicts(rest):
                    seen.setdefault((str(method), verdict), _item(entry, verdict))
        root[kind] = list(seen.values())
    return root


async def _hear_more(exam: Examination, ctx: Context, session: Session) -> None:
    """Messages that other rules cause anyway, where this one is looked at alone."""
    offered = {"completion": session.capabilities, "progress": exam.hints}
    for name, key in (("completion", "completions"), ("progress", "progress_tool")):
        if key in offered[name]:
            with suppress(NotSeenError):
                await exam.see(name, ctx)


def _entries(said: Json, session: Session) -> Iterable[JsonObject]:
    """Requests with a text as id are probes, which a server may take for the older era."""
    for entry in said if isinstance(said, list) else ():
        assert isinstance(entry, dict)
        probed = session.era is Era.STATELESS and isinstance(entry.get("id"), str)
        if not (probed and "result" in entry):
            yield entry


def _is_echo(misfit: Misfit, entry: JsonObject) -> bool:
    """The form of a text is ours to answer for where it repeats an argument that we made up."""
    if misfit.keyword != "format":
        return False
    value = follow_pointer(entry.get("result"), misfit.pointer)
    sent = follow_pointer(entry.get("request"), "/params/arguments")
    return isinstance(value, str) and any(text in value for text in _texts(sent))


def _is_http_refusal(misfit: Misfit, kind: str, session: Session) -> bool:
    """The body of an error status may be "a JSON-RPC error response that has no id"."""
    over_http = session.link.transport.name == "streamable-http"
    return over_http and kind == "errors" and misfit.pointer == "/id"


def _texts(value: MaybeJson) -> Iterator[str]:
    if isinstance(value, str) and value:
        yield value
    elif isinstance(value, (dict, list)):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _texts(part)


def _result(entry: JsonObject, shapes: Shapes) -> list[Misfit] | None:
    method = entry.get("method")
    name = shapes.result("client", method) if isinstance(method, str) else None
    return None if name is None else misfits(shapes, name, entry["result"])


def _error(entry: JsonObject, shapes: Shapes) -> list[Misfit]:
    error = entry["error"]
    code = error.get("code") if isinstance(error, dict) else None
    return misfits(shapes, shapes.error(code), entry["response"])


def _said(entry: JsonObject, shapes: Shapes) -> list[Misfit]:
    """A method that the revision does not know still has an envelope."""
    method = entry.get("method")
    known = shapes.message("server", method) if isinstance(method, str) else None
    name = known or ("JSONRPCRequest" if "id" in entry else "JSONRPCNotification")
    return misfits(shapes, name, entry)


def _verdicts(found: list[Misfit]) -> list[str]:
    return [one.sentence for one in found] or [FITS]


def _item(entry: JsonObject, verdict: str) -> JsonObject:
    about: JsonObject = {name: entry[name] for name in ("method", "request") if name in entry}
    return {**about, "message": entry.get("response", entry), "verdict": verdict}


_KINDS: Final[dict[str, Judge]] = {
    "results": _result,
    "errors": _error,
    "notifications": _said,
    "requests": _said,
}

VIEW = View(
    name="shapes",
    summary="Every message of the server, and whether it has the shape of its revision.",
    members={
        "results": "one for each kind of verdict: method, request, message, verdict",
        "errors": "the same; the verdict is fits, or a sentence on what is wrong",
        "notifications": "the same",
        "requests": "the same",
    },
    look=_look,
    watches=True,
    yields=True,
)
