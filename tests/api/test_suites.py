"""Load and run suites from code."""

import asyncio

import pytest
from tests.api.bench import QUICKSTART, records

import mcptest
from mcptest.model.events import CaseFinished


def suite(folder, text, name="a.mcptest.yml"):
    path = folder / name
    path.write_text("server: {command: not-started}\n" + text, encoding="utf-8")
    return path


TWO = """
tools:
  - {name: finds, tool: search_records, args: {query: alpha}, tags: [smoke]}
  - {name: fails, tool: search_records, args: {query: ""}}
"""


def statuses(run):
    return {case.name: case.status.value for case in run.cases}


def test_a_suite_runs_on_a_server_in_this_process(tmp_path):
    run = mcptest.run(suite(tmp_path, TWO), servers={"default": records()})
    assert statuses(run) == {"finds": "passed", "fails": "failed"}
    assert run.exit_code == mcptest.ExitCode.FAILED
    assert run.servers[0].transport == "memory"


def test_the_whole_quickstart_passes():
    run = mcptest.run(mcptest.load(QUICKSTART), servers={"default": records()})
    assert run.exit_code == 0
    assert run.summary.passed == 8


def test_several_suites_are_one_run(tmp_path):
    first, second = suite(tmp_path, TWO), suite(tmp_path, TWO, "b.mcptest.yml")
    run = mcptest.run([first, mcptest.load(second)], servers={"default": records()}, jobs=1)
    assert run.summary.total == 4


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ({"filter": "find"}, {"finds"}),
        ({"tags": ["smoke"]}, {"finds"}),
        ({"skip_tags": ["smoke"]}, {"fails"}),
    ],
)
def test_a_part_can_be_selected(tmp_path, options, names):
    run = mcptest.run(suite(tmp_path, TWO), servers={"default": records()}, **options)
    assert set(statuses(run)) == names


def test_nothing_selected_is_an_error(tmp_path):
    with pytest.raises(mcptest.NothingSelectedError):
        mcptest.run(suite(tmp_path, TWO), filter="nobody")


def test_every_problem_of_a_suite_is_raised_at_once(tmp_path):
    path = suite(tmp_path, "tools:\n  - {name: a, tol: x}\n  - {nam: b, tool: x}\n")
    with pytest.raises(mcptest.FileProblemsError) as caught:
        mcptest.load(path)
    assert {problem.code for problem in caught.value.problems} >= {"suite-unknown-key"}
    assert len(caught.value.problems) >= 2


def test_an_unknown_server_or_option_is_refused(tmp_path):
    with pytest.raises(mcptest.UsageError) as caught:
        mcptest.run(suite(tmp_path, TWO), servers={"other": records()})
    assert caught.value.code == "server-unknown"
    with pytest.raises(TypeError, match="colour"):
        mcptest.run(suite(tmp_path, TWO), colour=True)


def test_the_policy_holds_for_calls_that_we_make_up(tmp_path):
    text = """
tools:
  - {name: bad, tool: search_records, args: {query: a}, negative_path: {checks: [missing_required]}}
"""
    run = mcptest.run(
        suite(tmp_path, text),
        servers={"default": records()},
        policy=mcptest.ExecutionPolicy(max_calls=0),
    )
    assert run.cases[0].skip.reason == "budget-exhausted"


def test_a_run_can_be_awaited_and_heard(tmp_path):
    heard = []

    async def main():
        return await mcptest.run_async(
            suite(tmp_path, TWO), servers={"default": records()}, on_event=heard.append
        )

    run = asyncio.run(main())
    ended = {event.result.name for event in heard if isinstance(event, CaseFinished)}
    assert ended == set(statuses(run))


def test_a_cancelled_run_is_cancelled(tmp_path):
    async def main():
        work = mcptest.run_async(
            suite(tmp_path, TWO), servers={"default": records("hang")}, on_event=heard
        )
        task = asyncio.ensure_future(work)

        await begun.wait()
        task.cancel()
        await task

    begun = asyncio.Event()

    def heard(_event):
        begun.set()

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(main())
