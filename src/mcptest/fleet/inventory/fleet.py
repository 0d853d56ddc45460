"""A fleet as one value: its servers, gates and limits, and what is wrong with its file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from pathlib import Path

from mcptest.errors import FileProblemsError, Problem
from mcptest.fleet.inventory.shape import AuditForm, FleetLimits, GateForm, Gates
from mcptest.model.grade import GRADES
from mcptest.model.json import Json, JsonObject
from mcptest.model.location import Location
from mcptest.model.record import record


@record(kw_only=True)
class FleetServer:
    """One server; ``form`` is what was written, with no value of the environment in it.

    ``trouble`` says why it cannot be run here, such as a variable that is not set.
    """

    name: str
    form: JsonObject
    folder: str
    where: Location
    tags: tuple[str, ...] = ()
    suite: Path | None = None
    owner: str | None = None
    stage: str | None = None
    limit: float | None = None
    trouble: tuple[Problem, ...] = ()


@record(kw_only=True)
class Fleet:
    """Everything that a fleet file says; call ``require`` before it is used."""

    path: Path
    name: str
    servers: tuple[FleetServer, ...] = ()
    variables: Mapping[str, Json] = field(default_factory=dict)
    gates: GateForm = field(default_factory=GateForm)
    limits: FleetLimits = field(default_factory=FleetLimits)
    audit: AuditForm = field(default_factory=AuditForm)
    notes: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()

    def require(self) -> None:
        """Raise FileProblemsError with every problem, by place, if there is one."""
        if self.problems:
            raise FileProblemsError(sorted(self.problems, key=_by_place))

    def gates_for(self, tags: Iterable[str]) -> Gates:
        """The strictest of what the server's tags say, else what is said for all."""
        own = [self.gates.tags[tag] for tag in tags if tag in self.gates.tags]
        grades = [each.min_grade for each in own if each.min_grade is not None]
        flags = [each.no_regression for each in own if each.no_regression is not None]
        return Gates(
            min_grade=min(grades, key=GRADES.index) if grades else self.gates.min_grade,
            no_regression=any(flags) if flags else self.gates.no_regression,
        )


def _by_place(problem: Problem) -> tuple[str, int, int]:
    where = problem.where
    return (where.file, where.line, where.column) if where else ("", 0, 0)
