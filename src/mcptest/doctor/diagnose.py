"""Check each layer between mcptest and a server, and report whether it works."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from mcptest.doctor.layers import broken_layer
from mcptest.doctor.open_session import ending, look_inside
from mcptest.doctor.other_paths import find_elsewhere
from mcptest.doctor.result import step, unknown
from mcptest.engine.server import Server
from mcptest.errors import TargetError
from mcptest.model.finding import Finding, Severity
from mcptest.model.outcome import CaseResult
from mcptest.model.record import record
from mcptest.model.run import ServerFacts
from mcptest.wire.detect import Detection, detect
from mcptest.wire.session import Session, open_session
from mcptest.wire.transport import Layer

_SSE_HELP = "serve Streamable HTTP on one endpoint; it replaced HTTP+SSE in 2025-03-26"
_NOT_REACHED = "not checked, because an earlier check failed"


@record
class Diagnosis:
    """One case a layer; ``facts`` where a session could be opened."""

    cases: tuple[CaseResult, ...]
    facts: ServerFacts | None = None


async def diagnose(server: Server) -> Diagnosis:
    """Open a session and look around; nothing is called."""
    layers = server.target.layers
    try:
        session = await open_session(
            server.target, version=server.version, limits=server.limits, client=server.client()
        )
    except TargetError as error:
        elsewhere = await find_elsewhere(server, error)
        return Diagnosis(tuple(_until(server.name, layers, error, elsewhere)))
    try:
        seen = [_held(server.name, layer, session) for layer in layers]
        seen += await look_inside(server.name, session)
    finally:
        closing = await session.close()
    seen += ending(server.name, session, closing)
    detection = await _detection(server)
    seen.append(_revisions(server.name, detection))
    return Diagnosis(tuple(seen), _facts(server, session, detection))


def _until(
    server: str, layers: tuple[Layer, ...], error: TargetError, elsewhere: str | None
) -> Iterator[CaseResult]:
    """What holds, what breaks, and what cannot be told because of it."""
    broken = broken_layer(layers, error)
    place = layers.index(broken)
    for layer in layers[:place]:
        yield step(server, layer.id, layer.question)
    hint = f"there is an MCP server at {elsewhere}; use that URL" if elsewhere else error.hint
    finding = Finding(error.code, Severity.ERROR, error.message, help=hint)
    yield step(server, broken.id, broken.question, finding)
    for layer in layers[place + 1 :]:
        yield unknown(server, layer.id, layer.question, _NOT_REACHED)


def _held(server: str, layer: Layer, session: Session) -> CaseResult:
    if layer.id != "transport" or session.link.transport.name != "sse":
        return step(server, layer.id, layer.question)
    text = "the server only supports HTTP+SSE, which newer clients no longer support"
    finding = Finding("doctor-sse-only", Severity.WARNING, text, help=_SSE_HELP)
    return step(server, layer.id, layer.question, finding)


async def _detection(server: Server) -> Detection | None:
    try:
        return await detect(server.target, limits=server.limits, client=server.client())
    except TargetError:
        return None


def _revisions(server: str, detection: Detection | None) -> CaseResult:
    if detection is None:
        why = "a second session could not be opened"
        return unknown(server, "revisions", "the server supports a known revision", why)
    spoken = ", ".join(version.wire for version in detection.speaks)
    eras = " and ".join(era.value for era in detection.eras)
    eras += " eras" if len(detection.eras) > 1 else " era"
    case = step(server, "revisions", f"the server supports {spoken} ({eras})")
    return replace(case, notes=detection.notes)


def _facts(server: Server, session: Session, detection: Detection | None) -> ServerFacts:
    facts = session.facts(server.name)
    if detection is None:
        return facts
    return replace(facts, speaks=tuple(version.wire for version in detection.speaks))
