"""What the page saw of a server as a mock."""

import sys

from tests.ui.conftest import memory, stdio

from mcptest.mock.manifest.load import load_definition


async def called(client, server="asking"):
    await client.value("connect", server=server)
    await client.call(server, name="get_person", arguments={"name": "Ada"})
    await client.call(server, method="resources/read", uri="test://one")
    await client.call(server, method="prompts/get", name="greet")


def test_a_mock_responds_as_the_server_did(page, tmp_path):
    async def look(client):
        await called(client)
        shown = await client.value("save_mock", server="asking", path="a.mock.yml")
        assert not (tmp_path / "a.mock.yml").exists()
        assert "degrees" not in shown["yaml"]
        saved = await client.value("save_mock", server="asking", path="a.mock.yml", write=True)
        assert saved["yaml"] == shown["yaml"]
        assert saved["seen"] == 3
        assert "" in saved["left_out"] or "None" in saved["left_out"]  # the tool without a name

    page(look)
    definition = load_definition(tmp_path / "a.mock.yml")
    assert "get_person" in [tool.name for tool in definition.tools]

    async def replay(client):
        await client.value("connect", server="mock")
        same = await client.call("mock", name="get_person", arguments={"name": "Ada"})
        assert same["answer"]["result"]["structuredContent"] == {"name": "Ada", "age": 36}
        read = await client.call("mock", method="resources/read", uri="test://one")
        assert read["answer"]["result"]["contents"][0]["text"] == "hello"
        prompt = await client.call("mock", method="prompts/get", name="greet")
        assert prompt["answer"]["result"]["messages"][0]["content"]["text"] == "hello"

    mock = [sys.executable, "-m", "mcptest", "mock", "--tools-from", str(tmp_path / "a.mock.yml")]
    page(replay, stdio("mock", *mock))


def test_a_mock_holds_no_secret_and_an_error_stays_one(page):
    async def look(client):
        await client.value("connect", server="tiny")
        await client.call("tiny", name="echo", arguments={"text": "hush-hush-value"})
        await client.call("tiny", name="fail", arguments={})
        made = await client.value("save_mock", server="tiny", path="t.mock.yml")
        assert "hush-hush-value" not in made["yaml"]
        assert "isError: true" in made["yaml"]

    from tests.ui.conftest import TINY

    page(look, stdio("tiny", *TINY, secrets=("hush-hush-value",)))


def test_a_file_that_is_there_is_never_replaced(page, tmp_path):
    (tmp_path / "there.yml").write_text("mine")

    async def look(client):
        await called(client)
        wanted = {"server": "asking", "write": True}
        assert (await client.error("save_mock", path="there.yml", **wanted))["code"] == (
            "ui-file-changed"
        )
        for name in ("a.txt", "mcptest.yml", "a.mcptest.yml"):
            assert (await client.error("save_mock", path=name, **wanted))["code"] == "ui-file-name"
        outside = await client.error("save_mock", path="../a.yml", **wanted)
        assert outside["code"] == "agent-path-outside"

    page(look)
    assert (tmp_path / "there.yml").read_text() == "mine"


def test_a_server_that_lists_nothing_cannot_be_mocked(page):
    import json

    async def empty(pipe):
        while (raw := await pipe.receive()) is not None:
            message = json.loads(raw)
            if "id" in message:
                result = {
                    "protocolVersion": "2025-11-25",
                    "capabilities": {},
                    "serverInfo": {"name": "e", "version": "1"},
                }
                told = {"jsonrpc": "2.0", "id": message["id"], "result": result}
                await pipe.send(json.dumps(told).encode())

    async def look(client):
        error = await client.error("save_mock", server="empty", path="a.yml")
        assert error["code"] == "ui-not-connected"
        await client.value("connect", server="empty")
        error = await client.error("save_mock", server="empty", path="a.yml")
        assert error["code"] == "ui-no-mock"

    page(look, memory("empty", empty))
