"""Show the worst findings of an audit, one of each kind."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator

from mcptest.model.counted import counted
from mcptest.model.escape import one_line, visible
from mcptest.model.finding import Finding, Severity
from mcptest.model.json import Missing
from mcptest.model.outcome import CaseResult, Lane, Status
from mcptest.model.run import Run
from mcptest.model.valid_calls import is_rejected
from mcptest.report.paint import Paint
from mcptest.report.plain import (
    code_lines,
    command_of,
    exchange_pairs,
    message_text,
    reproduce_lines,
    sdk_note,
)

_WORST = 4
_HELP = 10  # lines; a reproduction is an entry for a suite
_EVIDENCE = 200  # characters of a request or a response
_LEVELS = {"must": 0, "should": 0, "may": 2}
_PROBE = re.compile(r"^[a-z_]+: ")  # the name of a probe, which a suite needs and an audit does not
_NO_TOOL = "an unknown tool"  # a case of bad input that is not about a tool of the server
_EXCEPTION = "PROBE-EXCEPTION"  # certain, or only likely
_OF_TOOLS = {Lane.SCHEMA_LINT, Lane.PROBE, Lane.FUZZ}  # whose cases are named after a tool


def worst_findings(run: Run, paint: Paint, *, verbose: bool) -> Iterator[str]:
    """What failed before what warned, the gravest first, one of each kind, the most often first.

    The first few, or all if ``verbose``.
    """
    most = None if verbose else _WORST
    kinds = Counter(_cause(case, finding) for case in run.cases for finding in case.findings)
    first: dict[str, tuple[CaseResult, Finding]] = {}
    for case in sorted(run.cases, key=lambda case: case.status is not Status.FAILED):
        for finding in case.findings:
            if finding.severity is not Severity.NOTE:
                first.setdefault(_cause(case, finding), (case, finding))
    twice = "TOOL-002" in first  # is the same as the case of an unknown tool
    needed = _for_next_grade(run)
    ordered = sorted(
        first.values(),
        key=lambda it: (
            *_rank(it[0], it[1], needed),
            twice and it[0].name == _NO_TOOL,
            -kinds[_cause(*it)],
        ),
    )
    worst = ordered[:most]
    commands: set[str] = set()  # all if nothing is left out, else the first of its kind
    for case, finding in worst:
        again = most is None or command_of(finding) not in commands
        commands.add(command_of(finding))
        head, *below = _block(run, case, finding, again=again, whole=most is None)
        yield from ("", paint.bold(head), *below)
    if rest := len(ordered) - len(worst):
        yield ""
        yield f"and {rest} more (use -v to list them)"
    if worst:
        yield ""


def rejected_calls(run: Run) -> Iterator[str]:
    """A rejected call is not a problem as such, so only a whole report lists it."""
    calls = [case for case in run.cases if is_rejected(case)]
    if calls:
        yield "rejected valid calls:"
        yield from (
            f"  {one_line(case.name)}: {one_line(finding.message, limit=300)}"
            for case in calls
            for finding in case.findings[:1]
        )
        yield ""


def _block(
    run: Run, case: CaseResult, finding: Finding, *, again: bool, whole: bool
) -> Iterator[str]:
    """What is wrong, where, what to do about it, and how to see it again."""
    message = (
        _PROBE.sub("", finding.message) if case.lane == Lane.NEGATIVE_PATH else finding.message
    )
    lines = [visible(line[:300]) for line in _ends(message.splitlines())]
    of_rule = case.lane == Lane.COMPLIANCE and case.rule == finding.id
    yield f"{finding.severity}[{finding.id}]: {lines[0]}"
    yield from (f"  {line}" for line in lines[1:])
    yield from [f"  rule: {_title(case, finding)}"] if of_rule else []
    in_tools = not of_rule and case.name != _NO_TOOL
    yield from [f"  {_where(run, case, finding)}"] if in_tools else []
    repeats = again and command_of(finding) == "send"
    for name, value in exchange_pairs(finding):
        if not isinstance(value, Missing) and not (repeats and name == "request"):
            yield f"  {name + ':':9} {message_text(value, limit=_EVIDENCE)}"
    yield from sdk_note(finding)
    for number, line in enumerate((finding.help or "").splitlines()[:_HELP]):
        yield f"  {' ' if number else '='} {visible(line[:300])}"
    if whole or finding.severity is Severity.ERROR:
        yield from code_lines(finding, short=not whole)
    elif finding.code is not None:  # so that all of an audit stays on one screen
        yield f"  = run `mcptest explain {finding.id}` for example code"
    yield from reproduce_lines(finding) if again else []


def _where(run: Run, case: CaseResult, finding: Finding) -> str:
    """``in search and 3 more tools (7 findings)``."""
    if case.rule not in {None, finding.id}:  # about the server, whichever rule met it first
        return f"in {counted(_places(run, case, finding), 'check')}"
    more = _places(run, case, finding) - 1
    noun = "tool" if case.lane in _OF_TOOLS else "check"
    others = f" and {counted(more, f'more {noun}')}" if more else ""
    cause = _cause(case, finding)
    found = sum(_cause(one, each) == cause for one in run.cases for each in one.findings)
    total = f" ({counted(found, 'finding')})" if found > more + 1 else ""
    return f"in {one_line(case.name)}{others}{total}"


def _ends(lines: list[str]) -> list[str]:
    """The beginning and the end, since a traceback tells its reason last."""
    if len(lines) <= _HELP:
        return lines
    return [*lines[:2], "  …", *lines[3 - _HELP :]]


def _for_next_grade(run: Run) -> frozenset[str]:
    """The rules that the line below the grade asks the author to fix, if they are few."""
    found = run.compliance.next_grade if run.compliance else None
    own = set(found.rules).difference(found.sdk_rules) if found else set()
    return frozenset(own) if len(own) < _WORST else frozenset()


def _rank(case: CaseResult, finding: Finding, needed: Collection[str]) -> tuple[int, int]:
    """A may is advice, so it stands behind what a lint warns of; so does what an SDK decides."""
    failed = case.status in {Status.FAILED, Status.ERRORED}
    if case.lane == Lane.COMPLIANCE and finding.id in needed:
        return (0 if failed else 1, 0 if failed else -1)
    warned = _LEVELS.get(case.tags[0], 1) if case.lane == Lane.COMPLIANCE and case.tags else 1
    warned += 1 if finding.sdk else 0
    return (0 if failed else 1, 0 if finding.severity is Severity.ERROR else 1 + warned)


def _title(case: CaseResult, finding: Finding) -> str:
    """The name without the id that stands before it anyway, and the level if it is not a must."""
    level = "".join(case.tags[:1]) if case.lane == Lane.COMPLIANCE else ""
    name = one_line(case.name.removeprefix(f"{finding.id} "))
    return f"{name} ({level})" if level in _LEVELS and level != "must" else name


def _places(run: Run, case: CaseResult, finding: Finding) -> int:
    cause = _cause(case, finding)
    return sum(any(_cause(one, each) == cause for each in one.findings) for one in run.cases)


def _cause(case: CaseResult, finding: Finding) -> str:
    """What findings have in common that are told once; each exception is a bug of its own."""
    if not finding.id.startswith(_EXCEPTION):
        return finding.id
    return f"{finding.id} {finding.message.replace(case.name, '')}"
