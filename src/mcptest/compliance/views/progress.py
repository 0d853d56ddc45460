"""A tool that reports progress, called with a text token, a number token and none."""

from __future__ import annotations

from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.fixtures.quick_arguments import briefly
from mcptest.compliance.observe.scripted_view import SCRATCH, run_script, script_members
from mcptest.compliance.observe.view import View
from mcptest.engine.context import Context
from mcptest.model.json import Json, JsonObject
from mcptest.schema.pointer import follow_pointer

_NAME = "progress"
_HINT = "progress_tool"


def _call(request_id: str, arguments: Json) -> JsonObject:
    params: JsonObject = {"name": f"${{hints.{_HINT}.name}}", "arguments": arguments}
    return {"id": request_id, "method": "tools/call", "params": params}


def _steps(arguments: Json) -> tuple[JsonObject, ...]:
    return (
        {
            "as": "text",
            "request": _call("mcptest-progress-text", arguments),
            "meta": {"progressToken": "mcptest-progress"},
        },
        {
            "as": "number",
            "request": _call("mcptest-progress-number", arguments),
            "meta": {"progressToken": 4711},
        },
        {"as": "without", "request": _call("mcptest-progress-none", arguments)},
        {"as": "afterwards", "listen": 0.25},
        {"as": "alive", "live": True},
    )


_GIVEN = _steps(f"${{hints.{_HINT}.args}}")


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    once = exam.fixtures.once.get(_HINT)
    if once is not None:
        return {"text": await _seen(exam, ctx), "withheld": {"number": once, "without": once}}
    brief = await _brief_arguments(exam, ctx)
    if brief is not None:
        shown = await run_script(SCRATCH, _steps(brief), exam, ctx, view=_NAME)
        if _reports(shown):
            return shown
    return await run_script(SCRATCH, _GIVEN, exam, ctx, view=_NAME)


async def _seen(exam: Examination, ctx: Context) -> JsonObject:
    """The one call of a tool that may run once, which had a token."""
    hint = exam.hints[_HINT]
    name = hint.get("name") if isinstance(hint, dict) else None
    items = (await exam.see("offers", ctx)).get("items")
    calls = [item for item in (items if isinstance(items, list) else ()) if isinstance(item, dict)]
    return next(item for item in calls if item.get("tool") == name)


async def _brief_arguments(exam: Examination, ctx: Context) -> JsonObject | None:
    """For a tool that we found ourselves: the same with less time, where it can be asked for."""
    found = exam.fixtures.found.get(_HINT)
    if not isinstance(found, dict):
        return None
    tools = {**exam.fixtures.tools, **await ctx.tools_by_name()}
    tool, arguments = tools.get(str(found["name"])), found.get("args")
    if tool is None or not isinstance(arguments, dict):
        return None
    return briefly(tool.input_schema, arguments)


def _reports(shown: JsonObject) -> bool:
    """It does what the longer call did: a result, and progress on the way."""
    said = follow_pointer(shown, "/text/notifications")
    reported = [
        one
        for one in (said if isinstance(said, list) else ())
        if isinstance(one, dict) and one.get("method") == "notifications/progress"
    ]
    return bool(reported) and follow_pointer(shown, "/text/form") == "result"


VIEW = View(
    name=_NAME,
    summary="The hinted progress tool, called with two progress tokens and without one.",
    members={
        **script_members(_GIVEN),
        "withheld": "for each of these that was not sent, because the tool may run once: why",
    },
    look=_look,
    apart=True,
    scratch=True,
)
