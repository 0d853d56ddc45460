"""``fuzz:`` in a suite."""

import pytest
from tests.fuzz.fuzz_kit import run_case
from tests.servers.planted import BUGS, Peer

from mcptest.errors import FileProblemsError
from mcptest.plan import build_cases, load_suite

SUITE = """
server: {{command: "true"}}
tools:
  - name: search survives
    tool: search
    {block}
"""


def cases_of(tmp_path, block):
    path = tmp_path / "mcptest.yml"
    path.write_text(SUITE.format(block=block))
    return build_cases(load_suite(path, env={}))[0]


def test_a_test_with_fuzz_makes_one_case(tmp_path):
    (case,) = cases_of(tmp_path, "fuzz: {seed: 3, cases: 20, max_call_ms: 500}")
    assert (case.id, case.lane) == ("fuzz::default::search survives", "fuzz")
    _, result = run_case(case, Peer().target)
    assert result.status == "passed"
    assert result.targets["fuzz.cases_run"] == 20


def test_what_it_finds_is_kept_beside_the_suite(tmp_path):
    (case,) = cases_of(tmp_path, "fuzz: {cases: 60}")
    _, result = run_case(case, Peer(BUGS[0]).target)
    assert result.status == "failed"
    assert (tmp_path / ".mcptest" / "fuzz-seeds.json").exists()


def test_expectations_are_shared_out_between_the_two_blocks(tmp_path):
    block = (
        "negative_path: {}\n    fuzz: {}\n    expect:\n"
        "      - {target: fuzz.crashes, matcher: {exact: 0}}\n"
        "      - {target: negative_path.failures, matcher: {exact: 0}}"
    )
    negative, fuzz = cases_of(tmp_path, block)
    assert [one.target.text for one in fuzz.expect] == ["fuzz.crashes"]
    assert [one.target.text for one in negative.expect] == ["negative_path.failures"]


@pytest.mark.parametrize(
    "block", ["fuzz: {cases: -1}", "fuzz: {sede: 1}", "fuzz: {max_call_ms: 0}"]
)
def test_mistakes_are_load_errors(block, tmp_path):
    with pytest.raises(FileProblemsError):
        cases_of(tmp_path, block)


def test_an_entry_that_a_finding_prints_is_one_that_a_suite_takes(tmp_path):
    (case,) = cases_of(tmp_path, "fuzz: {cases: 60}")
    _, result = run_case(case, Peer(BUGS[0]).target)
    printed = result.findings[0].help.partition("\n")[2]
    path = tmp_path / "again.yml"
    path.write_text(f'server: {{command: "true"}}\n{printed}\n')
    (again,), _ = build_cases(load_suite(path, env={}))
    _, result = run_case(again, Peer(BUGS[0]).target)
    assert result.findings[0].id == "server-crashed"
    _, result = run_case(again, Peer().target)
    assert result.status == "passed"
