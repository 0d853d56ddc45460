"""Listed templates filled with the values that the hints give."""

from __future__ import annotations

from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.fixtures.template_reading import template_view


def _hinted(exam: Examination, template: str, name: str) -> tuple[str, ...]:
    if "template_values" in exam.fixtures.found and template not in exam.fixtures.templates:
        return ()
    given = exam.hints.get("template_values")
    value = given.get(name) if isinstance(given, dict) else None
    return () if value is None else (str(value),)


VIEW = template_view(
    "template-reads",
    "Reads of up to three listed templates, filled with compliance.hints.template_values.",
    _hinted,
)
