"""A tool that asks back, answered rightly and in every way that a client may get wrong."""

from __future__ import annotations

from mcptest.compliance.observe.connection import client_side
from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.gated import may_call
from mcptest.compliance.observe.reply_root import reply_root
from mcptest.compliance.observe.view import NotSeenError, View
from mcptest.engine.context import Context
from mcptest.model.json import Json, JsonObject
from mcptest.model.outcome import SkipReason
from mcptest.wire.session import Session

HINT = "eliciting_tool"
_CLIENT: JsonObject = {"capabilities": {"elicitation": {}, "sampling": {}, "roots": {}}}
_SAMPLED: JsonObject = {
    "role": "assistant",
    "content": {"type": "text", "text": "mcptest"},
    "model": "mcptest",
}


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    tool = exam.hints.get(HINT)
    if not isinstance(tool, dict) or not isinstance(tool.get("name"), str):
        raise NotSeenError(SkipReason.NEEDS_FIXTURE, f"needs a hint: compliance.hints.{HINT}")
    call: JsonObject = {"name": tool["name"], "arguments": tool.get("args", {})}
    session = await _open(exam, ctx)
    root: JsonObject = {"first": await _ask(session, call, exam, ctx)}
    asked = root["first"].get("result") if isinstance(root["first"], dict) else None
    if not isinstance(asked, dict) or asked.get("resultType") != "input_required":
        return root
    for name, change in _retries(asked).items():
        root[name] = await _ask(session, {**call, **change}, exam, ctx)
    other = tool.get("other_args")
    if isinstance(other, dict):
        changed: JsonObject = {**call, **_retry(asked, "accept"), "arguments": other}
        root["replayed"] = await _ask(session, changed, exam, ctx)
    elsewhere = await _open(exam, ctx)
    root["elsewhere"] = await _ask(elsewhere, {**call, **_retry(asked, "accept")}, exam, ctx)
    return root


def _retries(asked: JsonObject) -> dict[str, JsonObject]:
    """The members that each retry adds to the call."""
    good = _retry(asked, "accept")
    answers = good["inputResponses"]
    assert isinstance(answers, dict)
    retries: dict[str, JsonObject] = {
        "completed": good,
        "extra": {**good, "inputResponses": {**answers, "mcptest_unknown": _SAMPLED}},
        "missing": {**good, "inputResponses": {}},
        "ill_formed": {**good, "inputResponses": 5},
        "declined": _retry(asked, "decline"),
        "cancelled": _retry(asked, "cancel"),
    }
    state = good.get("requestState")
    if isinstance(state, str) and state:
        other = "A" if state[0] != "A" else "B"
        retries["altered"] = {**good, "requestState": other + state[1:]}
    return retries


def _retry(asked: JsonObject, action: str) -> JsonObject:
    requests = asked.get("inputRequests")
    entries = requests.items() if isinstance(requests, dict) else ()
    retry: JsonObject = {"inputResponses": {key: _answer(one, action) for key, one in entries}}
    if "requestState" in asked:
        retry["requestState"] = asked["requestState"]
    return retry


def _answer(request: Json, action: str) -> Json:
    method = request.get("method") if isinstance(request, dict) else None
    if method == "roots/list":
        return {"roots": []}
    if method == "sampling/createMessage":
        return _SAMPLED
    return (
        {"action": action, "content": _content(request)}
        if action == "accept"
        else {"action": action}
    )


def _content(request: Json) -> Json:
    from mcptest.schema.synth import synthesize

    params = request.get("params") if isinstance(request, dict) else None
    schema = params.get("requestedSchema") if isinstance(params, dict) else None
    made = synthesize(schema, all_arguments=True).value if isinstance(schema, dict) else {}
    return made if isinstance(made, dict) else {}


async def _open(exam: Examination, ctx: Context) -> Session:
    session = await ctx.fresh(version=exam.version, client=client_side(_CLIENT))
    exam.remember(session.transcript)
    return session


async def _ask(session: Session, params: JsonObject, exam: Examination, ctx: Context) -> JsonObject:
    limit = exam.timeout_for(ctx.limits.timeout)
    async with may_call(params.get("name"), exam, ctx):
        reply = await session.request("tools/call", params, timeout=limit)
    return reply_root(exam.noticed(reply))


VIEW = View(
    name="round-trip",
    summary="The hinted eliciting tool, called and then answered in several ways.",
    members={
        "first": "the reply that asks",
        "completed": "the reply to a retry with every answer",
        "elsewhere": "the same retry on a connection of its own",
        "extra": "with an answer nobody asked for",
        "missing": "without any answer",
        "ill_formed": "with inputResponses that are not an object",
        "declined": "with every question declined",
        "cancelled": "with every question cancelled",
        "altered": "with one character of requestState changed",
        "replayed": "with the arguments that the hint calls other_args",
    },
    look=_look,
)
