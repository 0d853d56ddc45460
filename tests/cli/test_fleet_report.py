"""``fleet report``: from the folder of a run to tables, pages and badges."""

import json

import pytest
from tests.fleet.sample import everything, fleet_run, server

from mcptest.fleet.folder import HOME, RunFolder
from mcptest.fleet.journal import Journal
from mcptest.fleet.store import FILE
from mcptest.report.schemas import document_schema
from mcptest.schema.validate import validator


@pytest.fixture
def keep(tmp_path, monkeypatch):
    """Runs in the home of the current folder."""
    monkeypatch.chdir(tmp_path)

    def put(run, home=HOME):
        folder = RunFolder(home / run.id)
        folder.make()
        Journal(folder.journal).begin(run).close()
        folder.finish(run)
        return folder.path

    return put


def test_the_newest_run_is_shown_as_a_table(cli, keep):
    keep(fleet_run(server("old"), run_id="1"))
    keep(everything())
    said = cli("fleet", "report")
    assert said.code == 0
    assert "bad" in said.out
    assert "old" not in said.out


def test_a_run_that_did_not_end_says_so_in_every_text_for_people(cli, keep):
    folder = keep(everything())
    (folder / "fleet.json").unlink()
    for shape in ("text", "markdown", "html"):
        assert "is incomplete" in cli("fleet", "report", "--format", shape).out, shape


def test_every_format_goes_to_a_file(cli, keep, tmp_path):
    keep(everything())
    names = {
        "html": "<!DOCTYPE html>",
        "markdown": "## ❌",
        "junit": "<?xml",
        "json": "{",
        "text": "server",
    }
    flags = [part for name in names for part in ("--report", f"{name}=r.{name}")]
    assert cli("fleet", "report", *flags, "--badges", "badges").code == 0
    for name, start in names.items():
        assert (tmp_path / f"r.{name}").read_text().lstrip().startswith(start)
    assert (tmp_path / "badges" / "good.server.svg").exists()


def test_the_document_has_the_history_and_fits_its_schema(cli, keep):
    keep(
        fleet_run(server("good", grade="B", score=80.0), run_id="0", started="2026-11-10T00:00:00Z")
    )
    keep(everything())
    document = json.loads(cli("fleet", "report", "--format", "json").out)
    assert validator(document_schema("fleet-run")).errors(document) == []
    assert [point["grade"] for point in document["history"]["good"]] == ["B", "A+"]


def test_a_history_outlives_the_folder_of_its_run(cli, keep):
    import shutil

    first = keep(fleet_run(server("good"), run_id="0", started="2026-11-10T00:00:00Z"))
    cli("fleet", "report")
    shutil.rmtree(first)
    keep(everything())
    document = json.loads(cli("fleet", "report", "--format", "json").out)
    assert len(document["history"]["good"]) == 2


def test_a_broken_history_costs_the_trends_and_nothing_else(cli, keep):
    folder = keep(everything())
    (folder.parent / FILE).write_text("broken" * 100)
    said = cli("fleet", "report", "--format", "json")
    assert said.code == 0
    assert "no trends" in said.err
    assert json.loads(said.out)["history"] == {}


def test_shards_are_one_report(cli, keep, tmp_path):
    one = keep(fleet_run(server("a"), run_id="1", shard="1/2"), tmp_path / "one")
    two = keep(fleet_run(server("b"), run_id="2", shard="2/2"), tmp_path / "two")
    document = json.loads(cli("fleet", "report", str(one), str(two), "--format", "json").out)
    assert [row["name"] for row in document["servers"]] == ["a", "b"]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--report", "pdf=x"], "report-option"),
        (["--report", "html=x", "--report", "json=x"], "report-same-path"),
        (["--report", "html="], "report-option"),
        (["nothing-here"], "fleet-no-run"),
    ],
)
def test_what_cannot_be_reported_is_a_bad_invocation(cli, keep, words, code):
    keep(everything())
    said = cli("fleet", "report", *words)
    assert (said.code, said.out) == (2, "")
    assert code in said.err


def test_a_report_that_cannot_be_written_is_four(cli, keep):
    keep(everything())
    said = cli("fleet", "report", "--report", "html=no/such/folder/x")
    assert said.code == 4
    assert "error[report-unwritable]" in said.err


def test_without_a_run_there_is_nothing_to_report(cli, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    said = cli("fleet", "report")
    assert said.code == 2
    assert "fleet-no-run" in said.err


def test_badges_need_a_folder_that_can_be_made(cli, keep, tmp_path):
    keep(everything())
    (tmp_path / "file").write_text("")
    said = cli("fleet", "report", "--badges", "file")
    assert said.code == 4
    assert "fleet-unwritable" in said.err
