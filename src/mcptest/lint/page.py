"""A rule as a page: what ``explain`` prints and the reference holds."""

from __future__ import annotations

from collections.abc import Sequence

from mcptest.lint.rule import FAMILIES, LintRule, severity_name

_LONGEST_EXAMPLE = 60  # lines; a catalog of a hundred tools proves much and explains little


def rule_page(rule: LintRule) -> str:
    """Markdown under the fixed headings."""
    parts = [f"# {rule.id}: {rule.title}\n", f"{_facts(rule)}\n"]
    for heading, text in rule.docs().items():
        parts.append(f"## {heading}\n")
        parts.append(f"{_code(text)}\n" if heading in {"Example", "Use instead"} else f"{text}\n")
    return "\n".join(parts)


def rules_index(rules: Sequence[LintRule]) -> str:
    """A table per family."""
    parts = ["# Lint rules\n"]
    for family, title in FAMILIES.items():
        parts.append(f"## {family}: {title}\n")
        parts.append("| Rule | Severity | What is wrong | Fix |\n|---|---|---|---|")
        parts += [_row(rule) for rule in rules if rule.family == family]
        parts.append("")
    return "\n".join(parts)


def _row(rule: LintRule) -> str:
    fix = "`--fix`" if rule.fixable else ""
    name = f"[{rule.id}](lint/{rule.id}.md)"
    return f"| {name} | {severity_name(rule.severity)} | {rule.title} | {fix} |"


def _facts(rule: LintRule) -> str:
    facts = [f"Severity: {severity_name(rule.severity)}."]
    if rule.since:
        facts.append(f"For revisions from {rule.since.wire} on.")
    if rule.until:
        facts.append(f"For revisions up to {rule.until.wire}.")
    if rule.fixable:
        facts.append("`mcptest schema-lint --fix` fixes it.")
    return " ".join(facts)


def _code(text: str) -> str:
    lines = text.splitlines()
    if len(lines) > _LONGEST_EXAMPLE:
        lines = [*lines[:_LONGEST_EXAMPLE], "…"]
    return "\n".join(["```json", *lines, "```"])
