"""The one table, and how a suite becomes cases."""

from textwrap import dedent

import pytest

from mcptest import plan
from mcptest.errors import FileProblemsError
from mcptest.plan import all_blocks, block, build_cases, load_suite, suite_schema
from mcptest.plan.blocks import BLOCKS, NESTED
from mcptest.plan.suites import load_all
from mcptest.schema.validate import check_schema
from mcptest.suite.block import Block

SERVER = "server: {command: not-started}\n"


@pytest.fixture
def planned(tmp_path):
    def build(text):
        path = tmp_path / "s.yml"
        path.write_text(SERVER + dedent(text), encoding="utf-8")
        return build_cases(load_suite(path, env={}))

    return build


@pytest.mark.parametrize("key", BLOCKS)
def test_every_row_names_a_room_that_owns_the_block(key):
    owner = block(key)
    assert isinstance(owner, Block)
    assert owner.key == key
    assert owner.doc.endswith(".")


@pytest.mark.parametrize("key", NESTED)
def test_every_row_for_a_nested_block_names_a_room_that_owns_it(key):
    owner = NESTED[key]()
    assert (owner.key, owner.doc[-1]) == (key, ".")


def test_the_schema_comes_from_the_shapes_that_read():
    schema = suite_schema()
    assert check_schema(schema) == []
    assert {block.key for block in all_blocks()} <= set(schema["properties"])


def test_cases_come_in_the_order_of_the_table_and_the_file(planned):
    cases, notes = planned(
        """
        coverage: {tools: 50}
        prompts: [{name: p, prompt: x}]
        tools: [{name: b, tool: x}, {name: a, tool: x}]
        """
    )
    assert [case.name for case in cases] == ["b", "a", "p", "tool coverage"]
    assert notes == []


def test_a_block_in_preview_is_noted_once(planned, monkeypatch):
    from dataclasses import replace

    real = plan.block
    monkeypatch.setattr(plan, "block", lambda *args: replace(real(*args), preview=True))
    _, notes = planned("prompts: [{name: p, prompt: x}]\n")
    assert notes == ["prompts: is in preview and may change"]


def test_problems_of_all_blocks_come_at_once_in_the_order_of_the_file(planned):
    with pytest.raises(FileProblemsError) as caught:
        planned(
            """
            prompts: [{name: p}]
            tools: [{name: t, tool: x, taggs: []}]
            coverage: {tools: 101}
            """
        )
    assert [problem.where.line for problem in caught.value.problems] == [3, 4, 5]


def test_a_name_is_one_case_s_alone_on_its_server_and_lane(planned):
    cases, _ = planned("tools: [{name: x, tool: a}]\nprompts: [{name: x, prompt: a}]\n")
    assert [case.id for case in cases] == ["tools::default::x", "prompts::default::x"]
    with pytest.raises(FileProblemsError) as caught:
        planned("tools:\n  - {name: x, tool: a}\n  - {name: x, tool: b}\n")
    [problem] = caught.value.problems
    assert (problem.code, problem.where.line) == ("suite-duplicate-name", 4)


def test_a_run_lets_go_of_what_its_tests_were_written_as(tmp_path):
    suite = tmp_path / "a.mcptest.yml"
    text = "server: {command: x}\ntools: [{name: a, tool: t}]\n"
    suite.write_text(text)
    assert "tools" in load_all([suite]).suites[0].blocks
    loaded = load_all([suite], whole=False)
    assert not loaded.suites[0].blocks
    assert [case.name for case in loaded.cases] == ["a"]
    suite.write_text(text + "run_options: {deny_lints: true}\n")
    assert "tools" in load_all([suite], whole=False).suites[0].blocks
