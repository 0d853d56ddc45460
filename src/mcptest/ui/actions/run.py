"""Run one suite, or all of them."""

from __future__ import annotations

from mcptest.model.json import Json, JsonObject
from mcptest.ui.action import TEXT, Action
from mcptest.ui.hub import Hub


async def _act(hub: Hub, request: JsonObject) -> Json:
    path, wanted = str(request.get("path") or "."), request.get("filter")
    words = ["run"] if wanted is None else ["run", f"--filter={wanted}"]
    title = path if wanted is None else f"{path}: {wanted}"
    shown = "all suites" if path == "." and wanted is None else title
    job = hub.jobs.start("run", shown, words, [hub.suites.word(path)], dict(request))
    return job.summary


ACTION = Action("Run suites.", _act, {"path": TEXT, "filter": TEXT}, optional=("path", "filter"))
