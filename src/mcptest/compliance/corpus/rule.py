"""A rule: a sentence of the specification, how to observe it, what to expect, and its proof."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum

from mcptest.compliance.corpus.spec_place import SpecPlace
from mcptest.model.grade import Level
from mcptest.model.json import Json, JsonObject
from mcptest.model.record import record
from mcptest.model.spec_version import SpecVersion

SECTIONS = ("lifecycle", "tools", "resources", "prompts", "transport-auth", "utilities")
RULE_ID = re.compile(r"[A-Z]{2,8}-[0-9]{3}\Z")


def section_words(section: str) -> str:
    """For people: ``transport and authorization``."""
    return section.replace("-auth", " and authorization")


class Basis(StrEnum):
    """Where a requirement stands: in words, in the schema, or implied by either."""

    TEXT = "text"
    SCHEMA = "schema"
    DERIVED = "derived"


class Keyword(StrEnum):
    """The word that the specification itself uses, or what stands in place of one.

    ``must`` and ``should`` in lower case carry no weight by RFC 8174, ``stated`` is a sentence
    without any such word, ``implied`` follows from other sentences or from an adopted standard.
    """

    MUST = "MUST"
    MUST_NOT = "MUST NOT"
    SHOULD = "SHOULD"
    SHOULD_NOT = "SHOULD NOT"
    MAY = "MAY"
    SCHEMA = "schema"
    PLAIN_MUST = "must"
    PLAIN_SHOULD = "should"
    STATED = "stated"
    IMPLIED = "implied"

    def allows(self, level: Level) -> bool:
        """Whether the level follows from the word, so that no reason has to be given."""
        return level in _LEVELS.get(self, _WEAK)

    @property
    def said(self) -> str:
        """The word as part of a sentence."""
        return _SAID.get(self, f"the specification says {self.value}")


_SAID = {
    Keyword.SCHEMA: "required by the schema",
    Keyword.PLAIN_MUST: 'the specification says "must" in lower case',
    Keyword.PLAIN_SHOULD: 'the specification says "should" in lower case',
    Keyword.STATED: "the specification states it without a keyword",
    Keyword.IMPLIED: "implied by the specification",
}
_WEAK = (Level.SHOULD, Level.MAY)
_LEVELS = {
    Keyword.MUST: (Level.MUST,),
    Keyword.MUST_NOT: (Level.MUST,),
    Keyword.SCHEMA: (Level.MUST,),
    Keyword.SHOULD: (Level.SHOULD,),
    Keyword.SHOULD_NOT: (Level.SHOULD,),
    Keyword.MAY: (Level.MAY,),
}


@record
class Needs:
    """What must be there before a rule can be looked at."""

    transport: tuple[str, ...] = ()
    capability: tuple[str, ...] = ()
    undeclared: tuple[str, ...] = ()
    fixture: tuple[str, ...] = ()


@record
class Observe:
    """Shared views by name, and steps of the rule's own on one connection."""

    views: tuple[str, ...] = ()
    on: str = "shared"  # shared | scratch | fresh | bare
    client: Mapping[str, Json] = field(default_factory=dict)
    steps: tuple[JsonObject, ...] = ()


@record
class RuleProof:
    """Overrides of the healthy mock: one set that keeps the rule, one that breaks it.

    ``setup`` acts in both; ``transport`` and ``hints`` say what else the proof needs.
    """

    setup: tuple[JsonObject, ...] = ()
    passes: tuple[JsonObject, ...] = ()
    fails: tuple[JsonObject, ...] = ()
    transport: str | None = None
    hints: Mapping[str, Json] = field(default_factory=dict)

    @property
    def passing(self) -> tuple[JsonObject, ...]:
        return (*self.setup, *self.passes)

    @property
    def failing(self) -> tuple[JsonObject, ...]:
        return (*self.setup, *self.fails)


@record
class Rule:
    """One file of the corpus. ``expect`` and ``applies`` stay as parsed: the diff compares data."""

    id: str
    title: str
    level: Level
    section: str
    basis: Basis
    spec: str
    why: str
    fix: str
    observe: Observe
    expect: tuple[JsonObject, ...]
    proof: RuleProof
    revision: SpecVersion
    needs: Needs = field(default_factory=Needs)
    applies: tuple[JsonObject, ...] = ()
    keyword: Keyword | None = None
    level_reason: str | None = None
    foundation: bool = False
    check: bool = False
    migration: str | None = None
    file: str = ""
    place: SpecPlace | None = field(default=None, compare=False)

    @property
    def authority(self) -> str:
        """What the level rests on: the specification's word, or the kind of its source."""
        return self.keyword.said if self.keyword else f"from the {self.basis.value}"

    @property
    def spec_url(self) -> str:
        """The sentence's place in the revision whose corpus this rule was taken from."""
        return (self.place or SpecPlace(self.revision, self.spec)).url
