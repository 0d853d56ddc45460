"""A run becomes text in code as it does on the command line."""

import json

import pytest
from tests.api.bench import records

import mcptest


@pytest.fixture
def finished(tmp_path):
    path = tmp_path / "a.mcptest.yml"
    path.write_text(
        "server: {command: not-started}\n"
        "tools: [{name: finds, tool: search_records, args: {query: alpha}}]\n"
    )
    return mcptest.run(path, servers={"default": records()})


def test_a_run_becomes_text(finished):
    assert "1 passed in" in mcptest.render(finished)


@pytest.mark.parametrize("name", ["json", "ndjson", "junit", "tap"])
def test_a_format_for_machines_names_the_test(finished, name):
    assert "finds" in mcptest.render(finished, name)


def test_the_document_is_the_published_one(finished):
    assert json.loads(mcptest.render(finished, "json"))["schema"] == "mcptest.run/v1"


def test_another_format_is_refused(finished):
    with pytest.raises(mcptest.UsageError) as caught:
        mcptest.render(finished, "xml")
    assert caught.value.code == "unknown-format"
    assert "junit" in caught.value.hint
