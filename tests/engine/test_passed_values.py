"""What a server was given by us: folders, roots, secrets."""

from pathlib import Path

from mcptest.engine.passed_values import given_to
from mcptest.model.tool import ToolDescriptor
from mcptest.wire.client_side import ClientSide
from mcptest.wire.target import HttpTarget, StdioTarget

TOOL = ToolDescriptor.from_json({"name": "read", "description": "Reads /srv/notes."})


def folders_of(*command, **more):
    return given_to(StdioTarget(command, **more), TOOL, ClientSide()).folders


def test_the_folder_it_runs_in_and_those_it_is_pointed_at_are_given():
    found = folders_of("server", "/data/docs/", "--root=/data/pics", "plain", cwd="/srv/here")
    assert found == ("/srv/here", "/data/docs", "/data/pics")
    assert folders_of("server") == (str(Path.cwd()),)


def test_its_own_program_and_the_root_of_the_machine_are_not():
    assert folders_of("/usr/bin/python", "/srv/app/server.py", "/", cwd="/work") == ("/work",)


def test_roots_are_given():
    client = ClientSide(answers={"roots/list": {"roots": [{"uri": "file:///data/my%20docs"}]}})
    assert given_to(HttpTarget("http://127.0.0.1/"), TOOL, client).folders == ("/data/my docs",)


def test_secrets_are_known_by_their_names():
    env = {"API_KEY": "abcdef-123", "PWD": "/srv/abc", "AUTH": "basic", "MODE": "abcdefgh"}
    assert given_to(StdioTarget(("s",), env), TOOL, ClientSide()).secrets == ("abcdef-123",)
    http = HttpTarget("http://127.0.0.1/", {"Authorization": "Bearer tok-en-123"})
    assert given_to(http, TOOL, ClientSide()).secrets == ("tok-en-123",)


def test_the_description_of_the_tool_is_given():
    assert "/srv/notes" in given_to(StdioTarget(("s",)), TOOL, ClientSide()).text
