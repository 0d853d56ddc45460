"""The command: which servers it offers, where it listens, and how it ends."""

import asyncio
import json
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import psutil
import pytest
from click.testing import CliRunner
from tests.ui.conftest import TINY

from mcptest.cli.commands import ui
from mcptest.cli.invocation import Invocation
from mcptest.cli.offering import offered_servers
from mcptest.cli.servers import ServerChoice
from mcptest.errors import UsageError
from mcptest.mcp_server.workspace import Workspace
from mcptest.ui import serve
from mcptest.ui.hub import Hub


def test_a_command_is_offered_with_the_words_that_name_it():
    [found] = offered_servers(ServerChoice(command=("python", "s.py"), env=("A=b",), timeout=2.5))
    assert found.name == "s.py"
    assert found.address == "python s.py"
    assert found.options == ("--env=A=b", "--timeout=2.5s", f"--cwd={Path.cwd()}")
    assert found.tail == ("--", "python", "s.py")


@pytest.mark.parametrize(
    ("choice", "name"),
    [
        ({"command": ("npx", "-y", "@scope/server-x", "/data")}, "server-x"),
        ({"command": ("python3.12", "-m", "my_server")}, "my_server"),
        ({"command": ("/usr/bin/node", "/srv/index.js")}, "index.js"),
        ({"command": ("python",)}, "python"),
        ({"url": "http://127.0.0.1:9/mcp"}, "127.0.0.1:9"),
    ],
)
def test_a_server_has_a_name_that_people_recognise(choice, name):
    assert offered_servers(ServerChoice(**choice))[0].name == name


def test_the_client_for_a_sign_in_by_hand_comes_from_the_command_line():
    choice = ServerChoice(
        url="http://127.0.0.1:9/mcp",
        oauth="stored",
        client_id="mine",
        client_secret_env="SECRET",
        scope="notes",
        environ={"SECRET": "hush-hush-secret"},
    )
    [found] = offered_servers(choice)
    assert (found.client.client_id, found.client.client_secret) == ("mine", "hush-hush-secret")
    assert found.scope == "notes"
    assert "hush-hush-secret" not in repr(found)
    assert "hush-hush-secret" not in str(found.options)


def test_the_identity_provider_for_a_sign_in_by_hand_comes_from_the_command_line():
    choice = ServerChoice(
        url="http://127.0.0.1:9/mcp",
        oauth="stored",
        client_id="mine",
        idp="https://idp.example",
        idp_client_id="at-idp",
        idp_client_secret_env="SECRET",
        environ={"SECRET": "hush-hush-secret"},
    )
    [found] = offered_servers(choice)
    assert (found.idp.issuer, found.idp.client.id) == ("https://idp.example", "at-idp")
    assert "--idp=https://idp.example" in found.options
    assert "hush-hush-secret" not in repr(found) + str(found.options)


def test_every_server_of_a_file_is_offered(tmp_path):
    config = tmp_path / "mcp.json"
    servers = {"a": {"command": "python"}, "b": {"url": "http://127.0.0.1:9/mcp"}}
    config.write_text(json.dumps({"mcpServers": servers}))
    found = offered_servers(ServerChoice(mcp_config=str(config)))
    assert [one.name for one in found] == ["a", "b"]
    assert found[1].options == (f"--mcp-config={config}", "--server=b")
    assert found[1].tail == ()
    assert found[1].address == "http://127.0.0.1:9/mcp"
    [only] = offered_servers(ServerChoice(mcp_config=str(config), server="b"))
    assert only.name == "b"
    suite = tmp_path / "s.mcptest.yml"
    suite.write_text("servers: {x: {command: python}, y: {command: python}}\n")
    found = offered_servers(ServerChoice(from_suite=str(suite)))
    assert [one.name for one in found] == ["x", "y"]


def test_a_server_must_be_named(tmp_path):
    result = CliRunner().invoke(ui.COMMAND, ["--no-open"], obj=Invocation())
    assert isinstance(result.exception, UsageError)
    assert result.exception.code == "server-choice"


def test_a_missing_extra_is_said_with_the_way_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    with pytest.raises(UsageError) as refused:
        serve.require_listener()
    assert refused.value.code == "extra-missing"
    assert "mcptest[http]" in refused.value.hint


def ask(door, path, **headers):
    request = urllib.request.Request(f"{door.origin}{path}", headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=10) as response:
            return response.status, response.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


def test_it_listens_on_loopback_and_serves_until_it_is_cancelled(tmp_path):
    async def look():
        doors = asyncio.get_running_loop().create_future()
        hub = Hub((), Workspace(tmp_path), {})
        serving = asyncio.ensure_future(
            serve.serve_page(lambda: hub, port=0, ready=doors.set_result)
        )
        async with asyncio.timeout(20):
            door = await doors
            status, body = await asyncio.to_thread(ask, door, "/")
            assert (status, b"/page.js" in body) == (200, True)
            token = {"X-Mcptest-Token": door.token}
            assert (await asyncio.to_thread(lambda: ask(door, "/api/state", **token)))[0] == 200
            assert (await asyncio.to_thread(ask, door, "/api/state"))[0] == 401
            port = int(door.host.rpartition(":")[2])
            own = psutil.Process().net_connections(kind="inet")
            listening = [c.laddr.ip for c in own if c.status == "LISTEN" and c.laddr.port == port]
            assert listening == ["127.0.0.1"]
            serving.cancel()
            with pytest.raises(asyncio.CancelledError):
                await serving

    asyncio.run(look())


def test_a_port_that_is_taken_is_said(tmp_path):
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        serving = serve.serve_page(
            lambda: Hub((), Workspace(tmp_path), {}),
            port=taken.getsockname()[1],
            ready=lambda door: None,
        )
        with pytest.raises(UsageError) as refused:
            asyncio.run(serving)
    assert refused.value.code == "mock-cannot-listen"


def test_the_link_is_printed_and_opened_only_on_a_terminal(monkeypatch, capsys):
    import webbrowser

    from mcptest.ui.door import Door

    opened = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    monkeypatch.delenv("CI", raising=False)
    door = Door(5, "t")
    ui._ready(opens=True)(door)
    assert opened == []
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    ui._ready(opens=False)(door)
    assert opened == []
    ui._ready(opens=True)(door)
    assert opened == [door.link]
    assert f"open {door.link}" in capsys.readouterr().out


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_signal_ends_it_and_every_server(tmp_path):
    command = [sys.executable, "-m", "mcptest", "ui", "--no-open", "--root", str(tmp_path)]
    with subprocess.Popen([*command, "--", *TINY], stdout=subprocess.PIPE, text=True) as process:
        link = process.stdout.readline().split()[1]
        origin, _, token = link.partition("/#token=")
        headers = {
            "X-Mcptest-Token": token,
            "Content-Type": "application/json",
            "Origin": origin,
        }
        request = urllib.request.Request(
            f"{origin}/api/do/connect", data=b'{"server": "tiny.py"}', headers=headers
        )
        with urllib.request.urlopen(request, timeout=20) as response:
            assert json.load(response)["value"]["state"] == "open"
        children = psutil.Process(process.pid).children(recursive=True)
        assert children
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130
        _, alive = psutil.wait_procs(children, timeout=10)
        assert alive == []
