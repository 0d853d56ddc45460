"""What a server must change for a newer revision: every changed expectation, tried on it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from mcptest.compliance.cases import rule_case
from mcptest.compliance.corpus import BUILTIN, VersionCorpus
from mcptest.compliance.examination import Examination
from mcptest.compliance.rule import Rule
from mcptest.compliance.version_diff import Bucket, DiffEntry, VersionDiff, diff_versions
from mcptest.engine.case import Case, Observation
from mcptest.engine.context import Context
from mcptest.model.finding import Finding, Severity
from mcptest.model.grade import Level
from mcptest.model.json import Json
from mcptest.model.outcome import Lane, Skip, SkipReason
from mcptest.model.spec_version import SpecVersion

Observe: TypeAlias = Callable[[Context], Awaitable[Observation]]
_ORDER = {Level.MUST: 0, Level.SHOULD: 1, Level.MAY: 2}


class Migration:
    """From the revision that a server speaks to the one that is wanted.

    ``ready`` says that it speaks the wanted one already, so that its rules can be tried there.
    """

    def __init__(
        self,
        spoken: SpecVersion,
        wanted: SpecVersion,
        *,
        ready: bool,
        hints: Mapping[str, Json] | None = None,
        registry: Path = BUILTIN,
    ) -> None:
        self.spoken = spoken
        self.wanted = wanted
        self.ready = ready
        self._exam = Examination(wanted if ready else spoken, hints or {})
        self._registry = registry

    def diff(self) -> VersionDiff:
        return diff_versions(self._corpus(self.spoken), self._corpus(self.wanted))

    def cases(self, server: str) -> list[Case]:
        """The plan, worst first: the revision itself, then what must, then what should hold."""
        entries = [entry for entry in self.diff().entries if _asks_something_new(entry)]
        ordered = sorted(entries, key=lambda it: (_ORDER[_rule(it).level], it.rule_id))
        head = [self._speaks(server), *([_candidate(server)] if self.ready else [])]
        return [*head, *(self._case(entry, server) for entry in ordered)]

    def _corpus(self, version: SpecVersion) -> VersionCorpus:
        return VersionCorpus.load_dir(version.value, self._registry / version.value)

    def _speaks(self, server: str) -> Case:
        finding = Finding(
            "doctor-revision",
            Severity.ERROR,
            f"the server speaks up to {self.spoken}, not {self.wanted}",
            help="move to a release of your SDK that has it; what cannot be told below follows",
        )

        async def observe(_context: Context) -> Observation:
            return Observation(findings=() if self.ready else (finding,))

        return _doctor_case(server, "revision", f"the server speaks {self.wanted}", observe)

    def _case(self, entry: DiffEntry, server: str) -> Case:
        rule = _rule(entry)
        case = rule_case(rule, self._exam, server=server)
        case = replace(case, id=f"{Lane.DOCTOR}::{server}::{rule.id}", lane=Lane.DOCTOR)
        reason = self._why_unknown(entry)
        if reason is not None:
            return replace(case, skip=Skip(SkipReason.CANNOT_TELL, reason), last=False)
        return replace(case, observe=_with_note(case, entry))

    def _why_unknown(self, entry: DiffEntry) -> str | None:
        """A rule can be tried before the move only where the old revision is looked at alike."""
        if self.ready:
            return None
        if entry.before is None or entry.before.observe != _rule(entry).observe:
            return f"it can be tried once the server speaks {self.wanted}"
        return None


def _asks_something_new(entry: DiffEntry) -> bool:
    return entry.bucket in {Bucket.CHANGED, Bucket.ADDED}


def _rule(entry: DiffEntry) -> Rule:
    assert entry.after is not None
    return entry.after


def _with_note(case: Case, entry: DiffEntry) -> Observe:
    """The finding of a rule, with the way from the old revision to the new one."""

    async def observe(context: Context) -> Observation:
        seen = await case.observe(context)
        if entry.migration is None:
            return seen
        return replace(
            seen, findings=tuple(replace(f, help=entry.migration) for f in seen.findings)
        )

    return observe


def _candidate(server: str) -> Case:
    """Servers made for the release candidate of 2026-07-28 are wrong in a recognisable way."""

    async def observe(context: Context) -> Observation:
        session = await context.session()
        result = session.opening.result
        if not isinstance(result, dict) or "serverInfo" not in result or "ttlMs" in result:
            return Observation()
        finding = Finding(
            "doctor-release-candidate",
            Severity.ERROR,
            "server/discover answers as the release candidate of 2026-07-28 had it",
            help="the final text has serverInfo in _meta, cache hints in the result, and the "
            "error codes -32020, -32021 and -32022; move to a release of your SDK after July",
            exchange=session.opening.exchange,
        )
        return Observation(findings=(finding,))

    return _doctor_case(server, "candidate", "it follows the final text", observe)


def _doctor_case(server: str, part: str, name: str, observe: Observe) -> Case:
    return Case(
        id=f"{Lane.DOCTOR}::{server}::{part}",
        name=name,
        lane=Lane.DOCTOR,
        server=server,
        observe=observe,
    )
