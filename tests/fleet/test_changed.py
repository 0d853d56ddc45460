"""Which servers a change in git touches."""

import subprocess

import pytest

from mcptest.errors import UsageError
from mcptest.fleet.inventory.changed import changed_servers
from mcptest.fleet.inventory.load import load_fleet

FLEET = """\
servers:
  alpha: {command: [node, servers/alpha/dist/index.js]}
  beta: {command: [python, server.py], cwd: servers/beta}
  gamma: {url: "http://h/mcp", suite: tests/gamma/checks.mcptest.yml}
  delta: {command: "./servers/single/delta.sh --fast"}
"""


@pytest.fixture
def repository(tmp_path, write, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write("fleet.yml", FLEET)
    write("servers/alpha/package.json", "{}")
    write("servers/alpha/dist/index.js", "built")
    write("servers/alpha/src/index.ts", "source")
    write("servers/beta/server.py", "")
    write("servers/single/delta.sh", "")
    write("tests/gamma/checks.mcptest.yml", "server: {command: x}\n")
    write("README.md", "")
    write(".gitignore", "dist\n")
    git = commit(tmp_path)
    git("init", "-q", "-b", "main")
    git("add", ".")
    git("commit", "-q", "-m", "first")
    return git


def commit(folder):
    def git(*words):
        settings = [
            "-c",
            "user.name=t",
            "-c",
            "user.email=t@example.org",
            "-c",
            "commit.gpgsign=false",
        ]
        subprocess.run(
            ["git", *settings, *words], cwd=folder, check=True, timeout=30, capture_output=True
        )

    return git


def changed(since="HEAD", path="fleet.yml"):
    return sorted(changed_servers(load_fleet(path, env={}), since, env={}))


def test_nothing_changed_is_nobody(repository):
    assert changed() == []


@pytest.mark.parametrize(
    ("file", "names"),
    [
        ("servers/alpha/src/index.ts", ["alpha"]),
        ("servers/alpha/new.ts", ["alpha"]),
        ("servers/beta/deep/lib.py", ["beta"]),
        ("servers/single/other.sh", ["delta"]),
        ("tests/gamma/snapshots/x.json", ["gamma"]),
        ("README.md", []),
        ("servers/unlisted/x", []),
    ],
)
def test_a_file_belongs_to_whoever_uses_it(repository, write, file, names):
    write(file, "changed")
    assert changed() == names


def test_what_was_committed_since_counts_too(repository, write):
    repository("branch", "before")
    write("servers/beta/server.py", "new")
    repository("commit", "-q", "-a", "-m", "second")
    assert changed("before") == ["beta"]
    assert changed("HEAD") == []


def test_what_changed_on_the_other_branch_alone_does_not_count(repository, write):
    repository("checkout", "-q", "-b", "other")
    write("servers/beta/server.py", "theirs")
    repository("commit", "-q", "-a", "-m", "theirs")
    repository("checkout", "-q", "main")
    assert changed("other") == []


def test_an_entry_that_is_new_or_other_than_it_was_counts(repository, write):
    write("fleet.yml", FLEET.replace("--fast", "--slow") + "  epsilon: {command: x}\n")
    assert changed() == ["delta", "epsilon"]


def test_every_server_of_a_new_fleet_file_counts(repository, write):
    write("new.fleet.yml", FLEET)
    assert changed(path="new.fleet.yml") == ["alpha", "beta", "delta", "gamma"]


def test_a_host_config_is_compared_entry_by_entry(repository, write):
    write(".mcp.json", '{"mcpServers": {"a": {"command": "x"}, "b": {"command": "y"}}}')
    write("hosts.fleet.yml", "imports: [.mcp.json]")
    repository("add", ".")
    repository("commit", "-q", "-m", "hosts")
    write(".mcp.json", '{"mcpServers": {"a": {"command": "x"}, "b": {"command": "z"}}}')
    assert changed(path="hosts.fleet.yml") == ["b"]


def test_a_commit_that_is_not_there_is_told(repository):
    with pytest.raises(UsageError) as caught:
        changed("no-such-commit")
    assert caught.value.code == "fleet-git"
    assert "shallow" in caught.value.hint


def test_a_folder_that_is_no_repository_is_told(write, tmp_path, monkeypatch):
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    path = write("fleet.yml", "servers: {a: {command: x}}")
    with pytest.raises(UsageError) as caught:
        changed(path=path)
    assert caught.value.code == "fleet-git"
    assert "omit --changed-since" in caught.value.hint


def test_a_machine_without_git_is_told(repository, monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(UsageError) as caught:
        changed()
    assert caught.value.code == "fleet-git"
