"""A parsed rule file as a Rule; strict, and quick enough for the whole corpus."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from mcptest.compliance.rule import SECTIONS, Basis, Keyword, Needs, Observe, Proof, Rule
from mcptest.model.grade import Level
from mcptest.model.json import Json, JsonObject
from mcptest.model.spec_version import SpecVersion

RULE_ID = re.compile(r"[A-Z]{2,8}-[0-9]{3}\Z")
TRANSPORTS = ("stdio", "http", "sse")
CONNECTIONS = ("shared", "scratch", "fresh", "bare")
STEP_KINDS = ("request", "notify", "send", "raw", "http", "live", "listen", "close")
_REQUIRED = {"id", "title", "level", "section", "spec", "why", "fix", "observe", "expect", "proof"}
_OPTIONAL = {
    "keyword",
    "level_reason",
    "basis",
    "foundation",
    "needs",
    "applies",
    "check",
    "migration",
}
_STEP_KEYS = {"as", "headers", "timeout", "await", "meta", *STEP_KINDS}
_EXPECT_KEYS = {"target", "matcher", "each", "when", "message"}


class RuleReadError(ValueError):
    """What is wrong with a rule file, and the pointer to the place."""

    def __init__(self, pointer: str, message: str) -> None:
        super().__init__(f"{pointer or '/'}: {message}")
        self.pointer = pointer
        self.message = message


def read_rule(plain: Json, *, revision: SpecVersion, file: str) -> Rule:
    """Check and build one rule.

    Raises: RuleReadError.
    """
    members = _members(plain, "", _REQUIRED | _OPTIONAL, _REQUIRED)
    rule_id = _text(members["id"], "/id")
    if not RULE_ID.match(rule_id):
        raise RuleReadError("/id", "a rule id is written AREA-NNN")
    level, keyword, level_reason = _weight(members)
    return Rule(
        id=rule_id,
        title=_text(members["title"], "/title"),
        level=level,
        section=_one_of(members["section"], "/section", SECTIONS),
        basis=Basis(_one_of(members.get("basis", "text"), "/basis", [b.value for b in Basis])),
        spec=_text(members["spec"], "/spec"),
        why=_text(members["why"], "/why"),
        fix=_text(members["fix"], "/fix"),
        observe=_observe(members["observe"]),
        expect=_expectations(members["expect"], "/expect"),
        proof=_proof(members["proof"]),
        revision=revision,
        needs=_needs(members.get("needs", {})),
        applies=_expectations(members["applies"], "/applies") if "applies" in members else (),
        keyword=keyword,
        level_reason=level_reason,
        foundation=_flag(members.get("foundation", False), "/foundation"),
        check=_flag(members.get("check", False), "/check"),
        migration=_text(members["migration"], "/migration") if "migration" in members else None,
        file=file,
    )


def _weight(members: Mapping[str, Json]) -> tuple[Level, Keyword | None, str | None]:
    """The level, the specification's word for it, and why the two differ where they do."""
    level = Level(_one_of(members["level"], "/level", [level.value for level in Level]))
    reason = _text(members["level_reason"], "/level_reason") if "level_reason" in members else None
    if "keyword" not in members:
        return level, None, reason
    keyword = Keyword(_one_of(members["keyword"], "/keyword", [word.value for word in Keyword]))
    if not keyword.allows(level) and reason is None:
        text = f"the specification says {keyword.value}; add level_reason to explain {level.value}"
        raise RuleReadError("/level", text)
    return level, keyword, reason


def _observe(plain: Json) -> Observe:
    if isinstance(plain, (str, list)):
        return Observe(views=_texts(plain, "/observe"))
    members = _members(plain, "/observe", {"views", "on", "client", "steps"}, set())
    return Observe(
        views=_texts(members.get("views", []), "/observe/views"),
        on=_one_of(members.get("on", "shared"), "/observe/on", CONNECTIONS),
        client=_members(members.get("client", {}), "/observe/client", None, set()),
        steps=tuple(
            _step(step, f"/observe/steps/{index}")
            for index, step in enumerate(_list(members.get("steps", []), "/observe/steps"))
        ),
    )


def _step(plain: Json, at: str) -> JsonObject:
    step = _members(plain, at, _STEP_KEYS, {"as"})
    if len([kind for kind in STEP_KINDS if kind in step]) != 1:
        raise RuleReadError(at, f"a step does exactly one of {', '.join(STEP_KINDS)}")
    return dict(step)


def _expectations(plain: Json, at: str) -> tuple[JsonObject, ...]:
    found = tuple(
        dict(_members(entry, f"{at}/{index}", _EXPECT_KEYS, {"target", "matcher"}))
        for index, entry in enumerate(_list(plain, at))
    )
    if not found:
        raise RuleReadError(at, "at least one expectation is needed")
    return found


def _proof(plain: Json) -> Proof:
    known = {"setup", "passes", "fails", "transport", "hints"}
    members = _members(plain, "/proof", known, {"fails"})
    transport = members.get("transport")
    return Proof(
        setup=_objects(members.get("setup", []), "/proof/setup"),
        passes=_objects(members.get("passes", []), "/proof/passes"),
        fails=_objects(members["fails"], "/proof/fails"),
        transport=None if transport is None else _one_of(transport, "/proof/transport", TRANSPORTS),
        hints=_members(members.get("hints", {}), "/proof/hints", None, set()),
    )


def _needs(plain: Json) -> Needs:
    known = {"transport", "capability", "undeclared", "fixture"}
    members = _members(plain, "/needs", known, set())
    transports = _texts(members.get("transport", []), "/needs/transport")
    for name in transports:
        _one_of(name, "/needs/transport", TRANSPORTS)
    return Needs(
        transport=transports,
        capability=_texts(members.get("capability", []), "/needs/capability"),
        undeclared=_texts(members.get("undeclared", []), "/needs/undeclared"),
        fixture=_texts(members.get("fixture", []), "/needs/fixture"),
    )


def _members(
    plain: Json, at: str, known: Collection[str] | None, required: Collection[str]
) -> Mapping[str, Json]:
    if not isinstance(plain, dict):
        raise RuleReadError(at, "an object is expected")
    for key in plain:
        if known is not None and key not in known:
            raise RuleReadError(f"{at}/{key}", "there is no such key")
    for key in required:
        if key not in plain:
            raise RuleReadError(at, f"the key {key!r} is missing")
    return plain


def _text(plain: Json, at: str) -> str:
    if not isinstance(plain, str) or not plain.strip():
        raise RuleReadError(at, "text is expected")
    return plain.strip()


def _texts(plain: Json, at: str) -> tuple[str, ...]:
    if isinstance(plain, str):
        return (plain,)
    return tuple(_text(item, at) for item in _list(plain, at))


def _list(plain: Json, at: str) -> list[Json]:
    if not isinstance(plain, list):
        raise RuleReadError(at, "a list is expected")
    return plain


def _objects(plain: Json, at: str) -> tuple[JsonObject, ...]:
    return tuple(
        dict(_members(item, f"{at}/{index}", None, set()))
        for index, item in enumerate(_list(plain, at))
    )


def _one_of(plain: Json, at: str, choices: Collection[str]) -> str:
    if not isinstance(plain, str) or plain not in choices:
        raise RuleReadError(at, f"one of {', '.join(choices)} is expected")
    return plain


def _flag(plain: Json, at: str) -> bool:
    if not isinstance(plain, bool):
        raise RuleReadError(at, "true or false is expected")
    return plain
