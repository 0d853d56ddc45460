"""The whole comparison: catalog, grade, findings, behaviour and latency of base and head."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

from mcptest.audit.call_history import SLOW_AFTER
from mcptest.audit.plan import AuditOptions, audit_plan, starts_ahead
from mcptest.audit.survey import survey
from mcptest.compare.behaviour import observe_behaviour
from mcptest.compare.call_plan import PlannedCall, generated_calls, recorded_calls, safe_tools
from mcptest.compare.difference import ComparedSection, Comparison, Difference
from mcptest.compare.side import ComparedSide
from mcptest.compare.verdicts import finding_differences, rule_differences
from mcptest.drift.compare_offers import compare_offers
from mcptest.drift.offer import ServerOffer, offer_of
from mcptest.engine.gatekeeping import gate_for
from mcptest.engine.pool import Pool
from mcptest.engine.run import run
from mcptest.engine.server import Server, open_server
from mcptest.lint.diff.schema_diff import ChangeKind
from mcptest.model.json import JsonObject
from mcptest.model.redaction import Redactor
from mcptest.model.run import Run
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.policy import ExecutionPolicy

_AUDITED = ("compliance", "lint", "probe")
_RECORDED = "a recording cannot be judged or timed"


class Comparing:
    """Two sides, and what is asked about them."""

    def __init__(
        self,
        base: ComparedSide,
        head: ComparedSide,
        *,
        sections: Collection[ComparedSection],
        calls: list[PlannedCall] | None = None,
    ) -> None:
        self._sides = (base, head)
        self._sections = sections
        self._calls = calls
        self._differences: list[Difference] = []
        self._skipped: dict[str, str] = {}
        self._facts: JsonObject = {"base": base.label, "head": head.label}

    async def run(self) -> Comparison:
        """Raises: TargetError where a side cannot be opened."""
        offers = [await _offer(side.server) for side in self._sides]
        if ComparedSection.CATALOG in self._sections:
            self._differences += _catalog(offers[0], offers[1])
        recorded = any(side.recording is not None for side in self._sides)
        judged = {ComparedSection.GRADE, ComparedSection.FINDINGS} & set(self._sections)
        if recorded:
            unseen = sorted((judged | {ComparedSection.LATENCY}) & set(self._sections))
            self._skipped |= dict.fromkeys(unseen, _RECORDED)
        elif judged:
            await self._judge()
        if {ComparedSection.BEHAVIOUR, ComparedSection.LATENCY} & set(self._sections):
            await self._behave(
                offers, timed=not recorded and ComparedSection.LATENCY in self._sections
            )
        return Comparison(
            tuple(self._differences), self._facts, self._skipped, frozenset(self._sections)
        )

    async def _judge(self) -> None:
        """A difference is looked for twice; what is not there again was chance."""
        found = await self._audited()
        if found:
            again = {_key(one) for one in await self._audited()}
            found = [one for one in found if _key(one) in again]
        self._differences += [one for one in found if one.section in self._sections]

    async def _audited(self) -> list[Difference]:
        base, head = [await _audit(side.server) for side in self._sides]
        graded = [one.compliance for one in (base, head)]
        self._facts["grades"] = [None if one is None else one.grade for one in graded]
        self._facts["scores"] = [None if one is None else one.score for one in graded]
        found = list(finding_differences(base, head))
        if graded[0] is not None and graded[1] is not None:
            found += rule_differences(graded[0], graded[1])
        return found

    async def _behave(self, offers: list[ServerOffer], *, timed: bool) -> None:
        tools = [_tools(offer) for offer in offers]
        safe = safe_tools(*tools)
        calls = self._calls
        if calls is None:
            calls = self._recorded() or generated_calls(tools[0], str(Path.cwd()))
        chosen = [call for call in calls if call.tool in safe]
        left = len(calls) - len(chosen)
        self._facts["calls"] = len(chosen)
        self._facts["calls_left_out"] = left
        if not chosen:
            words = "the servers have no read-only tool in common that could be called"
            self._skipped |= {ComparedSection.BEHAVIOUR: words, ComparedSection.LATENCY: words}
            return
        servers = [side.server for side in self._sides]
        found = await observe_behaviour(servers[0], servers[1], chosen, timed=timed)
        self._facts["latency"] = {tool: str(ratio) for tool, ratio in found.ratios.items()}
        self._differences += [one for one in found.differences() if one.section in self._sections]

    def _recorded(self) -> list[PlannedCall]:
        """Where one side is a recording, only what it holds can be asked."""
        for side in self._sides:
            if side.recording is not None:
                return recorded_calls(side.recording)
        return []


def _key(one: Difference) -> tuple[str, str, str]:
    return one.section.value, one.subject, one.message


def _tools(offer: ServerOffer) -> list[ToolDescriptor]:
    return [ToolDescriptor.from_json(item) for item in offer.items.get("tools", {}).values()]


async def _offer(server: Server) -> ServerOffer:
    session = await open_server(server)
    try:
        return await offer_of(session, Redactor())
    finally:
        await session.close()


def _catalog(base: ServerOffer, head: ServerOffer) -> list[Difference]:
    return [
        Difference(
            ComparedSection.CATALOG,
            entry.change.impact,
            entry.tool,
            entry.change.message,
            entry.change.pointer,
            entry.change.old,
            entry.change.new,
        )
        for entry in compare_offers(base, head).entries
        if entry.change.kind is not ChangeKind.RESOURCE_ADDED
    ]


async def _audit(server: Server) -> Run:
    async with Pool(server.target, server.limits) as pool:
        shared = replace(server, pool=pool)
        found = await survey(shared, thorough=False, more=starts_ahead(_AUDITED))
        names = [server.name, f"{server.name}@{found.newest.value}"]
        policy = ExecutionPolicy(reads_only=True)
        gate = gate_for(policy, dict.fromkeys(names, server.target), slow_after=SLOW_AFTER)
        plan = audit_plan(shared, found, AuditOptions(stages=_AUDITED), gate, ())
        return await run(plan, lambda _event: None)
