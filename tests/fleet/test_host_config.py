"""Host configs as part of a fleet: what hosts write, read as what a fleet means."""

import pytest

from mcptest.errors import FileProblemsError
from mcptest.fleet.inventory.load import load_fleet
from mcptest.fleet.inventory.written import form_node, open_form


def load(path, **env):
    fleet = load_fleet(path, env=env)
    fleet.require()
    return fleet


def opened(server, **env):
    problems = []
    form = form_node(server.form, name="fleet.yml", folder=server.folder)
    spec = open_form(server.name, form, {}, env=env, problems=problems)
    assert problems == []
    return spec


def test_both_names_of_the_list_are_known(write):
    write("one.json", '{"mcpServers": {"a": {"command": "node", "args": ["x y.js"]}}}')
    write("two.json", '{"servers": {"b": {"type": "sse", "url": "http://h/sse"}}, "inputs": []}')
    fleet = load(write("fleet.yml", "imports: [one.json, two.json]"))
    a, b = fleet.servers
    assert opened(a).target.command == ("node", "x y.js")
    assert (opened(b).target.url, opened(b).target.transport) == ("http://h/sse", "sse")


def test_an_import_may_give_its_servers_tags_and_an_owner(write):
    write("one.json", '{"mcpServers": {"a": {"command": "node"}}}')
    text = "imports: [{file: one.json, tags: [desk], owner: me, stage: 2}]"
    (server,) = load(write("fleet.yml", text)).servers
    assert (server.tags, server.owner, server.stage) == (("desk",), "me", "2")


def test_references_to_the_environment_are_those_of_hosts(write):
    write(
        ".mcp.json",
        '{"mcpServers": {"a": {"command": "x", "args": ["${HOME_DIR}/a", "${env:OTHER}", "${input:k}"],'
        ' "env": {"API_TOKEN": "${API_TOKEN}", "MODE": "${MODE:-fast}"}}}}',
    )
    fleet = load(write("fleet.yml", "imports: [.mcp.json]"))
    env = {"HOME_DIR": "/h", "OTHER": "o", "API_TOKEN": "123456", "MODE": "slow"}
    target = opened(fleet.servers[0], **env).target
    assert target.command == ("x", "/h/a", "o", "${input:k}")
    assert target.env == {"API_TOKEN": "123456", "MODE": "slow"}


def test_what_is_the_hosts_own_is_left_out(write):
    write("c.json", '{"mcpServers": {"a": {"command": "x", "disabled": false, "autoApprove": []}}}')
    assert load(write("fleet.yml", "imports: [c.json]")).servers[0].form == {"command": ["x"]}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (None, "host-config-not-found"),
        ("{}", "config-no-servers"),
        ('{"mcpServers": []}', "config-no-servers"),
        ('{"mcpServers": {"a": {}}}', "config-bad-server"),
        ('{"mcpServers": {"a": 3}}', "config-bad-server"),
        (
            '{"mcpServers": {"a": {"command": "x", "env": {"K_TOKEN": "plain"}}}}',
            "fleet-literal-secret",
        ),
        ('{"mcpServers": ', "host-config-syntax"),
    ],
)
def test_a_file_that_cannot_be_used_is_a_problem_with_a_place(write, text, code):
    if text is not None:
        write("c.json", text)
    path = write("fleet.yml", "servers: {z: {command: x}}\nimports: [c.json]")
    with pytest.raises(FileProblemsError) as caught:
        load(path)
    assert [each.code for each in caught.value.problems] == [code]
    assert caught.value.problems[0].where is not None
