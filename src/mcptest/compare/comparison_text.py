"""Render a comparison as text, as a pull request comment, and as a document."""

from __future__ import annotations

import json

from mcptest.compare.difference import ComparedSection, Comparison, Difference
from mcptest.lint.diff.value_diff import Impact
from mcptest.model.counted import counted
from mcptest.model.escape import one_line
from mcptest.model.json import Json, JsonObject, MaybeJson, Missing
from mcptest.report.markdown_text import cell

SCHEMA = "mcptest.comparison/v1"
_TITLES = {
    ComparedSection.CATALOG: "Catalog",
    ComparedSection.GRADE: "Grade",
    ComparedSection.FINDINGS: "Findings",
    ComparedSection.BEHAVIOUR: "Behavior",
    ComparedSection.LATENCY: "Latency",
}
_MARKS = {Impact.BREAKING: "❌", Impact.RISKY: "⚠️", Impact.SAFE: "✅"}
_LONGEST = 160


def verdict_line(found: Comparison) -> str:
    counts = [
        counted(count, f"{impact} change") for impact, count in found.summary().items() if count
    ]
    if not counts:
        return "no changes"
    return f"{'regression' if found.regressed else 'no regression'}, {', '.join(counts)}"


def comparison_text(found: Comparison) -> str:
    lines = [f"base: {_shown_fact(found, 'base')}", f"head: {_shown_fact(found, 'head')}", ""]
    for section, title in _TITLES.items():
        entries = found.of(section)
        if entries:
            lines.append(title)
        for one in entries:
            lines.append(f"  {one.impact.value:8} {one_line(_said(one), limit=400)}")
            lines += [
                f"           {sign} {_shown(value)}"
                for sign, value in (("-", one.base), ("+", one.head))
                if not isinstance(value, Missing)
            ]
    lines += [
        f"skipped {ComparedSection(section).words}: {why}" for section, why in found.skipped.items()
    ]
    return "\n".join([*lines, *_grades(found), verdict_line(found)])


def comparison_markdown(found: Comparison) -> str:
    """A comment for reviewers; what is safe is folded away."""
    parts = [
        f"### mcptest compare: {verdict_line(found)}",
        f"{cell(_shown_fact(found, 'base'))} → {cell(_shown_fact(found, 'head'))}",
    ]
    loud = [one for one in found.differences if one.impact is not Impact.SAFE]
    quiet = [one for one in found.differences if one.impact is Impact.SAFE]
    if loud:
        parts.append(_table(loud))
    if quiet:
        safe = f"<details><summary>{len(quiet)} safe</summary>\n\n{_table(quiet)}\n\n</details>"
        parts.append(safe)
    parts += _grades(found)
    parts += [
        f"Skipped {ComparedSection(section).words}: {why}."
        for section, why in found.skipped.items()
    ]
    return "\n\n".join(parts)


def comparison_document(found: Comparison) -> JsonObject:
    return {
        "schema": SCHEMA,
        **found.facts,
        "regressed": found.regressed,
        "summary": {**found.summary()},
        "differences": [_entry(one) for one in found.differences],
        "skipped": {**found.skipped},
    }


def _entry(one: Difference) -> Json:
    values: dict[str, MaybeJson] = {"base": one.base, "head": one.head}
    return {
        "section": one.section.value,
        "impact": one.impact.value,
        "subject": one.subject,
        "message": one.message,
        "place": one.place,
        **{key: value for key, value in values.items() if not isinstance(value, Missing)},
    }


def _said(one: Difference) -> str:
    place = f" ({one.place})" if one.place else ""
    return f"{one.subject}: {one.message}{place}"


def _grades(found: Comparison) -> list[str]:
    grades = found.facts.get("grades")
    if not isinstance(grades, list) or ComparedSection.GRADE not in found.sections:
        return []
    scores = found.facts.get("scores")
    both = zip(grades, scores if isinstance(scores, list) else [None, None], strict=False)
    shown = [
        f"{grade or 'none'}" + (f" ({score})" if score is not None else "") for grade, score in both
    ]
    return [f"grade: {' → '.join(shown)}"]


def _table(entries: list[Difference]) -> str:
    rows = [
        f"| {_MARKS[one.impact]} {one.impact.value} | {one.section.words} | {cell(one.subject)} "
        f"| {cell(one.message)} | {cell(one.place or '/')} |"
        for one in entries
    ]
    return "\n".join(
        ["| Impact | Section | Subject | Change | Where |", "|---|---|---|---|---|", *rows]
    )


def _shown(value: MaybeJson) -> str:
    return one_line(json.dumps(value, ensure_ascii=False), limit=_LONGEST)


def _shown_fact(found: Comparison, name: str) -> str:
    return one_line(str(found.facts.get(name)), limit=_LONGEST)
