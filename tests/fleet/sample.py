"""Fleet runs made by hand, with names that would be markup if somebody let them."""

from mcptest.fleet.fleet_run import FleetRun, fleet_exit_code
from mcptest.fleet.result import GateResult, ResultPart, ServerResult, ServerStatus, Since

NASTY = "</script><img src=x onerror=alert(1)>|`@all`"


def server(name="one", status=ServerStatus.PASSED, **more):
    return ServerResult(name=name, status=status, job="j", **more)


def audited(**counts):
    return ResultPart(document="servers/x.audit.json", exit_code=0, duration_ms=5.0, summary=counts)


def fleet_run(*servers, run_id="20261116T041500Z-0001", started="2026-11-16T04:15:00Z", **more):
    return FleetRun(
        **{
            "id": run_id,
            "mcptest": "0.1.0",
            "fleet": "acme",
            "file": "fleet.yml",
            "started": started,
            "duration_ms": 61_000.0,
            "exit_code": int(fleet_exit_code(servers)),
            "servers": servers,
            **more,
        }
    )


def everything():
    """One server for each way to end, each with something to tell."""
    failures = tuple(f"compliance::bad::TOOL-{n:03}" for n in range(30))
    return fleet_run(
        server(
            "good",
            grade="A+",
            score=100.0,
            tools=3,
            audit=audited(passed=9, skipped=4),
            tags=("core", "two words"),
            owner="me",
            stage="prod",
            server={
                "protocol_version": "2026-07-28",
                "speaks": ["2025-06-18", "2025-11-25", "2026-07-28"],
            },
            since=Since(run="r0", status=ServerStatus.FAILED, grade="C", fixed=("a", "b")),
        ),
        server(
            "bad",
            ServerStatus.FAILED,
            grade="C",
            score=71.25,
            reason="TOOL-000: the list is no list",
            audit=audited(passed=1, failed=30),
            findings={"error": 30, "warning": 2},
            failed_cases=30,
            failures=failures,
            gates=(GateResult(name="min_grade", passed=False, note="C is less than B"),),
            since=Since(run="r0", status=ServerStatus.FAILED, grade="B", broke=failures[:1]),
            incomplete=True,
        ),
        server(NASTY, ServerStatus.UNREACHABLE, reason=NASTY, tags=(NASTY,), owner=NASTY),
        server("slow", ServerStatus.TIMED_OUT, reason="its limit ended it", notes=("a note",)),
        server("lacks", ServerStatus.UNUSABLE, reason="no A_TOKEN"),
        server("ours", ServerStatus.ERRORED, reason="a worker broke"),
        server("later", ServerStatus.NOT_RUN),
        notes=("one note of the run",),
    )
