"""Try every expectation that changed in a newer revision on a server."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import field, replace
from typing import TypeAlias

from mcptest.compliance.cases import rule_case
from mcptest.compliance.corpus.rule import Rule
from mcptest.compliance.corpus.version_corpus import Registry, builtin
from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.revisions.version_diff import Bucket, DiffEntry, VersionDiff, diff_versions
from mcptest.compliance.select import ServerTraits, why_not
from mcptest.doctor.candidate import observe_final, observe_refused
from mcptest.doctor.migration_findings import with_advice
from mcptest.doctor.result import step_id
from mcptest.engine.case import Case, Observation
from mcptest.engine.context import Context
from mcptest.model.finding import Finding, Severity
from mcptest.model.grade import Level
from mcptest.model.json import Json
from mcptest.model.outcome import Lane, Skip, SkipReason
from mcptest.model.record import record
from mcptest.model.spec_version import Era, SpecVersion

Observe: TypeAlias = Callable[[Context], Awaitable[Observation]]
_ORDER = {Level.MUST: 0, Level.SHOULD: 1, Level.MAY: 2}


@record
class Migration:
    """From the revision that a server speaks to the one that is wanted.

    ``ready`` says that it speaks the wanted one already, so that its rules can be tried there.
    """

    spoken: SpecVersion
    wanted: SpecVersion
    ready: bool
    hints: Mapping[str, Json] = field(default_factory=dict)
    registry: Registry = field(default_factory=builtin)

    @property
    def tried_at(self) -> SpecVersion:
        return self.wanted if self.ready else self.spoken

    def diff(self) -> VersionDiff:
        """Raises: FileProblemsError."""
        return diff_versions(self.registry.at(self.spoken), self.registry.at(self.wanted))

    def cases(self, server: str) -> list[Case]:
        """The revision itself first, then one case for each expectation, the gravest first."""
        entries = [entry for entry in self.diff().entries if _asks_something_new(entry)]
        exam = Examination(self.tried_at, self.hints)
        cases = [self._case(entry, exam, server) for entry in sorted(entries, key=gravity)]
        return [*self._head(server), *cases]

    def _head(self, server: str) -> list[Case]:
        head = [_step(server, "revision", f"the server supports {self.wanted.plain}", self._speaks)]
        if self.wanted.era is Era.STATELESS:
            look = observe_final if self.ready else self._refused
            head.append(
                _step(
                    server, "candidate", "the server does not implement a release candidate", look
                )
            )
        return head

    async def _refused(self, context: Context) -> Observation:
        return await observe_refused(context, self.wanted)

    async def _speaks(self, _context: Context) -> Observation:
        wanted = self.wanted.plain
        finding = Finding(
            "doctor-revision",
            Severity.ERROR,
            f"the server supports {self.spoken.plain}, not {wanted}",
            help=f"upgrade to an SDK release that supports {wanted}, then run this again",
        )
        return Observation(findings=() if self.ready else (finding,))

    def _case(self, entry: DiffEntry, exam: Examination, server: str) -> Case:
        rule = _after(entry)
        case = rule_case(rule, exam, server=server)
        case = replace(case, id=step_id(server, rule.id), lane=Lane.DOCTOR)
        tried = self.ready or _is_looked_at_alike(entry)

        async def observe(context: Context) -> Observation:
            if not tried:
                return Observation(skip=await self._why_not_yet(rule, exam, context))
            return with_advice(await case.observe(context), entry)

        return replace(case, observe=observe, last=case.last and tried)

    async def _why_not_yet(self, rule: Rule, exam: Examination, context: Context) -> Skip:
        session = await exam.session(context)
        traits = ServerTraits(session.link.transport, session.capabilities, self.hints)
        why = f"not possible until the server supports {self.wanted.plain}"
        return why_not(rule, traits) or Skip(SkipReason.CANNOT_TELL, why)


def gravity(entry: DiffEntry) -> tuple[bool, int, bool, str]:
    """Foundations first, then by level, what changed before what is new, by id."""
    rule = _after(entry)
    return (not rule.foundation, _ORDER[rule.level], entry.bucket is Bucket.ADDED, rule.id)


def _asks_something_new(entry: DiffEntry) -> bool:
    return entry.bucket in {Bucket.CHANGED, Bucket.ADDED}


def _is_looked_at_alike(entry: DiffEntry) -> bool:
    """Before the move a rule can be tried only where the old revision is looked at alike."""
    return entry.before is not None and entry.before.observe == _after(entry).observe


def _after(entry: DiffEntry) -> Rule:
    assert entry.after is not None
    return entry.after


def _step(server: str, part: str, name: str, observe: Observe) -> Case:
    case_id = step_id(server, part)
    return Case(id=case_id, name=name, lane=Lane.DOCTOR, server=server, observe=observe)
