"""Compute the grade of a run: the judged revision, and how each rule ended."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace

from mcptest.compliance.cases import (
    NO_SESSION,
    OTHER_REVISION,
    refused_case,
    rule_cases,
    without_session,
)
from mcptest.compliance.corpus.claims import Claim, read_claims
from mcptest.compliance.corpus.version_corpus import Registry, VersionCorpus, builtin
from mcptest.compliance.grade import grade, ungraded
from mcptest.compliance.observe.examination import Examination
from mcptest.engine.case import Case
from mcptest.engine.execute import RunPace
from mcptest.engine.server import Server
from mcptest.engine.single_instance import ALONE
from mcptest.engine.unopened import unopened_case
from mcptest.errors import TargetHandshakeError
from mcptest.model.grade import Compliance, RuleVerdict
from mcptest.model.json import Json
from mcptest.model.outcome import CaseResult, Lane, Status
from mcptest.model.record import record
from mcptest.model.run import ServerFacts
from mcptest.model.spec_version import SpecVersion
from mcptest.model.valid_calls import CallOutcome

PACE = RunPace(jobs=16)  # many rules wait for the same look at the server
ALL_CRASHED = "every tool that was called crashed on valid arguments"
_JUDGED = (Status.PASSED, Status.FAILED, Status.WARNED, Status.SKIPPED)


def pace_for(server: Server) -> RunPace:
    """One case after the other where each may end the process of the one before."""
    alone = RunPace(jobs=1)
    return alone if _is_alone(server) else replace(PACE, apart=server.target.launched)


def alone_notes(server: Server) -> tuple[str, ...]:
    return (ALONE,) if _is_alone(server) else ()


def _is_alone(server: Server) -> bool:
    return server.pool is not None and server.pool.alone


@record
class Grading:
    """One server to be judged against one revision."""

    server: str
    version: SpecVersion
    hints: Mapping[str, Json] = field(default_factory=dict)
    registry: Registry = field(default_factory=builtin)
    refusal: TargetHandshakeError | None = None  # why no session could be opened at this revision
    exams: list[Examination] = field(default_factory=list, compare=False)  # what was looked at

    def corpus(self) -> VersionCorpus:
        """Raises: FileProblemsError."""
        return self.registry.at(self.version)

    def cases(self) -> list[Case]:
        """The rules; where no session can be opened, only what says so."""
        if self.refusal is not None:
            return self._refused(self.refusal)
        exam = Examination(self.version, self.hints, self._claims(), seeks_fixtures=True)
        self.exams.append(exam)
        return rule_cases(self.corpus(), exam, server=self.server)

    def _claims(self) -> tuple[Claim, ...] | None:
        return None if self.registry is builtin() else read_claims(self.registry.claims)

    def _refused(self, refusal: TargetHandshakeError) -> list[Case]:
        broken = [
            refused_case(rule, refusal, server=self.server)
            for rule in self.corpus()
            if without_session(rule, refusal).findings
        ]
        return broken or [unopened_case(self.server, Lane.COMPLIANCE, refusal)]

    def graded(
        self, results: Iterable[CaseResult], *, servers: Iterable[ServerFacts] | None = None
    ) -> Compliance:
        """The grade from what the engine reports of these cases.

        With the ``servers`` that it talked to, a server without a session gets no letter.
        """
        corpus = self.corpus()
        found = verdicts(corpus, results, server=self.server)
        reason = self.refusal.message if self.refusal else self._unopened(found, servers)
        if reason is not None:
            first = reason.splitlines()[0]
            return ungraded(found, spec_version=self.version.value, reason=first)
        return grade(
            found,
            spec_version=self.version.value,
            foundations=[rule.id for rule in corpus if rule.foundation],
        )

    def useful(self, graded: Compliance) -> Compliance:
        """No letter for a server whose every tool crashed, however well it keeps the rules."""
        if graded.grade is None or not self._all_crashed():
            return graded
        return ungraded(graded.rules, spec_version=graded.spec_version, reason=ALL_CRASHED)

    def _all_crashed(self) -> bool:
        calls = {outcome for exam in self.exams for outcome in exam.calls}
        return calls == {CallOutcome.CRASHED}

    def _unopened(
        self, found: Iterable[RuleVerdict], servers: Iterable[ServerFacts] | None
    ) -> str | None:
        """Why the run never had a session, or could not open another one at the same revision."""
        if servers is None or self.server in {facts.name for facts in servers}:
            return self._changed_revision() or self._lost()
        said = (verdict.reason.detail for verdict in found if verdict.reason is not None)
        return next((text for text in said if text.startswith(NO_SESSION)), None)

    def _changed_revision(self) -> str | None:
        """The server agreed to the revision once, and offered another one later."""
        refusals = (refusal for exam in self.exams for refusal in exam.refusals)
        return next((one.message for one in refusals if one.code == OTHER_REVISION), None)

    def _lost(self) -> str | None:
        """The server went away, or ended at every start; most rules were not looked at."""
        lost = next((error.message for exam in self.exams for error in exam.lost), None)
        return ALL_CRASHED if lost is not None and self._all_crashed() else lost


def without_grade(graded: Iterable[Compliance]) -> str | None:
    """Why a revision among these could not be judged; None where each of them was."""
    return next((one.reason for one in graded if one.reason is not None), None)


def verdicts(
    corpus: VersionCorpus, results: Iterable[CaseResult], *, server: str
) -> list[RuleVerdict]:
    """One verdict for each rule that has a result, in the order of the corpus."""
    by_id: dict[str, CaseResult] = {}
    for case in results:  # a suite's entry for the same rule comes later
        if case.rule is not None and case.server == server:
            by_id.setdefault(case.rule, case)
    return [
        RuleVerdict(rule.id, rule.level, rule.section, by_id[rule.id].status, by_id[rule.id].skip)
        for rule in corpus
        if rule.id in by_id and by_id[rule.id].status in _JUDGED
    ]
