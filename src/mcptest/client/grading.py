"""Combine the results of every scenario into a grade, with a reason for each unchecked rule."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from mcptest.client.absence import no_grade_text
from mcptest.client.arranging import heard, part
from mcptest.client.corpus import client_corpus
from mcptest.client.judge import RuleLook
from mcptest.client.log import ClientLog
from mcptest.client.play import Showing
from mcptest.client.scenario import find_scenario
from mcptest.client.starting import ClientEnding
from mcptest.compliance.corpus.rule import Rule
from mcptest.compliance.grade import grade, ungraded
from mcptest.model.grade import Compliance, Level, RuleVerdict
from mcptest.model.json import Json
from mcptest.model.outcome import Skip, SkipReason, Status
from mcptest.model.record import record
from mcptest.model.run import ServerFacts
from mcptest.model.spec_version import SpecVersion

NOTHING_PLAYED = "no scenario was played to its end"


@record
class Shown:
    """One scenario that was played: what happened, and what each rule made of it."""

    showing: Showing
    log: ClientLog
    looks: tuple[RuleLook, ...]
    ending: ClientEnding = field(default_factory=ClientEnding)


def graded(
    version: SpecVersion, shown: Iterable[Shown], *, absence: str | None = None
) -> Compliance:
    """The grade of a client at one revision; ``absence`` says why none connected."""
    done = list(shown)
    corpus = client_corpus(version)
    verdicts = [_verdict(rule, done) for rule in corpus]
    if not any(one.log.connected for one in done):
        reason = NOTHING_PLAYED
        if done:
            reason = absence or no_grade_text(done[0].log, done[0].ending)
        return ungraded(verdicts, spec_version=version.value, reason=reason)
    foundations = [rule.id for rule in corpus if rule.foundation]
    return grade(verdicts, spec_version=version.value, foundations=foundations)


def _verdict(rule: Rule, shown: list[Shown]) -> RuleVerdict:
    looks = [look for one in shown for look in one.looks if look.rule.id == rule.id]
    if any(look.findings for look in looks):
        status = Status.FAILED if rule.level is Level.MUST else Status.WARNED
        return RuleVerdict(rule.id, rule.level, rule.section, status)
    if any(look.looked for look in looks):
        return RuleVerdict(rule.id, rule.level, rule.section, Status.PASSED)
    skip = _why_not(rule, shown)
    return RuleVerdict(rule.id, rule.level, rule.section, Status.SKIPPED, skip)


def _why_not(rule: Rule, shown: list[Shown]) -> Skip:
    """What kept a rule from being judged, by the scenario that is there to provoke it."""
    name = str(rule.proof.hints.get("scenario"))
    transports = {one.showing.transport for one in shown}
    if rule.proof.transport is not None and rule.proof.transport not in transports:
        detail = f"needs a client over {_transport(rule.proof.transport)}"
        return Skip(SkipReason.OTHER_TRANSPORT, detail)
    played = [one for one in shown if one.showing.scenario.name == name]
    if not played:
        scenario = find_scenario(name)
        fits = scenario is not None and any(
            scenario.fits(one.showing.version, one.showing.transport) for one in shown
        )
        reason = SkipReason.NOT_SELECTED if fits else SkipReason.NOT_APPLICABLE
        return Skip(reason, f"seen in the scenario {name}, which was not played")
    wanted = list(played[0].showing.scenario.client)
    missing = [key for key in wanted if not any(_declares(one.log, key) for one in played)]
    if missing:
        detail = f"the client does not declare {', '.join(missing)}"
        return Skip(SkipReason.CAPABILITY_NOT_DECLARED, detail)
    detail = f"the client gave no occasion in the scenario {name}"
    return Skip(SkipReason.CANNOT_TELL, detail)


def _transport(name: str) -> str:
    return "stdio" if name == "stdio" else "HTTP"


def _declares(log: ClientLog, capability: str) -> bool:
    return any(part(found, capability) is not None for found in _capabilities(log))


def _capabilities(log: ClientLog) -> list[Json]:
    found = [part(message, "params", "capabilities") for _, message in heard(log)]
    key = "io.modelcontextprotocol/clientCapabilities"
    return [*found, *(part(message, "params", "_meta", key) for _, message in heard(log))]


def client_facts(version: SpecVersion, shown: Iterable[Shown]) -> tuple[ServerFacts, ...]:
    """Who the client is, once for each transport that it was seen on."""
    found: dict[str, ServerFacts] = {}
    for one in shown:
        info = next((info for info in _infos(one.log) if isinstance(info, dict)), None)
        if info is not None and one.showing.transport not in found:
            found[one.showing.transport] = ServerFacts(
                name="client",
                transport=one.showing.transport,
                era=version.era,
                protocol_version=version.wire,
                speaks=(version.wire,),
                info=info,
            )
    return tuple(found.values())


def _infos(log: ClientLog) -> list[Json]:
    key = "io.modelcontextprotocol/clientInfo"
    return [
        part(message, "params", "clientInfo") or part(message, "params", "_meta", key)
        for _, message in heard(log)
    ]
