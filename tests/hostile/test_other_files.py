"""Catalogs, snapshots, corpora, baselines, journals and host files that are not what they should be."""

import json
import os
import sys
import unicodedata

import pytest
from tests.hostile.input_kit import problems

DEEP = "[" * 100_000
CATALOGS = {
    "no json": ("x", "json-syntax"),
    "cut": ('{"tools": [{"name"', "json-cut-off"),
    "empty": ("", "json-empty"),
    "package": ('{"name":"p","version":"1","dependencies":{}}', "catalog-not-found"),
    "suite": ("server: {command: x}\n", "json-syntax"),
    "twice": ('{"a":1,"a":2}', "json-duplicate-key"),
    "nan": ('{"tools":[{"name":"a","x":NaN}]}', "json-number"),
    "deep": (DEEP, "json-too-deep"),
    "digits": ('{"tools":[' + "9" * 5000 + "]}", "json-number"),
    "surrogate": ('{"tools":[{"name":"\\ud800"}]}', "json-lone-surrogate"),
    "bytes": (b"\xff\xfe", "json-encoding"),
    "large": (b'{"tools":[' + b" " * (16 * 1024 * 1024), "file-too-large"),
}
JSON = {
    "empty": "",
    "cut": '{"a',
    "deep": DEEP,
    "bytes": b"\xff",
    "twice": '{"a":1,"a":2}',
    "digits": "9" * 5000,
    "huge": "[1e999]",
    "nan": "[NaN]",
    "surrogate": '["\\ud800"]',
}


def write(path, text):
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@pytest.mark.parametrize("name", CATALOGS)
def test_a_file_that_is_no_catalog_says_in_which_way(cli, tmp_path, name):
    text, code = CATALOGS[name]
    path = write(tmp_path / "tools.json", text)
    for command in (["schema-lint", path], ["diff", path, path]):
        said = cli(*command, "--format", "json")
        assert said.code == 2
        assert problems(said)[0][0] == code


@pytest.mark.parametrize(
    "shape",
    ['{"tools":%s}', "%s", '{"jsonrpc":"2.0","id":1,"result":{"tools":%s}}'],
)
def test_three_shapes_of_a_catalog_are_taken(cli, tmp_path, shape):
    """What is wrong with a tool is a finding, never the end."""
    odd = [{}, {"name": 5}, {"name": "a", "inputSchema": {"$ref": "#"}}, {"name": "a"}]
    odd += [{"name": f"s{n}", "inputSchema": value} for n, value in enumerate([True, None, []])]
    path = write(tmp_path / "tools.json", shape % json.dumps(odd))
    said = cli("schema-lint", path, "--format", "json")
    assert said.code == 1
    assert len(json.loads(said.out)["cases"]) == len(odd)


@pytest.mark.skipif(sys.platform == "win32", reason="pipes of POSIX")
@pytest.mark.parametrize(
    ("argv", "code"),
    [
        (["schema-lint", "PIPE"], "file-unreadable"),
        (["diff", "PIPE", "PIPE"], "file-unreadable"),
        (["report", "PIPE"], "report-unreadable"),
        (["tools", "--mcp-config", "PIPE"], "config-unreadable"),
        (["mock", "--tools-from", "PIPE"], "mock-unreadable"),
        (["compliance", "run", "--baseline", "PIPE", "--", "x"], "baseline-unreadable"),
        (["fuzz", "--seeds", "PIPE", "--", sys.executable, "-c", ""], "fuzz-seeds-unusable"),
    ],
)
def test_a_pipe_is_never_waited_for(cli, tmp_path, argv, code):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    said = cli(*(str(pipe) if word == "PIPE" else word for word in argv))
    assert said.code == 2
    assert f"error[{code}]" in said.err


@pytest.mark.parametrize("name", JSON)
def test_a_saved_run_that_is_not_strict_json_is_refused(cli, tmp_path, name):
    said = cli("report", write(tmp_path / "run.json", JSON[name]), "--format", "json")
    assert said.code == 2
    ((code, line, column),) = problems(said)
    assert code == "report-not-json"
    assert line == 1
    assert column >= 1


@pytest.mark.parametrize("name", JSON)
def test_a_host_file_that_is_not_strict_json_is_refused(cli, tmp_path, name):
    path = write(tmp_path / "hosts.json", JSON[name])
    said = cli("tools", "--mcp-config", path, "--format", "json")
    assert said.code == 2
    assert problems(said)[0][0] == "config-not-json"


@pytest.mark.parametrize(
    ("entry", "word"),
    [
        (5, "neither"),
        ({}, "neither"),
        ({"command": 5}, "neither"),
        ({"command": ""}, "neither"),
        ({"command": "x", "args": "y"}, "args"),
        ({"command": "x", "args": [{}]}, "args"),
        ({"command": "x", "args": [None]}, "args"),
        ({"command": "a\0b"}, "NUL"),
        ({"command": "x", "env": []}, "env"),
        ({"command": "x", "env": {"A": None}}, "env"),
        ({"command": "x", "env": {"A": [1]}}, "env"),
        ({"command": "x", "env": {"A=B": "c"}}, "env"),
        ({"command": "x", "cwd": 5}, "cwd"),
        ({"url": "http://h/", "headers": {"A\n": "b"}}, "headers"),
    ],
)
def test_a_server_of_a_host_file_is_read_strictly(cli, tmp_path, entry, word):
    path = write(tmp_path / "hosts.json", json.dumps({"mcpServers": {"a": entry}}))
    said = cli("tools", "--mcp-config", path)
    assert said.code == 2
    assert "error[config-bad-server]" in said.err
    assert word in said.err


def test_a_host_file_without_servers_says_so(cli, tmp_path):
    for text in ("[]", "{}", '{"mcpServers":{}}', '{"servers":[]}'):
        said = cli("tools", "--mcp-config", write(tmp_path / "hosts.json", text))
        assert said.code == 2
        assert "error[config-no-servers]" in said.err


CORPORA = {
    "deep": ("[" * 5000, "rule-depth"),
    "digits": ("id: " + "9" * 5000, "rule-number"),
    "bytes": (b"\xff", "rule-encoding"),
    "alias": ("a: &a [*a]\n", "rule-alias"),
    "tag": ("id: !!python/object/apply:os.system [id]\n", "rule-tag"),
    "empty": ("", "rule-empty"),
    "twice": ("a: 1\na: 2\n", "rule-duplicate-key"),
    "large": (b"a: b\n" * 1_100_000, "rule-too-large"),
}


@pytest.mark.parametrize("name", CORPORA)
def test_a_rule_file_of_a_foreign_corpus_is_read_like_any_stranger_s(cli, tmp_path, name):
    text, code = CORPORA[name]
    (tmp_path / "v2025-06-18").mkdir()
    write(tmp_path / "v2025-06-18" / "TOOL-001.yaml", text)
    for extra in ([], ["--spec-version", "v2025-06-18"]):
        said = cli("compliance", "rules", "--registry", tmp_path, *extra)
        assert said.code == 2
        assert f"error[{code}]" in said.err


def test_a_corpus_that_is_not_there_is_no_empty_one(cli, tmp_path):
    for extra in ([], ["--spec-version", "v2025-06-18"]):
        said = cli("compliance", "rules", "--registry", tmp_path / "nowhere", *extra)
        assert said.code == 2
        assert "error[corpus-missing]" in said.err


def test_backups_and_hidden_files_are_no_rules(cli, tmp_path):
    folder = tmp_path / "v2025-06-18"
    folder.mkdir()
    for name in ("TOOL-001.yaml~", ".TOOL-002.yaml.swp", "notes.txt", "TOOL-003.yaml.orig"):
        (folder / name).write_bytes(b"\0\xff")
    said = cli("compliance", "rules", "--registry", tmp_path, "--format", "json")
    assert (said.code, json.loads(said.out)["rules"]) == (0, [])


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("- {rule: '*', reason: x}\n", "baseline-bad-rule"),
        ("- {rule: TOOL-001}\n", "suite-missing-key"),
        ("- {rule: TOOL-001, reason: x}\n- {rule: TOOL-001, reason: y}\n", "baseline-repeated"),
        ("- {rule: TOOL-001, reason: x, expires: soon}\n", "baseline-bad-date"),
        ("", "baseline-empty"),
        ("<<<<<<< a\n", "baseline-merge-conflict"),
    ],
)
def test_a_baseline_cannot_accept_everything(cli, tmp_path, text, code):
    path = write(tmp_path / "baseline.yml", text)
    said = cli("compliance", "run", "--baseline", path, "--", "never-started")
    assert said.code == 2
    assert f"error[{code}]" in said.err


def test_file_names_of_snapshots_are_ours(cli, suite, tmp_path):
    """Names that are paths, devices, twins by case or by Unicode; the name stays inside."""
    twins = ["é", unicodedata.normalize("NFD", "é")]
    names = ["../../../up", "CON", "con", "a/b", "x" * 100, "nul.txt", *twins]
    rows = "".join(
        f"  - {{name: {json.dumps(n)}, tool: echo, args: {{text: a}}, "
        f"expect: [{{target: text, matcher: {{snapshot: {json.dumps(n)}}}}}]}}\n"
        for n in names
    )
    assert cli("run", suite("tools:\n" + rows)).code == 0
    stored = [path for path in tmp_path.rglob("*") if path.suffix == ".json"]
    folder = tmp_path / "__snapshots__" / "checks.mcptest.yml"
    assert {path.parent for path in stored} == {folder}
    assert len({path.name.lower() for path in stored}) == len(names)
    assert all(path.name.isascii() and len(path.name) <= 150 for path in stored)
    assert {json.loads(path.read_text())["name"] for path in stored} == set(names)


def test_a_snapshot_that_is_a_link_to_elsewhere_is_left_alone(cli, suite, tmp_path):
    row = "  - {name: n, tool: echo, args: {text: a}, expect: [{target: text, matcher: {snapshot: n}}]}\n"
    path = suite("tools:\n" + row, name="inner/checks.mcptest.yml")
    assert cli("run", path).code == 0
    (stored,) = (tmp_path / "inner").rglob("*.json")
    mine = write(tmp_path / "mine.json", stored.read_text().replace('"a"', '"b"'))
    before = mine.read_text()
    stored.unlink()
    stored.symlink_to(mine)
    said = cli("run", "--update-snapshots", path)
    assert said.code == 2
    assert "error[file-outside]" in said.err
    assert mine.read_text() == before


def test_a_journal_that_is_cut_is_read_as_far_as_it_goes(cli, suite, tmp_path):
    path = suite("tools:\n  - {name: a, tool: echo, args: {text: a}}\n")
    journal = tmp_path / "j.ndjson"
    assert cli("run", path, "--report", f"ndjson={journal}").code == 0
    whole = journal.read_bytes()
    last = whole.rindex(b"\n", 0, -1)
    write(journal, whole[: last + 40])
    said = cli("report", journal)
    assert said.code == 0
    assert "the run was interrupted" in said.out
    assert "1 passed" in said.out
