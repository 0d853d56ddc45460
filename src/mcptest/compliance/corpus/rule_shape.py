"""The shape of a rule file: every problem at once with its place, and the JSON Schema."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any as Anything

from mcptest.compliance.corpus.rule import RULE_ID, SECTIONS, Basis, Keyword
from mcptest.errors import Problem
from mcptest.model.grade import Level
from mcptest.suite.scope import complain
from mcptest.suite.shape import (
    Any,
    Either,
    Flag,
    Invalid,
    Key,
    ListOf,
    MapOf,
    Number,
    Object,
    OneOf,
    Revision,
    Scope,
    Text,
)
from mcptest.suite.yaml.node import Node

TRANSPORTS = ("stdio", "http", "sse")
CONNECTIONS = ("shared", "scratch", "fresh", "bare")
STEP_KINDS = ("request", "notify", "send", "raw", "http", "live", "listen", "linger", "close")
INVALID_RULE = "rule-invalid"
Members = dict[str, object]


class Words(Text):
    """Text that is written as text: a rule does not read a number as its digits."""

    def read(self, node: Node, problems: list[Problem], scope: Scope) -> str | Invalid:
        if not isinstance(node.value, str) or not node.value.strip():
            return self.refuse(node, problems)
        return super().read(node, problems, scope)

    def fits(self, node: Node) -> bool:
        return isinstance(node.value, str)


def _is_rule_id(text: str) -> str | None:
    return None if RULE_ID.match(text) else "a rule id is written AREA-NNN"


def _does_one_thing(members: Mapping[str, Anything], node: Node, problems: list[Problem]) -> None:
    if len([kind for kind in STEP_KINDS if kind in members]) != 1:
        text = f"a step does exactly one of {', '.join(STEP_KINDS)}"
        complain(problems, INVALID_RULE, text, node)


def _explains_its_level(
    members: Mapping[str, Anything], node: Node, problems: list[Problem]
) -> None:
    if "keyword" not in members or "level_reason" in members:
        return
    keyword, level = Keyword(members["keyword"]), Level(members["level"])
    if not keyword.allows(level):
        text = f"the specification says {keyword.value}; add level_reason to explain {level.value}"
        complain(problems, INVALID_RULE, text, node.get("level") or node)


_ID = Words(check=_is_rule_id, code=INVALID_RULE)
_TEXTS = Either(Words(), ListOf(Words()))
_CLAUSE: Object[Members] = Object(
    "condition",
    {
        "target": Key(Words(), required=True),
        "matcher": Key(Any(), required=True),
        "message": Key(
            Words(),
            doc="what no entry does if the rule is skipped, such as: has a title; "
            "without each, a sentence on what is missing",
        ),
    },
)
_EXPECTATION: Object[Members] = Object(
    "expectation",
    {
        "target": Key(Words(), required=True, doc="a path from a view, a step or item"),
        "matcher": Key(Any(), required=True, doc="what must be there"),
        "each": Key(Words(), doc="a list; the target is looked up in every item, called item"),
        "when": Key(Either(_CLAUSE, ListOf(_CLAUSE)), doc="look only where this holds"),
        "message": Key(Words(), doc="what to say instead of the matcher's words"),
    },
)
_KIND_DOCS = {
    "request": "a request with the standard _meta, waited for: {method, params}",
    "notify": "a notification: {method, params}",
    "send": "a message exactly as written; an answer is looked for until the steps end",
    "raw": "text, or {hex: ...}, that is not a message",
    "http": "one HTTP exchange: {method, path, headers, body, watch}",
    "live": "ping, or server/discover in the stateless era",
    "listen": "wait so many seconds",
    "linger": "the same as the last step; other rules may use a scratch connection meanwhile",
    "close": "end the connection",
}
_STEP: Object[Members] = Object(
    "step",
    {
        "as": Key(Words(), required=True, doc="the name that targets use"),
        **{kind: Key(Any(), doc=_KIND_DOCS[kind]) for kind in STEP_KINDS},
        "headers": Key(MapOf(Any()), doc="HTTP headers to set; null drops one"),
        "timeout": Key(Number(), doc="seconds"),
        "await": Key(Flag(), doc="send and raw: wait for the answer also on stdio"),
        "meta": Key(MapOf(Any()), doc="members of _meta to set; null drops one"),
        "background": Key(Flag(), doc="send: keep its HTTP stream open while later steps run"),
    },
    check=_does_one_thing,
)
_OBSERVE: Object[Members] = Object(
    "observation",
    {
        "views": Key(_TEXTS, doc="shared views by name"),
        "on": Key(OneOf(*CONNECTIONS), doc="which connection the steps use"),
        "client": Key(MapOf(Any()), doc="capabilities to declare, and answers by method"),
        "steps": Key(ListOf(_STEP), doc="exchanges of the rule's own"),
    },
)
_NEEDS: Object[Members] = Object(
    "need",
    {
        "transport": Key(Either(OneOf(*TRANSPORTS), ListOf(OneOf(*TRANSPORTS)))),
        "capability": Key(_TEXTS, doc="declared by the server, such as resources.subscribe"),
        "undeclared": Key(_TEXTS, doc="not declared by the server"),
        "fixture": Key(_TEXTS, doc="a fixture that the user must give"),
    },
)
_OVERRIDES = ListOf(MapOf(Any()))
_PROOF: Object[Members] = Object(
    "proof",
    {
        "setup": Key(_OVERRIDES, doc="overrides of the healthy mock that act both ways"),
        "passes": Key(_OVERRIDES, doc="overrides under which the rule holds"),
        "fails": Key(_OVERRIDES, required=True, doc="overrides under which it is violated"),
        "transport": Key(OneOf(*TRANSPORTS), doc="where the proof shows; memory if left out"),
        "hints": Key(MapOf(Any()), doc="the fixtures that the proof gives"),
    },
)
RULE: Object[Members] = Object(
    "rule",
    {
        "id": Key(_ID, required=True, doc="AREA-NNN, never reused"),
        "title": Key(Words(), required=True, doc="the requirement as one sentence"),
        "level": Key(OneOf(*[level.value for level in Level]), required=True),
        "keyword": Key(
            OneOf(*[word.value for word in Keyword]),
            doc="the specification's own word; schema, stated or implied where there is none",
        ),
        "level_reason": Key(Words(), doc="why the level differs from what the keyword asks for"),
        "section": Key(OneOf(*SECTIONS), required=True),
        "basis": Key(OneOf(*[basis.value for basis in Basis]), default="text"),
        "foundation": Key(Flag(), doc="its failure is an F"),
        "spec": Key(
            Words(), required=True, doc="page and anchor below the revision, or an address"
        ),
        "why": Key(Words(), required=True, doc="what goes wrong for a client"),
        "fix": Key(Words(), required=True, doc="what the server's author does"),
        "needs": Key(_NEEDS, doc="what must be there before it can be looked at"),
        "observe": Key(Either(_TEXTS, _OBSERVE), required=True),
        "check": Key(Flag(), doc="checks/<id>.py finds the problems"),
        "applies": Key(ListOf(_EXPECTATION, least=1), doc="skipped where this does not hold"),
        "expect": Key(ListOf(_EXPECTATION, least=1), required=True),
        "proof": Key(_PROOF, required=True),
        "migration": Key(Words(), doc="what to change coming from an older revision"),
    },
    doc="One requirement of the Model Context Protocol.",
    check=_explains_its_level,
)
REVISION: Object[Members] = Object(
    "revision",
    {
        "extends": Key(Revision(), doc="the revision that it changes"),
        "removes": Key(ListOf(_ID), doc="rules that are no longer in force"),
        "notes": Key(Words(), doc="what changed, in a sentence"),
    },
)
