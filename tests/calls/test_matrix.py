"""A matrix of servers and revisions, sessions of one's own, and repeated tests."""

import asyncio
from dataclasses import replace
from functools import partial
from textwrap import dedent

import pytest
from tests.calls.bench import cases_of, run_suite, target_of, verdicts
from tests.engine.bench import case, execute, peer, server
from tests.servers.http_peer import Peer

from mcptest.engine.around.repetition import wilson_interval
from mcptest.engine.case import Observation
from mcptest.engine.run import RunPlan, run
from mcptest.engine.server import Server
from mcptest.errors import FileProblemsError
from mcptest.model.finding import Finding, Severity
from mcptest.model.outcome import Status
from mcptest.plan import load_suite
from mcptest.plan.run_plan import Flags, make_plan, narrow
from mcptest.plan.selection import Selection
from mcptest.plan.suites import join_suites
from mcptest.wire.target import HttpTarget

TWO = "servers: {a: {command: not-started}, b: {command: not-started}}\n"


def plan_of(folder, text, **selection):
    path = folder / "checks.yml"
    path.write_text(dedent(text))
    flags = Flags(selection=Selection(**selection))
    loaded = narrow(join_suites([partial(load_suite, path, env={})]), flags)
    plan = make_plan(loaded, flags)
    servers = {name: replace(one, target=target_of()) for name, one in plan.servers.items()}
    return replace(plan, servers=servers)


def finished(plan):
    return asyncio.run(run(plan, lambda _event: None))


def problem_of(folder, text):
    with pytest.raises(FileProblemsError) as caught:
        plan_of(folder, text)
    [problem] = caught.value.problems
    return problem


MATRIX = (
    TWO
    + """
matrix: {server: [a, b], spec_version: [2025-06-18, v2025-11-25]}
coverage: {tools: 50}
performance: {p95_latency_ms: 5000}
tools:
  - {name: one, tool: search_records, args: {query: a}}
  - {name: only a, server: a, tool: search_records, args: {query: a}}
  - name: own matrix
    tool: search_records
    args: {query: a}
    matrix: {server: [b]}
"""
)


def test_a_test_runs_for_each_combination_at_its_revision(tmp_path):
    done = finished(plan_of(tmp_path, MATRIX))
    assert [one.id for one in done.cases] == [
        "tools::a@2025-06-18::one",
        "tools::a@2025-11-25::one",
        "tools::b@2025-06-18::one",
        "tools::b@2025-11-25::one",
        "tools::a@2025-06-18::only a",
        "tools::a@2025-11-25::only a",
        "tools::b::own matrix",
        "coverage::a::tools",
        "coverage::b::tools",
        "performance::a::p95_latency_ms",
        "performance::b::p95_latency_ms",
    ]
    assert set(verdicts(done)) == {"passed"}
    versions = {facts.name: facts.protocol_version for facts in done.servers}
    assert versions["a@2025-06-18"] == "2025-06-18"
    assert versions["b@2025-11-25"] == "2025-11-25"
    assert done.cases[7].targets["tools"] == 50


def test_a_server_selects_all_its_variants_and_a_variant_itself(tmp_path):
    names = [one.id for one in plan_of(tmp_path, MATRIX, server="b").cases if not one.last]
    assert names == [
        "tools::b@2025-06-18::one",
        "tools::b@2025-11-25::one",
        "tools::b::own matrix",
    ]
    [one] = [one for one in plan_of(tmp_path, MATRIX, server="b@2025-06-18").cases if not one.last]
    assert one.server == "b@2025-06-18"


def test_the_matrix_of_a_suite_goes_before_the_default_server(tmp_path):
    text = TWO + "matrix: {server: [a, b]}\ndefaults: {server: a}\ntools: [{name: x, tool: y}]\n"
    assert [one.server for one in plan_of(tmp_path, text).cases] == ["a", "b"]


def test_what_is_wrong_with_a_matrix_is_told_once(tmp_path):
    tests = "tools: [{name: x, tool: y}, {name: z, tool: y}]\n"
    unknown = problem_of(
        tmp_path, TWO + "matrix: {server: [a, c]}\ndefaults: {server: a}\n" + tests
    )
    assert unknown.code == "suite-unknown-server"
    stray = problem_of(tmp_path, TWO + "matrix: {sever: [a]}\ndefaults: {server: a}\n" + tests)
    assert (stray.code, stray.hint) == ("suite-unknown-key", 'did you mean "server"?')


def test_a_test_cannot_have_two_kinds_of_servers(tmp_path):
    text = TWO + "tools: [{name: x, tool: y, server: a, matrix: {server: [b]}}]\n"
    assert problem_of(tmp_path, text).code == "suite-bad-value"


def test_an_isolated_test_has_a_session_to_itself(tmp_path):
    starts = []
    target = peer(starts=starts)
    text = """
        isolation: test
        tools:
          - {name: one, tool: a}
          - {name: two, tool: a}
          - {name: shared, tool: a, isolation: session}
          - name: steps
            steps: [{tool: a}, {tool: a}]
        """
    done = run_suite(tmp_path, text, target=target)
    assert verdicts(done) == ["passed"] * 4
    assert len(starts) == 4
    assert [facts.name for facts in done.servers] == ["default"]


def test_isolation_over_http_opens_a_session_for_each_test(tmp_path):
    text = """
        isolation: test
        tools:
          - {name: one, tool: a}
          - {name: two, tool: a}
          - {name: shared, tool: a, isolation: session}
          - {name: shared too, tool: a, isolation: session}
        """

    async def body():
        async with asyncio.timeout(20), Peer("healthy") as peer:
            one = Server(name="default", target=HttpTarget(peer.url))
            cases = cases_of(tmp_path, text)
            plan = RunPlan(command="run", cases=cases, servers={"default": one})
            done = await run(plan, lambda _event: None)
            return done, [request.message.get("method") for request in peer.requests]

    done, methods = asyncio.run(body())
    assert verdicts(done) == ["passed"] * 4
    assert (methods.count("initialize"), methods.count("tools/call")) == (3, 4)


def test_a_server_that_cannot_be_opened_is_tried_once_for_isolated_tests(tmp_path):
    starts = []
    target = peer(starts=starts)

    async def leave(pipe):
        starts.append(1)

    text = """
        defaults: {isolation: test}
        tools: [{name: one, tool: a}, {name: two, tool: a}]
        """
    done = run_suite(tmp_path, text, target=replace(target, serve=leave))
    assert verdicts(done) == ["failed", "failed"]
    once = len(starts)
    run_suite(
        tmp_path, text.replace(", {name: two, tool: a}", ""), target=replace(target, serve=leave)
    )
    assert len(starts) == 2 * once


def every(number, of):
    """Fails in the given calls out of each round."""
    seen = []

    async def observe(context):
        seen.append(1)
        bad = len(seen) % of < number
        return Observation(findings=(Finding("x", Severity.ERROR, "no good"),) if bad else ())

    return observe


def test_a_test_that_fails_sometimes_is_flaky_with_a_rate_and_an_interval():
    done, _ = execute([case("one", every(1, 4), repeat=20)], server())
    [result] = done.cases
    assert result.status is Status.WARNED
    assert done.exit_code == 0
    assert result.targets["flaky.runs"] == 20
    assert result.targets["flaky.failures"] == 5
    assert result.findings[0].id == "flaky"
    assert "5 of 20 runs (25.0 %; 95 % confidence interval 11.2 % to 46.9 %)" in (
        result.findings[0].message
    )
    assert result.findings[1].severity is Severity.WARNING


def test_a_flaky_test_fails_where_that_is_asked_for():
    done, _ = execute([case("one", every(1, 4))], server(), repeat=8, fail_on_flaky=True)
    assert done.cases[0].status is Status.FAILED
    assert done.exit_code == 1


@pytest.mark.parametrize(("share", "status"), [(0, Status.PASSED), (1, Status.FAILED)])
def test_a_test_that_always_ends_the_same_way_is_not_flaky(share, status):
    done, _ = execute([case("one", every(share, 1), repeat=5)], server())
    [result] = done.cases
    assert result.status is status
    assert "flaky" not in {finding.id for finding in result.findings}
    assert result.targets["flaky.rate"] == share


def test_a_test_that_passes_only_when_retried_is_flaky():
    done, _ = execute([case("one", every(1, 2))], server(), retry=2, fail_on_flaky=True)
    assert done.cases[0].status is Status.PASSED  # the first attempt passed
    seen = []

    async def second(context):
        seen.append(1)
        bad = len(seen) == 1
        return Observation(findings=(Finding("x", Severity.ERROR, "no"),) if bad else ())

    done, _ = execute([case("one", second)], server(), retry=2, fail_on_flaky=True)
    assert [one.id for one in done.cases[0].findings] == ["flaky"]
    assert done.exit_code == 1


def test_an_error_of_ours_ends_the_repetition():
    seen = []

    async def broken(context):
        seen.append(1)
        raise RuntimeError("no")

    done, _ = execute([case("one", broken, repeat=5)], server())
    assert done.cases[0].status is Status.ERRORED
    assert len(seen) == 1


def test_the_interval_is_that_of_wilson():
    low, high = wilson_interval(1, 10)
    assert (round(low, 4), round(high, 4)) == (0.0179, 0.4042)
    assert wilson_interval(0, 5)[0] == pytest.approx(0)
