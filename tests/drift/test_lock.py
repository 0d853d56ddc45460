"""A lock says exactly what changed, in the right class, and accepts what a person accepts."""

import json
import sys
from pathlib import Path

import jsonschema_rs
import pytest

from mcptest.cli.main import run as mcptest
from mcptest.drift.compare_offers import compare_offers, version_note
from mcptest.drift.drift_text import drift_text
from mcptest.drift.lock_file import lock_document, lock_text, read_lock
from mcptest.drift.offer import ServerOffer
from mcptest.errors import FileProblemsError
from mcptest.report.schemas import document_schema

TINY = Path(__file__).parents[1] / "servers" / "tiny.py"


def tool(name, properties=None, **more):
    schema = {"type": "object", "properties": properties or {}}
    return {"name": name, "description": name, "inputSchema": schema, **more}


def offer(*tools, prompts=(), templates=(), resources=(), version="1", revision="2025-11-25"):
    return ServerOffer(
        {
            "tools": {each["name"]: each for each in tools},
            "prompts": {each["name"]: each for each in prompts},
            "resources": {each: {"uri": each} for each in resources},
            "resource_templates": {each: {"uriTemplate": each} for each in templates},
        },
        {"name": "x", "version": version, "protocol_version": revision},
    )


def changes(old, new):
    return {
        (entry.tool, entry.change.kind.value, entry.change.impact.value)
        for entry in compare_offers(old, new).entries
    }


def prompt(*arguments, **more):
    listed = [{"name": name.rstrip("!"), "required": name.endswith("!")} for name in arguments]
    return {"name": "p", "arguments": listed, **more}


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        (offer(tool("a")), offer(), ("a", "tool-removed", "breaking")),
        (offer(), offer(tool("a")), ("a", "tool-added", "safe")),
        (
            offer(prompts=[prompt()]),
            offer(),
            ("prompt p", "prompt-removed", "breaking"),
        ),
        (offer(), offer(prompts=[prompt()]), ("prompt p", "prompt-added", "safe")),
        (
            offer(prompts=[prompt("a")]),
            offer(prompts=[prompt("a!")]),
            ("prompt p", "required-added", "breaking"),
        ),
        (
            offer(prompts=[prompt()]),
            offer(prompts=[prompt("a!")]),
            ("prompt p", "required-added", "breaking"),
        ),
        (
            offer(prompts=[prompt("a!")]),
            offer(prompts=[prompt("a")]),
            ("prompt p", "required-removed", "safe"),
        ),
        (
            offer(prompts=[prompt()]),
            offer(prompts=[prompt("a")]),
            ("prompt p", "property-added", "safe"),
        ),
        (
            offer(prompts=[prompt("a")]),
            offer(prompts=[prompt()]),
            ("prompt p", "property-removed", "risky"),
        ),
        (
            offer(prompts=[prompt(title="x")]),
            offer(prompts=[prompt(title="y")]),
            ("prompt p", "member-changed", "safe"),
        ),
        (offer(resources=["a:b"]), offer(), ("resource a:b", "resource-removed", "risky")),
        (offer(), offer(resources=["a:b"]), ("resource a:b", "resource-added", "safe")),
        (
            offer(templates=["a:{b}"]),
            offer(),
            ("resource template a:{b}", "template-removed", "breaking"),
        ),
        (
            offer(),
            offer(templates=["a:{b}"]),
            ("resource template a:{b}", "template-added", "safe"),
        ),
        (
            offer(revision="2025-06-18"),
            offer(),
            ("server", "revision-changed", "risky"),
        ),
    ],
)
def test_each_change_is_put_into_its_class(old, new, found):
    assert changes(old, new) == {found}
    assert changes(old, old) == set()


def test_values_that_differ_are_shown():
    text = drift_text(compare_offers(offer(tool("a", title="x")), offer(tool("a", title="y"))))
    assert '- "x"' in text
    assert '+ "y"' in text
    assert drift_text(compare_offers(offer(), offer())) == "no difference"


def test_a_new_version_is_a_note_and_no_drift():
    assert changes(offer(), offer(version="2")) == set()
    assert version_note(offer(), offer(version="2")) == ("the server's version changed from 1 to 2")
    assert version_note(offer(), offer()) is None


def test_a_lock_comes_back_and_fits_its_schema(tmp_path):
    path = tmp_path / "mcptest.lock"
    made = offer(tool("b"), tool("a"), prompts=[prompt()], resources=["a:b"])
    path.write_text(lock_text(made))
    assert read_lock(path).items == made.items
    jsonschema_rs.validate(document_schema("lock"), lock_document(made))


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda text: text[:-5], "lock-not-json"),
        (lambda text: text.replace("lock/v1", "lock/v2"), "lock-unknown"),
        (lambda text: "[]", "lock-unknown"),
        (lambda text: text.replace('"description": "a"', '"description": "b"'), "lock-damaged"),
        (lambda text: text.replace('"definition"', '"other"'), "lock-damaged"),
    ],
)
def test_a_lock_that_cannot_be_trusted_is_refused(tmp_path, change, code):
    path = tmp_path / "mcptest.lock"
    path.write_text(change(lock_text(offer(tool("a")))))
    with pytest.raises(FileProblemsError) as refused:
        read_lock(path)
    assert refused.value.code == code


@pytest.fixture
def command(tmp_path, monkeypatch, capsys):
    """``mcptest lock`` on the tiny server, whose source a test may change."""
    monkeypatch.chdir(tmp_path)
    source = TINY.read_text()
    server = tmp_path / "server.py"
    server.write_text(source)

    def run(*arguments, change=None, live=True):
        server.write_text(source.replace(*change) if change else source)
        tail = ["--", sys.executable, str(server)] if live else []
        code = mcptest(["lock", *arguments, *tail])
        return code, *capsys.readouterr()

    return run


CLOSED = ('"required": ["text"]', '"required": ["text", "more"]')
REMOVED = ('    {"name": "count"', '    {"name": "tally"')


def test_a_server_is_locked_checked_and_updated(command, tmp_path):
    assert command()[0] == 0
    assert command()[0] == 0
    assert command("--check")[0] == 0
    code, out, _ = command("--check", change=REMOVED)
    assert code == 6
    assert "breaking" in out
    assert "safe" in out
    code, _, err = command(change=REMOVED)
    assert (code, "lock-exists" in err) == (2, True)
    assert command("--update", "tally", change=REMOVED)[0] == 0
    code, out, _ = command("--check", "--format", "json", change=REMOVED)
    assert code == 6
    assert [entry["tool"] for entry in json.loads(out)["entries"]] == ["count"]
    assert command("--update", "count", change=REMOVED)[0] == 0
    assert command("--check", change=REMOVED)[0] == 0
    assert command("--update")[0] == 0
    assert command("--check")[0] == 0
    code, _, err = command("--update", "nothing")
    assert (code, "lock-unknown-tool" in err) == (2, True)


def test_an_argument_that_is_required_without_being_declared_breaks_callers(command):
    command()
    code, out, _ = command("--check", change=CLOSED)
    assert code == 6
    assert '"more" is now required' in out
    assert "breaking" in out


def test_a_check_can_leave_out_what_matters_less(command):
    command()
    wording = ("Give the text back.", "Return the text.")
    assert command("--check", change=wording)[0] == 6
    assert command("--check", "--fail-on", "risky", change=wording)[0] == 0
    assert "Tool catalog" in command("--check", "--format", "markdown", change=wording)[1]


def test_a_saved_catalog_is_checked_too(command, tmp_path):
    command()
    tools = json.loads((tmp_path / "mcptest.lock").read_text())["tools"]
    saved = tmp_path / "tools.json"
    saved.write_text(json.dumps({"tools": [entry["definition"] for entry in tools.values()]}))
    assert command("--check", str(saved), live=False)[0] == 0
    saved.write_text('{"tools": []}')
    assert command("--check", str(saved), live=False)[0] == 6


def test_modes_that_do_not_fit_are_refused(command, tmp_path):
    assert command("--check", "--update")[0] == 2
    (tmp_path / "t.json").write_text('{"tools": []}')
    assert command("t.json")[0] == 2
    code, _, err = command("--check")
    assert (code, "lock-unreadable" in err) == (2, True)
    note = command("--update", change=('"version": "1"', '"version": "2"'))
    assert note[0] == 0
    assert "version changed" in command("--check")[2]
