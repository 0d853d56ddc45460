"""A lint rule: what it looks for, why that matters, and the proof that it can fail."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping

from mcptest.lint.subject import LintSubject
from mcptest.model.finding import Severity
from mcptest.model.json import MISSING, Json, JsonObject, MaybeJson
from mcptest.model.record import record
from mcptest.model.spec_version import SpecVersion

FAMILIES: Mapping[str, str] = {
    "SCH": "Input schemas that constrain nothing",
    "META": "Schemas that contradict themselves or their dialect",
    "DESC": "Descriptions",
    "ANN": "Annotations",
    "HOST": "What well-known hosts and model APIs refuse",
    "NAME": "Names",
}


@record
class Hit:
    """One place where a tool breaks a rule; the pointer starts at the tool."""

    pointer: str
    message: str
    expected: MaybeJson = MISSING
    actual: MaybeJson = MISSING


@record
class LintProof:
    """Two catalogs: the rule is silent on one and speaks on the other."""

    passing: tuple[JsonObject, ...]
    failing: tuple[JsonObject, ...]


@record(kw_only=True)
class LintRule:
    """``why`` and ``fix`` are for people; ``since`` and ``until`` bound the revisions it is for."""

    id: str
    severity: Severity
    title: str
    what: str
    why: str
    fix: str
    check: Callable[[LintSubject], Iterable[Hit]]
    proof: LintProof
    fixable: bool = False
    since: SpecVersion | None = None
    until: SpecVersion | None = None

    @property
    def family(self) -> str:
        return self.id.partition("-")[0]

    def applies(self, version: SpecVersion | None) -> bool:
        """Whether the rule is for this revision; a catalog of no known revision gets them all."""
        if version is None:
            return True
        after = self.since is None or version >= self.since
        return after and (self.until is None or version <= self.until)

    def docs(self) -> dict[str, str]:
        """The page of the rule, under its fixed headings."""
        return {
            "What it does": self.what,
            "Why it matters": self.why,
            "Bad": _shown(self.proof.failing),
            "Good": _shown(self.proof.passing),
            "How to fix it": self.fix,
        }


def _shown(tools: tuple[JsonObject, ...]) -> str:
    few: Json = list(tools[-2:]) if len(tools) > 1 else tools[0]
    return json.dumps(few, indent=2, ensure_ascii=False)
