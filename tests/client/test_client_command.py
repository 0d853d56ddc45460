"""``mcptest client``: starting clients, choosing scenarios, grading, and what is refused."""

import json
import sys

import pytest

from mcptest.cli.main import run
from mcptest.report.schemas import document_schema
from mcptest.schema.validate import validator

SCRIPTED = [sys.executable, "-m", "mcptest.client.scripted"]
PIN = ["--spec-version", "2025-11-25"]


def client_run(*options, client=SCRIPTED):
    tail = [] if client is None else ["--", *client]
    return run(["client", "run", *options, *tail])


def document(capsys):
    return json.loads(capsys.readouterr().out)


def test_a_right_client_gets_the_best_grade_over_both_transports(capsys):
    over = ["--transport", "http", "--transport", "stdio"]
    code = client_run(*PIN, *over, "--scenario", "ping", "--scenario", "plain", "--format", "json")
    found = document(capsys)
    assert code == 0
    assert found["compliance"]["grade"] == "A+"
    assert [case["id"] for case in found["cases"]] == [
        "client::http::ping",
        "client::stdio::ping",
        "client::http::plain",
        "client::stdio::plain",
    ]
    assert {case["lane"] for case in found["cases"]} == {"client"}
    assert {server["info"]["name"] for server in found["servers"]} == {"mcptest-scripted"}


def test_a_broken_rule_fails_with_the_message_that_shows_it(capsys):
    broken = [*SCRIPTED, "--break", "client-040"]
    assert client_run(*PIN, "--scenario", "ping", "--format", "json", client=broken) == 1
    found = document(capsys)
    [case] = found["cases"]
    assert [finding["id"] for finding in case["findings"]] == ["CLIENT-040"]
    rules = {rule["id"]: rule["status"] for rule in found["compliance"]["rules"]}
    assert rules["CLIENT-040"] == "failed"
    assert found["compliance"]["tier"] == "F"


def test_a_baseline_accepts_a_failure_and_reports_a_stale_entry(tmp_path, capsys):
    baseline = tmp_path / "baseline.yml"
    baseline.write_text("- {rule: CLIENT-040, reason: known}\n")
    broken = [*SCRIPTED, "--break", "CLIENT-040"]
    options = [*PIN, "--scenario", "ping", "--baseline", str(baseline)]
    assert client_run(*options, client=broken) == 0
    assert client_run(*options) == 1
    assert "now passing" in capsys.readouterr().out


def test_strict_counts_warnings(capsys):
    broken = [*SCRIPTED, "--break", "CLIENT-043"]
    assert client_run(*PIN, "--scenario", "undeclared", client=broken) == 0
    assert client_run(*PIN, "--scenario", "undeclared", "--strict", client=broken) == 1
    capsys.readouterr()


def test_without_a_pin_the_client_is_judged_at_the_revision_it_asks_for(capsys):
    assert client_run("--scenario", "plain", "--format", "json") == 0
    assert document(capsys)["compliance"]["spec_version"] == "v2026-07-28"


def test_a_client_that_never_connects_is_not_graded(capsys):
    silent = [sys.executable, "-c", "import sys; sys.exit('nothing to do')"]
    assert client_run(*PIN, "--scenario", "plain", "--format", "json", client=silent) == 1
    found = document(capsys)
    assert found["compliance"]["grade"] is None
    [case] = found["cases"]
    assert case["skip"]["reason"] == "cannot-tell"
    assert "nothing to do" in case["skip"]["detail"]


def test_a_client_that_does_not_end_is_stopped_and_judged(capsys):
    endless = [sys.executable, "-c", "import time; time.sleep(60)"]
    options = [*PIN, "--scenario", "plain", "--timeout", "300ms", "--format", "json"]
    assert client_run(*options, client=endless) == 1
    [case] = document(capsys)["cases"]
    assert case["notes"] == ["the client was stopped after 0.3 s"]


def test_placeholders_choose_the_transport_and_are_replaced(tmp_path, capsys):
    seen = tmp_path / "seen.json"
    show = f"import json, sys; json.dump(sys.argv[1:], open({str(seen)!r}, 'w'))"
    words = [sys.executable, "-c", show, "{command}", "--steps={steps}", "{config}"]
    client_run(*PIN, "--scenario", "plain", client=words)
    first, *_, steps, config = json.loads(seen.read_text())
    assert first == sys.executable
    assert steps.startswith("--steps=/")
    assert config.endswith("mcp.json")
    assert "over stdio" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "client", "code", "exit_code"),
    [
        ([], None, "client-no-command", 2),
        (["--scenario", "pingg"], SCRIPTED, "client-unknown-scenario", 2),
        (["--scenario", "input-required", *PIN], SCRIPTED, "client-no-scenario", 7),
        (["--env", "x"], SCRIPTED, "server-flag-pair", 2),
        ([], ["no-such-client-anywhere"], "launch-not-found", 3),
        (["--wait"], SCRIPTED, "client-wait-one", 2),
        (["--wait", "--scenario", "ping", "--scenario", "plain"], None, "client-wait-one", 2),
    ],
)
def test_what_cannot_be_run_is_said(options, client, code, exit_code, capsys):
    assert client_run(*options, client=client) == exit_code
    assert code in capsys.readouterr().err


def test_waiting_for_a_client_ends_with_the_time(capsys):
    assert client_run("--wait", "--timeout", "200ms", client=None) == 1
    said = capsys.readouterr()
    assert "http://127.0.0.1:" in said.err
    assert "never connected" in said.out


def test_scenarios_are_listed_for_people_and_machines(capsys):
    assert run(["client", "scenarios", "--spec-version", "2024-11-05"]) == 0
    text = capsys.readouterr().out
    assert "ping" in text
    assert "input-required" not in text
    assert "up to 2025-11-25" in text
    assert run(["client", "scenarios", "--format", "json"]) == 0
    found = document(capsys)
    assert found["schema"] == "mcptest.scenarios/v1"
    assert validator(document_schema("scenarios")).errors(found) == []
    by_name = {scenario["name"]: scenario for scenario in found["scenarios"]}
    assert by_name["ping"]["rules"][-1] == "CLIENT-040"


def test_a_rule_is_explained_with_the_client_that_breaks_it(capsys):
    assert run(["explain", "client-040"]) == 0
    text = capsys.readouterr().out
    assert "must" in text
    assert "mcptest.client.scripted --break CLIENT-040" in text
    assert run(["explain", "CLIENT-999"]) == 2


def test_sarif_declares_the_rules_for_clients(capsys):
    broken = [*SCRIPTED, "--break", "CLIENT-040"]
    assert client_run(*PIN, "--scenario", "ping", "--format", "sarif", client=broken) == 1
    [tool] = [one["tool"]["driver"] for one in document(capsys)["runs"]]
    assert "CLIENT-040" in {rule["id"] for rule in tool["rules"]}


def test_a_client_that_does_not_sign_in_is_skipped_where_it_has_to(capsys):
    stranger = [*SCRIPTED, "--faults", '[{"behave": "never-sign-in"}]']
    options = ["--scenario", "authorization", "--format", "json"]
    client_run(*PIN, *options, client=stranger)
    [case] = document(capsys)["cases"]
    assert case["skip"]["detail"] == "the client did not sign in"
    client_run(*PIN, *options)
    [case] = document(capsys)["cases"]
    assert case["status"] == "passed"


def test_what_a_client_does_in_every_scenario_is_shown_once(capsys):
    faults = '[{"header": "MCP-Protocol-Version", "on": "tools/call"}]'
    broken = [*SCRIPTED, "--faults", faults]
    names = ("plain", "ping", "errors")
    chosen = [word for name in names for word in ("--scenario", name)]
    assert client_run(*PIN, *chosen, client=broken) == 1
    text = capsys.readouterr().out
    assert text.count("error[CLIENT-086]") == text.count("message:  ") == 1
    assert "request:" not in text
    assert "and 2 more with the same findings" in text
