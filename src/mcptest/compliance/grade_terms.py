"""Explain grade, score and tier, with the numbers that decide them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mcptest.compliance.grade import CAPS, ENOUGH, TIER_FLOORS, WEIGHTS
from mcptest.model.grade import FLOORS, GRADES, Level

TIERS: Final = ("T1", "T2", "T3", "F")
TERMS: Final = ("grade", "score", "tier", "incomplete", *GRADES, *TIERS[:-1])


def explain_term(word: str) -> list[str]:
    """The explanation of a letter, a tier or another word of the summary; empty if unknown."""
    lines: list[str] = []
    for name, texts in _texts():
        if name.lower() == word.lower():
            lines += ["", *texts] if lines else texts
    return lines


def _texts() -> Iterator[tuple[str, list[str]]]:
    yield "grade", _grade()
    yield "score", _score()
    yield "tier", _tier()
    yield "incomplete", _incomplete()
    for letter in GRADES:
        yield letter, [f"Grade {letter}: {_letter(letter)}", "", *_caps(), "", _SEE]
    for tier in TIERS:
        yield tier, [f"Tier {tier}: {_step(tier)}", "", _TIER_USE]


_SEE: Final = "See how the score is calculated: mcptest explain score"
_TIER_USE: Final = (
    "A tier ignores the score and the may rules. Must and should rules count separately."
)


def _grade() -> list[str]:
    return [
        "grade: a letter for how well a server follows one MCP revision",
        "",
        *(f"{letter:<3}{_letter(letter)}" for letter in GRADES),
        "",
        *_caps(),
        "",
        "Rules that could not be checked do not count.",
        "Some findings come from what the server's SDK does for every server. The grade line names",
        "them separately. Each finding says whether your own code can change it.",
        "There is no letter if no session opened, or if every tool crashed on valid arguments.",
        _SEE,
    ]


def _letter(letter: str) -> str:
    if letter == "A+":
        return "every rule that was checked passed"
    if letter == "F":
        return f"score below {min(FLOORS.values())}, or a foundation rule failed"
    return f"score of {FLOORS[letter]} or more"


def _caps() -> list[str]:
    """The least number of failed rules that each cap needs, up to the next one."""
    caps = list(reversed(CAPS))
    ends = [above for above, _ in caps[1:]]
    parts = [
        f"at {letter} for {above + 1} {'or' if end == above + 2 else 'to'} {end}"
        for (above, letter), end in zip(caps, ends, strict=False)
    ]
    above, letter = caps[-1]
    return [
        f"Failed must rules cap the grade: {', '.join(parts)}, at {letter} for more than {above}.",
        "A failed foundation rule means that clients cannot use the server at all: F.",
    ]


def _score() -> list[str]:
    weights = ", ".join(f"{level.value} {WEIGHTS[level]}" for level in Level)
    return [
        "score: the share of checked rules that passed, from 0 to 100",
        "",
        f"Each rule has a weight by its level: {weights}.",
        "score = 100 x weight of passed rules / weight of passed, failed and warned rules",
        "Skipped rules do not count.",
    ]


def _tier() -> list[str]:
    return [
        "tier: how completely a server follows the must and should rules of a revision",
        "",
        *(f"{'none' if tier == 'F' else tier:<4} {_step(tier)}" for tier in TIERS),
        "",
        _TIER_USE,
    ]


def _step(tier: str) -> str:
    if tier == "F":
        return "a must rule failed (F in the JSON report)"
    if tier in TIER_FLOORS:
        return f"every must rule and at least {TIER_FLOORS[tier]}% of the should rules passed"
    return "every must rule passed"


def _incomplete() -> list[str]:
    return [
        "incomplete: too few rules could be checked for the letter to say much",
        "",
        f"Fewer than {ENOUGH * 100:.0f}% of the rules that apply to the server could be checked.",
        "Fix: give the fixtures that the skipped rules need (--hint or compliance.hints).",
    ]
