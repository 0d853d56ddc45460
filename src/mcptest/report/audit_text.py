"""Render an audit on one screen: the grade, the worst findings, what was not tested."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from mcptest.model.counted import counted
from mcptest.model.escape import one_line, visible
from mcptest.model.finding import Finding, Severity
from mcptest.model.json import Missing
from mcptest.model.outcome import CaseResult, Lane, Status, Summary
from mcptest.model.run import Run, ServerFacts
from mcptest.model.spec_version import NEWEST_HANDSHAKE
from mcptest.model.valid_calls import NONE_SUCCEEDED, TARGET, CallOutcome, is_rejected
from mcptest.report.changes_text import changes_lines
from mcptest.report.formats.text import grade_lines, no_grade, older_grades, probed_tools
from mcptest.report.paint import Paint
from mcptest.report.plain import (
    command_of,
    exchange_pairs,
    message_text,
    reproduce_lines,
    sdk_lines,
)
from mcptest.report.titles import server_title
from mcptest.report.untested_text import untested_lines
from mcptest.report.words import (
    STAGES,
    counts_text,
    duration_text,
    failed_gates_text,
    nothing_shown,
    revision_text,
    starts_text,
    valid_calls_text,
)
from mcptest.safety.summary import offered_tools, summarize_calls

_WORST = 4
_SLOW = 3
_HELP = 10  # lines; a reproduction is an entry for a suite
_EVIDENCE = 200  # characters of a request or a response
_COUNTED = {Lane.COMPLIANCE: "rule", Lane.SCHEMA_LINT: "tool", Lane.FUZZ: "tool"}
_LEVELS = {"must": 0, "should": 0, "may": 2}
_PROBE = re.compile(r"^[a-z_]+: ")  # the name of a probe, which a suite needs and an audit does not
_NO_TOOL = "an unknown tool"  # a case of bad input that is not about a tool of the server
_EXCEPTION = "PROBE-EXCEPTION"  # certain, or only likely
_OF_TOOLS = {Lane.SCHEMA_LINT, Lane.PROBE, Lane.FUZZ}  # whose cases are named after a tool


def render_audit(run: Run, paint: Paint, *, verbose: bool = False) -> str:
    """One screen; with ``verbose`` every finding instead of the worst ones."""
    parts = [*_head(run, paint), *_stages(run), *_latency(run), *_catalog(run)]
    most = None if verbose else _WORST
    parts += [*_worst(run, paint, most), *(_rejected(run) if verbose else ())]
    parts += [*changes_lines(run), *untested_lines(run)]
    parts += [f"note: {visible(note)}" for note in run.notes if note != NONE_SUCCEEDED]
    parts += [line for line in [_calls(run)] if line]
    parts += [f"note: {note}" for note in nothing_shown(run)]
    colour = "green" if run.exit_code == 0 else "red"
    end = _sum(run) + starts_text(run)
    if parts[-1:] != [""]:
        parts.append("")
    return "\n".join([*parts, paint.colour(end, colour)]) + "\n"


def _sum(run: Run) -> str:
    """The last line, which is what stays on the screen: the grade, then the counts."""
    checks = counted(run.summary.total, "check")
    counts = counts_text(run.summary) + failed_gates_text(run)
    end = f"{checks}: {counts} in {duration_text(run.duration_ms)}"
    end += ", interrupted" if run.interrupted else ""
    grade = run.compliance.grade if run.compliance else None
    return end if grade is None else f"grade {grade}, {end}"


def _calls(run: Run) -> str | None:
    """Which tools were called, unless all were or the table above names those that were not."""
    line = summarize_calls(
        run.calls, offered=offered_tools(run.servers), listed=probed_tools(run), all_calls=True
    )
    return line if line and ("plus" in line or "by any check" in line) else None


def _others(server: ServerFacts) -> list[str]:
    """The other revisions; ``run`` begins with the handshake, so it may use one of them."""
    usual = NEWEST_HANDSHAKE.wire
    others = [one for one in server.speaks if one != server.protocol_version]
    if not others:
        return []
    used = f" (`mcptest run` uses {usual} by default)" if usual in others else ""
    return [f"  also supports {', '.join(map(one_line, others))}{used}"]


def _head(run: Run, paint: Paint) -> Iterator[str]:
    yield from no_grade(run, paint)
    for server in run.servers[:1]:
        revision = revision_text(server.protocol_version)
        yield f"{paint.bold(server_title(server))}: {server.transport}, {revision}"
        yield from _others(server)
    graded = run.compliance
    if graded is None:
        return
    if graded.grade is not None:
        yield from grade_lines(run, graded, paint)
    yield from [f"  warning: {NONE_SUCCEEDED}"] if NONE_SUCCEEDED in run.notes else []
    yield from older_grades(graded)
    for gate in graded.gates:
        word = paint.colour("PASS", "green") if gate.passed else paint.colour("FAIL", "red")
        yield f"{word}  {gate.name}" + (f"  {visible(gate.note)}" if gate.note else "")


def _stages(run: Run) -> Iterator[str]:
    yield ""
    for lane, title in STAGES.items():
        cases = [case for case in run.cases if case.lane == lane]
        if cases:
            yield f"  {title:12} {_stage_text(lane, cases)}{_errors(lane, cases)}"


def _stage_text(lane: Lane, cases: list[CaseResult]) -> str:
    """A valid call that was rejected passed no test, so those calls have counts of their own."""
    if lane == Lane.PROBE:
        return valid_calls_text(cases)
    return f"{counted(len(cases), _COUNTED.get(lane, 'check'))}: {counts_text(Summary.of(cases))}"


def _errors(lane: Lane, cases: Iterable[CaseResult]) -> str:
    """A lint case warns at most, so its findings are counted beside the cases."""
    found = Counter(f.severity for case in cases for f in case.findings)
    if lane != Lane.SCHEMA_LINT or not found[Severity.ERROR]:
        return ""
    errors = counted(found[Severity.ERROR], "error")
    warnings = counted(found[Severity.WARNING], "warning")
    return f" ({errors}, {warnings}; lint never fails an audit)"


def _latency(run: Run) -> Iterator[str]:
    times = sorted(
        (time, case.name)
        for case in run.cases
        if case.lane == Lane.PROBE
        and case.targets.get(TARGET) != CallOutcome.UNANSWERED.value
        and isinstance(time := case.targets.get("duration_ms"), float)
    )
    if times:
        middle = (times[(len(times) - 1) // 2][0] + times[len(times) // 2][0]) / 2
        worst = [
            f"{one_line(name, limit=30)} {_ms(time)}" for time, name in times[: -_SLOW - 1 : -1]
        ]
        yield f"  {'latency':12} median of valid calls {_ms(middle)}; slowest: {', '.join(worst)}"


def _ms(time: float) -> str:
    return f"{time:.1f} ms"


def _catalog(run: Run) -> Iterator[str]:
    costs = sorted(
        (tokens, case.name)
        for case in run.cases
        if case.lane == Lane.SCHEMA_LINT and isinstance(tokens := case.targets.get("tokens"), int)
    )
    if costs:
        tokens, name = costs[-1]
        total = sum(cost for cost, _ in costs)
        most = f"largest: {one_line(name, limit=30)} ({tokens})"
        listed = f"{counted(len(costs), 'tool')}, about {counted(total, 'token')} to list"
        yield f"  {'catalog':12} {listed}; {most}"


def _worst(run: Run, paint: Paint, most: int | None) -> Iterator[str]:
    """What failed before what warned, the gravest first, one of each kind, the most often first."""
    kinds = Counter(_cause(case, finding) for case in run.cases for finding in case.findings)
    first: dict[str, tuple[CaseResult, Finding]] = {}
    for case in sorted(run.cases, key=lambda case: case.status is not Status.FAILED):
        for finding in case.findings:
            if finding.severity is not Severity.NOTE:
                first.setdefault(_cause(case, finding), (case, finding))
    twice = "TOOL-002" in first  # is the same as the case of an unknown tool
    ordered = sorted(
        first.values(),
        key=lambda it: (twice and it[0].name == _NO_TOOL, *_rank(*it), -kinds[_cause(*it)]),
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


def _rejected(run: Run) -> Iterator[str]:
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
    for number, line in enumerate((finding.help or "").splitlines()[:_HELP]):
        yield f"  {' ' if number else '='} {visible(line[:300])}"
    if whole or finding.severity is Severity.ERROR:
        yield from sdk_lines(finding, short=not whole)
    else:
        yield from _short_sdk(finding)
    yield from reproduce_lines(finding) if again else []


def _short_sdk(finding: Finding) -> Iterator[str]:
    """A warning leaves the code to `explain`, so that all of an audit stays on one screen."""
    yield from sdk_lines(replace(finding, code=None))
    if finding.code is not None:
        yield f"  = run `mcptest explain {finding.id}` for example code"


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


def _rank(case: CaseResult, finding: Finding) -> tuple[int, int]:
    """A may is advice, so it stands behind what a lint warns of; so does what an SDK decides."""
    failed = case.status in {Status.FAILED, Status.ERRORED}
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
