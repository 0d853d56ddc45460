"""Exchanges that several rules read, written as steps, as a view."""

from __future__ import annotations

from collections.abc import Sequence

from mcptest.compliance.corpus.rule import Observe
from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.steps import run_steps
from mcptest.compliance.observe.view import View
from mcptest.engine.context import Context
from mcptest.model.json import Json, JsonObject

SHARED = Observe().on
SCRATCH = "scratch"


async def run_script(
    on: str,
    steps: Sequence[JsonObject],
    exam: Examination,
    ctx: Context,
    *,
    view: str | None = None,
) -> dict[str, Json]:
    """What each step left behind, by its name.

    Raises: NotSeenError.
    """
    roots: dict[str, Json] = {
        "session": await exam.see("session", ctx),
        "hints": dict(exam.hints),
    }
    return await run_steps(Observe(on=on, steps=tuple(steps)), roots, exam, ctx, view=view)


def scripted_view(name: str, summary: str, on: str, steps: Sequence[JsonObject]) -> View:
    """The view of some steps on one connection; every step is a member."""

    async def look(exam: Examination, ctx: Context) -> JsonObject:
        return await run_script(on, steps, exam, ctx, view=name)

    return View(
        name=name,
        summary=summary,
        members=script_members(steps),
        look=look,
        apart=on != SHARED,
        scratch=on == SCRATCH,
    )


def script_members(steps: Sequence[JsonObject]) -> dict[str, str]:
    """What each step leaves behind, in words."""
    return {str(step["as"]): _document(step) for step in steps}


def _document(step: JsonObject) -> str:
    for kind in ("request", "send", "notify"):
        message = step.get(kind)
        if isinstance(message, dict):
            return f"the reply to {message.get('method')}"
    if "listen" in step:
        return f"what came in the next {step['listen']} s"
    return "whether the server still answers" if "live" in step else "the reply"
