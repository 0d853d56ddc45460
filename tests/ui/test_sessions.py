"""Sessions, calls, messages and questions, as a page makes them."""

import asyncio
import json

import pytest
from tests.ui.asking_server import NASTY
from tests.ui.conftest import TINY, memory, stdio

from mcptest.suite.load import ServerSpec
from mcptest.ui.offered import OfferedServer
from mcptest.wire.target import HttpTarget


def test_a_server_is_opened_at_the_revision_that_was_chosen(page):
    async def look(client):
        found = await client.value("connect", server="tiny", revision="2025-06-18")
        assert (found["state"], found["revision"], found["era"]) == (
            "open",
            "2025-06-18",
            "handshake",
        )
        assert found["info"]["name"] == "tiny"
        again = await client.value("connect", server="tiny")
        assert (again["session"], again["revision"]) == (2, "2025-11-25")
        closed = await client.value("disconnect", server="tiny")
        assert closed["state"] == "closed"
        assert "revision" not in closed

    page(look)


def test_a_server_that_cannot_be_opened_says_why(page):
    async def look(client):
        error = await client.error("connect", server="gone")
        assert error["code"] == "launch-not-found"
        state = (await client.get("/api/state")).json["servers"][0]
        assert (state["state"], state["error"]["code"]) == ("closed", "launch-not-found")
        assert (await client.error("list", server="gone", kind="tools"))["code"] == (
            "ui-not-connected"
        )

    page(look, stdio("gone", "/nowhere/at/all"))


def test_every_entry_is_listed_and_what_is_wrong_with_it(page):
    async def look(client):
        await client.value("connect", server="asking")
        found = await client.value("list", server="asking", kind="tools")
        by_name = {item["name"]: item for item in found["items"]}
        assert len(found["items"]) == 11
        assert by_name["get_person"]["class"] == "ReadOnly"
        assert by_name["delete_all"]["class"] == "Destructive"
        assert by_name["delete_all"]["decision"] == "Refuse"
        assert by_name["broken"]["problem"].startswith("the inputSchema is not valid")
        assert "no name" in by_name[""]["problem"]
        assert by_name[NASTY]["problem"] is None
        for kind in ("resources", "resources/templates", "prompts"):
            assert len((await client.value("list", server="asking", kind=kind))["items"]) == 1

    page(look)


def test_what_a_server_does_not_declare_is_not_asked_for(page):
    async def look(client):
        await client.value("connect", server="tiny")
        found = await client.value("list", server="tiny", kind="prompts")
        assert found == {"items": [], "problem": None, "declared": False, "pages": 0}

    page(look)


def test_a_call_is_made_and_its_response_kept(page):
    async def look(client):
        await client.value("connect", server="tiny")
        call = await client.call("tiny", name="echo", arguments={"text": "hello"})
        assert call["status"] == "ok"
        assert call["answer"]["result"]["content"][0]["text"] == "hello"
        assert (await client.call("tiny", name="fail", arguments={}))["status"] == "tool-error"
        wrong = await client.call("tiny", name="nothing", arguments={})
        assert wrong["status"] == "error"
        assert wrong["answer"]["rpc_error"]["code"] == -32602
        history = (await client.get("/api/state")).json["calls"]
        assert [one["status"] for one in history] == ["ok", "tool-error", "error"]

    page(look)


def test_a_server_that_dies_is_said_and_opened_again_at_the_next_call(page):
    async def look(client):
        await client.value("connect", server="tiny")
        crashed = await client.call("tiny", name="crash", arguments={})
        assert crashed["status"] == "failed"
        assert crashed["answer"]["ending"] == "exited with code 3"
        assert "cannot go on" in crashed["answer"]["stderr"]
        await client.until(lambda: client.hub.servers["tiny"].state == "lost")
        again = await client.call("tiny", name="echo", arguments={"text": "back"})
        assert again["status"] == "ok"
        assert client.hub.servers["tiny"].number == 2

    page(look)


def test_a_call_that_hangs_can_be_cancelled(page):
    async def look(client):
        await client.value("connect", server="asking")
        started = await client.value(
            "request", server="asking", method="tools/call", params={"name": "read_nothing"}
        )
        await client.until(lambda: client.hub.calls.kept[started["number"]].id is not None)
        await client.value("cancel", call=started["number"])
        assert (await client.ended(started["number"]))["status"] == "cancelled"
        methods = [frame.method for frame in client.hub.frames.newest(2)]
        assert methods[-1] == "notifications/cancelled"
        assert (await client.call("asking", method="ping"))["status"] == "ok"

    page(look)


def test_the_time_limit_of_the_command_line_holds(page):
    async def look(client):
        await client.value("connect", server="tiny")
        late = await client.call("tiny", name="hang", arguments={})
        assert late["status"] == "failed"
        assert late["answer"]["kind"] == "timed-out"

    page(look, stdio("tiny", *TINY, timeout=4.0))


def test_a_destructive_tool_is_called_after_it_was_confirmed(page):
    async def look(client):
        await client.value("connect", server="asking")
        call = {"method": "tools/call", "params": {"name": "delete_all"}}
        error = await client.error("request", server="asking", **call)
        assert error["code"] == "ui-needs-consent"
        text = json.dumps({"jsonrpc": "2.0", "id": 99, **call})
        assert (await client.error("send", server="asking", text=text))["code"] == (
            "ui-needs-consent"
        )
        assert all(frame.method != "tools/call" for frame in client.hub.frames.newest(100))
        await client.value("request", server="asking", confirmed=True, **call)
        await client.value("request", server="asking", **call)

    page(look)


def test_structured_content_is_checked(page):
    async def look(client):
        await client.value("connect", server="asking")
        good = await client.call("asking", name="get_person", arguments={"name": "Ada"})
        assert good["answer"]["schema_errors"] == []
        bad = await client.call("asking", name="get_wrong", arguments={})
        assert len(bad["answer"]["schema_errors"]) == 2

    page(look)


def test_the_form_of_a_tool_has_an_example_that_fits(page):
    async def look(client):
        await client.value("connect", server="asking")
        found = await client.value("form", server="asking", tool="get_person")
        assert [field["name"] for field in found["form"]["fields"]] == ["name"]
        told = await client.value(
            "check", server="asking", tool="get_person", arguments=found["example"]
        )
        assert told["errors"] == []
        told = await client.value("check", server="asking", tool="get_person", arguments={})
        assert told["errors"][0]["message"] == '"name" is a required property'
        nothing = await client.value("check", server="asking", tool="no", arguments={})
        assert nothing == {"errors": []}
        assert (await client.error("form", server="asking", tool="no"))["code"] == "ui-unknown"
        broken = await client.value("form", server="asking", tool="broken")
        assert broken["example"] is None
        told = await client.value("check", server="asking", tool="broken", arguments={})
        assert told["errors"] == []

    page(look)


def test_an_argument_is_completed(page):
    async def look(client):
        ref = {"type": "ref/prompt", "name": "greet"}
        params = {"ref": ref, "argument": {"name": "who", "value": "A"}}
        wanted = {"server": "asking", "params": params}
        assert (await client.error("complete", **wanted))["code"] == "ui-not-connected"
        await client.value("connect", server="asking")
        assert await client.value("complete", **wanted) == {"values": ["Ada", "Alan"]}
        await client.value("connect", server="tiny")
        nothing = await client.value("complete", server="tiny", params=params)
        assert nothing == {"values": []}

    page(look)


def test_whole_messages_are_searched_and_secrets_are_not_found(page):
    async def look(client):
        await client.value("connect", server="tiny")
        text = "x" * 1000 + ' Says "é" hush-hush-value'
        await client.call("tiny", name="echo", arguments={"text": text})
        newest = client.hub.frames.newest(99)
        request, response = newest[-2].number, newest[-1].number
        for wanted in ("says", 'SAYS "É"'):
            found = await client.value("search", text=wanted)
            assert found == {"numbers": [request, response], "last": response}, wanted
        found = await client.value("search", text="says", after=request)
        assert found["numbers"] == [response]
        assert (await client.value("search", text="hush-hush"))["numbers"] == []
        assert await client.value("search", text="says", after=response) == {
            "numbers": [],
            "last": response,
        }

    page(look, stdio("tiny", *TINY, secrets=("hush-hush-value",)))


def test_a_message_is_sent_exactly_as_typed(page):
    async def look(client):
        await client.value("connect", server="asking")
        text = '{"jsonrpc": "2.0",\n "id": "mine", "method": "ping"}'
        told = await client.value("send", server="asking", text=text)
        assert told["result"] == {}
        sent = [frame for frame in client.hub.frames.newest(9) if frame.id == "mine"]
        assert sent[0].raw == text.replace("\n", " ").encode()
        assert sent[1].answers == sent[0].number
        odd = await client.value("send", server="asking", text='{"jsonrpc": "2.0", "method": "x"}')
        assert odd["kind"] == "accepted"

    page(look)


def test_every_message_can_be_looked_at(page):
    async def look(client):
        await client.value("connect", server="tiny")
        await client.call("tiny", name="echo", arguments={"text": "x" * 1000})
        state = (await client.get("/api/state")).json
        shown = [(f["direction"], f["kind"], f["method"]) for f in state["frames"]]
        assert shown[:3] == [
            ("sent", "request", "initialize"),
            ("received", "result", "initialize"),
            ("sent", "notification", "notifications/initialized"),
        ]
        last = state["frames"][-1]
        assert last["took_ms"] >= 0
        assert len(last["preview"]) <= 240 < last["size"]
        whole = await client.value("frame", number=last["number"])
        assert "x" * 1000 in whole["text"]
        assert not whole["cut"]
        await client.value("clear_frames")
        assert (await client.get("/api/state")).json["frames"] == []
        assert (await client.error("frame", number=last["number"]))["code"] == "ui-unknown"

    page(look)


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ({"result": {"action": "accept", "content": {"name": "Ada"}}}, "Ada"),
        ({"result": {"action": "decline"}}, "decline"),
        ({"error": {"code": -1, "message": "not now"}}, "not now"),
        ({}, "rejected"),
    ],
)
def test_what_a_server_asks_is_answered_by_hand(page, answer, told):
    async def look(client):
        await client.value("connect", server="asking")
        started = await client.value(
            "request", server="asking", method="tools/call", params={"name": "ask"}
        )
        await client.until(lambda: client.hub.questions.open)
        question = (await client.get("/api/state")).json["questions"][0]
        assert question["params"]["message"] == "Who are you?"
        schema = question["params"]["requestedSchema"]
        form = await client.value("elicitation_form", schema=schema)
        assert form["form"]["fields"][0]["required"] is True
        await client.value("answer", question=question["number"], **answer)
        call = await client.ended(started["number"])
        assert told in call["answer"]["result"]["content"][0]["text"]
        late = await client.error("answer", question=question["number"], **answer)
        assert late["code"] == "ui-question-gone"

    page(look)


def test_a_rule_answers_by_itself_until_it_is_dropped(page):
    async def look(client):
        await client.value("connect", server="asking")
        first = await client.value(
            "request", server="asking", method="tools/call", params={"name": "ask"}
        )
        await client.until(lambda: client.hub.questions.open)
        number = next(iter(client.hub.questions.open))
        await client.value("answer", question=number, result={"action": "decline"}, always=True)
        await client.ended(first["number"])
        again = await client.call("asking", name="ask")
        assert "decline" in again["answer"]["result"]["content"][0]["text"]
        [rule] = (await client.get("/api/state")).json["rules"]
        await client.value("forget_rule", server=rule["server"], method=rule["method"])
        assert client.hub.questions.rules == {}

    page(look)


def test_questions_of_a_session_that_ended_are_gone(page):
    async def look(client):
        await client.value("connect", server="asking")
        await client.value("request", server="asking", method="tools/call", params={"name": "ask"})
        await client.until(lambda: client.hub.questions.open)
        await client.value("disconnect", server="asking")
        assert client.hub.questions.open == {}

    page(look)


def test_a_result_that_asks_for_input_is_answered_and_sent_again(page):
    async def stateless(pipe):
        while (raw := await pipe.receive()) is not None:
            message = json.loads(raw)
            result = {"resultType": "complete", "content": []}
            if message["method"] == "server/discover":
                result = {
                    "supportedVersions": ["2026-07-28"],
                    "capabilities": {"tools": {}},
                    "serverInfo": {"name": "s", "version": "1"},
                }
            elif "inputResponses" in message["params"]:
                text = json.dumps(message["params"]["inputResponses"])
                assert message["params"]["requestState"] == "s"
                result["content"] = [{"type": "text", "text": text}]
            elif message["method"] == "tools/call":
                asked = {"method": "elicitation/create", "params": {"message": "Who?"}}
                result = {
                    "resultType": "input_required",
                    "inputRequests": {"one": asked},
                    "requestState": "s",
                }
            told = {"jsonrpc": "2.0", "id": message["id"], "result": result}
            await pipe.send(json.dumps(told).encode())

    async def look(client):
        found = await client.value("connect", server="new", revision="2026-07-28")
        assert found["era"] == "stateless"
        started = await client.value(
            "request", server="new", method="tools/call", params={"name": "ask"}
        )
        await client.until(lambda: client.hub.questions.open)
        content = {"action": "accept", "content": {"who": "Ada"}}
        await client.value("answer", question=1, result=content)
        call = await client.ended(started["number"])
        assert json.loads(call["answer"]["result"]["content"][0]["text"]) == {"one": content}

    page(look, memory("new", stateless))


def test_secrets_never_reach_the_page(page):
    async def look(client):
        await client.value("connect", server="tiny")
        call = await client.call("tiny", name="echo", arguments={"text": "hush-hush-value"})
        state = await client.get("/api/state")
        frame = await client.value("frame", number=client.hub.frames.newest(1)[0].number)
        for text in (json.dumps(call), state.body.decode(), json.dumps(frame)):
            assert "hush-hush-value" not in text
            assert "[redacted]" in text

    page(look, stdio("tiny", *TINY, secrets=("hush-hush-value",)))


def test_a_call_can_be_taken_elsewhere(page):
    async def look(client):
        await client.value("connect", server="tiny")
        call = await client.call("tiny", name="echo", arguments={"text": "it's"})
        told = call["snippets"]
        assert told["command"].startswith('mcptest call echo --json \'{"text": ')
        assert told["command"].endswith("tiny.py")
        assert "mcp.call('echo', {'text': \"it's\"})" in told["python"]
        assert "curl" not in told
        ping = await client.call("tiny", method="ping")
        assert ping["snippets"]["command"].startswith("mcptest send ")
        assert "mcp.request('ping', {})" in ping["snippets"]["python"]

    page(look)


def test_a_server_at_an_address_has_a_curl_line_without_its_secrets(page):
    target = HttpTarget("http://127.0.0.1:9/mcp", {"Authorization": "Bearer abcdefgh", "X-A": "b"})
    spec = ServerSpec(name="far", target=target, secrets=("abcdefgh",))

    async def look(client):
        live = client.hub.live("far")
        from mcptest.ui.snippets import snippets_of

        curl = snippets_of(live, "resources/read", {"uri": "a://b"})["curl"]
        assert '-H "Authorization: $AUTHORIZATION"' in curl
        assert "-H 'X-A: b'" in curl
        assert "abcdefgh" not in curl
        told = snippets_of(live, "prompts/get", {"name": "p", "arguments": {"a": "1"}})
        assert "mcp.prompt('p', {'a': '1'})" in told["python"]
        assert "--prompt p --json" in told["command"]
        assert (
            "mcp.read('a://b')" in snippets_of(live, "resources/read", {"uri": "a://b"})["python"]
        )

    page(look, OfferedServer("far", spec, ("--url=http://127.0.0.1:9/mcp",)))


def test_only_so_many_calls_run_at_once(page):
    async def look(client):
        await client.value("connect", server="asking")
        for _ in range(32):
            await client.value(
                "request", server="asking", method="tools/call", params={"name": "read_nothing"}
            )
        error = await client.error("request", server="asking", method="ping")
        assert error["code"] == "ui-busy"
        assert (await client.error("cancel", call=77))["code"] == "ui-unknown"
        await asyncio.sleep(0)

    page(look)
