"""Find fixtures on a server, and write them as a ``hints:`` block."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field

from mcptest.compliance.corpus.rule import Rule
from mcptest.compliance.corpus.version_corpus import builtin
from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.fixtures.find_fixtures import fill_found
from mcptest.compliance.observe.hints import HINTS
from mcptest.compliance.select import ServerTraits, why_not
from mcptest.engine.case import Case, Observation
from mcptest.engine.context import Context
from mcptest.model.counted import counted
from mcptest.model.json import Json
from mcptest.model.outcome import Lane, SkipReason
from mcptest.model.record import record
from mcptest.model.spec_version import SpecVersion

_SHOWN = 6


@record(frozen=False)
class HintSearch:
    """One case that looks for fixtures; ``found`` and ``once`` are filled when it has run."""

    server: str
    version: SpecVersion
    found: dict[str, Json] = field(default_factory=dict)
    once: set[str] = field(default_factory=set)  # hints whose tool was called the one time it may
    traits: ServerTraits | None = None

    def case(self) -> Case:
        name = "find fixtures"
        identity = f"{Lane.COMPLIANCE}::{self.server}::hints"
        return Case(
            id=identity, name=name, lane=Lane.COMPLIANCE, server=self.server, observe=self._observe
        )

    async def _observe(self, ctx: Context) -> Observation:
        exam = Examination(self.version, seeks_fixtures=True)
        await fill_found(exam, ctx)
        self.found |= exam.fixtures.found
        session = await exam.session(ctx)
        transport, able = session.link.transport, session.capabilities
        self.traits = ServerTraits(transport, able, version=session.version)
        tools = {**await ctx.tools_by_name(), **exam.fixtures.tools}
        for name, hint in self.found.items():
            tool = tools.get(str(hint.get("name"))) if isinstance(hint, dict) else None
            if tool is not None and not ctx.gate.repeatable(ctx.server, tool):
                self.once.add(name)
        return Observation()

    def _applies(self, rule: Rule) -> bool:
        """Where another transport or capability is needed, no hint decides the rule."""
        skip = why_not(rule, self.traits) if self.traits is not None else None
        return skip is None or skip.reason is SkipReason.NEEDS_FIXTURE

    def lines(self) -> Iterator[str]:
        """YAML for ``--hints``: what was found, then what could be given, as comments."""
        corpus = [rule for rule in builtin().at(self.version) if self._applies(rule)]
        yield f"# Fixtures for MCP {self.version.wire}. Use this file with --hints, or copy it to"
        yield "# compliance.hints in a suite."
        for hint in HINTS:
            if hint.name in self.found:
                yield f"{hint.name}: {json.dumps(self.found[hint.name], ensure_ascii=True)}"
                yield f"  # {_deciding(hint.name, corpus)}"
                if hint.name in self.once:
                    yield "  # Called once so far. With this line it is called as often as needed."
        if missing := [hint for hint in HINTS if _is_missing(hint.name, self.found, corpus)]:
            yield "# Not found:"
        for hint in missing:
            yield f"# {hint.name}: …  # {hint.use} {_deciding(hint.name, corpus)}"


def _is_missing(name: str, found: Mapping[str, Json], corpus: Sequence[Rule]) -> bool:
    return name not in found and bool(_rules(name, corpus))


def _deciding(name: str, corpus: Sequence[Rule]) -> str:
    rules = _rules(name, corpus)
    if not rules:
        return "No rule needs it at this revision."
    shown = ", ".join(rules[:_SHOWN]) + (" …" if len(rules) > _SHOWN else "")
    return f"For {counted(len(rules), 'rule')}: {shown}"


def _rules(name: str, corpus: Sequence[Rule]) -> list[str]:
    return [
        rule.id
        for rule in corpus
        if name in {fixture.partition(".")[0] for fixture in rule.needs.fixture}
    ]
