"""Where a new fleet comes from: hosts' files, projects, addresses."""

import json

import pytest

from mcptest.errors import FileProblemsError, UsageError
from mcptest.fleet.inventory.find import find_servers
from mcptest.fleet.inventory.projects import ProjectEntry, Unclear, find_entries

SDK = {"dependencies": {"@modelcontextprotocol/sdk": "^1"}}


def forms(search):
    return {each.name: each.form for each in search.found}


def entries(folder):
    return {e.name: e.form["command"] for e in find_entries(folder) if isinstance(e, ProjectEntry)}


@pytest.mark.parametrize(
    ("package", "expected"),
    [
        ({"name": "@x/a", "bin": "dist/a.js", **SDK}, {"a": ["node", "dist/a.js"]}),
        ({"name": "a", "bin": {"a": "a.js"}, **SDK}, {"a": ["node", "a.js"]}),
        (
            {"name": "a", "bin": {"b": "b.js", "a": "a.js"}, **SDK},
            {"a": ["node", "a.js"], "a-b": ["node", "b.js"]},
        ),
        (
            {"name": "a", "scripts": {"start": "x"}, **SDK},
            {"a": ["npm", "run", "--silent", "start"]},
        ),
        ({"main": "m.js", "keywords": ["MCP"]}, {"project": ["node", "m.js"]}),
        ({"name": "a", "bin": "a.js"}, {}),
        ({"name": "a", "bin": "a.js", "dependencies": {"express": "4"}}, {}),
    ],
)
def test_a_package_says_how_its_server_starts(write, tmp_path, package, expected):
    write("project/package.json", json.dumps(package))
    assert entries(tmp_path) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            'name = "a"\ndependencies = ["mcp[cli]>=1.2"]\n[project.scripts]\na = "a:main"',
            {"a": ["a"]},
        ),
        ('name = "a"\ndependencies = ["FastMCP"]\n[project.scripts]\nb = "a:main"', {"a": ["b"]}),
        ('name = "a"\ndependencies = ["mcpx"]\n[project.scripts]\na = "a:main"', {}),
        (
            'name = "a"\nkeywords = ["mcp"]\n[project.scripts]\na = "x:y"\nc = "x:y"',
            {"a": ["a"], "a-c": ["c"]},
        ),
    ],
)
def test_a_python_project_says_so_too(write, tmp_path, text, expected):
    write("project/pyproject.toml", f"[project]\n{text}\n")
    assert entries(tmp_path) == expected


def test_a_project_is_run_as_it_was_installed(write, tmp_path):
    text = '[project]\nname = "a"\ndependencies = ["mcp"]\n[project.scripts]\na = "a:main"\n'
    write("one/pyproject.toml", text)
    write("one/uv.lock", "")
    write("two/pyproject.toml", text.replace('"a"', '"b"'))
    write("two/.venv/bin/a", "")
    assert entries(tmp_path) == {"a": ["uv", "run", "--quiet", "a"], "b": [".venv/bin/a"]}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("package.json", json.dumps(SDK)),
        ("package.json", "{"),
        ("package.json", "[]"),
        ("pyproject.toml", '[project]\nname = "a"\ndependencies = ["mcp"]'),
        ("pyproject.toml", "["),
    ],
)
def test_a_project_that_does_not_say_how_is_told_with_a_reason(write, tmp_path, name, text):
    write(f"project/{name}", text)
    (found,) = find_entries(tmp_path)
    assert isinstance(found, Unclear)
    assert found.reason


def test_what_was_installed_or_built_is_not_searched(write, tmp_path):
    package = json.dumps({"name": "a", "bin": "a.js", **SDK})
    for place in ("node_modules/a", ".hidden", "dist", "one/two/three/four"):
        write(f"{place}/package.json", package)
    assert entries(tmp_path) == {}


def test_a_folder_gives_its_hosts_files_first_and_then_its_projects(write, tmp_path):
    write(".mcp.json", '{"mcpServers": {"a": {"command": "x"}, "bad": {}}}')
    write("servers/a/package.json", json.dumps({"name": "a", "bin": "a.js", **SDK}))
    search = find_servers(tmp_path)
    assert forms(search) == {"a": {"command": ["x"]}, "a-2": {"command": ["node", "a.js"]}}
    assert search.found[1].cwd == tmp_path / "servers" / "a"
    assert search.unclear[0][1].startswith('the server "bad"')
    assert forms(find_servers(tmp_path)) == forms(search)


def test_what_was_named_is_all_that_is_looked_at(write, tmp_path):
    write(".mcp.json", '{"mcpServers": {"a": {"command": "x"}}}')
    listed = write(
        "list.txt",
        "# ours\nhttps://one.example/mcp # the first\n\nnamed http://two.example:8080/a/b#c # x\n",
    )
    search = find_servers(tmp_path, urls=["http://h/sse"], lists=[listed])
    assert forms(search) == {
        "h": {"url": "http://h/sse"},
        "one.example": {"url": "https://one.example/mcp"},
        "named": {"url": "http://two.example:8080/a/b#c"},
    }
    assert [each.name for each in find_servers(tmp_path, urls=["http://h:8/x/mcp"]).found] == [
        "h-8-x"
    ]


@pytest.mark.parametrize("line", ["ftp://x", "nonsense", "name http://"])
def test_an_address_that_cannot_be_used_is_told_with_its_line(write, tmp_path, line):
    listed = write("list.txt", f"http://good\n{line}\n")
    with pytest.raises(UsageError) as caught:
        find_servers(tmp_path, lists=[listed])
    assert caught.value.code == "fleet-bad-address"
    assert "list.txt:2" in caught.value.message


@pytest.mark.parametrize("url", ["http://me:hunter2@h/mcp", "http://h/mcp?token=hunter2"])
def test_an_address_with_a_secret_is_refused_and_not_repeated(write, tmp_path, url):
    listed = write("list.txt", f"http://good\n{url}\n")
    with pytest.raises(UsageError) as caught:
        find_servers(tmp_path, lists=[listed])
    assert caught.value.code == "fleet-literal-secret"
    assert "list.txt:2" in caught.value.message
    assert "hunter2" not in f"{caught.value.message}{caught.value.hint}"
    with pytest.raises(UsageError):
        find_servers(tmp_path, urls=[url])


def test_a_program_of_no_mcp_library_is_named_as_passed_over(write, tmp_path):
    write("a/package.json", json.dumps({"name": "a", "bin": "a.js"}))
    write("b/pyproject.toml", '[project]\nname = "b"\n[project.scripts]\nb = "b:main"\n')
    write("c/package.json", json.dumps({"name": "a library", "main": "c.js"}))
    search = find_servers(tmp_path)
    assert search.strangers == ["a/package.json", "b/pyproject.toml"]
    assert (search.found, search.unclear) == ([], [])


def test_a_hosts_file_that_cannot_be_read_is_told(write, tmp_path):
    with pytest.raises(FileProblemsError):
        find_servers(tmp_path, configs=[write("c.json", "{")])


def test_no_secret_of_a_hosts_file_is_written(write, tmp_path):
    config = {
        "a": {
            "command": "x",
            "args": ["--key", "sk-live-0123456789abcdefghij"],
            "env": {"API_TOKEN": "hunter2", "MODE": "fast", "OTHER_TOKEN": "${OTHER}"},
            "cwd": "sub",
        },
        "b": {"url": "http://me:hunter2@h/mcp", "headers": {"X-Api-Key": "hunter2"}},
        "c": {"url": "http://me:${PW}@h/mcp"},
        "d": {"url": "http://h/mcp?api_key=hunter2&mode=fast"},
    }
    write("c.json", json.dumps({"mcpServers": config}))
    search = find_servers(tmp_path, configs=[tmp_path / "c.json"])
    assert forms(search) == {
        "a": {
            "command": ["x"],
            "args": ["--key", "${env.SECRET_2}"],
            "env": {
                "API_TOKEN": {"env": "API_TOKEN"},
                "MODE": "fast",
                "OTHER_TOKEN": "${env.OTHER}",
            },
        },
        "b": {
            "url": "http://h/mcp",
            "headers": {
                "X-Api-Key": {"env": "X_API_KEY"},
                "Authorization": {"env": "AUTHORIZATION"},
            },
        },
        "c": {"url": "http://h/mcp", "headers": {"Authorization": {"env": "AUTHORIZATION"}}},
        "d": {"url": "http://h/mcp?api_key=${env.API_KEY}&mode=fast"},
    }
    assert search.found[0].cwd == tmp_path / "sub"


def test_servers_of_one_name_get_longer_ones(tmp_path):
    urls = ["https://a.example/mcp", "https://a.example/sse", "https://a.example"]
    found = find_servers(tmp_path, urls=["https://a.example-2", *urls]).found
    assert [each.name for each in found] == [
        "a.example-2",
        "a.example",
        "a.example-3",
        "a.example-4",
    ]
