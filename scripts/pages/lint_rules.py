"""lint/: one page per lint rule and a list, from the rules themselves."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest import registry
from mcptest.lint.rule import FAMILIES, Rule, severity_name
from pages.markdown import fence, page, table

_INTRO = """\
`mcptest schema-lint` holds these rules against a catalog of tools, saved or live; `tool_quality:` in a suite gates on them.
A critical or a warning fails the lint, a note never does.
`mcptest explain ID` prints a page of this list.
"""


def files() -> Iterator[tuple[str, str]]:
    rules = sorted(
        registry.collect("mcptest.lint.rules", "RULE", Rule).values(), key=lambda each: each.id
    )
    yield "docs/reference/lint/index.md", _index(rules)
    for rule in rules:
        yield f"docs/reference/lint/{rule.id}.md", _rule(rule)


def _index(rules: list[Rule]) -> str:
    parts = [_INTRO]
    for family, title in FAMILIES.items():
        rows = [_row(rule) for rule in rules if rule.family == family]
        parts += [f"## {title}", table(("Rule", "Severity", "Fixable", "What it finds"), rows)]
    return page("Lint rules", *parts)


def _row(rule: Rule) -> tuple[str, ...]:
    fixable = "yes" if rule.fixable else ""
    return f"[{rule.id}]({rule.id}.md)", severity_name(rule.severity), fixable, rule.title


def _rule(rule: Rule) -> str:
    parts = [rule.title + ".", _facts(rule)]
    for head, text in rule.docs().items():
        shown = fence("json", text) if head in {"Example", "Use instead"} else text
        parts += [f"## {head}", shown]
    return page(rule.id, *parts)


def _facts(rule: Rule) -> str:
    facts = [f"Severity: {severity_name(rule.severity)}."]
    if rule.fixable:
        facts.append("`mcptest schema-lint --fix` can mend it.")
    if rule.since:
        facts.append(f"From revision {rule.since.value} on.")
    if rule.until:
        facts.append(f"Up to revision {rule.until.value}.")
    return "\n".join(facts)
