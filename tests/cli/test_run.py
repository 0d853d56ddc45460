"""``mcptest run`` from the command line to the exit code."""

import json
import re
import xml.etree.ElementTree as ET

import pytest

THREE = """
    tools:
      - {name: one, tool: echo, args: {text: a}, tags: [fast, smoke]}
      - {name: two, tool: echo, args: {text: b}, tags: [slow]}
      - {name: three, tool: count}
"""
MIXED = """
    tools:
      - {name: good, tool: echo, args: {text: a}}
      - {name: bad, tool: fail}
      - {name: later, tool: echo, args: {text: a}}
"""


def listed(said):
    return [line.partition(": ")[2] for line in said.out.splitlines()]


def test_a_green_run_is_zero(cli, suite):
    said = cli("run", suite(THREE))
    assert said.code == 0
    assert "3 passed" in said.out
    assert said.err == ""


def test_a_failed_expectation_is_one(cli, suite):
    said = cli("run", suite(MIXED))
    assert said.code == 1
    assert "FAIL  tools: bad" in said.out
    assert "that did not work" in said.out
    assert "2 passed, 1 failed" in said.out


def test_a_file_that_cannot_be_used_is_two_and_nothing_runs(cli, suite):
    said = cli("run", suite("tools: [{name: x, tol: y}]\n"))
    assert said.code == 2
    assert said.out == ""
    assert "suite-unknown-key" in said.err


def test_a_command_that_is_not_there_is_three(cli, suite):
    said = cli("run", suite(THREE, server="server: {command: no-such-program-here}\n"))
    assert said.code == 3
    assert "launch-not-found" in said.out


def test_below_the_coverage_floor_is_six(cli, suite):
    assert cli("run", suite(THREE + "    coverage: {tools: 100}\n")).code == 6


def test_nothing_selected_is_seven_and_says_what_there_is(cli, suite):
    said = cli("run", suite(THREE), "--filter", "nowhere")
    assert said.code == 7
    assert "nothing-selected" in said.err
    assert "one, two, three" in said.err


@pytest.mark.parametrize(
    ("flags", "names"),
    [
        (["--filter", "t"], ["two", "three"]),
        (["--filter", "tools::default::one"], ["one"]),
        (["--filter", "re:^t.*e$"], ["three"]),
        (["--filter", "e"], ["one", "three"]),
        (["--tag", "fast"], ["one"]),
        (["--tag", "fast", "--tag", "slow"], ["one", "two"]),
        (["--skip-tag", "smoke"], ["two", "three"]),
        (["--server", "default"], ["one", "two", "three"]),
        (["--shard", "1/2"], ["one", "three"]),
        (["--shard", "2/2"], ["two"]),
        (["--filter", "t", "--shard", "2/2"], ["three"]),
    ],
)
def test_filters_choose(cli, suite, flags, names):
    said = cli("run", suite(THREE), "--dry-run", *flags)
    assert said.code == 0
    assert listed(said) == names
    assert "would run" in said.err


@pytest.mark.parametrize("parts", [1, 2, 3, 5])
def test_shards_cover_every_test_once(cli, suite, parts):
    path, found = suite(THREE), []
    for part in range(1, parts + 1):
        found += listed(cli("run", path, "--dry-run", "--shard", f"{part}/{parts}"))
    assert sorted(found) == ["one", "three", "two"]


def test_only_leaves_the_rest_out(cli, suite):
    said = cli("run", suite(THREE.replace("name: two", "only: true, name: two")), "--dry-run")
    assert listed(said) == ["two"]


@pytest.mark.parametrize(
    ("flags", "hint"),
    [
        (["--tag", "quick"], "fast, slow, smoke"),
        (["--server", "other"], "default"),
        (["--skip-tag", "fast", "--filter", "one"], "one, two, three"),
    ],
)
def test_a_filter_that_leaves_nothing_names_what_there_is(cli, suite, flags, hint):
    said = cli("run", suite(THREE), *flags)
    assert said.code == 7
    assert hint in said.err


def test_what_sums_up_the_tests_is_not_judged_on_a_part(cli, suite):
    text = THREE + "    coverage: {tools: 100}\n    performance: {p95_latency_ms: 60000}\n"
    said = cli("run", suite(text), "--filter", "one", "--format", "json")
    cases = {case["lane"]: case for case in json.loads(said.out)["cases"]}
    assert said.code == 0
    assert cases["coverage"]["skip"]["reason"] == "not-selected"
    assert cases["performance"]["status"] == "skipped"


@pytest.mark.parametrize(
    ("flags", "code"),
    [
        (["--shard", "3/2"], "shard-form"),
        (["--shard", "0/2"], "shard-form"),
        (["--shard", "x"], "shard-form"),
        (["--filter", "re:("], "filter-pattern"),
        (["--report", "nonsense"], "report-option"),
        (["--report", "pdf=x"], "report-option"),
        (["--report", "json="], "report-option"),
        (["--report", "json=a.txt", "--report", "text=./a.txt"], "report-same-path"),
    ],
)
def test_a_bad_invocation_is_refused_before_the_run(cli, suite, flags, code):
    said = cli("run", suite(MIXED), *flags)
    assert (said.code, said.out) == (2, "")
    assert f"error[{code}]" in said.err


@pytest.mark.parametrize("place", ["/no/such/folder/x.json", "/tmp"])
def test_a_report_that_cannot_be_written_is_four_before_the_run(cli, suite, place):
    said = cli("run", suite(MIXED), "--report", f"json={place}")
    assert (said.code, said.out) == (4, "")
    assert "error[report-unwritable]" in said.err


@pytest.mark.parametrize("jobs", ["0", "-1", "100000", "many", ""])
def test_jobs_have_a_range(cli, suite, jobs):
    said = cli("run", suite(THREE), "--jobs", jobs)
    assert said.code == 2
    assert "1 to 256" in said.err


@pytest.mark.parametrize("flags", [["--seed", "x"], ["--retry", "-1"], ["--max-calls", "-1"]])
def test_numbers_are_checked(cli, suite, flags):
    assert cli("run", suite(THREE), *flags).code == 2


def test_a_report_never_replaces_the_suite(cli, suite):
    path = suite(THREE)
    before = path.read_text()
    said = cli("run", path, "--report", f"json={path}")
    assert said.code == 2
    assert path.read_text() == before


def test_every_report_is_written_beside_the_one_on_the_screen(cli, suite, tmp_path):
    names = ["json", "junit", "tap", "markdown", "ndjson", "text"]
    flags = [f"--report={name}={tmp_path / name}" for name in names]
    said = cli("run", suite(MIXED), "--format", "tap", *flags)
    assert said.code == 1
    assert said.out == (tmp_path / "tap").read_text()
    assert json.loads((tmp_path / "json").read_text())["summary"]["failed"] == 1
    assert ET.parse(tmp_path / "junit").getroot().get("failures") == "1"
    events = [json.loads(line)["event"] for line in (tmp_path / "ndjson").read_text().splitlines()]
    assert events[0] == "run-started"
    assert events[-1] == "run-finished"
    assert events.count("case-finished") == 3


def test_a_report_that_cannot_be_written_is_four_and_costs_no_other(
    cli, suite, tmp_path, monkeypatch
):
    from mcptest.cli.output import reports as output
    from mcptest.errors import WriteError

    real = output.write_atomically

    def full(path, text):
        if path.name == "a.json":
            raise WriteError("file-not-written", "no space left")
        real(path, text)

    monkeypatch.setattr(output, "write_atomically", full)
    reports = [f"--report=json={tmp_path / 'a.json'}", f"--report=tap={tmp_path / 'b.tap'}"]
    said = cli("run", suite(THREE), *reports)
    assert said.code == 4
    assert "3 passed" in said.out
    assert "file-not-written" in said.err
    assert (tmp_path / "b.tap").exists()


def test_a_journal_goes_to_standard_output_as_it_happens(cli, suite):
    said = cli("run", suite(THREE), "--format", "ndjson")
    events = [json.loads(line)["event"] for line in said.out.splitlines()]
    assert events[0] == "run-started"
    assert events[-1] == "run-finished"


def test_fail_fast_stops_after_the_first(cli, suite):
    said = cli("run", suite(MIXED), "--fail-fast", "--jobs", "1", "--format", "json")
    statuses = [case["status"] for case in json.loads(said.out)["cases"]]
    assert statuses == ["passed", "failed", "skipped"]


def test_retry_tries_again_and_shows_it(cli, suite):
    text = """
        tools:
          - name: third time
            tool: count
            expect: [{target: text, matcher: {exact: "3"}}]
    """
    said = cli("run", suite(text), "--retry", "5")
    assert said.code == 0
    assert "(3 attempts)" in said.out
    assert cli("run", suite(text), "--retry", "1").code == 1


def test_the_seed_is_in_the_document(cli, suite):
    said = cli("run", suite(THREE), "--seed", "42", "--format", "json")
    assert json.loads(said.out)["seed"] == 42


def test_a_folder_runs_every_suite_and_keeps_their_servers_apart(cli, suite, tmp_path):
    from tests.cli.conftest import COMMAND

    body = """
        tools:
          - name: knows its own
            tool: environment
            args: {text: WHO}
            expect: [{target: text, matcher: {exact: %s}}]
    """
    command = json.dumps(COMMAND)
    for who in ("ann", "bob", "cyd"):
        server = f"server: {{command: {command}, env: {{WHO: {who}}}}}\n"
        suite(body % who, f"{who}/mcptest.yml", server=server)
    said = cli("run", tmp_path, "--format", "json")
    document = json.loads(said.out)
    assert [case["status"] for case in document["cases"]] == ["passed"] * 3
    assert len({server["name"] for server in document["servers"]}) == 3
    assert len({case["id"] for case in document["cases"]}) == 3


def test_two_suites_of_one_server_share_it(cli, suite, tmp_path):
    suite(THREE, "a.mcptest.yml")
    suite(THREE, "b.mcptest.yml")
    said = cli("run", tmp_path, "--format", "json")
    assert [server["name"] for server in json.loads(said.out)["servers"]] == ["default"]


def test_problems_of_several_files_come_at_once(cli, suite, tmp_path):
    suite("tools: [{name: x, tol: y}]\n", "a.mcptest.yml")
    suite("tools: [{name: x, tool: y, taggs: [z]}]\n", "b.mcptest.yml")
    said = cli("run", tmp_path)
    assert said.code == 2
    assert said.err.count("error[suite-unknown-key]") == 2


def test_without_a_path_the_usual_files_are_found(cli, suite, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    said = cli("run")
    assert said.code == 2
    assert "no-suite" in said.err
    suite(THREE, "mcptest.yml")
    assert cli("run", "--dry-run").code == 0


def test_a_missing_file_is_two(cli):
    said = cli("run", "no-such-suite.yml")
    assert said.code == 2
    assert "suite-not-found" in said.err


def test_a_crash_is_a_verdict_with_the_last_words(cli, suite):
    said = cli(
        "run", suite("tools: [{name: x, tool: crash}, {name: y, tool: count}]\n"), "--jobs=1"
    )
    assert said.code == 1
    assert "error[server-crashed]" in said.out
    assert "exited with code 3" in said.out
    assert "cannot go on" in said.out
    assert "pass  tools: y" in said.out


def test_a_hang_costs_its_timeout(cli, suite):
    said = cli("run", suite("tools: [{name: x, tool: hang, timeout: 200ms}]\n"))
    assert said.code == 1
    assert "error[server-hung]" in said.out


def test_a_secret_of_the_environment_is_never_shown(cli, suite, tmp_path, monkeypatch):
    from tests.cli.conftest import COMMAND

    monkeypatch.setenv("MY_TOKEN", "correct-horse-battery")
    command = json.dumps(COMMAND)
    server = f"server: {{command: {command}, env: {{MY_TOKEN: {{env: MY_TOKEN}}}}}}\n"
    body = """
        tools:
          - name: says it
            tool: environment
            args: {text: MY_TOKEN}
            expect: [{target: text, matcher: {exact: other}}, {target: text, matcher: {snapshot: s}}]
    """
    reports = [f"--report={name}={tmp_path / name}" for name in ("json", "junit", "ndjson")]
    said = cli("run", suite(body, server=server), *reports)
    assert said.code == 1
    texts = [path.read_text() for path in tmp_path.rglob("*") if path.is_file()]
    assert len(texts) >= 5
    assert all("correct-horse" not in text for text in [said.out, said.err, *texts])


@pytest.mark.parametrize("variable", ["NO_COLOR", "CI"])
def test_colour_is_for_terminals_that_want_it(cli, suite, monkeypatch, variable):
    import sys

    path = suite(THREE)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    assert "\x1b[32m" in cli("run", path).out
    assert "\x1b" not in cli("run", path, "--no-color").out
    monkeypatch.setenv(variable, "1")
    assert "\x1b" not in cli("run", path).out


def test_progress_is_for_terminals(cli, suite, monkeypatch):
    import sys

    path = suite(THREE)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert "0/3 one" in cli("run", path, "--jobs", "1").err
    monkeypatch.setenv("TERM", "dumb")
    assert cli("run", path).err == ""


def test_a_note_is_said_once_on_standard_error(cli, suite):
    from tests.cli.conftest import COMMAND

    server = f"server: {{command: {json.dumps(COMMAND)}, env: {{API_TOKEN: literally}}}}\n"
    path = suite(THREE, server=server)
    said = cli("run", path)
    assert said.err.count("note: ") == 1
    assert "note: " not in said.out
    assert "note: " in cli("run", path, "--format", "json").err


def test_a_suite_with_deprecated_features_may_be_denied(cli, tmp_path):
    from mcptest.lint.deprecation import deprecations

    rule = next(iter(deprecations().values()))
    path = tmp_path / "old.mcptest.yml"
    path.write_text(rule.proof.failing)
    assert cli("run", path, "--dry-run").code == 0
    said = cli("run", path, "--dry-run", "--deny-lints")
    assert (said.code, said.out) == (2, "")
    assert f"error[{rule.id.lower()}]" in said.err
    path.write_text(rule.proof.passing)
    assert cli("run", path, "--dry-run", "--deny-lints").code == 0


def test_the_same_run_gives_the_same_document_but_for_times(cli, suite):
    rows = "".join(
        f"  - {{name: t{n}, tool: {'fail' if n % 2 else 'echo'}, args: {{text: a}}}}\n"
        for n in range(24)
    )
    path = suite(f"tools:\n{rows}coverage: {{tools: 100}}\n")

    def document():
        text = cli("run", path, "--format", "json", "--seed", "1").out
        return re.sub(r'"(?:duration_ms|at_ms|started)": [^,\n]+', '"time": 0', text)

    assert document() == document() == document()


@pytest.mark.parametrize("body", ["tools: []", ""])
def test_a_suite_without_a_test_is_no_success(cli, suite, body):
    said = cli("run", str(suite(body)))
    assert said.code == 7
    assert "error[no-tests]" in said.err
