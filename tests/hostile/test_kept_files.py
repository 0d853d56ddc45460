"""Files that we keep and read again: read-only, linked, cut, from the future, from somebody else."""

import errno
import json
import os
import sys

import pytest
from tests.cli.conftest import COMMAND

from mcptest.fuzz.seeds import SeedFile
from mcptest.ownership import distrust

posix = pytest.mark.skipif(sys.platform == "win32", reason="owners and modes of POSIX")
KEY = "ghp_" + "a1B2" * 9
OPEN = {"type": "object", "properties": {"q": {"type": "string"}}}
TOOLS = {"tools": [{"name": "a", "description": "Find a q.", "inputSchema": OPEN}]}
SEED = {"server": "default", "tool": "echo", "kind": "valid", "arguments": {"text": "planted"}}


@pytest.fixture
def catalog(tmp_path):
    path = tmp_path / "tools.json"
    path.write_text(json.dumps(TOOLS))
    return path


@posix
def test_a_read_only_file_is_left_alone(cli, catalog):
    before = catalog.read_bytes()
    catalog.chmod(0o444)
    said = cli("schema-lint", catalog, "--fix", "--write")
    assert said.code == 4
    assert "error[file-not-written]" in said.err
    assert "read-only" in said.err
    assert catalog.read_bytes() == before


@pytest.mark.parametrize("number", [errno.EACCES, errno.EROFS, errno.ENOSPC])
def test_a_folder_that_takes_no_file_costs_nothing_of_the_old_one(
    cli, catalog, monkeypatch, number
):
    """Root may write anywhere, so the system is made to refuse."""
    before, real = catalog.read_bytes(), os.open

    def refuse(path, flags, *more, **named):
        if flags & os.O_WRONLY:
            raise OSError(number, os.strerror(number))
        return real(path, flags, *more, **named)

    monkeypatch.setattr(os, "open", refuse)
    said = cli("schema-lint", catalog, "--fix", "--write")
    assert said.code == 4
    assert os.strerror(number) in said.err
    assert catalog.read_bytes() == before
    assert [path.name for path in catalog.parent.iterdir()] == ["tools.json"]


def test_a_link_stays_one_and_its_target_is_replaced(cli, catalog):
    link = catalog.with_name("link.json")
    link.symlink_to(catalog)
    assert cli("schema-lint", link, "--fix", "--write").code == 0
    assert link.is_symlink()
    assert "additionalProperties" in catalog.read_text()


def test_a_fix_changes_nothing_but_what_it_fixes(cli, tmp_path):
    """Line ends, tabs, order of keys, escapes and the spelling of numbers stay."""
    path = tmp_path / "odd.json"
    head = '{\r\n\t"zeta": 1.0e3,\r\n\t"tools": [\r\n\t\t{"name": "a", "description": "\\u00e9 é",'
    schema = ' "inputSchema": {"type":"object",\r\n  "properties": {"q": {"type": "string"}}'
    path.write_bytes((head + schema + "}}\r\n\t]\r\n}").encode())
    assert cli("schema-lint", path, "--fix", "--write").code == 0
    after = path.read_bytes().decode()
    assert after.startswith(head + schema)
    assert after.endswith("}}\r\n\t]\r\n}")
    added = json.loads(
        "{" + after[len(head + schema) :].partition(",")[2].rpartition("}}")[0] + "}"
    )
    assert added == {"required": ["q"], "additionalProperties": False}


def write_run(path, schema="mcptest.run/v1", text="a"):
    finding = {"id": "assertion", "severity": "error", "message": text, "where": None}
    finding |= {"pointer": None, "expected": None, "actual": text, "help": None}
    case = {"id": "tools::s::a", "name": "a", "lane": "tools", "server": "s", "status": "failed"}
    case |= {"duration_ms": 1, "skip": None, "targets": {}, "findings": [finding]}
    document = {"schema": schema, "mcptest": "0.1.0", "command": "run", "cases": [case]}
    document |= {"started": "2026-01-01T00:00:00Z", "duration_ms": 1, "seed": None, "exit_code": 1}
    counts = dict.fromkeys(("passed", "warned", "skipped", "errored"), 0) | {"failed": 1}
    document |= {"servers": [], "summary": counts, "compliance": None, "calls": []}
    path.write_text(json.dumps(document))
    return path


NEWER = {
    "run": (["report", "FILE"], "report-not-a-run"),
    "fuzz-seeds": (["fuzz", "--seeds", "FILE", "--", *COMMAND], "fuzz-seeds-unusable"),
    "scorecard": (["compliance", "run", "--from-suite", "SUITE"], "scorecard-unreadable"),
    "snapshot": (["run", "SUITE"], "snapshot-format"),
    "fleet": (["fleet", "report", "FILE"], "fleet-not-a-run"),
}


@pytest.mark.parametrize("kind", NEWER)
def test_what_a_newer_mcptest_wrote_is_named_as_such(cli, suite, tmp_path, kind):
    """Neither misread nor written over."""
    argv, code = NEWER[kind]
    expect = "expect: [{target: text, matcher: {snapshot: n}}]"
    path = suite(
        "compliance: {spec_version: v2025-06-18, grade_delta: {against: newer.json}, tests: []}\n"
        if kind == "scorecard"
        else f"tools: [{{name: n, tool: echo, args: {{text: a}}, {expect}}}]\n"
    )
    file = tmp_path / "newer.json"
    if kind == "snapshot":
        assert cli("run", path).code == 0
        (file,) = (tmp_path / "__snapshots__").rglob("*.json")
    file.write_text(json.dumps({"schema": f"mcptest.{kind}/v9", "seeds": []}))
    before = file.read_bytes()
    said = cli(*(word.replace("FILE", str(file)).replace("SUITE", str(path)) for word in argv))
    assert said.code == 2
    assert f"error[{code}]" in said.err
    assert f"written by a newer mcptest (mcptest.{kind}/v9)" in said.err
    assert f"reads up to mcptest.{kind}/v1" in said.err
    assert file.read_bytes() == before


@pytest.mark.parametrize("cut", [1, 20, 200])
def test_a_recording_that_is_cut_is_not_half_used(cli, tmp_path, cut):
    """A saved run is the only recording that we have; there are no cassettes."""
    path = write_run(tmp_path / "run.json")
    path.write_bytes(path.read_bytes()[:-cut])
    said = cli("report", path)
    assert (said.code, said.out) == (2, "")
    assert "error[report-not-json]" in said.err


def test_a_recording_that_lacks_what_it_must_have_says_what(cli, tmp_path):
    path = write_run(tmp_path / "run.json")
    document = json.loads(path.read_text())
    del document["cases"][0]["status"]
    path.write_text(json.dumps(document))
    said = cli("report", path)
    assert said.code == 2
    assert "error[report-broken-run]" in said.err
    assert "/cases/0" in said.err


@pytest.mark.parametrize("form", ["text", "json", "junit", "sarif", "markdown", "html"])
def test_a_secret_in_a_recording_is_masked_when_it_is_told_again(cli, tmp_path, form):
    path = write_run(tmp_path / "run.json", text=f"Authorization: Bearer {KEY}")
    said = cli("report", path, "--format", form)
    assert said.code in {0, 1}
    assert "Authorization" in said.out
    assert KEY not in said.out + said.err


BASELINE = "- {rule: ZZZ-999, reason: x}\n- {rule: TOOL-001, reason: y}\n"


@pytest.mark.parametrize("strict", [[], ["--strict"]], ids=["", "strict"])
def test_a_baseline_entry_that_is_over_is_to_be_removed(cli, tmp_path, strict):
    """One names no rule, the other no failure."""
    path = tmp_path / "baseline.yml"
    path.write_text(BASELINE)
    argv = ["compliance", "run", "--baseline", path, *strict, "--format", "json", "--", *COMMAND]
    gates = {gate["name"]: gate for gate in json.loads(cli(*argv).out)["compliance"]["gates"]}
    assert "now passing; remove from the baseline: TOOL-001" in gates["baseline"]["note"]
    assert "unknown rule; remove from the baseline: ZZZ-999" in gates["baseline"]["note"]
    assert not gates["baseline"]["passed"]


def test_an_entry_without_a_rule_is_red_only_where_all_is_strict():
    from datetime import date

    from mcptest.compliance.baseline import Expected
    from mcptest.compliance.gates import baseline_gate
    from mcptest.model.grade import Compliance
    from mcptest.model.location import Location

    entry = (Expected("ZZZ-999", "x", Location("b.yml", 1, 1), expires=str(date.max)),)
    today = date(2026, 1, 1)
    assert baseline_gate(Compliance(), entry, today=today, strict=False).passed
    assert not baseline_gate(Compliance(), entry, today=today, strict=True).passed


@pytest.fixture
def planted(tmp_path, monkeypatch):
    """A seed in the folder from which seeds are read by themselves."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / ".mcptest"
    (folder / "fleet").mkdir(parents=True)
    document = {"schema": "mcptest.fuzz-seeds/v1", "seeds": [SEED]}
    (folder / "fuzz-seeds.json").write_text(json.dumps(document))
    return folder


@posix
def test_a_folder_that_anybody_may_write_to_is_not_used(cli, planted):
    seeds = planted / "fuzz-seeds.json"
    assert len(SeedFile(seeds).cases("default", "echo")) == 1
    planted.chmod(0o777)
    assert SeedFile(seeds).cases("default", "echo") == []
    argv = ["fuzz", "--cases", "1", "--tool", "echo", "--", *COMMAND]
    assert cli(*argv).err.count("anyone can write to it") == 1
    said = cli("fleet", "report")
    assert said.code == 2
    assert "anyone can write to it" in said.err


@posix
def test_a_folder_of_another_user_is_not_used(planted, monkeypatch):
    """Whoever owns the folder around it could have put anything there."""
    assert distrust(planted / "fleet") is None
    monkeypatch.setattr(os, "geteuid", lambda: 4711)
    around = planted.parent.stat().st_uid
    assert distrust(planted) is None
    if around == 0:
        os.chown(planted, 4712, -1)
        assert distrust(planted) == "it belongs to another user"
        assert distrust(planted / "fleet") == "it belongs to another user"


def test_one_id_in_two_files_names_both(cli, tmp_path):
    """The file is called after the rule, so a second of that id stands in a wrong one."""
    from mcptest.compliance.corpus.version_corpus import BUILTIN

    rule = (BUILTIN / "v2024-11-05" / "TOOL-001.yaml").read_text()
    folder = tmp_path / "v2025-06-18"
    folder.mkdir()
    for name in ("TOOL-001", "TOOL-002"):
        (folder / f"{name}.yaml").write_text(rule)
    said = cli("compliance", "rules", "--registry", tmp_path)
    assert said.code == 2
    assert "the file is called TOOL-002.yaml, the rule in it TOOL-001" in said.err
