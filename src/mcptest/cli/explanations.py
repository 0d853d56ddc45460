"""The text behind ``explain`` for every rule, lint, probe and error code."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

from mcptest import registry
from mcptest.error_codes.catalogue import explain_error, known_codes
from mcptest.sdk.explain import sdk_lines

if TYPE_CHECKING:
    from mcptest.compliance.corpus.rule import Rule
    from mcptest.compliance.corpus.version_corpus import VersionCorpus
    from mcptest.compliance.observe.hints import Hint
    from mcptest.lint.rule import LintRule
    from mcptest.model.rule_info import RuleInfo
    from mcptest.model.spec_version import SpecVersion
    from mcptest.negative.probe import Probe
    from mcptest.scaffold.response_checks import ResponseCheck
    from mcptest.security.rule import SecurityRule


Corpora: TypeAlias = "Callable[[], Mapping[SpecVersion, VersionCorpus]]"
Forms: TypeAlias = "list[tuple[SpecVersion, Rule | None]]"

NEAR_ID: Final = 0.85  # how alike two ids are where one is a slip of the other


def explanation(entry_id: str, corpora: Corpora | None = None) -> list[str]:
    """The page of a rule, lint, probe, code or grade; empty where nothing is called that.

    ``corpora`` gives the rules to one who asks often and does not want them read each time.
    """
    rule = partial(_rule, corpora=corpora)
    rules = (rule, _client_rule, _lint, _security, _deprecation)
    for kind in (_code, _grade_term, *rules, _probe, _complaint, _block_rule, _fixture):
        lines = list(kind(entry_id))
        if lines:
            return [*lines, *sdk_lines(entry_id.upper())]
    return []


def foreign_kind(rule_id: str) -> str | None:
    """What the id of a rule that is not for servers names."""
    if rule_id in _lints():
        return "a lint rule"
    return "a rule for clients" if rule_id in _client_rules() else None


def known_entries() -> set[str]:
    """Everything that can be explained."""
    from mcptest.compliance.block_entry import known_ids
    from mcptest.compliance.grade_terms import TERMS
    from mcptest.lint.deprecation import deprecations

    probes = {name for probe in _probes() for name in (probe.id, probe.fault)}
    response_checks = {each.id for each in _response_checks()}
    blocks = {info.id for info in _block_rules()}
    rules = {*known_ids(), *_client_rules(), *_lints(), *deprecations(), *blocks}
    fixtures = {hint.name for hint in _hints()}
    return {*TERMS, *rules, *probes, *response_checks, *known_codes(), *fixtures}


def _grade_term(entry_id: str) -> list[str]:
    from mcptest.compliance.grade_terms import explain_term

    return explain_term(entry_id)


def _rule(entry_id: str, corpora: Corpora | None) -> Iterator[str]:
    """The newest form in full, and how it came to be."""
    from mcptest.compliance.corpus.demonstration import demonstration
    from mcptest.compliance.corpus.rule import section_words
    from mcptest.compliance.corpus.rules_document import forms_of

    rule_id = entry_id.upper()
    forms = forms_of(rule_id, corpora() if corpora else None)
    if not forms:
        return
    newest = next(rule for _, rule in reversed(forms) if rule is not None)
    yield f"{rule_id}: {newest.title}"
    yield f"{newest.level.value} · {section_words(newest.section)} · {newest.authority}"
    yield ""
    if newest.level_reason:
        yield f"Why it is a {newest.level.value} rule: {newest.level_reason}"
    yield f"Why it matters: {newest.why}"
    yield from _fixes(forms)
    yield f"Specification: {newest.spec_url}"
    if newest.migration and newest.migration != newest.fix:
        yield f"Migrating from an older revision: {newest.migration}"
    yield ""
    yield from _history(forms, newest.title)
    shown = demonstration(newest)
    yield from ["", *shown] if shown else []


def _fixes(forms: Forms) -> Iterator[str]:
    """How to fix it, newest first, with the revisions if older ones need another fix."""
    spans = [(rule, span) for rule, span in _spans(forms) if rule is not None]
    fixes: dict[str, list[str]] = {}
    for rule, span in reversed(spans):
        fixes.setdefault(rule.fix, []).append(span)
    for fix, where in fixes.items():
        revisions = f" ({', '.join(reversed(where))})" if len(fixes) > 1 else ""
        yield f"How to fix it{revisions}: {fix}"


def _client_rules() -> set[str]:
    from mcptest.client.corpus import client_registry

    return {rule.id for corpus in client_registry().all().values() for rule in corpus}


def _client_rule(entry_id: str) -> Iterator[str]:
    """The same for a rule for clients."""
    if not entry_id.upper().startswith("CLIENT-"):
        return
    from mcptest.client.corpus import client_registry

    rule = list(_rule(entry_id, client_registry().all))
    lines = [line for line in rule if not line.startswith("See it ")]
    yield from lines
    if lines:
        run = f"python -m mcptest.client.scripted --break {entry_id.upper()}"
        yield f"See it fail: mcptest client run -- {run}"


def _history(forms: Forms, title: str) -> Iterator[str]:
    """A line for each span of revisions in which the rule reads the same.

    A form with the newest ``title`` has only its level, since the title is on the first line.
    """
    before = None
    for rule, span in _spans(forms):
        said = "does not apply"
        if rule is not None:
            said = rule.level.value + ("" if rule.title == title else f": {rule.title}")
        yield f"{span:<25} {said}" + (" (with other expectations)" if said == before else "")
        before = said


def _spans(forms: Forms) -> Iterator[tuple[Rule | None, str]]:
    """Each form with its revisions: ``2024-11-05 to 2025-11-25``."""
    from mcptest.model.spec_version import SpecVersion, span_text

    versions = list(SpecVersion)
    ends = [versions[versions.index(version) - 1] for version, _ in forms[1:]] + [versions[-1]]
    for (first, rule), last in zip(forms, ends, strict=True):
        yield rule, span_text(first, last)


def _block_rule(entry_id: str) -> Iterator[str]:
    """What a block of a suite can find, where its room has no form of its own."""
    for info in _block_rules():
        if info.id.lower() == entry_id.lower():
            yield f"{info.id}: {info.title}"
            yield info.severity
            yield ""
            yield f"Why it matters: {info.why}"
            yield f"How to fix it: {info.fix}"


def _block_rules() -> Iterator[RuleInfo]:
    from mcptest.plan.blocks import BLOCKS

    for row in BLOCKS.values():
        yield from row().rules()


def _lint(entry_id: str) -> Iterator[str]:
    rule = _lints().get(entry_id.upper())
    if rule is not None:
        yield f"{rule.id}: {rule.title}"
        yield rule.severity.value + (", can be fixed with --fix" if rule.fixable else "")
        yield from _sections(rule.docs())


def _security(entry_id: str) -> Iterator[str]:
    rule = _securities().get(entry_id.upper())
    if rule is not None:
        yield f"{rule.id}: {rule.title}"
        yield f"{rule.risk.value}, {rule.score:.1f} of 10 · CWE-{rule.cwe} · {rule.family}"
        yield from _sections(rule.docs())


def _deprecation(entry_id: str) -> Iterator[str]:
    from mcptest.lint.deprecation import deprecations

    rule = deprecations().get(entry_id.upper())
    if rule is not None:
        yield f"{rule.id}: {rule.title}"
        yield from _sections(rule.docs())


def _probe(entry_id: str) -> Iterator[str]:
    """A probe by its word in ``checks:``, or every probe of a fault."""
    for probe in _probes():
        if probe.id == entry_id.lower() or probe.fault == entry_id.upper():
            yield f"{probe.id} ({probe.fault})"
            yield from _sections(probe.docs())


def _complaint(entry_id: str) -> Iterator[str]:
    for each in _response_checks():
        if each.id == entry_id.upper():
            yield f"{each.id}: {each.title}"
            yield from _sections({"Why it matters": each.why, "How to fix it": each.fix})


def _code(entry_id: str) -> Iterator[str]:
    found = explain_error(entry_id)
    if found is not None:
        yield f"{found.code}: {found.means}"
        yield from _sections({"Why it matters": found.why, "How to fix it": _plain(found.fix)})


def _plain(text: str) -> str:
    """Without the links, which lead nowhere in a terminal."""
    return re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", text)


def _sections(docs: Mapping[str, str]) -> Iterator[str]:
    for head, text in docs.items():
        yield ""
        yield f"{head}:\n{text}" if "\n" in text else f"{head}: {text}"


def _fixture(entry_id: str) -> Iterator[str]:
    """A fixture that rules need, and how to give it."""
    for hint in _hints():
        if hint.name == entry_id.lower():
            yield f"{hint.name}: a fixture for rules that need it"
            yield from _sections({"What it is": hint.use, "What to write": hint.holds})
            yield ""
            yield "mcptest compliance hints finds fixtures and lists the rules that each decides."
            yield f"Pass --hint {hint.name}=VALUE or --hints FILE, or set it in compliance.hints."


def _hints() -> tuple[Hint, ...]:
    from mcptest.compliance.observe.hints import HINTS

    return HINTS


def _lints() -> dict[str, LintRule]:
    from mcptest.lint.rule import LintRule

    rules = registry.collect("mcptest.lint.rules", "RULE", LintRule).values()
    return {rule.id: rule for rule in rules}


def _securities() -> dict[str, SecurityRule]:
    from mcptest.security.engine import all_rules

    return {rule.id: rule for rule in all_rules()}


def _probes() -> Iterator[Probe]:
    from mcptest.negative.table import find_probe, probe_names

    found = (find_probe(name) for name in probe_names())
    yield from (probe for probe in found if probe is not None)


def _response_checks() -> tuple[ResponseCheck, ...]:
    from mcptest.scaffold.response_checks import RESPONSE_CHECKS

    return RESPONSE_CHECKS
