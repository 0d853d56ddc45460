"""Build a Rule from the data of a rule file whose shape was checked."""

from __future__ import annotations

from typing import Any

from mcptest.compliance.corpus.rule import Basis, Keyword, Needs, Observe, Rule, RuleProof
from mcptest.model.grade import Level
from mcptest.model.json import JsonObject
from mcptest.model.spec_version import SpecVersion

_LEVELS = {level.value: level for level in Level}
_BASES = {basis.value: basis for basis in Basis}
_KEYWORDS = {keyword.value: keyword for keyword in Keyword}


def make_rule(plain: JsonObject, *, revision: SpecVersion, file: str) -> Rule:
    """Build one rule from data that ``rule_shape`` accepts."""
    data: dict[str, Any] = plain
    keyword, reason, migration = (
        data.get("keyword"),
        data.get("level_reason"),
        data.get("migration"),
    )
    return Rule(
        id=data["id"],
        title=data["title"].strip(),
        level=_LEVELS[data["level"]],
        section=data["section"],
        basis=_BASES[data.get("basis", "text")],
        spec=data["spec"].strip(),
        why=data["why"].strip(),
        fix=data["fix"].strip(),
        observe=_observe(data["observe"]),
        expect=tuple(data["expect"]),
        proof=_proof(data["proof"]),
        revision=revision,
        needs=_needs(data["needs"]) if "needs" in data else _NO_NEEDS,
        applies=tuple(data.get("applies", ())),
        keyword=None if keyword is None else _KEYWORDS[keyword],
        level_reason=None if reason is None else reason.strip(),
        foundation=data.get("foundation", False),
        check=data.get("check", False),
        migration=None if migration is None else migration.strip(),
        file=file,
    )


def _observe(data: Any) -> Observe:
    if not isinstance(data, dict):
        return Observe(views=_texts(data))
    return Observe(
        views=_texts(data.get("views", [])),
        on=data.get("on", "shared"),
        client=data.get("client", {}),
        steps=tuple(data.get("steps", ())),
    )


def _proof(data: Any) -> RuleProof:
    return RuleProof(
        setup=tuple(data.get("setup", ())),
        passes=tuple(data.get("passes", ())),
        fails=tuple(data["fails"]),
        transport=data.get("transport"),
        hints=data.get("hints", {}),
    )


def _needs(data: Any) -> Needs:
    return Needs(**{name: _texts(value) for name, value in data.items()})


def _texts(data: Any) -> tuple[str, ...]:
    return (data,) if isinstance(data, str) else tuple(data)


_NO_NEEDS = Needs()
