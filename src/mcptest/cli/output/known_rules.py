"""Every rule as plain data, for the reports that list rules."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.model.outcome import Lane
from mcptest.model.rule_info import RuleInfo
from mcptest.model.run import Run

# Commands whose findings are those of a block.
_AS_IN = {Lane.SCHEMA_LINT: Lane.TOOL_QUALITY, Lane.DOCTOR: Lane.COMPLIANCE}


def infos_of(run: Run) -> tuple[RuleInfo, ...]:
    """The rules of its command, and an entry for whatever else was found."""
    known = {info.id: info for info in rule_infos(run.command)}
    found = {finding.id: finding for case in run.cases for finding in case.findings}
    unknown = found.keys() - known.keys()
    if unknown:
        lanes = {case.lane for case in run.cases}
        others = {info.id: info for info in _others(lanes)}
        known |= {each: others[each] for each in sorted(unknown) if each in others}
    return tuple(known.values())


def rule_infos(command: str) -> tuple[RuleInfo, ...]:
    """What a run of this command may report, whether or not it did."""
    rules: list[RuleInfo] = []
    if command in {"schema-lint", "audit"}:
        from mcptest.lint.infos import lint_infos

        rules += lint_infos()
    if command in {"compliance run", "compliance", "audit"}:
        from mcptest.compliance.infos import rule_infos as compliance_infos

        rules += compliance_infos()
    if command in {"client run", "mock"}:
        from mcptest.client.corpus import client_registry
        from mcptest.compliance.infos import rule_infos as compliance_infos

        rules += compliance_infos(client_registry())
    if command in {"security", "audit"}:
        from mcptest.security.infos import security_infos

        rules += security_infos()
    return tuple(rules)


def _others(lanes: set[Lane]) -> Iterator[RuleInfo]:
    """The more particular ones last, since they say more."""
    yield from _codes()
    yield from _probes()
    yield from _complaints()
    yield from _deprecations()
    for lane in sorted({_AS_IN.get(lane, lane) for lane in lanes}):
        yield from _rules_of(lane)


def _rules_of(lane: Lane) -> Iterator[RuleInfo]:
    from mcptest.plan.blocks import BLOCKS

    for row in BLOCKS.values():
        block = row()
        if block.lane == lane:
            yield from block.rules()


def _codes() -> Iterator[RuleInfo]:
    from mcptest.error_codes.catalogue import families

    for family in families():
        for code, text in family.codes().items():
            yield RuleInfo(code, text.means, "error", text.why, text.fix)


def _probes() -> Iterator[RuleInfo]:
    """Under the id of the fault, which is what a finding carries."""
    from mcptest.negative.table import find_probe, probe_names

    for probe in map(find_probe, probe_names()):
        if probe is not None:
            title = probe.sends.partition(";")[0].rstrip(".")
            yield RuleInfo(probe.fault, title, "error", probe.why, probe.fix)


def _complaints() -> Iterator[RuleInfo]:
    from mcptest.scaffold.response_checks import RESPONSE_CHECKS

    for each in RESPONSE_CHECKS:
        yield RuleInfo(each.id, each.title, "error", each.why, each.fix)


def _deprecations() -> Iterator[RuleInfo]:
    from mcptest.lint.deprecation import deprecations

    for rule in deprecations().values():
        yield RuleInfo(rule.id, rule.title, "warning", rule.why, rule.replacement)
