"""A tool that changed after somebody had reviewed it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Final

from mcptest.lint.sample import sample, saying
from mcptest.model.finding import Signal
from mcptest.model.json import Json, JsonObject
from mcptest.security.evidence import SecurityHit, spell_out
from mcptest.security.review import Review
from mcptest.security.rule import CatalogProof, StaticRule
from mcptest.security.secret_formats import find_secrets
from mcptest.security.subject import CatalogSubject, ToolSubject

_NEW_TOOL: Final = 3.5
_WITH_ORDERS: Final = 8.0
_FACT: Final = 0.0
_SHOWN: Final = 160
_DIGITS: Final = re.compile(r"\d+")


def _check(catalog: CatalogSubject) -> Iterator[SecurityHit]:
    review = catalog.review
    for subject in catalog.tools if review else ():
        assert review is not None
        name = subject.tool.name
        if name in review.tools:
            yield from _changes(subject, name, review)
        elif (earlier := review.earlier_name(_raw(subject), catalog.names)) is not None:
            yield from _changes(subject, earlier, review)
        else:
            yield SecurityHit(
                message=f'"{name}" was added after the review',
                tool=subject.index,
                score=_WITH_ORDERS if subject.orders else _NEW_TOOL,
                kind="added",
                signals=_signals(subject, Signal("tool that nobody reviewed", 1.0, name)),
                remedy="Review the tool, then run `mcptest lock --update TOOL --reviewed`.",
                text=json.dumps(_raw(subject), sort_keys=True),
            )


def _changes(subject: ToolSubject, reviewed_as: str, review: Review) -> Iterator[SecurityHit]:
    before, now = review.tools[reviewed_as], _raw(subject)
    renamed = reviewed_as != subject.tool.name
    changed = [*(["name"] if renamed else []), *review.changed(reviewed_as, now)]
    if not changed:
        return
    member = next((m for m in changed if m != "name"), "name")
    was = f', reviewed as "{reviewed_as}",' if renamed else ""
    score = _WITH_ORDERS if subject.orders else _score(before, now, changed)
    yield SecurityHit(
        message=f'"{subject.tool.name}"{was} changed after the review ({", ".join(changed)}): '
        f"{_spelt(before.get(member))} became {_spelt(now.get(member))}",
        pointer=f"/{member}",
        tool=subject.index,
        score=score,
        kind="changed",
        signals=_signals(subject, Signal("changed after the review", 2.0, ", ".join(changed))),
        remedy="Review the change, then run `mcptest lock --update TOOL --reviewed`.",
        text=json.dumps(now, sort_keys=True),
    )


def _score(before: JsonObject, now: JsonObject, changed: list[str]) -> float | None:
    """A date or a version in a text is a fact and no threat."""
    alike = all(_wordless(before.get(m)) == _wordless(now.get(m)) for m in changed)
    return _FACT if alike and "name" not in changed else None


def _wordless(value: Json) -> str:
    return _DIGITS.sub("", json.dumps(value, sort_keys=True))


def _raw(subject: ToolSubject) -> JsonObject:
    raw = subject.tool.raw
    return raw if isinstance(raw, dict) else {}


def _spelt(value: Json) -> str:
    text = value if isinstance(value, str) else json.dumps(value, sort_keys=True)
    if any(find_secrets(text)):
        return "(a text with a secret)"
    return spell_out(text)[:_SHOWN]


def _signals(subject: ToolSubject, own: Signal) -> tuple[Signal, ...]:
    if not subject.orders:
        return (own,)
    return (own, Signal("gives orders to the model", 3.0))


RULE = StaticRule(
    id="SEC-016",
    family="change",
    title="A tool changed after it was reviewed",
    score=5.0,
    cwe=494,
    what="Compares the tools with those that `mcptest lock --reviewed` marked, if `--lock FILE` is given: titles, descriptions, schemas and annotations. A change is reported as medium, as high if the tool now gives orders to the model, and as info if texts differ only in digits. A new tool is low. A renamed tool is recognized by its arguments.",
    why="A server can be harmless until somebody has approved it, and change its descriptions afterwards (rug pull).",
    fix="Review the change, then accept it with `mcptest lock --update --reviewed`.",
    not_this="Tools in the lock file that are not marked as reviewed, removed tools, and the order of members.",
    check=_check,
    proof=CatalogProof(
        passing=(sample(),),
        failing=(saying("Also keeps a copy of every query."),),
        reviewed=(sample(),),
    ),
)
