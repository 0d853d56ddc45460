"""Two builds compared: every planted change is found in its class, and equal builds are equal."""

import asyncio
import json
import shlex
import subprocess
import sys
from pathlib import Path

import jsonschema_rs
import pytest
from tests.recording.written import OPENING, asks, calls, recording, replies, save, text

from mcptest.cli.main import run as mcptest
from mcptest.compare.answers import CallAnswer, compare_answers
from mcptest.compare.call_plan import calls_from
from mcptest.compare.comparing import Comparing
from mcptest.compare.difference import ComparedSection
from mcptest.compare.latency import measure, ratio_of
from mcptest.compare.side import SideOptions, opened_side
from mcptest.compare.verdicts import finding_differences, rule_differences
from mcptest.errors import UsageError
from mcptest.lint.diff.value_diff import Impact
from mcptest.model.finding import Finding, Severity
from mcptest.model.grade import Compliance, Level, RuleVerdict
from mcptest.model.outcome import CaseResult, Lane, Status
from mcptest.model.run import Run
from mcptest.report.schemas import document_schema

BUILDS = Path(__file__).parents[1] / "servers" / "builds.py"
QUICK = ("catalog", "behaviour", "latency")


def build(*planted):
    return shlex.join([sys.executable, str(BUILDS), *planted])


def compared(base, head, sections=QUICK, planned=None):
    options = SideOptions()
    with opened_side("base", base, options) as one, opened_side("head", head, options) as other:
        chosen = [ComparedSection(name) for name in sections]
        return asyncio.run(Comparing(one, other, sections=chosen, calls=planned).run())


PLANTED = {
    "required-argument": ("catalog", "breaking", "get_a"),
    "optional-argument": ("catalog", "safe", "get_b"),
    "removed-tool": ("catalog", "breaking", "get_c"),
    "annotation": ("catalog", "risky", "get_d"),
    "wording": ("catalog", "safe", "get_e"),
    "value": ("behaviour", "risky", "get_a"),
    "member": ("behaviour", "breaking", "get_b"),
    "fails": ("behaviour", "breaking", "get_e"),
    "error-shape": ("behaviour", "risky", "get_f"),
    "slow": ("latency", "breaking", "get_g"),
}


@pytest.mark.parametrize("planted", PLANTED)
def test_a_planted_change_is_found_in_its_class(planted):
    sections = QUICK if planted == "slow" else QUICK[:2]
    found = compared(build(), build(planted), sections)
    seen = {(one.section.value, one.impact.value, one.subject) for one in found.differences}
    assert seen == {PLANTED[planted]}
    assert found.regressed == (PLANTED[planted][1] == "breaking")


def test_equal_builds_are_equal(capsys):
    quick = [word for name in QUICK[:2] for word in ("--only", name)]
    assert mcptest(["compare", "--base", build(), "--head", build(), *quick]) == 0
    assert "no changes" in capsys.readouterr().out


def test_only_tools_that_read_are_called(tmp_path):
    log = tmp_path / "calls"
    compared(
        build(f"log={log}"), build(f"log={log}", "no-ping"), [one.value for one in ComparedSection]
    )
    called = set(log.read_text().split())
    assert "get_a" in called
    assert called.isdisjoint({"create_x", "frobnicate", "delete_x"})


@pytest.fixture
def audits(monkeypatch):
    """Audits that come out as a test says, in their order: base, head, and once more."""

    def come_out(*graded):
        runs = iter(
            Run("audit", "0", "", 0.0, seed=None, exit_code=0, compliance=one) for one in graded
        )

        async def audit(_server):
            return next(runs)

        monkeypatch.setattr("mcptest.compare.comparing._audit", audit)

    return come_out


def test_a_rule_that_is_newly_broken_is_a_regression(audits, capsys):
    good, bad = rules(A="passed"), rules(A="failed")
    audits(good, bad, good, bad)
    line = ["compare", "--base", build(), "--head", build(), "--only", "grade", "--format", "json"]
    assert mcptest(line) == 1
    document = json.loads(capsys.readouterr().out)
    jsonschema_rs.validate(document_schema("comparison"), document)
    assert [one["subject"] for one in document["differences"]] == ["A"]
    assert document["regressed"] is True


def test_a_verdict_that_differs_only_once_was_chance(audits):
    good, bad = rules(A="passed"), rules(A="failed")
    audits(good, bad, good, good)
    assert compared(build(), build(), ("grade",)).differences == ()


def test_findings_come_from_a_real_audit(monkeypatch, tmp_path):
    monkeypatch.setattr("mcptest.compare.comparing._AUDITED", ("lint",))
    found = compared(build(), build("required-argument"), ("findings",))
    assert found.facts["grades"] == [None, None]
    report = tmp_path / "out.md"
    line = ["compare", "--base", build(), "--head", build("wording"), "--only", "catalog"]
    assert mcptest([*line, "--report", f"markdown={report}"]) == 0
    assert "<details>" in report.read_text()


def test_a_recording_can_be_the_base(tmp_path, capsys):
    tools = [
        {"name": "get_a", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": True}}
    ]
    file = save(
        tmp_path / "s.ndjson",
        recording(
            *OPENING,
            asks(1, "tools/list"),
            replies(1, {"tools": tools}),
            calls(2, "get_a"),
            replies(2, text("x", structuredContent={"name": "get_a", "count": 2})),
        ),
    )
    line = ["compare", "--base", str(file), "--head", build(), "--format", "markdown"]
    assert mcptest(line) == 0
    out = capsys.readouterr().out
    assert "the value changed" in out
    assert "Skipped grade" in out
    assert [call.tool for call in calls_from(file, {})] == ["get_a"]


def test_calls_come_from_a_suite(tmp_path, capsys):
    suite = tmp_path / "s.mcptest.yml"
    suite.write_text(
        f"server: {{command: {json.dumps([sys.executable, str(BUILDS)])}}}\n"
        "tools:\n"
        "  - {name: one, tool: get_a, args: {text: x}}\n"
        "  - {name: two, tool: get_b, skip: later}\n"
    )
    found = compared(build(), build("value"), ("behaviour",), calls_from(suite, {}))
    assert found.facts["calls"] == 1
    assert {one.subject for one in found.differences} == {"get_a"}


def test_revisions_of_a_repository_are_compared(tmp_path, monkeypatch, capsys):
    def git(*words):
        subprocess.run(
            ["git", "-c", "user.name=n", "-c", "user.email=n@example.com", *words],
            cwd=tmp_path,
            check=True,
            capture_output=True,
        )

    git("init", "-q")
    server = tmp_path / "server.py"
    for number, source in enumerate((BUILDS.read_text(), BUILDS.read_text().replace("= 3", "= 3"))):
        server.write_text(source.replace('"count": 3', f'"count": {3 + number}'))
        git("add", ".")
        git("commit", "-q", "-m", "x")
    monkeypatch.chdir(tmp_path)
    line = ["compare", "--base", "git:HEAD~1", "--head", "git:HEAD", "--only", "behaviour"]
    start = ["--start", shlex.join([sys.executable, "server.py"]), "--prepare", "git status"]
    assert mcptest([*line, *start]) == 0
    assert "the value changed" in capsys.readouterr().out
    assert mcptest(line) == 2
    assert mcptest([*line[:-2], "--base", "git:nowhere", *start]) == 2
    assert "compare-command" in capsys.readouterr().err
    done = subprocess.run(
        ["git", "worktree", "list"], cwd=tmp_path, capture_output=True, check=True
    )
    assert len(done.stdout.splitlines()) == 1


@pytest.mark.parametrize("spec", ["", "'unclosed"])
def test_a_command_that_cannot_be_read_is_refused(spec):
    with pytest.raises(UsageError), opened_side("base", spec, SideOptions()):
        pass


def test_nothing_to_compare_is_refused(capsys):
    for name in (ComparedSection.BEHAVIOUR.words, ComparedSection.BEHAVIOUR.value):
        names = [name if one is ComparedSection.BEHAVIOUR else one.value for one in ComparedSection]
        sections = [word for name in names for word in ("--skip", name)]
        assert mcptest(["compare", "--base", "x", "--head", "y", *sections]) == 2
        assert "compare-no-section" in capsys.readouterr().err


def pair(first, second=None):
    return (first, second or first)


RESULT, BROKEN = CallAnswer("result", {"a": 1}), CallAnswer("tool error", {"isError": True})
REJECTED = CallAnswer("error", {"code": -1, "message": "x"})


@pytest.mark.parametrize(
    ("base", "head", "impacts"),
    [
        (pair(RESULT), pair(RESULT), []),
        (pair(RESULT), pair(BROKEN), [Impact.BREAKING]),
        (pair(REJECTED), pair(RESULT), [Impact.SAFE]),
        (pair(BROKEN), pair(REJECTED), [Impact.RISKY]),
        (pair(BROKEN), pair(CallAnswer("none")), [Impact.BREAKING]),
        (pair(REJECTED), pair(CallAnswer("error", {"code": -2})), [Impact.RISKY]),
        (pair(REJECTED), pair(REJECTED), []),
        (pair(RESULT, BROKEN), pair(BROKEN), []),
        (pair(RESULT, CallAnswer("result", {"a": 2})), pair(CallAnswer("result", {"a": 9})), []),
        (pair(RESULT), pair(CallAnswer("result", {"a": "1"})), [Impact.BREAKING]),
        (pair(RESULT), pair(CallAnswer("result", {"a": 1.0, "b": 2})), [Impact.SAFE]),
        (
            pair(CallAnswer("result", {"l": [1, 2]})),
            pair(CallAnswer("result", {"l": [1]})),
            [Impact.RISKY],
        ),
        (
            pair(CallAnswer("result", {"l": [1, 2]}), CallAnswer("result", {"l": [1, 3]})),
            pair(CallAnswer("result", {"l": [7, 4]})),
            [Impact.RISKY],
        ),
    ],
)
def test_answers_are_compared_by_what_each_side_repeats(base, head, impacts):
    assert [change.impact for change in compare_answers(base, head)] == impacts


def test_latency_needs_a_difference_that_is_sure_and_noticeable():
    noise = [(10 + number % 3, 10 + (number + 1) % 3) for number in range(30)]
    assert ratio_of(noise).impact is None
    slower = ratio_of([(one, other * 2) for one, other in noise])
    assert slower.impact is Impact.BREAKING
    assert "times, 99% interval" in str(slower)
    assert ratio_of([(one * 2, other) for one, other in noise]).impact is Impact.SAFE
    assert ratio_of([(0.1, 0.3)] * 30).impact is None
    assert ratio_of([(0.0, 0.0)] * 30).low == 1.0


def test_a_machine_that_is_unfair_to_one_side_is_no_difference():
    disturbed = [(8.0, 3.0 if number % 5 == 0 else 20.0) for number in range(30)]
    assert ratio_of(disturbed).low > 1.25
    assert ratio_of(disturbed).impact is None
    assert ratio_of([(head, base) for base, head in disturbed]).impact is None


@pytest.mark.parametrize("then", [10.0, 2.0])
def test_a_difference_in_time_must_be_seen_twice(then):
    taken = iter([30.0] * 30 + [then] * 30)

    async def base():
        return 10.0

    async def head():
        return next(taken)

    assert asyncio.run(measure(base, head)).impact is None


def rules(**statuses):
    return Compliance(
        rules=tuple(
            RuleVerdict(name, Level.MUST, "x", Status(status)) for name, status in statuses.items()
        )
    )


def test_rules_and_findings_that_changed_are_told():
    base = rules(A="passed", B="failed", C="passed", D="skipped", E="warned")
    head = rules(A="failed", B="passed", C="warned", D="failed", E="failed", F="failed")
    found = {one.subject: one.impact.value for one in rule_differences(base, head)}
    assert found == {"A": "breaking", "B": "safe", "C": "risky", "E": "breaking"}

    def run_with(*ids):
        findings = tuple(Finding(name, severity, "words") for name, severity in ids)
        case = CaseResult("x", "tool", Lane.SCHEMA_LINT, "s", Status.FAILED, findings=findings)
        return Run("audit", "0", "", 0.0, seed=None, exit_code=0, cases=(case,))

    before = run_with(("OLD", Severity.ERROR), ("SAME", Severity.ERROR))
    after = run_with(
        ("NEW", Severity.ERROR),
        ("SAME", Severity.ERROR),
        ("W", Severity.WARNING),
        ("N", Severity.NOTE),
    )
    said = {
        one.message.split(":")[0].split()[-1]: one.impact.value
        for one in finding_differences(before, after)
    }
    assert said == {"NEW": "breaking", "W": "risky", "OLD": "safe"}


def test_a_removed_tool_takes_its_findings_along():
    found = (Finding("OLD", Severity.ERROR, "words"),)
    case = CaseResult("x", "tool", Lane.SCHEMA_LINT, "s", Status.FAILED, findings=found)
    before = Run("audit", "0", "", 0.0, seed=None, exit_code=0, cases=(case,))
    after = Run("audit", "0", "", 0.0, seed=None, exit_code=0, cases=())
    assert list(finding_differences(before, after)) == []
