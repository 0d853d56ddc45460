"""Answer what a server asked, with a result or an error."""

from __future__ import annotations

from mcptest.model.json import Json, JsonObject
from mcptest.ui.action import FLAG, NUMBER, OBJECT, Action
from mcptest.ui.hub import Hub


async def _act(hub: Hub, request: JsonObject) -> Json:
    number = int(str(request["question"]))
    body: JsonObject = {name: request[name] for name in ("result", "error") if name in request} or {
        "error": {"code": -1, "message": "the user rejected the request"}
    }
    question = hub.questions.open.get(number)
    if question is not None and request.get("always") is True:
        hub.questions.set_rule(question.server, question.method, body)
    hub.questions.answer(number, body)
    return {}


ACTION = Action(
    "Answer a question.",
    _act,
    {"question": NUMBER, "result": OBJECT, "error": OBJECT, "always": FLAG},
    optional=("result", "error", "always"),
)
