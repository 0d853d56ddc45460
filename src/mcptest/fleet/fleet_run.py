"""A whole fleet run as one value, its ``mcptest.fleet/v1`` document, and its exit code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

from mcptest.errors import ExitCode, UsageError
from mcptest.fleet.result import ServerResult, ServerStatus, parse_result, result_document
from mcptest.model.json import Json, JsonObject
from mcptest.model.record import record
from mcptest.reading import newer_format

SCHEMA: Final = "mcptest.fleet/v1"


@record(kw_only=True)
class FleetRun:
    """``servers`` stand in the order of the fleet file; ``against`` is the run compared with."""

    id: str
    mcptest: str
    fleet: str
    file: str
    started: str
    duration_ms: float = 0.0
    engine: str = "local"
    jobs: int = 1
    seed: int = 1
    shard: str | None = None
    exit_code: int = 0
    interrupted: bool = False
    against: str | None = None
    servers: tuple[ServerResult, ...] = ()
    notes: tuple[str, ...] = ()


def summary(servers: Iterable[ServerResult]) -> dict[str, int]:
    """How many ended in which way."""
    counts = Counter(server.status for server in servers)
    return {status.value: counts[status] for status in ServerStatus}


def fleet_exit_code(servers: Iterable[ServerResult]) -> ExitCode:
    """0 if all passed, 4 for a bug in mcptest, 3 if none could be reached, otherwise 1."""
    ended = {server.status for server in servers}
    if ServerStatus.ERRORED in ended:
        return ExitCode.INTERNAL
    if ended == {ServerStatus.UNREACHABLE}:
        return ExitCode.UNREACHABLE
    return ExitCode.OK if ended <= {ServerStatus.PASSED} else ExitCode.FAILED


def fleet_document(run: FleetRun) -> JsonObject:
    """Everything that a program may want to read, in one object."""
    counts: dict[str, Json] = dict(summary(run.servers))
    return {
        "schema": SCHEMA,
        "mcptest": run.mcptest,
        "id": run.id,
        "fleet": run.fleet,
        "file": run.file,
        "started": run.started,
        "duration_ms": round(run.duration_ms, 3),
        "engine": run.engine,
        "jobs": run.jobs,
        "seed": run.seed,
        "shard": run.shard,
        "exit_code": int(run.exit_code),
        "interrupted": run.interrupted,
        "against": run.against,
        "summary": counts,
        "servers": [result_document(server) for server in run.servers],
        "notes": list(run.notes),
    }


def parse_fleet(document: Json) -> FleetRun:
    """Read a document that we or an older version of us wrote.

    Raises: UsageError when it is something else.
    """
    found = document.get("schema") if isinstance(document, dict) else None
    if not isinstance(document, dict) or found != SCHEMA:
        newer = newer_format(found, SCHEMA)
        words = f"not a fleet run: the schema is not {SCHEMA}"
        raise UsageError("fleet-not-a-run", f"this fleet run was {newer}" if newer else words)
    try:
        return _parse(document)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise UsageError(
            "fleet-broken-run", f"cannot read this fleet run: {type(error).__name__}: {error}"
        ) from error


def _parse(raw: Any) -> FleetRun:
    return FleetRun(
        id=str(raw["id"]),
        mcptest=str(raw["mcptest"]),
        fleet=str(raw["fleet"]),
        file=str(raw["file"]),
        started=str(raw["started"]),
        duration_ms=float(raw["duration_ms"]),
        engine=str(raw["engine"]),
        jobs=int(raw["jobs"]),
        seed=int(raw["seed"]),
        shard=raw.get("shard"),
        exit_code=int(raw["exit_code"]),
        interrupted=bool(raw.get("interrupted")),
        against=raw.get("against"),
        servers=tuple(map(parse_result, raw["servers"])),
        notes=tuple(map(str, raw.get("notes") or ())),
    )
