"""Bad suites: each has its own code and place, exits with 2, and starts nothing."""

import json
import os
import sys

import pytest
from tests.hostile.input_kit import TEST, S, alias_bomb, problems, variable_bomb

EXPECT = TEST + "    expect: [{target: %s, matcher: {%s}}]\n"
BAD = {
    "empty": ("", ("suite-empty", 1, 1)),
    "comments": ("# x\n", ("suite-empty", 1, 1)),
    "utf-16": (TEST.encode("utf-16"), ("suite-encoding", 1, 1)),
    "latin-1": (TEST.encode() + b"# caf\xe9\n", ("suite-encoding", 5, 6)),
    "tab": ("a:\n\tb: 1\n", ("suite-tab", 2, 1)),
    "open quote": ('a: "x\n', ("suite-syntax", 1, 4)),
    "bad indent": ("a:\n  b: 1\n c: 2\n", ("suite-syntax", 3, 2)),
    "nothing ends": ("{{{{", ("suite-syntax", 1, 5)),
    "twice": (S + S, ("suite-duplicate-key", 2, 1)),
    "unknown key": (TEST + "    expct: []\n", ("suite-unknown-key", 5, 5)),
    "wrong type": (S + "tools: echo\n", ("suite-wrong-type", 2, 8)),
    "two documents": (TEST + "---\n" + TEST, ("suite-documents", 5, 1)),
    "list": ("[1]\n", ("suite-wrong-type", 1, 1)),
    "word": ("word\n", ("suite-wrong-type", 1, 1)),
    "null": ("null\n", ("suite-wrong-type", 1, 1)),
    "alias bomb": (alias_bomb(), ("suite-alias-bomb", 6, 10)),
    "variables": (variable_bomb(), ("suite-variable-bomb", 11, 6)),
    "lists of variables": (variable_bomb(lists=True), ("suite-variable-bomb", 12, 15)),
    "recursive alias": ("a: &a [*a]\n", ("suite-alias", 1, 8)),
    "deep": ("[" * 1000 + "]" * 1000, ("suite-depth", 1, 65)),
    "large": (b"a: b\n" * 1_100_000, ("suite-too-large", 1, 1)),
    "object tag": ("a: !!python/object/apply:os.system [id]\n", ("suite-tag", 1, 4)),
    "custom tag": (S + "tools: [!foo {name: a}]\n", ("suite-tag", 2, 9)),
    "digits": (TEST + "    args: {x: " + "9" * 5000 + "}\n", ("suite-number", 5, 15)),
    "nan": (TEST + "    args: {x: .nan}\n", ("suite-number", 5, 15)),
    "inf": (TEST + "    args: {x: -.inf}\n", ("suite-number", 5, 15)),
    "zero": (TEST + "    timeout: 0\n", ("suite-bad-duration", 5, 14)),
    "negative": (TEST + "    timeout: -1\n", ("suite-bad-duration", 5, 14)),
    "years": (TEST + "    timeout: 1e9\n", ("suite-bad-duration", 5, 14)),
    "words": (TEST + "    timeout: 5 minutes\n", ("suite-bad-duration", 5, 14)),
    "endless timeout": (TEST + "    timeout: .inf\n", ("suite-number", 5, 14)),
    "pattern": (EXPECT % ("text", "regex: '('"), ("suite-bad-pattern", 5, 46)),
    "long pattern": (EXPECT % ("text", f"regex: {'a' * 1001}"), ("suite-bad-pattern", 5, 46)),
    "query": (EXPECT % ("'$..['", "exact: 1"), ("suite-bad-target", 5, 28)),
    "path": (EXPECT % ("'result..x'", "exact: 1"), ("suite-bad-target", 5, 30)),
    "schema": (EXPECT % ("text", "schema: {type: 5}"), ("suite-bad-schema", 5, 47)),
    "remote": (
        EXPECT % ("text", "schema: {$ref: 'http://127.0.0.1:9/x'}"),
        ("suite-bad-schema", 5, 47),
    ),
    "nul": ('server: {command: "a\\0b"}\n' + TEST[len(S) :], ("suite-bad-value", 1, 19)),
    "empty list": ("server: {command: []}\n" + TEST[len(S) :], ("suite-bad-value", 1, 19)),
    "empty text": ("server: {command: ''}\n" + TEST[len(S) :], ("suite-bad-value", 1, 19)),
    "open quote in a command": (
        "server: {command: 'a \"b'}\n" + TEST[len(S) :],
        ("suite-bad-value", 1, 19),
    ),
    "no such server": (TEST + "    server: nope\n", ("suite-unknown-server", 5, 13)),
    "one name twice": (TEST + "  - {name: a, tool: u}\n", ("suite-duplicate-name", 5, 5)),
    "address": (
        "imports: ['http://127.0.0.1:9/x.yml']\n" + TEST,
        ("suite-import-outside", 1, 11),
    ),
    "absolute": ("imports: [/etc/hosts]\n" + TEST, ("suite-import-outside", 1, 11)),
    "list in env": (
        "server: {command: x, env: {A: [1]}}\n" + TEST[len(S) :],
        ("suite-wrong-type", 1, 31),
    ),
    "conflict": (TEST + "<<<<<<< HEAD\n", ("suite-merge-conflict", 5, 1)),
    "file address": (
        "server: {url: 'file:///x'}\n" + TEST[len(S) :],
        ("suite-bad-value", 1, 15),
    ),
    "port": ("server: {url: 'http://h:99999/'}\n" + TEST[len(S) :], ("suite-bad-value", 1, 15)),
}
GOOD = {
    "byte order mark": "\ufeff" + TEST,
    "date": S + "compliance: {spec_version: 2025-06-18}\n",
    "words that look like values": S
    + "tools: [{name: 1.10, tool: no}, {name: on, tool: 12:30}, {name: 010, tool: x}]\n",
    "bare seconds": TEST + "    timeout: 5\n",
    "cycle in a schema": EXPECT
    % ("text", "schema: {$ref: '#/$defs/a', $defs: {a: {$ref: '#/$defs/a'}}}"),
    "scalars in env": "server: {command: x, env: {A: 1, B: true, C: 010}}\n" + TEST[len(S) :],
    "windows": TEST.replace("\n", "\r\n").rstrip(),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_suite_has_its_own_code_and_place(cli, tmp_path, name):
    text, expected = BAD[name]
    path = tmp_path / "bad.mcptest.yml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    said = cli("validate", path, "--format", "json")
    assert said.code == 2
    assert expected in problems(said)
    assert cli("run", path, "--format", "json").code == 2


def test_a_suite_of_too_many_values_is_refused_where_they_become_too_many(
    cli, tmp_path, monkeypatch
):
    monkeypatch.setattr("mcptest.suite.yaml.compose.MAX_VALUES", 1000)
    path = tmp_path / "bad.mcptest.yml"
    path.write_bytes(b"a: [" + b"[]," * 1000 + b"]")
    said = cli("validate", path, "--format", "json")
    assert said.code == 2
    assert ("suite-too-large", 1, 2996) in problems(said)


@pytest.mark.parametrize("name", GOOD)
def test_an_odd_suite_that_means_something_is_taken(cli, tmp_path, name):
    path = tmp_path / "odd.mcptest.yml"
    path.write_bytes(GOOD[name].encode())
    said = cli("validate", path)
    assert (said.code, said.err) == (0, "")


def test_what_cannot_be_read_is_never_waited_for(cli, tmp_path):
    """Missing, a folder, a device."""
    (tmp_path / "folder.yml").mkdir()
    for path, code in (("missing.yml", "suite-not-found"), ("folder.yml", "no-suite")):
        said = cli("validate", tmp_path / path, "--format", "json")
        assert (said.code, problems(said)[0][0]) == (2, code)


@pytest.mark.skipif(sys.platform == "win32", reason="pipes and devices of POSIX")
@pytest.mark.parametrize("command", ["validate", "run", "propose", "lint"])
def test_a_pipe_is_refused_at_once(cli, tmp_path, command):
    os.mkfifo(tmp_path / "pipe.yml")
    said = cli(command, tmp_path / "pipe.yml")
    assert said.code == 2
    assert "suite-unreadable" in said.err + said.out


def test_every_missing_variable_is_named_at_once(cli, tmp_path):
    path = tmp_path / "a.yml"
    path.write_text(TEST + "    args: {a: '${A1}', b: '${env.B2}', c: '${C3}'}\n")
    found = problems(cli("validate", path, "--format", "json"))
    assert found == [("suite-unset-variable", 5, column) for column in (16, 28, 44)]


@pytest.mark.skipif(sys.platform == "win32", reason="characters that no Windows variable has")
def test_a_variable_stays_one_argument_whatever_is_in_it(cli, tmp_path, monkeypatch):
    """Nothing is split, and nothing is a shell."""
    odd = "a b\n\"'`$(id)${x}"
    monkeypatch.setenv("ODD", odd)
    script = tmp_path / "show.py"
    script.write_text("import sys\nsys.stderr.write(repr(sys.argv[1:]))\n")
    path = tmp_path / "a.yml"
    path.write_text(
        f"server: {{command: '{sys.executable} {script} ${{env.ODD}}'}}\n" + TEST[len(S) :]
    )
    said = cli("run", path)
    assert said.code == 1
    assert repr([odd])[:8] in said.out.replace("\\\\", "\\")


def test_imports_go_neither_in_circles_nor_on_for_ever(cli, tmp_path):
    (tmp_path / "a.yml").write_text("imports: [b.yml]\n" + S)
    (tmp_path / "b.yml").write_text("imports: [a.yml]\n")
    for number in range(30):
        (tmp_path / f"d{number}.yml").write_text(f"imports: [d{number + 1}.yml]\n")
    circle = cli("validate", tmp_path / "a.yml", "--format", "json")
    assert problems(circle)[0][0] == "suite-import-cycle"
    deep = cli("validate", tmp_path / "d0.yml", "--format", "json")
    assert problems(deep)[0][0] == "suite-import-depth"


def test_an_import_through_a_link_out_of_the_project_is_refused(cli, tmp_path):
    project = tmp_path / "project"
    (project / ".git").mkdir(parents=True)
    (tmp_path / "outside.yml").write_text("variables: {a: b}\n")
    (project / "link.yml").symlink_to(tmp_path / "outside.yml")
    (project / "a.yml").write_text("imports: [link.yml]\n" + TEST)
    (project / "b.yml").write_text("imports: [../outside.yml]\n" + TEST)
    for name in ("a.yml", "b.yml"):
        said = cli("validate", project / name, "--format", "json")
        assert problems(said) == [("suite-import-outside", 1, 11)]


def test_a_key_written_into_a_suite_is_warned_of_and_not_shown(cli, suite):
    key = "ghp_" + "a1B2" * 9
    path = suite(f"tools:\n  - {{name: a, tool: echo, args: {{text: {key}}}}}\n")
    said = cli("run", path)
    assert "checks.mcptest.yml:3:" in said.err
    assert "looks like a secret" in said.err
    assert key not in said.err + said.out


def test_a_thousand_problems_do_not_flood_the_screen(cli, tmp_path):
    path = tmp_path / "a.mcptest.yml"
    path.write_text(S + "tools:\n" + "".join(f"  - {{nam: t{n}, tool: t}}\n" for n in range(1000)))
    said = cli("run", path)
    assert said.code == 2
    assert said.err.count("error[") == 100
    assert "and 1,900 more problems" in said.err
    assert len(problems(cli("run", path, "--format", "json"))) == 2000


def test_a_pattern_that_never_ends_costs_its_test_and_no_other(cli, suite):
    path = suite(
        "tools:\n"
        f"  - {{name: slow, tool: echo, args: {{text: {'a' * 50_000}!}},"
        " expect: [{target: text, matcher: {regex: '(a+)+$'}}]}\n"
        f"  - name: slow step\n    steps:\n      - {{tool: echo, args: {{text: {'a' * 50_000}!}},"
        " expect: [{target: text, matcher: {regex: '(a+)+$'}}]}\n"
        "  - {name: other, tool: echo, args: {text: a}}\n"
    )
    said = cli("run", path, "--format", "json")
    assert said.code == 1
    cases = {case["name"]: case for case in json.loads(said.out)["cases"]}
    assert {name: case["status"] for name, case in cases.items()} == {
        "slow": "failed",
        "slow step": "failed",
        "other": "passed",
    }
    for name in ("slow", "slow step"):
        assert "the matcher timed out" in cases[name]["findings"][0]["message"]


@pytest.mark.parametrize(
    ("cwd", "word"), [("nowhere", "does not exist"), ("file", "not a directory")]
)
def test_a_working_folder_that_is_none_is_said_before_the_start(cli, suite, tmp_path, cwd, word):
    (tmp_path / "file").touch()
    server = f"server: {{command: never-started, cwd: {tmp_path / cwd}}}\n"
    said = cli("run", suite("tools:\n  - {name: a, tool: t}\n", server=server))
    assert said.code == 3
    assert "error[launch-cwd]" in said.out
    assert word in said.out
