"""Every object in a suite refuses a key that it does not know, wherever it stands."""

import json

import pytest

from mcptest.plan import load_suite, read_blocks, suite_schema

SCHEMA = suite_schema()
STRAY = "zzz_unknown"
FREE = {  # what the user, the server or JSON Schema names
    *("_meta", "args", "capture", "env", "headers", "sampling", "servers", "variables"),
    *("contains", "content", "exact", "prompt_args", "schema", "template_values", "tool_args"),
}
FREE_MEMBERS = {  # below a fixture: what is sent to the server, or compared with it
    *("arguments", "args", "done", "name", "other_args", "params", "method", "schema", "seconds"),
    *("tool", "uri", "url", "redirect_uri", "valid", "expired", "other_user", "other_issuer"),
    *("reduced_scope", "broader_scope", "other_audience", "challenged_scope"),
}


def walk(node, path=(), matchers=0):
    """Every schema below, with the way to it; a matcher inside a matcher is left out."""
    if "$ref" in node:
        name = node["$ref"].rpartition("/")[2]
        matchers += name == "matcher"
        if matchers > 1:
            return
        node = SCHEMA["$defs"][name]
    yield path, node
    for choice in node.get("anyOf", ()):
        yield from walk(choice, path, matchers)
    for key, inner in node.get("properties", {}).items():
        yield from walk(inner, (*path, key), matchers)
    if isinstance(inner := node.get("items"), dict):
        yield from walk(inner, (*path, 0), matchers)
    if isinstance(inner := node.get("additionalProperties"), dict):
        yield from walk(inner, (*path, "anything"), matchers)


def is_closed(node):
    return node.get("additionalProperties") is False


def takes_anything(node):
    says = {"type", "anyOf", "enum", "const", "oneOf"}
    return not says & node.keys() or ("object" in node.get("type", ()) and not is_closed(node))


NODES = list(walk(SCHEMA))
CLOSED = sorted({path for path, node in NODES if is_closed(node)}, key=str)


def document(path):
    inner = {STRAY: 1}
    for step in reversed(path):
        beside = {"target": "text"} if step == "matcher" else {}
        inner = [inner] if step == 0 else {**beside, step: inner}
    return inner if "server" in inner else {"server": {"command": "x"}, **inner}


def test_there_is_something_to_walk():
    assert len(CLOSED) > 80
    assert ("tools", 0, "resilience", "after", 0, "expect", 0) in CLOSED


@pytest.mark.parametrize("path", CLOSED, ids=lambda path: ".".join(map(str, path)) or "top")
def test_an_unknown_key_is_refused(tmp_path, path):
    file = tmp_path / "s.yml"
    file.write_text(json.dumps(document(path)))
    suite = load_suite(file, env={})
    problems = [*suite.problems, *read_blocks(suite).problems]
    assert any(f'"{STRAY}"' in problem.message for problem in problems), problems


def test_only_what_others_name_takes_any_key():
    open_to_all = {path for path, node in NODES if takes_anything(node)}
    strange = {
        path
        for path in open_to_all
        if not FREE & set(path) and not ("hints" in path and path[-1] in FREE_MEMBERS)
    }
    assert strange == set()
