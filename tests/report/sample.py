"""A run with every member filled and the nastiest text that a server can send."""

from mcptest.model.finding import Exchange, Finding, Severity
from mcptest.model.grade import Compliance, GateVerdict, Level, NextGrade, RuleVerdict, SectionScore
from mcptest.model.location import Location
from mcptest.model.outcome import CaseResult, Lane, Said, Skip, SkipReason, Status, Summary
from mcptest.model.run import CallRecord, Run, ServerFacts
from mcptest.model.spec_version import Era

NASTY = (
    "\x1b[31mred\x1b]0;title\x07 \x00 \x9b31m <script>alert(1)</script> ]]> ```` `x` @all #12 "
    "| [a](http://evil.example) ![i](x) \u202egnp.exe\u202c \u200b \ud800 \ufffe \u2028\r"
    "\n::error::owned\n  ##vso[task.setvariable]x\nok 1 - forged\n</testcase>"
)


def nasty_finding(**more):
    return Finding(
        **{
            "id": "assertion",
            "severity": Severity.ERROR,
            "message": f"text {NASTY}",
            "where": Location("s\x1b\udcff.yml", 6, 5, 3, f"    tol: {NASTY}"),
            "pointer": f"/a/{NASTY}",
            "expected": {"exact": NASTY},
            "actual": [NASTY, None],
            "help": f"first {NASTY}",
            "spec": "https://example.org/spec",
            "exchange": Exchange({"id": 1, "x": NASTY}, {"id": 1, "result": NASTY}),
            **more,
        }
    )


def result(name, status=Status.PASSED, **more):
    lane = more.pop("lane", Lane.TOOLS)
    return CaseResult(f"{lane}::default::{name}", name, lane, "default", status, 3.25, **more)


def nasty_cases():
    skip = Skip(SkipReason.DECLARED_SKIP, f"later {NASTY}")
    warning = nasty_finding(severity=Severity.WARNING, expected=None, actual=None)
    bug = Finding("internal", Severity.ERROR, "oops")
    return (
        result(
            "fine",
            tags=("smoke",),
            at_ms=0.5,
            said=(
                Said("initialize", None, "result", 2.0, 0.6),
                Said("tools/call", f"tool {NASTY}", "error -32602", 1.0, 2.6),
                Said("ping", None, None, 0.0, 3.0),
            ),
            said_in_all=40,
        ),
        result(f"bad {NASTY}", Status.FAILED, findings=(nasty_finding(),), notes=(NASTY,)),
        result("odd", Status.WARNED, findings=(warning,), lane=Lane.RESOURCES),
        result("later", Status.SKIPPED, skip=skip, lane=Lane.PROMPTS),
        result("ours", Status.ERRORED, findings=(bug,), attempts=3, targets={"x": NASTY}),
    )


def graded():
    skip = Skip(SkipReason.NOT_IN_REVISION, "came later")
    rule = RuleVerdict("PROTO-001", Level.MUST, "lifecycle", Status.SKIPPED, skip)
    older = Compliance(spec_version="v2025-06-18", grade="B", score=81.0, tier="F")
    return Compliance(
        spec_version="v2025-11-25",
        grade="A",
        score=97.4,
        tier="T1",
        incomplete=True,
        sections={"lifecycle": SectionScore(100.0, 9, 0, 0, 1)},
        rules=(rule, RuleVerdict("PROTO-002", Level.MAY, "lifecycle", Status.PASSED)),
        gates=(GateVerdict("grade_delta", True), GateVerdict(f"gate {NASTY}", False, NASTY)),
        next_grade=NextGrade("A+", (f"RULE {NASTY}", *(f"R-{n}" for n in range(6)))),
        revisions=(older,),
    )


def nasty_run(**more):
    cases = more.pop("cases", nasty_cases())
    server = ServerFacts(
        f"srv {NASTY}", "stdio", Era.HANDSHAKE, "2025-11-25", ("2025-11-25",), {"name": NASTY}
    )
    members = {
        "mcptest": "0.1.0",
        "command": "run",
        "started": "2026-11-15T12:00:00Z",
        "duration_ms": 1234.0,
        "seed": 7,
        "exit_code": 1,
        "servers": (server, ServerFacts("quiet", "http")),
        "summary": Summary.of(cases),
        "cases": cases,
        "compliance": graded(),
        "calls": (CallRecord("default", "wipe", "Destructive", "Refuse", "probe", called=False),),
        "notes": (f"note {NASTY}",),
    }
    return Run(**{**members, **more})
