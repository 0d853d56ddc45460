"""lint/: one page per lint rule and a list, from the rules themselves."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest import registry
from mcptest.lint.deprecation import Deprecation, deprecations
from mcptest.lint.rule import FAMILIES, LintRule
from pages.markdown import fence, page, table
from pages.sdk_code import sdk_parts

_INTRO = """\
`mcptest schema-lint` checks a saved or live catalog with these rules; `tool_quality:` in a suite sets gates on them.
Errors and warnings fail the lint, notes do not.
Run `mcptest explain ID` to read a page in the terminal.
"""
_SUITES = """\
## Deprecated features in suites

`mcptest lint` finds these in suites; `run --deny-lints` refuses to run a suite that has any.
"""


def files() -> Iterator[tuple[str, str]]:
    rules = sorted(
        registry.collect("mcptest.lint.rules", "RULE", LintRule).values(), key=lambda each: each.id
    )
    yield "docs/reference/lint/index.md", _index(rules)
    for rule in rules:
        yield f"docs/reference/lint/{rule.id}.md", _rule(rule)
    for old in deprecations().values():
        yield f"docs/reference/lint/{old.id}.md", _deprecation(old)


def _index(rules: list[LintRule]) -> str:
    parts = [_INTRO]
    for family, title in FAMILIES.items():
        rows = [_row(rule) for rule in rules if rule.family == family]
        parts += [f"## {title}", table(("Rule", "Severity", "Fixable", "What it finds"), rows)]
    rows = [(f"[{old.id}]({old.id}.md)", _fate(old), old.title) for old in deprecations().values()]
    head = ("Rule", "Since", "What a suite does")
    return page("Lint rules", *parts, _SUITES, table(head, rows))


def _fate(old: Deprecation) -> str:
    return f"{old.since.value}, {'removed' if old.gone else 'deprecated'}"


def _deprecation(old: Deprecation) -> str:
    docs = old.docs()
    examples = {"Bad", "Good"}
    parts = [
        f"## {head}\n\n{fence('yaml', text) if head in examples else text}"
        for head, text in docs.items()
    ]
    return page(old.id, f"A suite {old.title}.", *parts)


def _row(rule: LintRule) -> tuple[str, ...]:
    fixable = "yes" if rule.fixable else ""
    return f"[{rule.id}]({rule.id}.md)", rule.severity.value, fixable, rule.title


def _rule(rule: LintRule) -> str:
    parts = [rule.title + ".", _facts(rule)]
    for head, text in rule.docs().items():
        shown = fence("json", text) if head in {"Bad", "Good"} else text
        parts += [f"## {head}", shown]
    return page(rule.id, *parts, *sdk_parts(rule.id))


def _facts(rule: LintRule) -> str:
    facts = [f"Severity: {rule.severity.value}."]
    if rule.fixable:
        facts.append("`mcptest schema-lint --fix` can fix it.")
    if rule.since:
        facts.append(f"From revision {rule.since.value} on.")
    if rule.until:
        facts.append(f"Up to revision {rule.until.value}.")
    return "\n".join(facts)
