"""Select the cases of a suite by the options of a command."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from mcptest.engine.case import Case
from mcptest.errors import NothingSelectedError, UsageError
from mcptest.model.counted import counted
from mcptest.model.outcome import Skip, SkipReason
from mcptest.model.record import record
from mcptest.model.run import Run
from mcptest.plan.last_run import balanced, durations, failed_tests
from mcptest.suite.matrix import variant_name

_NAMED = 5
_PARTLY = "only some of the tests were selected"


@record(kw_only=True)
class Selection:
    """The filters as typed."""

    text: str | None = None
    tags: tuple[str, ...] = ()
    skip_tags: tuple[str, ...] = ()
    server: str | None = None
    shard: str | None = None
    last_failed: bool = False
    last_run: Run | None = None  # for ``last_failed``, and to balance shards by duration


def select(cases: Sequence[Case], selection: Selection) -> list[Case]:
    """What is left, in order; what sums up the others is not judged on a part of them.

    Raises: NothingSelectedError, UsageError.
    """
    tests = [case for case in cases if not case.last]
    chosen = _narrowed(tests, selection)
    if cases and not chosen and (tests or _narrows(selection)):
        raise NothingSelectedError(
            "nothing-selected",
            f"no test matches the filters ({counted(len(cases), 'test')} in total)",
            hint=_what_there_is(cases, selection),
        )
    partly = None if len(chosen) == len(tests) else Skip(SkipReason.NOT_SELECTED, _PARTLY)
    sums = [replace(case, skip=case.skip or partly) for case in cases if case.last]
    return [*chosen, *sums]


def _narrowed(tests: list[Case], selection: Selection) -> list[Case]:
    chosen = list(filter(_predicate(selection), tests))
    if any(case.only for case in chosen):
        chosen = [case for case in chosen if case.only]
    if selection.shard is not None:
        part, parts = parse_shard(selection.shard)
        if selection.last_run is None:
            return chosen[part - 1 :: parts]
        return balanced(chosen, durations(selection.last_run), part, parts)
    return chosen


def _narrows(selection: Selection) -> bool:
    return selection != Selection()


def _predicate(selection: Selection) -> Callable[[Case], bool]:
    named = _name_filter(selection.text)
    failed = _failed(selection)

    def wanted(case: Case) -> bool:
        tags = set(case.tags)
        return (
            named(case)
            and (not failed or case.id in failed)
            and (not selection.tags or bool(tags.intersection(selection.tags)))
            and not tags.intersection(selection.skip_tags)
            and (selection.server is None or selection.server in _servers(case))
        )

    return wanted


def _failed(selection: Selection) -> frozenset[str]:
    """Nothing where nothing failed: then all tests run."""
    if not selection.last_failed or selection.last_run is None:
        return frozenset()
    return failed_tests(selection.last_run)


def _servers(case: Case) -> tuple[str | None, ...]:
    """Its server by all its names: one of a matrix also has that of the suite."""
    if case.server is None or case.pinned is None:
        return (case.server,)
    return (case.server, case.server.removesuffix(variant_name("", case.pinned)))


def _name_filter(text: str | None) -> Callable[[Case], bool]:
    if text is None:
        return lambda _case: True
    if not text.startswith("re:"):
        return lambda case: text in case.name or ("::" in text and text in case.id)
    try:
        pattern = re.compile(text[3:])
    except re.error as error:
        raise UsageError(
            "filter-pattern", f"--filter {text!r} is not a pattern: {error}"
        ) from error
    return lambda case: pattern.search(case.name) is not None


def parse_shard(text: str) -> tuple[int, int]:
    """``2/5`` as part two of five."""
    match = re.fullmatch(r"(\d{1,6})/(\d{1,6})", text)
    part, parts = (int(match[1]), int(match[2])) if match else (0, 0)
    if not 1 <= part <= parts:
        raise UsageError("shard-form", f"--shard {text!r} is not I/N with I from 1 to N")
    return part, parts


def _what_there_is(cases: Sequence[Case], selection: Selection) -> str:
    if selection.tags:
        tags = sorted({tag for case in cases for tag in case.tags})
        return f"known tags: {', '.join(tags) or 'none'}"
    if selection.server is not None:
        servers = sorted({case.server for case in cases if case.server})
        return f"known servers: {', '.join(servers)}"
    more = len(cases) - _NAMED
    rest = f" and {more} more (use --dry-run to list them)" if more > 0 else ""
    return f"known names: {', '.join(case.name for case in cases[:_NAMED])}{rest}"
