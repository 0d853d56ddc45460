"""``fleet``: from a file to a table, a folder of results and an exit code."""

import json
import subprocess
import sys

import pytest
from tests.cli.conftest import COMMAND

from mcptest.report.schemas import document_schema
from mcptest.schema.validate import validator


@pytest.fixture
def fleet(tmp_path, monkeypatch):
    """A fleet file in a folder that is the current one."""
    monkeypatch.chdir(tmp_path)

    def write(servers, **more):
        path = tmp_path / "fleet.yml"
        path.write_text(json.dumps({"fleet": "acme", "servers": servers, **more}))
        return path

    return write


TINY = {"command": COMMAND}


def saved(folder):
    return json.loads((folder / "fleet.json").read_text())


def test_every_server_has_a_row_and_one_bad_one_does_not_stop_the_rest(cli, fleet, suite, tmp_path):
    checks = suite("tools: [{name: echo works, tool: echo, args: {text: a}}]\n")
    broken = suite("tols: []\n", "broken.mcptest.yml")
    fleet(
        {
            "good": {**TINY, "suite": checks.name, "tags": ["a"], "owner": "me", "stage": 7},
            "gone": {"command": "/no/such/program"},
            "lacks": {**TINY, "env": {"A_TOKEN": {"env": "NO_SUCH_VARIABLE"}}},
            "broken": {**TINY, "suite": broken.name},
        }
    )
    said = cli("fleet", "run", "--only", "lint", "--only", "suite", "--out", "r")
    assert said.code == 1
    document = saved(tmp_path / "r")
    assert validator(document_schema("fleet-run")).errors(document) == []
    rows = {row["name"]: row for row in document["servers"]}
    assert {name: row["status"] for name, row in rows.items()} == {
        "good": "passed",
        "gone": "unreachable",
        "lacks": "unusable",
        "broken": "unusable",
    }
    assert (rows["good"]["owner"], rows["good"]["stage"], rows["good"]["tags"]) == (
        "me",
        "7",
        ["a"],
    )
    assert rows["good"]["suite"]["summary"]["passed"] == 1
    assert rows["broken"]["audit"] is not None
    for part in ("audit", "suite"):
        run = json.loads((tmp_path / "r" / rows["good"][part]["document"]).read_text())
        assert validator(document_schema("run")).errors(run) == []
    assert "NO_SUCH_VARIABLE" in rows["lacks"]["reason"]
    assert "4 servers: 1 passed, 1 unreachable, 2 unusable" in said.out
    assert "[4/4]" in said.err


def test_the_document_goes_to_standard_output_for_programs(cli, fleet):
    fleet({"good": TINY})
    said = cli("fleet", "run", "--only", "lint", "--format", "json", "--out", "r")
    assert said.code == 0
    assert json.loads(said.out)["servers"][0]["name"] == "good"


def test_a_second_run_is_compared_with_the_first_and_gated(cli, fleet, tmp_path):
    fleet({"good": TINY}, gates={"no_regression": True}, audit={"stages": ["lint"]})
    assert cli("fleet", "run").code == 0
    (first,) = (tmp_path / ".mcptest" / "fleet").iterdir()
    document = saved(first)
    document["servers"][0] |= {"grade": "A", "score": 99.0}
    (first / "fleet.json").write_text(json.dumps(document))
    assert cli("fleet", "run").code == 0
    second = max((tmp_path / ".mcptest" / "fleet").iterdir(), key=lambda path: path.stat().st_mtime)
    assert saved(second)["servers"][0]["since"]["grade"] == "A"
    said = cli("fleet", "run", "--against", second, "--format", "json")
    assert json.loads(said.out)["against"] == second.name


def test_a_floor_for_the_grade_is_not_looked_at_where_grading_was_left_out(cli, fleet):
    fleet({"good": TINY}, gates={"min_grade": "A"})
    said = cli("fleet", "run", "--only", "lint", "--format", "json")
    (row,) = json.loads(said.out)["servers"]
    assert (said.code, row["status"], row["gates"]) == (0, "passed", [])


def test_a_run_is_resumed_where_it_was_left(cli, fleet, tmp_path):
    path = fleet({"a": TINY, "b": TINY})
    assert cli("fleet", "run", path, "--only", "lint", "--out", "r").code == 0
    journal = tmp_path / "r" / "journal.ndjson"
    lines = journal.read_text().splitlines(keepends=True)
    journal.write_text("".join(lines[:2]) + lines[2][:40])  # the second server was cut off
    (tmp_path / "r" / "fleet.json").unlink()
    said = cli("fleet", "run", path, "--only", "lint", "--out", "r", "--resume")
    assert said.code == 0
    rows = saved(tmp_path / "r")["servers"]
    assert [row["status"] for row in rows] == ["passed", "passed"]
    kept = json.loads(lines[1])["server"]
    assert kept in rows


def test_the_newest_unfinished_run_is_the_one_to_resume(cli, fleet, tmp_path):
    fleet({"a": TINY})
    assert cli("fleet", "run", "--resume").code == 2
    assert cli("fleet", "run", "--only", "lint").code == 0
    said = cli("fleet", "run", "--resume")
    assert "fleet-no-journal" in said.err
    (first,) = (tmp_path / ".mcptest" / "fleet").iterdir()
    lines = (first / "journal.ndjson").read_text().splitlines(keepends=True)
    (first / "journal.ndjson").write_text("".join(lines[:-1]))
    said = cli("fleet", "run", "--only", "lint", "--resume")
    assert said.code == 0
    assert str(first.relative_to(tmp_path)) in said.err


def test_a_run_that_never_began_is_in_nobodys_way(cli, fleet, tmp_path):
    fleet({"a": TINY})
    assert cli("fleet", "run", "--only", "lint").code == 0
    home = tmp_path / ".mcptest" / "fleet"
    (first,) = home.iterdir()
    journal = first / "journal.ndjson"
    journal.write_text("".join(journal.read_text().splitlines(keepends=True)[:-1]))
    for name, text in {"9-empty": "", "9-cut": '{"event": "fleet-sta'}.items():
        (home / name).mkdir()
        (home / name / "journal.ndjson").write_text(text)  # as a full disk leaves it
    assert cli("fleet", "run", "--only", "lint", "--resume").code == 0
    assert cli("fleet", "run", "--only", "lint", "--out", home / "9-empty").code == 0
    assert "1 server: 1 passed" in cli("fleet", "report").out


def test_a_cluster_that_does_not_answer_leaves_no_folder_behind(cli, fleet, tmp_path):
    pytest.importorskip("distributed")
    fleet({"a": TINY})
    said = cli("fleet", "run", "--engine", "dask", "--scheduler", "nowhere", "--out", "r")
    assert said.code == 2
    assert "fleet-scheduler-silent" in said.err
    assert not (tmp_path / "r").exists()


def test_a_cluster_without_workers_is_told_and_waited_for_within_the_limit(cli, fleet):
    distributed = pytest.importorskip("distributed")
    fleet({"a": TINY})
    with distributed.LocalCluster(n_workers=0, dashboard_address=None) as cluster:
        address = cluster.scheduler_address
        dask = ("--engine", "dask", "--scheduler", address)
        said = cli("fleet", "run", *dask, "--total-timeout", "1s", "--out", "r")
    assert f"warning: no worker is connected to {address} yet" in said.err
    assert "1 server: 1 not-run" in said.out


def test_what_is_odd_in_a_fleet_is_noted_before_anything_runs(cli, fleet):
    path = fleet({"a": {**TINY, "tags": ["real"]}}, gates={"tags": {"rael": {"min_grade": "A"}}})
    for command in (["fleet", "run", "--dry-run"], ["validate", path]):
        said = cli(*command)
        assert said.code == 0
        assert 'did you mean "real"?' in said.err


def test_a_folder_that_holds_a_run_is_not_used_for_another(cli, fleet):
    fleet({"a": TINY})
    assert cli("fleet", "run", "--only", "lint", "--out", "r").code == 0
    said = cli("fleet", "run", "--only", "lint", "--out", "r")
    assert said.code == 2
    assert "fleet-folder-taken" in said.err


def test_a_dry_run_starts_nothing(cli, fleet, tmp_path):
    fleet(
        {"a": {**TINY, "tags": ["x"]}, "b": {"command": "y", "env": {"K_TOKEN": {"env": "NOPE_1"}}}}
    )
    said = cli("fleet", "run", "--dry-run")
    assert said.code == 0
    assert said.out.splitlines()[0] == "a  #x"
    assert "cannot run" in said.out.splitlines()[1]
    assert not (tmp_path / ".mcptest").exists()


@pytest.mark.parametrize(
    ("flags", "code", "error"),
    [
        (["--tag", "nobody"], 7, "nothing-selected"),
        (["--server", "aa"], 2, "server-unknown"),
        (["--shard", "3/2"], 2, "shard-form"),
        (["--only", "lint", "--skip", "lint"], 2, "audit-no-stage"),
        (["--scheduler", "tcp://h:1"], 2, "fleet-scheduler"),
        (["--changed-since", "HEAD"], 2, "fleet-git"),
        (["--against", "nowhere"], 2, "fleet-no-run"),
    ],
)
def test_what_cannot_be_meant_ends_before_anything_is_started(
    cli, fleet, monkeypatch, tmp_path, flags, code, error
):
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    fleet({"a": TINY})
    said = cli("fleet", "run", *flags)
    assert said.code == code
    assert error in said.err


def test_no_fleet_at_all_is_told_with_a_way_out(cli, fleet, tmp_path):
    said = cli("fleet", "run")
    assert said.code == 2
    assert "no-fleet" in said.err
    fleet({"a": TINY})
    assert cli("fleet", "run", tmp_path, "--dry-run").code == 0


def test_a_fleet_file_is_validated_like_a_suite(cli, fleet):
    path = fleet({"a": TINY})
    assert cli("validate", path).code == 0
    path.write_text("servers: {a: {comand: x}}")
    said = cli("validate", path)
    assert said.code == 2
    assert "comand" in said.out


def test_the_schema_of_a_fleet_file_is_printed(cli):
    said = cli("schema", "--of", "fleet")
    assert json.loads(said.out)["title"] == "mcptest fleet"


def test_a_hidden_secret_stays_hidden(cli, fleet, monkeypatch, tmp_path):
    monkeypatch.setenv("MY_TOKEN", "correct-horse-battery")
    fleet({"a": {**TINY, "env": {"API_TOKEN": {"env": "MY_TOKEN"}}}})
    assert cli("fleet", "run", "--only", "lint", "--out", "r").code == 0
    texts = [path.read_text() for path in (tmp_path / "r").rglob("*") if path.is_file()]
    assert len(texts) == 3
    assert not any("correct-horse" in text for text in texts)


def test_a_server_with_nothing_to_do_has_no_row(cli, fleet, suite):
    checks = suite("tools: [{name: echo works, tool: echo, args: {text: a}}]\n")
    fleet({"a": {**TINY, "suite": checks.name}, "b": TINY})
    said = cli("fleet", "run", "--only", "suite", "--format", "json")
    assert [row["name"] for row in json.loads(said.out)["servers"]] == ["a"]
    assert cli("fleet", "run", "--only", "suite", "--server", "b").code == 7


@pytest.mark.parametrize("engine", ["forked", "spawned"])
def test_a_file_of_the_folder_at_hand_takes_no_modules_place(fleet, tmp_path, engine):
    """A worker starts in the user's folder, where anything may lie."""
    fleet({"a": TINY})
    (tmp_path / "http.py").write_text("raise SystemExit('the wrong http')")
    (tmp_path / "json.py").write_text("raise SystemExit('the wrong json')")
    forget = (
        ""
        if engine == "forked"
        else "fork_server.can_fork = lambda: False; local.can_fork = fork_server.can_fork;"
    )
    code = f"from mcptest.fleet.workers import fork_server, local; {forget} from mcptest.cli.main import run; "
    code += "import sys; sys.exit(run(['fleet', 'run', '--only', 'lint', '--out', 'r']))"
    done = subprocess.run(
        [sys.executable, "-P", "-c", code],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=28,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
