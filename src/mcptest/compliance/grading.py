"""A run's cases as a grade: which revision was judged, and what each rule came to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from pathlib import Path

from mcptest.compliance.cases import rule_cases
from mcptest.compliance.corpus import BUILTIN, VersionCorpus
from mcptest.compliance.examination import Examination
from mcptest.compliance.grade import grade
from mcptest.engine.case import Case
from mcptest.engine.execute import Pace
from mcptest.model.grade import Compliance, RuleVerdict
from mcptest.model.json import Json
from mcptest.model.outcome import CaseResult, Status
from mcptest.model.record import record
from mcptest.model.spec_version import SpecVersion

PACE = Pace(jobs=16)  # many rules wait for the same look at the server
_JUDGED = (Status.PASSED, Status.FAILED, Status.WARNED, Status.SKIPPED)


@record
class Grading:
    """One server to be judged against one revision."""

    server: str
    version: SpecVersion
    hints: Mapping[str, Json] = field(default_factory=dict)
    registry: Path = BUILTIN

    def corpus(self) -> VersionCorpus:
        """Raises: FileProblemsError."""
        return VersionCorpus.load_dir(self.version.value, self.registry / self.version.value)

    def cases(self) -> list[Case]:
        exam = Examination(self.version, self.hints)
        return rule_cases(self.corpus(), exam, server=self.server)

    def graded(self, results: Iterable[CaseResult]) -> Compliance:
        """The grade from what the engine reports of these cases."""
        corpus = self.corpus()
        return grade(
            verdicts(corpus, results, server=self.server),
            spec_version=self.version.value,
            foundations=[rule.id for rule in corpus if rule.foundation],
        )


def verdicts(
    corpus: VersionCorpus, results: Iterable[CaseResult], *, server: str
) -> list[RuleVerdict]:
    """One verdict for each rule that has a result, in the order of the corpus."""
    prefix = f"compliance::{server}::"
    by_id = {case.id.removeprefix(prefix): case for case in results if case.id.startswith(prefix)}
    return [
        RuleVerdict(rule.id, rule.level, rule.section, by_id[rule.id].status, by_id[rule.id].skip)
        for rule in corpus
        if rule.id in by_id and by_id[rule.id].status in _JUDGED
    ]
