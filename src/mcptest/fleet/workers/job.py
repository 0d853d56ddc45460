"""One server's work as plain data, without secrets.

A job names variables and the worker looks them up in its own environment, so a job can be
written down, compared and sent to another machine.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping

from mcptest.fleet.inventory.fleet import Fleet, FleetServer
from mcptest.model.json import Json, JsonObject
from mcptest.model.record import record


@record(kw_only=True)
class JobWish:
    """What is to be done with each server."""

    stages: tuple[str, ...]
    suites: bool = True
    seed: int = 1
    knobs: Mapping[str, Json]  # of the safety policy; None where nothing was said
    limit: float | None = None  # before what the fleet file says
    locks: str | None = None  # the folder with a lock for each server


@record
class Job:
    """A server of the fleet with its work and how long that may take."""

    server: FleetServer
    data: JsonObject
    digest: str
    limit: float

    @property
    def stages(self) -> tuple[str, ...]:
        """What is asked for, the suite among it."""
        stages = self.data.get("stages")
        named = tuple(map(str, stages)) if isinstance(stages, list) else ()
        return named if self.data.get("suite") is None else (*named, "suite")


def make_job(fleet: Fleet, server: FleetServer, wish: JobWish) -> Job:
    """Everything that a worker must know; the same wish gives the same digest."""
    suite = server.suite if wish.suites else None
    data: JsonObject = {
        "name": server.name,
        "form": server.form,
        "folder": server.folder,
        "variables": dict(fleet.variables),
        "file": str(fleet.path),
        "cwd": os.getcwd(),  # noqa: PTH109  (a text, for JSON)
        "stages": list(wish.stages),
        "suite": None if suite is None else str(suite),
        "seed": wish.seed,
        "knobs": dict(wish.knobs),
    }
    if wish.locks is not None:
        data["locks"] = wish.locks
    limit = wish.limit or server.limit or fleet.limits.timeout
    return Job(server, data, _digest(data), limit)


def _digest(data: JsonObject) -> str:
    text = json.dumps(data, sort_keys=True, default=str)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
