"""Skills and user interfaces in the cases that no proof shows."""

from __future__ import annotations

import pytest
from tests.compliance.peer import corpora, grade_mock, memory

from mcptest.compliance.checks.app_007 import CHECK
from mcptest.compliance.observe.frontmatter import agree, read_frontmatter
from mcptest.model.outcome import SkipReason, Status
from mcptest.model.spec_version import SpecVersion

V26 = SpecVersion.V2026_07_28
SKILLS = {"use": "skills"}


def graded(rule_id, *overrides):
    rule = corpora()[V26].rules[rule_id]
    return grade_mock([rule], memory(overrides, V26), V26)[rule_id]


def listing(*operations):
    return {"on": "skills/list", "patch": list(operations)}


def at(path, value):
    return {"op": "replace", "path": f"/result/skills/0/{path}", "value": value}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# Tea",
        "---\nname: tea\n",
        "---\n- tea\n---\n",
        "---\na: [\n---\n",
        "--- x\na: b\n---\n",
    ],
)
def test_what_is_not_a_frontmatter_is_not_read(text):
    assert read_frontmatter(text) is None


def test_a_frontmatter_is_read_with_every_end_of_line():
    assert read_frontmatter("\ufeff---\r\nname: tea\r\n---\r\nBoil.") == {"name": "tea"}
    assert read_frontmatter("---\nname: tea\n---") == {"name": "tea"}
    assert read_frontmatter("---\nname: " + "x" * 70_000 + "\n---") is None


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ({"version": 1.0}, {"version": "1"}, True),
        ({"draft": True}, {"draft": "true"}, True),
        ({"text": "a  b\n"}, {"text": "a b"}, True),
        ({"tags": ["a", None]}, {"tags": ["a", ""]}, True),
        ({"tags": ["a"]}, {"tags": "a"}, False),
        ({"a": 1}, {"b": 1}, False),
    ],
)
def test_readers_of_yaml_may_differ_on_scalars(one, other, same):
    assert agree(one, other) is same


@pytest.mark.parametrize("rule_id", ["SKILL-005", "SKILL-013", "SKILL-022", "SKILL-025"])
def test_a_server_without_the_extension_is_not_asked(rule_id):
    assert graded(rule_id).skip.reason is SkipReason.CAPABILITY_NOT_DECLARED


def test_dynamic_skills_have_no_files_to_check():
    dynamic = listing(at("resources", "dynamic"))
    assert graded("SKILL-012", SKILLS, dynamic).status is Status.SKIPPED
    assert graded("SKILL-007", SKILLS, dynamic).status is Status.PASSED
    assert graded("SKILL-022", SKILLS, dynamic).status is Status.SKIPPED


def test_a_skill_on_two_pages_is_split():
    more = {"op": "add", "path": "/result/nextCursor", "value": "more"}
    paged = {**listing(more), "when": {"params": {"cursor": {"is": "absent"}}}}
    assert graded("SKILL-005", SKILLS, paged).status is Status.WARNED


@pytest.mark.parametrize(
    ("path", "value", "status"),
    [
        ("uri", "skill://tea/README.md", Status.FAILED),
        ("uri", "skill://Tea/SKILL.md", Status.FAILED),
        ("frontmatter", {"name": "tea", "description": "x"}, Status.PASSED),
    ],
)
def test_a_name_is_checked_against_its_uri(path, value, status):
    assert graded("SKILL-008", SKILLS, listing(at(path, value))).status is status


@pytest.mark.parametrize(
    "file",
    [
        {"digest": "sha256:" + "0" * 64, "size": 1},
        {"uri": "skill://coffee/a.txt", "digest": "sha256:" + "0" * 64, "size": 1},
        {"uri": "skill://tea/a.txt", "digest": 5, "size": 1},
        {"uri": "skill://tea/a.txt", "digest": "sha256:" + "0" * 64, "size": -1},
        {"uri": "skill://tea/SKILL.md", "digest": "sha256:" + "0" * 64, "size": 1},
    ],
)
def test_a_file_that_is_listed_wrongly_is_found(file):
    wrong = {"op": "add", "path": "/result/skills/0/resources/-", "value": file}
    assert graded("SKILL-012", SKILLS, listing(wrong)).status is Status.FAILED


def test_a_skill_has_at_most_512_files():
    many = [{"uri": f"skill://tea/{n}.txt"} for n in range(513)]
    assert graded("SKILL-013", SKILLS, listing(at("resources", many))).status is Status.WARNED


def test_a_manifest_that_is_not_listed_itself_is_found():
    kinds = [{"uri": "skill://tea/notes/kinds.txt", "digest": "sha256:" + "0" * 64, "size": 1}]
    assert graded("SKILL-012", SKILLS, listing(at("resources", kinds))).status is Status.FAILED


def test_a_directory_that_cannot_be_read_is_not_endless():
    refused = {"on": "resources/directory/read", "error": {"code": -32601, "message": "no"}}
    assert graded("SKILL-021", SKILLS, refused).status is Status.FAILED
    assert graded("SKILL-024", SKILLS, refused).status is Status.PASSED


def test_the_scheme_alone_is_not_an_app():
    resource = {"uri": "ui://old/widget", "name": "widget", "mimeType": "text/html"}
    patch = [{"op": "add", "path": "/result/resources/-", "value": resource}]
    assert graded("APP-003", {"on": "resources/list", "patch": patch}).status is Status.SKIPPED
    extension = {"io.modelcontextprotocol/ui": {}}
    add = {"op": "add", "path": "/result/capabilities/extensions", "value": extension}
    declared = {"on": "server/discover", "patch": [add]}
    read = {
        "on": "resources/read",
        "when": {"params": {"uri": resource["uri"]}},
        "result": {"resultType": "complete", "contents": [{**resource, "text": "<html>"}]},
    }
    overrides = [declared, {"on": "resources/list", "patch": patch}, read]
    assert graded("APP-003", *overrides).status is Status.WARNED


def test_the_older_key_of_a_tool_counts_too():
    meta = {"op": "add", "path": "/result/tools/0/_meta", "value": {"ui/resourceUri": "x://y"}}
    assert graded("APP-001", {"on": "tools/list", "patch": [meta]}).status is Status.WARNED


@pytest.mark.parametrize(
    ("html", "domains", "problems"),
    [
        ('<script src="https://a.example/x.js">', [], 1),
        ('<script src="https://a.example/x.js">', ["https://a.example"], 0),
        ('<script src="https://a.example/x.js">', ["a.example"], 0),
        ('<script src="https://b.a.example/x.js">', ["https://*.a.example"], 0),
        ('<script src="https://a.example/x.js">', ["http://a.example"], 1),
        ('<img src="https://a.example/x.png">', ["*"], 0),
        ('<link rel="stylesheet" href="https://a.example/x.css">', [], 1),
        ('<link rel="canonical" href="https://a.example/">', [], 0),
        ('<!-- <script src="https://a.example/x.js"> -->', [], 0),
        ('<a href="https://a.example/">there</a><script src="x.js">', [], 0),
    ],
)
def test_what_an_app_loads_is_compared_with_its_policy(html, domains, problems):
    csp = {"csp": {"resourceDomains": domains}}
    items = [{"uri": "ui://a", "content": {"text": html}, "ui": csp}]
    assert len(list(CHECK.run({"apps": {"items": items}}))) == problems


def test_without_a_manifest_there_is_no_directory_to_read():
    other = listing(at("uri", "skill://tea/README.md"))
    assert graded("SKILL-021", SKILLS, other).skip.reason is SkipReason.NOT_APPLICABLE
    plain = {"op": "replace", "path": "/result/capabilities/extensions", "value": {}}
    plain["value"] = {"io.modelcontextprotocol/skills": {}}
    undeclared = {"on": "server/discover", "patch": [plain]}
    assert graded("SKILL-021", SKILLS, undeclared).skip.reason is SkipReason.NOT_APPLICABLE


def test_a_name_that_agents_reject_is_found():
    named = listing(at("uri", "skill://a--b/SKILL.md"), at("frontmatter/name", "a--b"))
    assert graded("SKILL-008", SKILLS, named).status is Status.FAILED


def test_a_server_with_apps_but_without_resources_is_told_so():
    meta = {
        "op": "add",
        "path": "/result/tools/0/_meta",
        "value": {"ui": {"resourceUri": "ui://x"}},
    }
    refused = {"on": "resources/list", "error": {"code": -32601, "message": "no"}}
    overrides = [{"on": "tools/list", "patch": [meta]}, refused]
    assert graded("APP-002", *overrides).status is Status.WARNED
