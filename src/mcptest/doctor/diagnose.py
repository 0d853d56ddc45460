"""Goes through the layers of one server and says of each whether it holds."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.doctor.layers import Layer, broken_layer, layers_of
from mcptest.engine.server import Server
from mcptest.errors import TargetError
from mcptest.model.finding import Finding, Severity
from mcptest.model.outcome import CaseResult, Lane, Skip, SkipReason, Status
from mcptest.model.record import record
from mcptest.model.run import ServerFacts
from mcptest.wire.detect import Detection, detect
from mcptest.wire.session import Session, open_session

_STDOUT_HELP = "write logs to standard error; standard output carries messages and nothing else"


@record
class Diagnosis:
    """One case a layer; ``facts`` where a session could be opened."""

    cases: tuple[CaseResult, ...]
    facts: ServerFacts | None = None


async def diagnose(server: Server) -> Diagnosis:
    """Open a session and look around; nothing is called."""
    layers = layers_of(server.target)
    try:
        session = await open_session(
            server.target, version=server.version, limits=server.limits, client=server.client()
        )
    except TargetError as error:
        return Diagnosis(tuple(_until(server.name, layers, error)))
    try:
        seen = [*(_passed(server.name, layer) for layer in layers), *await _inside(server, session)]
    finally:
        await session.close()
    detection = await _detection(server)
    seen.append(_revisions(server.name, detection))
    return Diagnosis(tuple(seen), _facts(server, session, detection))


def _until(server: str, layers: tuple[Layer, ...], error: TargetError) -> Iterator[CaseResult]:
    """What holds, what breaks, and what cannot be told because of it."""
    broken = broken_layer(layers, error)
    reached = False
    for layer in layers:
        if layer is broken:
            reached = True
            finding = Finding(error.code, Severity.ERROR, error.message, help=error.hint)
            yield _case(server, layer.id, layer.question, Status.FAILED, finding)
        elif reached:
            skip = Skip(SkipReason.CANNOT_TELL, f"{broken.question}: no")
            yield CaseResult(
                _id(server, layer.id),
                layer.question,
                Lane.DOCTOR,
                server,
                Status.SKIPPED,
                skip=skip,
            )
        else:
            yield _passed(server, layer)


async def _inside(server: Server, session: Session) -> list[CaseResult]:
    """What can be asked without doing anything: the lists that the server declares."""
    found = []
    for kind in ("tools", "resources", "prompts"):
        if kind in session.capabilities:
            listing = await session.list_all(kind)
            question = f"{kind}/list answers ({len(listing.items)})"
            findings = (
                [Finding(listing.code or "list", Severity.ERROR, listing.problem)]
                if listing.problem
                else []
            )
            status = Status.FAILED if findings else Status.PASSED
            found.append(_case(server.name, kind, question, status, *findings))
    odd = session.transcript.problems[:5]
    findings = [
        Finding(entry.code or "wire", Severity.ERROR, entry.problem or "", help=_STDOUT_HELP)
        for entry in odd
    ]
    status = Status.FAILED if findings else Status.PASSED
    found.append(_case(server.name, "clean", "it says nothing but messages", status, *findings))
    return found


async def _detection(server: Server) -> Detection | None:
    try:
        return await detect(server.target, limits=server.limits, client=server.client())
    except TargetError:
        return None


def _revisions(server: str, detection: Detection | None) -> CaseResult:
    if detection is None:
        skip = Skip(SkipReason.CANNOT_TELL, "the server would not be opened a second time")
        name = "it speaks a known revision"
        return CaseResult(
            _id(server, "revisions"), name, Lane.DOCTOR, server, Status.SKIPPED, skip=skip
        )
    spoken = ", ".join(version.wire for version in detection.speaks)
    return _case(server, "revisions", f"it speaks {spoken}", Status.PASSED)


def _facts(server: Server, session: Session, detection: Detection | None) -> ServerFacts:
    from dataclasses import replace

    facts = session.facts(server.name)
    if detection is None:
        return facts
    return replace(facts, speaks=tuple(version.wire for version in detection.speaks))


def _passed(server: str, layer: Layer) -> CaseResult:
    return _case(server, layer.id, layer.question, Status.PASSED)


def _case(server: str, part: str, name: str, status: Status, *findings: Finding) -> CaseResult:
    return CaseResult(_id(server, part), name, Lane.DOCTOR, server, status, findings=findings)


def _id(server: str, part: str) -> str:
    return f"{Lane.DOCTOR}::{server}::{part}"
