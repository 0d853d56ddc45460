"""A client checks every message, and tells of what broke the protocol when it is closed."""

import asyncio
import sys
from pathlib import Path

import pytest
from tests.servers import unlawful

import mcptest
from mcptest.wire.target import MemoryTarget, StdioTarget


def server(fault, **env):
    return StdioTarget((sys.executable, "-S", "-E", str(Path(unlawful.__file__)), fault), env)


FAULTS = {
    "no-content": ("message-shape", "content"),
    "no-text": ("message-shape", "text"),
    "log-line": ("message-envelope", "stdout contains a JSON object"),
    "early-log": ("message-envelope", "stdout contains a JSON object"),
    "bad-note": ("message-shape", "notifications/message"),
    "error-text": ("message-shape", "code"),
    "no-info": ("message-shape", "serverInfo"),
    "no-jsonrpc": ("message-envelope", "jsonrpc"),
    "exits": ("server-exited", "exited with code 7"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_leaving_the_block_raises_every_violation(fault):
    code, words = FAULTS[fault]
    with (
        pytest.raises(mcptest.ProtocolViolationError) as caught,
        mcptest.Client(server(fault)) as mcp,
    ):
        mcp.call("a")
    assert caught.value.code == "protocol-violations"
    assert {finding.id for finding in caught.value.findings} == {code}
    assert words in caught.value.message
    assert "check_protocol=False" in caught.value.hint


@pytest.mark.parametrize("fault", ["legal", "none"])
def test_a_correct_server_raises_nothing(fault):
    with mcptest.Client(server(fault)) as mcp:
        mcp.call("a")
        mcp.tools()
    assert mcp.problems == ()


def test_the_check_can_be_left_out_and_the_problems_read():
    with mcptest.Client(server("no-content"), check_protocol=False) as mcp:
        assert mcp.problems == ()
        mcp.call("a")
        mcp.call("a")
        assert [finding.id for finding in mcp.problems] == ["message-shape"]
    assert len(mcp.problems) == 1


def test_what_went_wrong_in_the_block_stays_the_error():
    def talk():
        with mcptest.Client(server("no-content")) as mcp:
            mcp.call("a")
            raise ValueError("mine")

    with pytest.raises(ValueError, match="mine") as caught:
        talk()
    assert "1 protocol violation by the server" in caught.value.__notes__[0]


def test_closing_raises_once_and_a_new_session_begins_clean():
    client = mcptest.Client(server("no-content"))
    client.call("a")
    with pytest.raises(mcptest.ProtocolViolationError):
        client.close()
    client.close()
    client.tools()
    assert client.problems == ()
    client.close()


def test_an_awaited_client_checks_as_well():
    async def talk():
        async with mcptest.AsyncClient(server("log-line")) as mcp:
            await mcp.call("a")

    with pytest.raises(mcptest.ProtocolViolationError):
        asyncio.run(talk())


def test_a_server_in_memory_is_checked():
    async def serve(pipe):
        import json

        while (raw := await pipe.receive()) is not None:
            for message in unlawful.messages(json.loads(raw), "no-content"):
                await pipe.send(json.dumps(message).encode())

    client = mcptest.Client(MemoryTarget(serve))
    client.call("a")
    with pytest.raises(mcptest.ProtocolViolationError, match="content"):
        client.close()


def test_a_crash_that_a_call_told_is_not_told_again():
    with mcptest.Client(server("list-exits")) as mcp:
        with pytest.raises(mcptest.NoAnswerError):
            mcp.tools()
        assert mcp.problems == ()


def test_a_secret_is_not_in_the_error(tmp_path):
    script = tmp_path / "leaky.py"
    script.write_text(
        "import os, runpy, sys\n"
        "print('token', os.environ['API_TOKEN'], flush=True)\n"
        f"sys.argv = ['x', 'none']\nrunpy.run_path({unlawful.__file__!r}, run_name='__main__')\n"
    )
    target = StdioTarget((sys.executable, str(script)), {"API_TOKEN": "hush-hush-hush"})
    client = mcptest.Client(target)
    client.call("a")
    with pytest.raises(mcptest.ProtocolViolationError) as caught:
        client.close()
    assert "not a JSON-RPC message" in caught.value.message
    assert "hush" not in caught.value.message
