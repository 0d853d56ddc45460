"""A badge for each server, to stand in its README."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.fleet.fleet_run import FleetRun
from mcptest.fleet.folder import file_name
from mcptest.fleet.result import ServerResult, ServerStatus
from mcptest.report.formats.badge import BAD, GOOD, LABEL, UNKNOWN, draw, grade_colour


def badges(run: FleetRun) -> Iterator[tuple[str, str]]:
    """The name of a file and its text, for the fleet and for each server."""
    held = sum(server.status is ServerStatus.PASSED for server in run.servers)
    whole = held == len(run.servers)
    yield "fleet.svg", draw(LABEL, f"{held} of {len(run.servers)} pass", GOOD if whole else BAD)
    for server in run.servers:
        yield f"{file_name(server.name)}.server.svg", draw(LABEL, *_verdict(server))


def _verdict(server: ServerResult) -> tuple[str, str]:
    if server.grade is not None:
        score = "" if server.score is None else f" {server.score:g}"
        return f"{server.grade}{score}", grade_colour(server.grade)
    if server.status is ServerStatus.PASSED:
        return "passing", GOOD
    known = server.status in {ServerStatus.FAILED, ServerStatus.UNREACHABLE, ServerStatus.TIMED_OUT}
    return server.status.value, BAD if known else UNKNOWN
