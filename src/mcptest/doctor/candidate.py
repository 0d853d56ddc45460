"""Recognises a server that still follows the release candidate of 2026-07-28."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from mcptest.engine.case import Observation
from mcptest.engine.context import Context
from mcptest.errors import TargetError
from mcptest.model.finding import Finding, Severity
from mcptest.model.json import Json, JsonObject
from mcptest.model.outcome import Skip, SkipReason
from mcptest.model.record import record
from mcptest.model.spec_version import SpecVersion
from mcptest.wire.meta import PROTOCOL_VERSION, request_meta
from mcptest.wire.reply import Reply
from mcptest.wire.session import Session, open_session

FINAL_CODES = {-32001: -32020, -32003: -32021, -32004: -32022}  # by what the candidate had
_REFUSED_VERSION = -32004
_NOBODY_SPEAKS = "1900-01-01"
_ERA_TIMEOUT = 5.0  # seconds for an era that the server may not know
_HELP = (
    "the final revision has serverInfo in _meta, cache hints in the result, and the error codes "
    "-32020, -32021 and -32022; upgrade to an SDK release from after July 2026"
)


@record
class Signs:
    """What speaks for the candidate, and the exchange that shows it."""

    said: tuple[str, ...]
    reply: Reply

    def findings(self) -> Iterator[Finding]:
        if self.said:
            text = "the server implements the release candidate of 2026-07-28: " + "; ".join(
                self.said
            )
            yield Finding(
                "doctor-release-candidate",
                Severity.ERROR,
                text,
                help=_HELP,
                exchange=self.reply.exchange,
            )


async def observe_final(context: Context) -> Observation:
    """Look at a server that speaks the stateless era."""
    session = await context.session()
    said = [*_discover_signs(session.opening), *await _refusal_signs(session)]
    return Observation(findings=tuple(Signs(tuple(said), session.opening).findings()))


async def observe_refused(context: Context, wanted: SpecVersion) -> Observation:
    """Look at a server that does not: how it refuses may still tell."""
    limits = replace(context.limits, timeout=min(context.limits.timeout, _ERA_TIMEOUT))
    try:
        session = await open_session(context.target, version=wanted, limits=limits)
        await session.close()
    except TargetError as error:
        reply = getattr(error, "reply", None)
        if isinstance(reply, Reply) and reply.error_code == _REFUSED_VERSION:
            return Observation(findings=tuple(Signs((_code_sign(),), reply).findings()))
    why = f"not possible until the server supports {wanted.plain}"
    return Observation(skip=Skip(SkipReason.CANNOT_TELL, why))


def _discover_signs(opening: Reply) -> Iterator[str]:
    result = opening.result
    if isinstance(result, dict) and "serverInfo" in result and "ttlMs" not in result:
        yield "server/discover has a serverInfo field and no cache hints"


async def _refusal_signs(session: Session) -> list[str]:
    meta: JsonObject = {**request_meta(session.version, {}), PROTOCOL_VERSION: _NOBODY_SPEAKS}
    message: Json = {
        "jsonrpc": "2.0",
        "id": "mcptest-candidate",
        "method": "tools/list",
        "params": {"_meta": meta},
    }
    headers = {"MCP-Protocol-Version": _NOBODY_SPEAKS}
    reply = await session.exchange(message, id="mcptest-candidate", headers=headers)
    return [_code_sign()] if reply.error_code == _REFUSED_VERSION else []


def _code_sign() -> str:
    final = FINAL_CODES[_REFUSED_VERSION]
    return f"an unknown version returns {_REFUSED_VERSION}, expected {final}"


def final_code_hint(expected: Json, actual: Json) -> str | None:
    """For an expectation that the candidate's code breaks."""
    if isinstance(actual, int) and expected == {"exact": FINAL_CODES.get(actual)}:
        return f"{actual} is the release candidate's code; the final one is {FINAL_CODES[actual]}"
    return None
