"""Every rule that the rooms know, as plain data for the reports that declare them."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.model.grade import Level
from mcptest.model.outcome import Lane
from mcptest.model.rule_info import RuleInfo
from mcptest.model.run import Run

_SEVERITY = {Level.MUST: "error", Level.SHOULD: "warning", Level.MAY: "note"}


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
        rules += _lint_rules()
    if command in {"compliance run", "compliance", "audit"}:
        rules += _compliance_rules()
    return tuple(rules)


def _others(lanes: set[Lane]) -> Iterator[RuleInfo]:
    """The more particular ones last, since they say more."""
    yield from _codes()
    yield from _probes()
    yield from _complaints()
    yield from _deprecations()
    if lanes & {Lane.TOOL_QUALITY, Lane.SCHEMA_LINT}:
        yield from _lint_rules()
    if lanes & {Lane.COMPLIANCE, Lane.DOCTOR}:
        yield from _compliance_rules()


def _lint_rules() -> Iterator[RuleInfo]:
    from mcptest import registry
    from mcptest.lint.rule import LintRule

    for rule in registry.collect("mcptest.lint.rules", "RULE", LintRule).values():
        yield RuleInfo(rule.id, rule.title, rule.severity.value, rule.why, rule.fix)


def _compliance_rules() -> Iterator[RuleInfo]:
    from mcptest.compliance.corpus.version_corpus import load_all

    newest = {rule.id: rule for corpus in load_all().values() for rule in corpus}
    for rule in newest.values():
        yield RuleInfo(
            rule.id, rule.title, _SEVERITY[rule.level], rule.why, rule.fix, rule.spec_url
        )


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
    from mcptest.scaffold.complaint import COMPLAINTS

    for each in COMPLAINTS:
        yield RuleInfo(each.id, each.title, "error", each.why, each.fix)


def _deprecations() -> Iterator[RuleInfo]:
    from mcptest.lint.deprecation import deprecations

    for rule in deprecations().values():
        yield RuleInfo(rule.id, rule.title, "warning", rule.why, rule.replacement)
