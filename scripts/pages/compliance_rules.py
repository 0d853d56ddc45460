"""rules/: one page per compliance rule and a list, from the corpus."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.compliance.corpus.rule import SECTIONS, Rule, section_words
from mcptest.compliance.corpus.rules_document import forms_of
from mcptest.compliance.corpus.version_corpus import load_all
from mcptest.model.spec_version import SpecVersion
from pages.markdown import as_yaml, fence, page, table
from pages.sdk_code import sdk_parts

Forms = list[tuple[SpecVersion, Rule | None]]

_INTRO = """\
`mcptest compliance run` grades a server against these rules, at the newest revision that it supports or at the one you set.
A violated *must* fails, a violated *should* or *may* warns.
The keyword is the word in the specification; `schema`, `stated` and `implied` are used if it has none.
If the level of a rule differs from its keyword, its page says why.
Run `mcptest explain ID` to read a page in the terminal, and `mcptest mock --break ID` to serve a server that violates exactly that rule.
"""


def files() -> Iterator[tuple[str, str]]:
    corpora = load_all()
    newest = {rule.id: rule for corpus in corpora.values() for rule in corpus}
    rules = [newest[rule_id] for rule_id in sorted(newest)]
    yield "docs/reference/rules/index.md", _index(rules)
    for rule in rules:
        yield f"docs/reference/rules/{rule.id}.md", _rule(rule, forms_of(rule.id, corpora))


def _index(rules: list[Rule]) -> str:
    parts = [_INTRO]
    for section in SECTIONS:
        rows = [
            (f"[{rule.id}]({rule.id}.md)", rule.level.value, _keyword(rule), rule.title)
            for rule in rules
            if rule.section == section
        ]
        if rows:
            parts += [
                f"## {section_words(section).capitalize()}",
                table(("Rule", "Level", "Keyword", "Title"), rows),
            ]
    return page("Compliance rules", *parts)


def _keyword(rule: Rule) -> str:
    return rule.keyword.value if rule.keyword else ""


def _rule(rule: Rule, forms: Forms) -> str:
    facts = (
        f"Level: {rule.level.value} ({rule.authority}).\nSection: {section_words(rule.section)}."
    )
    if rule.level_reason:
        facts += f"\nWhy it is a {rule.level.value}: {rule.level_reason}"
    parts = [rule.title + ".", facts, "## Why it matters", rule.why, "## How to fix it", rule.fix]
    parts += ["## Specification", f"<{rule.spec_url}>"]
    if rule.migration:
        parts += ["## Migrating from an older revision", rule.migration]
    expected = as_yaml({"expect": list(rule.expect)})
    parts += ["## Expectations", _observed(rule), fence("yaml", expected)]
    parts += ["## In each revision", _forms(forms)]
    return page(rule.id, *parts, *sdk_parts(rule.id))


def _forms(forms: Forms) -> str:
    rows = [
        (version.value, form.level.value if form else "", form.title if form else "not a rule")
        for version, form in forms
    ]
    return table(("Revision", "Level", "Title"), rows)


def _observed(rule: Rule) -> str:
    views = ", ".join(f"`{view}`" for view in rule.observe.views)
    seen = f"Checked: {views}." if views else "Checked with its own steps."
    return f"{seen}\nThe rest is checked by code." if rule.check else seen
