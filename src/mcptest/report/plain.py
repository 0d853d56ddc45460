"""A finding as plain text: what was found, where, expected, actual, what to do next."""

from __future__ import annotations

import json
import re

from mcptest.model.bounds import bounded
from mcptest.model.escape import one_line, visible
from mcptest.model.finding import Finding
from mcptest.model.json import MaybeJson, Missing
from mcptest.report.excerpt import show_place

_LONG = 400
_BESIDE = 70
_LONGEST_COMMAND = 2_000
# A line of a CI log that begins like this is obeyed by the CI service.
CI_ORDER = re.compile(r"(?m)^(\s*)(::|##\[|##vso\[|##teamcity\[)")


def finding_text(finding: Finding) -> str:
    return "\n".join(finding_lines(finding))


def finding_lines(finding: Finding, *, reproduce: bool = True) -> list[str]:
    """The message, the place with a caret, then the facts."""
    first, *rest = harmless(bounded(finding.message)).split("\n")
    lines = [f"{finding.severity}[{visible(finding.id)}]: {first}", *(f"  {r}" for r in rest)]
    label = _label(finding)
    if finding.where is not None:
        lines += [visible(line) for line in show_place(finding.where, label)]
    lines += [*_facts(finding), *(reproduce_lines(finding) if reproduce else ())]
    if finding.help and label is None:
        first, *rest = harmless(bounded(finding.help)).split("\n")
        lines += [f"  = {first}", *(f"    {line}" for line in rest)]
    if finding.spec:
        lines.append(f"  = see {visible(finding.spec)}")
    return lines


def reproduce_lines(finding: Finding) -> list[str]:
    """The command that sends the request again: whole, since people copy it."""
    command = finding.reproduce
    if command is None:
        return []
    if len(command) > _LONGEST_COMMAND:
        command = f"(a command of {len(command):,} characters; see --report json=FILE)"
    return [f"  reproduce: {visible(command)}"]


def _label(finding: Finding) -> str | None:
    """Help that is short enough to stand beside the caret."""
    short = finding.help and "\n" not in finding.help and len(finding.help) <= _BESIDE
    return finding.help if short and finding.where and finding.where.text else None


def harmless(text: str) -> str:
    """Text of several lines from anywhere, none of which a terminal or a CI log obeys."""
    return CI_ORDER.sub(r"\1\\\2", visible(text))


def _facts(finding: Finding) -> list[str]:
    pairs: list[tuple[str, MaybeJson]] = []
    told = finding.spec is not None  # a rule's message says what was expected and what came
    if not told and not isinstance(finding.expected, Missing):
        pairs += [("expected", finding.expected), ("actual", finding.actual)]
    elif not told and not isinstance(finding.actual, Missing):
        pairs.append(("actual", finding.actual))
    if finding.exchange is not None:
        pairs += [("request", finding.exchange.request), ("response", finding.exchange.reply)]
    lines = [f"  {name + ':':9} {shown(value)}" for name, value in pairs if _worth(name, value)]
    if told or not finding.pointer:
        return lines
    return [f"  at {one_line(finding.pointer)}", *lines]


def _worth(name: str, value: MaybeJson) -> bool:
    return name in {"expected", "actual"} or not isinstance(value, Missing)


def shown(value: MaybeJson, *, limit: int = _LONG) -> str:
    """A value on one line, cut where it is long."""
    if isinstance(value, Missing):
        return "(absent)"
    return one_line(json.dumps(value, ensure_ascii=False), limit=limit)
