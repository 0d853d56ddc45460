"""The tools that start nothing: suites and catalogs checked, rules looked up."""

import json
import os

import pytest

GOOD = "server: {command: my-server}\ntools:\n  - {name: it works, tool: search}\n"


def codes(problems):
    return [problem["code"] for problem in problems]


def test_a_good_text_is_valid(ask):
    assert ask("validate_suite", text=GOOD) == {
        "valid": True,
        "tests": 1,
        "problems": [],
        "warnings": [],
        "notes": [],
    }


def test_a_problem_has_its_place_and_a_way_out(ask):
    [problem] = ask("validate_suite", text=GOOD.replace("tool:", "tol:"), path="a.yml")["problems"]
    assert (problem["code"], problem["file"], problem["line"]) == ("suite-unknown-key", "a.yml", 3)
    assert "tool" in problem["help"]


def test_a_file_is_read_where_the_agent_says(ask, folder):
    (folder / "a.yml").write_text(GOOD)
    assert ask("validate_suite", path="a.yml")["valid"] is True


def test_without_a_path_the_usual_suites_are_checked(ask, folder):
    assert codes(ask("validate_suite")["problems"]) == ["no-suite"]
    (folder / "tests").mkdir()
    (folder / "tests" / "a.mcptest.yml").write_text(GOOD)
    (folder / "tests" / "b.mcptest.yml").write_text(GOOD)
    assert ask("validate_suite")["tests"] == 2
    (folder / "tests" / "c.mcptest.yml").write_text("nonsense: 1")
    found = ask("validate_suite")
    assert (found["valid"], found["tests"]) == (False, 0)
    assert {problem["file"] for problem in found["problems"]} == {"tests/c.mcptest.yml"}


def test_what_a_newer_revision_drops_is_a_warning(ask):
    text = GOOD.replace("command: my-server", "url: 'http://127.0.0.1:1/sse', transport: sse")
    found = ask("validate_suite", text=text)
    assert found["valid"] is True
    assert found["warnings"]


@pytest.mark.parametrize("path", ["../x.yml", "/etc/passwd", "link.yml"])
def test_a_suite_outside_the_folder_is_refused(ask, folder, path):
    (folder / "link.yml").symlink_to("/etc/passwd")
    assert codes(ask("validate_suite", path=path)["problems"]) == ["agent-path-outside"]
    assert codes(ask("validate_suite", path=path, text=GOOD)["problems"]) == ["agent-path-outside"]


def test_a_link_among_the_usual_suites_that_leads_out_is_refused(ask, folder):
    (folder / "tests").mkdir()
    (folder / "tests" / "a.mcptest.yml").symlink_to("/etc/passwd")
    assert codes(ask("validate_suite")["problems"]) == ["agent-path-outside"]


def test_imports_stay_in_the_folder_even_in_a_larger_project(folder, ask):
    (folder.parent / "secrets.yml").write_text("password: hunter2\n")
    found = ask("validate_suite", text="imports: [../secrets.yml]\n" + GOOD)
    assert codes(found["problems"]) == ["suite-import-outside"]
    assert "hunter2" not in json.dumps(found)
    assert str(folder) not in json.dumps(found)


@pytest.mark.parametrize("written", ["${env.HUSH}", "${x}"])
def test_what_the_environment_holds_is_not_told(ask, written):
    text = f"variables: {{x: {{from_env: HUSH}}}}\n{GOOD}    timeout: '{written}'\n"
    text = text.replace("- {name: it works, tool: search}", "- name: it works\n    tool: search")
    found = ask("validate_suite", text=text)
    assert found["problems"]
    assert "nobody-may-see" not in json.dumps(found)


def test_a_pipe_is_not_waited_for(ask, folder):
    os.mkfifo(folder / "pipe")
    assert codes(ask("validate_suite", path="pipe")["problems"]) == ["suite-unreadable"]


def test_an_id_is_explained(ask):
    assert "How to fix it:" in ask("explain", id="tool-002")["text"]
    assert "How to fix it:" in ask("explain", id="agent-root")["text"]


def test_an_id_that_is_not_there_gets_the_nearest(ask):
    said = ask("explain", id="TOOL-0022")
    assert said.startswith("error[explain-unknown]")
    assert "TOOL-002" in said
    assert "near" not in ask("explain", id="?")


def test_rules_lints_and_probes_are_listed(ask):
    everything = ask("list_rules", kind="compliance")["rules"]
    oldest = ask("list_rules", kind="compliance", spec_version="v2024-11-05")["rules"]
    assert 50 < len(oldest) < len(everything)
    assert {"id": "SCH-001", "level": "warning", "title": "No required list"} in ask(
        "list_rules", kind="lint"
    )["rules"]
    levels = {rule["id"]: rule["level"] for rule in ask("list_rules", kind="probe")["rules"]}
    assert (levels["wrong_type"], levels["null_value"]) == ("default", "on request")


def test_revisions_are_compared(ask):
    found = ask("compare_revisions", old="v2024-11-05", new="v2025-06-18")
    changes = {entry["rule"]: entry["change"] for entry in found["entries"]}
    assert (found["clean"], changes["PROTO-002"], changes["ELICIT-001"]) == (
        False,
        "changed",
        "added",
    )
    assert ask("compare_revisions", old="draft", new="draft")["entries"] == []


def test_a_catalog_is_linted_as_text_and_as_a_file(ask, folder):
    catalog = json.dumps({"tools": [{"name": "x", "inputSchema": {"type": "object"}}]}, indent=1)
    found = ask("lint_catalog", catalog=catalog)
    assert found["tools"] == 1
    assert "DESC-001" in {finding["id"] for finding in found["findings"]}
    (folder / "tools.json").write_text(catalog)
    assert ask("lint_catalog", catalog="tools.json") == found


@pytest.mark.parametrize(
    ("catalog", "code"),
    [
        ("{", "json-cut-off"),
        ('{"a": 1}', "catalog-not-found"),
        ("/etc/passwd", "agent-path-outside"),
    ],
)
def test_what_is_no_catalog_is_a_problem(ask, catalog, code):
    found = ask("lint_catalog", catalog=catalog)
    assert codes(found["problems"]) == [code]
    assert found["findings"] == []


def test_a_catalog_with_very_many_findings_is_cut(ask):
    tools = [{"name": f"t{n}"} for n in range(300)]
    found = ask("lint_catalog", catalog=json.dumps(tools))
    assert len(found["findings"]) == 200
    assert found["left_out"] > 0
