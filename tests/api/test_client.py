"""Talk to a server from code, awaited or not."""

import asyncio
import sys
from pathlib import Path

import pytest
from tests.api.bench import records
from tests.tagged import tagged

import mcptest
from mcptest.model.tool import ToolDescriptor

TINY = Path(__file__).parents[1] / "servers" / "tiny.py"


def test_a_call_gives_the_answer():
    with mcptest.Client(records()) as mcp:
        answer = mcp.call("search_records", query="alpha")
        assert answer.structured == {"query": "alpha", "ids": ["r-1", "r-2"]}
        assert not answer.is_error
        assert answer.error is None
        assert answer.content[0]["type"] == "text"
        assert answer.duration_ms >= 0
        assert answer.notifications == ()


def test_arguments_may_come_as_one_object_with_more_beside_it():
    with mcptest.Client(records()) as mcp:
        answer = mcp.call("search_records", {"query": "alpha"}, limit=1)
        assert not answer.is_error
        assert mcp.transcript.entries[-2].message["params"]["arguments"] == {
            "query": "alpha",
            "limit": 1,
        }


def test_a_server_is_opened_at_the_first_use():
    client = mcptest.Client(records())
    assert client.call("search_records", query="alpha").text
    assert client.info["name"] == "records"
    assert client.protocol_version == "2025-11-25"
    assert "tools" in client.capabilities
    client.close()


def test_what_was_said_can_be_read_after_the_end():
    client = mcptest.Client(records())
    client.read("records://all")
    client.close()
    assert client.transcript.entries[0].message["method"] == "initialize"


def test_a_client_can_be_closed_twice_and_opened_again():
    client = mcptest.Client(records())
    client.close()
    assert client.request("ping").result == {}
    client.close()
    client.close()
    assert client.request("ping").result == {}
    client.close()


def test_resources_prompts_and_lists():
    with mcptest.Client(records()) as mcp:
        assert "alpha" in mcp.read("records://all").text
        assert "beta" in mcp.prompt("summarise", query="beta").text
        assert {tool.name for tool in mcp.tools()} >= {"search_records", "delete_record"}
        assert all(isinstance(tool, ToolDescriptor) for tool in mcp.tools())
        assert [each["uri"] for each in mcp.resources()]
        assert [each["name"] for each in mcp.prompts()] == ["summarise"]
        assert mcp.request("ping").result == {}


def test_both_kinds_of_error_are_answers():
    with mcptest.Client(records()) as mcp:
        refused = mcp.call("search_records", query="")
        assert refused.is_error
        assert refused.error is None
        unknown = mcp.request("no/such/method")
        assert unknown.is_error
        assert unknown.error["code"] == -32601
        assert unknown.result == {}
        assert unknown.structured is None


@pytest.mark.parametrize(
    ("fault", "code"),
    [("crash", "server-crashed"), ("hang", "server-hung")],
)
def test_no_answer_is_an_error_with_its_code(fault, code):
    with mcptest.Client(records(fault), timeout=0.2) as mcp:
        with pytest.raises(mcptest.NoAnswerError) as caught:
            mcp.call("search_records", query="alpha")
        assert caught.value.code == code


def test_an_awaited_client_does_the_same():
    async def talk():
        async with mcptest.AsyncClient(records(), spec_version="v2025-06-18") as mcp:
            answers = await asyncio.gather(
                *(mcp.call("search_records", query=word) for word in ("a", "b", "c"))
            )
            assert mcp.protocol_version == "2025-06-18"
            return [answer.structured["query"] for answer in answers]

    assert asyncio.run(talk()) == ["a", "b", "c"]


def test_a_client_that_was_not_opened_says_so():
    with pytest.raises(mcptest.UsageError) as caught:
        _ = mcptest.AsyncClient(records()).transcript
    assert caught.value.code == "client-not-open"


def test_waiting_inside_a_running_loop_is_refused():
    async def wrong():
        mcptest.Client(records()).call("search_records", query="alpha")

    with pytest.raises(mcptest.UsageError) as caught:
        asyncio.run(wrong())
    assert caught.value.code == "loop-running"


def test_another_event_loop_is_refused():
    work = mcptest.AsyncClient(records()).request("ping")
    with pytest.raises(mcptest.UsageError) as caught:
        work.send(None)  # driven by hand, as another library would
    assert caught.value.code == "other-event-loop"


def test_a_list_that_breaks_off_is_no_list():
    with mcptest.Client(records("crash"), timeout=0.2) as mcp:
        with pytest.raises(mcptest.NoAnswerError):
            mcp.call("search_records", query="alpha")
        with pytest.raises(mcptest.NoAnswerError) as caught:
            mcp.tools()
        assert caught.value.code == "not-listed"


def test_a_client_that_nobody_closes_ends_with_its_loop(tag):
    command = [sys.executable, "-S", str(TINY), tag]

    async def talk():
        client = mcptest.AsyncClient(command)
        assert (await client.call("echo", text="hi")).text == "hi"
        assert tagged(tag)
        return client

    kept = asyncio.run(talk())
    assert tagged(tag) == []
    assert kept.info["name"] == "tiny"
