"""client-rules.md: every rule for clients, from their files."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.client.corpus import client_registry
from mcptest.compliance.corpus.rule import SECTIONS, Rule, section_words
from mcptest.compliance.corpus.rules_document import forms_of
from pages.markdown import page, table

_INTRO = """\
`mcptest client run` and `mcptest mock --judge` check a client against these rules, at the revision that it speaks or at a pinned one.
A violated *must* fails, a violated *should* warns.
The keyword is the specification's own word; `schema`, `stated` and `implied` stand where it uses none.
The scenario is the one that provokes the behavior; rules that only watch are judged in every scenario.
`mcptest explain ID` prints one of them, and `python -m mcptest.client.scripted --break ID` is a client that breaks exactly that rule.
"""


def files() -> Iterator[tuple[str, str]]:
    corpora = client_registry().all()
    newest = {rule.id: rule for corpus in corpora.values() for rule in corpus}
    parts = [_INTRO]
    for section in SECTIONS:
        rules = [newest[name] for name in sorted(newest) if newest[name].section == section]
        if rules:
            parts += [f"## {section_words(section).capitalize()}", *(_rule(rule) for rule in rules)]
    yield "docs/reference/client-rules.md", page("Client rules", *parts)


def _rule(rule: Rule) -> str:
    facts = f"{rule.level.value} · {rule.authority} · scenario `{rule.proof.hints['scenario']}`"
    reason = f"\nWhy it is a {rule.level.value}: {rule.level_reason}" if rule.level_reason else ""
    spec = f"[Specification]({rule.spec_url})"
    return (
        f"### {rule.id}: {rule.title}\n\n{facts}.{reason}\n\n{rule.why}\n{rule.fix}\n{spec}\n\n"
        + _revisions(rule)
    )


def _revisions(rule: Rule) -> str:
    rows = [
        (version.value, form.level.value if form else "", form.title if form else "not a rule")
        for version, form in forms_of(rule.id, client_registry().all())
    ]
    return table(("From revision", "Level", "Title"), rows)
