"""One request of a megabyte."""

from __future__ import annotations

from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.scripted_view import run_script
from mcptest.compliance.observe.view import View
from mcptest.engine.context import Context
from mcptest.model.json import JsonObject

SIZE = 1024 * 1024


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    request: JsonObject = {
        "id": "mcptest-large",
        "method": "mcptest/does-not-exist",
        "params": {"padding": "x" * SIZE},
    }
    steps: tuple[JsonObject, ...] = (
        {"as": "probe", "request": request},
        {"as": "alive", "live": True},
    )
    root = await run_script("scratch", steps, exam, ctx)
    probe = root["probe"]
    assert isinstance(probe, dict)
    probe.pop("request", None)
    return root


VIEW = View(
    name="large-message",
    summary="A request with a megabyte of params, on one line.",
    members={"probe": "the reply", "alive": "whether the server still answers"},
    look=_look,
)
