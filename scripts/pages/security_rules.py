"""security/: one page per security rule and a list, from the rules themselves."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.security.engine import all_rules
from mcptest.security.rule import FAMILIES, AttackRule, LaunchRule, PassiveRule, SecurityRule
from pages.markdown import fence, page, table
from pages.sdk_code import sdk_parts

_INTRO = """\
`mcptest security` checks these rules; [Scan a server for security problems](../../how-to/scan-for-security-problems.md) shows how.
The severity follows from the score: critical from 9.0, high from 7.0, medium from 4.0, low from 0.1. A rule may lower or raise the score of a finding by its evidence.
`mcptest explain ID` prints a page of this list.
"""


def files() -> Iterator[tuple[str, str]]:
    yield "docs/reference/security/index.md", _index()
    for rule in all_rules():
        yield f"docs/reference/security/{rule.id}.md", _rule(rule)


def _index() -> str:
    parts = [_INTRO]
    for family, title in FAMILIES.items():
        rows = [_row(rule) for rule in all_rules() if rule.family == family]
        if rows:
            head = ("Rule", "Severity", "Score", "Looks at", "What it finds")
            parts += [f"## {title}", table(head, rows)]
    return page("Security rules", *parts)


def _row(rule: SecurityRule) -> tuple[str, ...]:
    link = f"[{rule.id}]({rule.id}.md)"
    return link, rule.risk.value, f"{rule.score:.1f}", _looks_at(rule), rule.title


def _looks_at(rule: SecurityRule) -> str:
    if isinstance(rule, AttackRule):
        return "calls, with `--attack`"
    if isinstance(rule, PassiveRule):
        return "a session"
    return "a command or config" if isinstance(rule, LaunchRule) else "the catalog"


def _rule(rule: SecurityRule) -> str:
    facts = f"Severity: {rule.risk.value} ({rule.score:.1f} of 10). Weakness: CWE-{rule.cwe}. Looks at: {_looks_at(rule)}."
    parts = [rule.title + ".", facts]
    for head, text in rule.docs().items():
        shown = fence("json", text) if head in {"Bad", "Good"} else text
        parts += [f"## {head}", shown]
    if not isinstance(rule, LaunchRule):
        http = " --http 0" if _needs_http(rule) else ""
        parts += ["## See it", fence("console", f"$ mcptest mock --break {rule.id}{http}")]
    return page(rule.id, *parts, *sdk_parts(rule.id))


def _needs_http(rule: SecurityRule) -> bool:
    return isinstance(rule, PassiveRule) and rule.proof.transport == "http"
