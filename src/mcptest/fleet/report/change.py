"""How a server changed since the previous run, in a word and a sentence."""

from __future__ import annotations

from mcptest.fleet.result import ServerResult, ServerStatus
from mcptest.model.counted import counted
from mcptest.model.grade import GRADES

NEW, SAME, BETTER, WORSE = "new", "same", "better", "worse"


def direction(server: ServerResult) -> str:
    """New, same, better or worse: the status, then the grade, the cases, the score."""
    since = server.since
    if since is None:
        return NEW
    held, held_before = (s is ServerStatus.PASSED for s in (server.status, since.status))
    if held is not held_before:
        return BETTER if held else WORSE
    moved = rank(server.grade) - rank(since.grade)
    if moved:
        return WORSE if moved > 0 else BETTER
    if bool(since.broke) is not bool(since.fixed):
        return WORSE if since.broke else BETTER
    if server.moved:
        return WORSE if server.moved < 0 else BETTER
    return SAME


def sentence(server: ServerResult) -> str:
    """``C → B, 2 fixed``; empty if nothing changed."""
    since = server.since
    if since is None:
        return ""
    parts = []
    if since.status is not server.status:
        parts.append(f"{since.status.value} → {server.status.value}")
    if since.grade != server.grade:
        parts.append(f"{since.grade or 'no grade'} → {server.grade or 'no grade'}")
    elif server.moved:
        parts.append(f"score {server.moved:+.1f}")
    parts += [f"{counted(len(since.broke), 'new failure')}"] if since.broke else []
    parts += [f"{len(since.fixed)} fixed"] if since.fixed else []
    return ", ".join(parts)


def rank(grade: str | None) -> int:
    """The best first; no grade is worse than the worst."""
    return GRADES.index(grade) if grade in GRADES else len(GRADES)
