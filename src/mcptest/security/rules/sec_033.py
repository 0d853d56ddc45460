"""A tool that is not listed, and can be called."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mcptest.model.finding import Signal
from mcptest.model.json import JsonObject
from mcptest.security.evidence import SecurityHit
from mcptest.security.live.observed import SeenResponse, SeenSession, SeenUnlisted
from mcptest.security.live.response_text import is_failure, response_texts
from mcptest.security.rule import MockProof, PassiveRule

_TOOL: Final[JsonObject] = {
    "name": "get_payroll",
    "description": "Get the payroll of a month.",
    "inputSchema": {
        "type": "object",
        "properties": {"payroll_month": {"type": "string", "description": "Such as 2026-01."}},
        "required": ["payroll_month"],
        "additionalProperties": False,
    },
    "annotations": {"readOnlyHint": True},
}


def _check(seen: SeenSession) -> Iterator[SecurityHit]:
    for one in seen.unlisted:
        if shown := _shown(one):
            yield SecurityHit(
                message=f'"{one.tool}" is not listed, but the server answers a call to it: {shown}',
                kind=one.tool,
                signals=(Signal("unlisted tool answers", 4.0, shown),),
                remedy="Check in tools/call who may use the tool, not only in tools/list.",
                exchange=one.response.exchange,
                text=one.tool,
            )


def _shown(one: SeenUnlisted) -> str:
    """What only the tool itself can have said; empty where there is nothing of the kind."""
    said, nobody = _text(one.response), _text(one.nobody)
    if not is_failure(one.response) and is_failure(one.nobody) and said:
        return "it returned a result"
    for name in one.required:
        word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
        if word.search(said) and not word.search(nobody):
            return f'it names the argument "{name}", which was not sent'
    return ""


def _text(response: SeenResponse) -> str:
    return "\n".join(response_texts(response)).replace(response.tool, "")


RULE = PassiveRule(
    id="SEC-033",
    family="attack",
    title="A tool that is not listed can be called",
    score=7.5,
    cwe=863,
    what="With `--attack` and `--lock FILE`, looks for reviewed tools that the server no longer lists. Each of them that has required arguments is called with an empty object, and so is a name that no tool ever had. The tool still exists if its response names a required argument, or if it returns a result where the other name returns an error.",
    why="A filter on the list hides a tool from the model, but not from anyone who knows its name.",
    fix="Check in tools/call who may use a tool.",
    not_this="Servers that respond to an unlisted tool as to an unknown one. Tools without required arguments are not called, because such a call would be valid and do its work. Tools that the safety policy does not allow are not called either.",
    check=_check,
    proof=MockProof(
        failing=({"on": "tools/list", "patch": [{"op": "remove", "path": "/result/tools/0"}]},),
        tools=(_TOOL,),
    ),
)
