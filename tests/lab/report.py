"""Both rates as a short table, every survivor by name, and all outcomes as JSON."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from tests.lab.explained import explanation_of
from tests.lab.judging import Outcome

ENOUGH = 0.98  # of the illegal changes of required members
_LEGAL = ("unmoved", "changed")


def line(one: Outcome) -> str:
    rules = "; ".join(f"{rule} {text}" for rule, text in one.rules.items())
    return f"{one.how}: {one.server} {one.transport} {one.revision}: {one.change} [{rules[:300]}]"


def found_rate(outcomes: Sequence[Outcome], *, required: bool) -> tuple[int, int]:
    """How many were found, of how many that reached the client and have no explanation."""
    tried = [
        one
        for one in outcomes
        if one.how in ("found", "unnamed", "warned", "missed") and one.required is required
    ]
    counted = [one for one in tried if one.good or explanation_of(one.change) is None]
    return sum(one.good for one in counted), len(counted)


def table(outcomes: Sequence[Outcome]) -> str:
    lines = []
    for title, required in (("required members and envelopes", True), ("optional members", False)):
        found, tried = found_rate(outcomes, required=required)
        if tried:
            lines.append(
                f"illegal changes of {title}: {found} of {tried} found ({found / tried:.1%})"
            )
    legal = [one for one in outcomes if one.how in _LEGAL]
    if legal:
        names = len({one.change for one in legal})
        moved = sum(not one.good for one in legal)
        lines.append(
            f"legal changes: {names} kinds, {len(legal)} trials, {moved} changed a verdict"
        )
        repeated = sum(one.repeated and one.good for one in legal)
        lines.append(f"  moved a verdict at first, but not when repeated: {repeated}")
        for server, number in sorted(Counter(one.server for one in legal).items()):
            bad = sum(not one.good for one in legal if one.server == server)
            lines.append(f"  {server}: {number} trials, {bad} changed a verdict")
    unreached = sum(one.how == "unreached" for one in outcomes)
    lines.append(f"not reached (the server never says such a message): {unreached}")
    explained = [one for one in outcomes if not one.good and explanation_of(one.change)]
    lines.append(f"explained survivors: {len(explained)}")
    open_ones = [one for one in outcomes if not one.good and not explanation_of(one.change)]
    lines.append(f"unexplained: {len(open_ones)}")
    lines += [f"  {line(one)}" for one in sorted(open_ones, key=line)]
    return "\n".join(lines) + "\n"


def save(outcomes: Sequence[Outcome], file: str) -> None:
    found, tried = found_rate(outcomes, required=True)
    legal = [one for one in outcomes if one.how in _LEGAL]
    document = {
        "illegal": {"found": found, "tried": tried},
        "legal": {"trials": len(legal), "changed": sum(not one.good for one in legal)},
        "outcomes": [{**asdict(one), "explained": explanation_of(one.change)} for one in outcomes],
    }
    Path(file).write_text(json.dumps(document, indent=1, ensure_ascii=False), encoding="utf-8")


def status(outcomes: Sequence[Outcome]) -> int:
    """Not zero where a legal change moved a verdict or too many illegal ones were missed."""
    found, tried = found_rate(outcomes, required=True)
    moved = any(one.how == "changed" for one in outcomes)
    return 1 if moved or (tried and found / tried < ENOUGH) else 0
