"""What the transport carried that is no message of the protocol."""

from __future__ import annotations

from mcptest.compliance.examination import Examination
from mcptest.compliance.view import View
from mcptest.engine.context import Context
from mcptest.model.json import Json, JsonObject


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    session = await exam.session(ctx)
    seen = await exam.see("transcript", ctx)
    stray: list[Json] = []
    for transcript in exam.transcripts:
        stray += [
            {"code": entry.code, "problem": entry.problem, "text": _text(entry.raw)}
            for entry in transcript.problems
            if is_framing(entry.code)
        ]
    received = seen["received"]
    return {
        "transport": session.link.transport,
        "stray": stray,
        "messages": len(received) if isinstance(received, list) else 0,
    }


def _text(raw: bytes) -> str:
    return raw[:200].decode("utf-8", "backslashreplace")


def is_framing(code: str | None) -> bool:
    """The bytes are no message at all, rather than a wrong one."""
    return code is not None and (code.startswith("frame-") or code == "not-a-message")


VIEW = View(
    name="transport-observation",
    summary="Bytes on the transport that belong to no message; looked at last.",
    members={"transport": "its name", "stray": "code, problem, text", "messages": "how many"},
    look=_look,
    watches=True,
)
