"""Tests saved from a sequence of calls and from a finding."""

import sys
from pathlib import Path

import pytest
from tests.ui.conftest import TINY, stdio
from tests.ui.test_suites import GOOD

from mcptest.suite.yaml.source import parse_source
from mcptest.ui.drafts.expected import expected_response, mark_savable

SHOP = (sys.executable, str(Path(__file__).with_name("shop_server.py")))
ECHO = {"method": "tools/call", "params": {"name": "echo", "arguments": {}}}
REJECTION = {"one-of": ["error", "tool-error"]}


async def bought(client):
    """Create an item and get it; the numbers of the calls."""
    await client.value("connect", server="shop")
    made = await client.call("shop", name="create_item", arguments={"name": "a lamp"})
    item = made["answer"]["result"]["structuredContent"]["id"]
    got = await client.call("shop", name="get_item", arguments={"id": item})
    return [got["number"], made["number"]]


def test_a_sequence_becomes_steps_that_pass_with_another_id(page, tmp_path):
    async def look(client):
        saved = await client.value("draft", calls=await bought(client), write=True)
        assert (saved["name"], saved["problems"]) == ("create_item, then get_item", [])
        [test] = parse_source((tmp_path / "mcptest.yml").read_text()).plain()["tools"]
        first, second = test["steps"]
        assert first["capture"] == {"id": "result.structuredContent.id"}
        assert second["args"] == {"id": "${id}"}
        assert test["serial"] is True
        job = await client.value("run", path=saved["path"])
        told = await client.job(job["number"])
        assert (told["state"], told["exit_code"]) == ("finished", 0), told

    page(look, stdio("shop", *SHOP))


def test_a_sequence_with_a_destructive_tool_is_skipped_until_somebody_looked(page):
    async def look(client):
        calls = await bought(client)
        item = client.hub.calls.get(calls[0]).params["arguments"]
        params = {"name": "delete_item", "arguments": item}
        gone = {"server": "shop", "method": "tools/call", "params": params, "confirmed": True}
        started = await client.value("request", **gone)
        await client.ended(started["number"])
        draft = await client.value("draft", calls=[*calls, started["number"]])
        assert "calls destructive tools (delete_item)" in draft["yaml"].partition("steps:")[0]

    page(look, stdio("shop", *SHOP))


def test_what_is_masked_is_not_asserted_in_a_step(page):
    async def look(client):
        await client.value("connect", server="tiny")
        call = await client.call("tiny", name="echo", arguments={"text": "hush-hush-value"})
        fine = await client.call("tiny", name="echo", arguments={"text": "fine"})
        draft = await client.value("draft", calls=[call["number"], fine["number"]])
        first, second = parse_source(draft["yaml"]).plain()["tools"][0]["steps"]
        assert "hush" not in draft["yaml"]
        assert "[redacted]" not in str(first.get("expect"))
        assert "fine" in str(second["expect"])

    page(look, stdio("tiny", *TINY, secrets=("hush-hush-value",)))


def test_calls_that_cannot_be_a_sequence_are_refused(page):
    async def look(client):
        await client.value("connect", server="tiny")
        await client.value("connect", server="other")
        ping = await client.call("tiny", method="ping")
        one = await client.call("tiny", name="echo", arguments={"text": "a"})
        two = await client.call("other", name="echo", arguments={"text": "a"})
        unknown = await client.call("tiny", name="nothing", arguments={})
        for calls in ([one["number"], ping["number"]], [one["number"], two["number"]]):
            assert (await client.error("draft", calls=calls))["code"] == "ui-no-test"
        made = [await client.call("tiny", name="count", arguments={}) for _ in range(51)]
        many = [call["number"] for call in made]
        assert (await client.error("draft", calls=many))["code"] == "ui-no-test"
        assert (await client.error("draft", calls=[999]))["code"] == "ui-unknown"
        draft = await client.value("draft", calls=[one["number"], unknown["number"]])
        assert "target: error.code" in draft["yaml"]

    page(look, stdio("tiny", *TINY), stdio("other", *TINY))


def test_a_sequence_names_its_server_where_the_suite_has_several(page, tmp_path):
    servers = f"servers: {{shop: {{command: [{SHOP[0]!r}, {SHOP[1]!r}]}}, b: {{url: 'http://127.0.0.1:9/mcp'}}}}\n"
    (tmp_path / "mcptest.yml").write_text(servers)

    async def look(client):
        draft = await client.value("draft", calls=await bought(client))
        assert "server: shop" in draft["yaml"]

    page(look, stdio("shop", *SHOP))


def test_a_finding_becomes_a_test_that_fails_until_it_is_fixed(page, tmp_path):
    (tmp_path / "mcptest.yml").write_text(GOOD)

    async def look(client):
        job = await client.value("audit", server="tiny", what="grade")
        told = await client.job(job["number"])
        cases = [e["case"] for e in told["events"] if e["event"] == "case-finished"]
        savable = [
            {"job": job["number"], "case": case["id"], "index": index}
            for case in cases
            for index, finding in enumerate(case["findings"])
            if finding["savable"] and finding["id"] == "TOOL-325"
        ]
        saved = await client.value("draft", finding=savable[0], write=True)
        assert (saved["name"], saved["problems"]) == ("echo: TOOL-325", [])
        run = await client.value("run", path=saved["path"], filter=saved["name"])
        told = await client.job(run["number"])
        assert told["exit_code"] == 1, told
        wrong = {**savable[0], "index": 99}
        assert (await client.error("draft", finding=wrong))["code"] == "ui-unknown"

    page(look)


def test_the_test_of_a_finding_passes_on_a_server_that_rejects(page, tmp_path):
    """Both kinds of rejection fit: an error response and a tool error."""
    expect = f"    expect: [{expected_response({'expected': REJECTION})[0]}]\n"
    tests = [f"  - name: {name}\n    tool: {name}\n{expect}" for name in ("fail", "nothing")]
    head = GOOD.partition("tools:")[0] + "tools:\n"
    (tmp_path / "mcptest.yml").write_text(head + "".join(tests).replace("True", "true"))

    async def look(client):
        told = await client.job((await client.value("run"))["number"])
        assert told["exit_code"] == 0, told

    page(look)


@pytest.mark.parametrize(
    ("finding", "savable"),
    [
        ({"id": "A", "request": ECHO, "expected": REJECTION, "pointer": "/probe/form"}, True),
        ({"id": "A", "request": ECHO, "expected": {"exact": "error"}}, True),
        ({"id": "A", "request": ECHO, "expected": {"exact": "result"}}, True),
        ({"id": "A", "request": ECHO, "expected": {"exact": "silence"}}, False),
        ({"id": "A", "request": ECHO, "expected": {"exact": -1}, "pointer": "/p/error/code"}, True),
        ({"id": "A", "request": ECHO, "expected": {"exact": -1}, "pointer": "/p/size"}, False),
        ({"id": "A", "request": ECHO, "expected": "A rejection: an error."}, True),
        ({"id": "A", "request": ECHO, "expected": "Silence."}, False),
        ({"id": "PROBE-CRASH", "request": ECHO}, True),
        ({"id": "PROBE-SLOW", "request": ECHO}, False),
        ({"id": "PROBE-CRASH"}, False),
        ({"id": "PROBE-CRASH", "request": {"method": "ping"}}, False),
        ({"id": "PROBE-CRASH", "request": {"method": "tools/call", "params": {}}}, False),
    ],
)
def test_only_what_a_test_can_say_is_offered(finding, savable):
    mark_savable({"event": "case-finished", "case": {"findings": [finding]}})
    assert finding["savable"] is savable


def test_a_finding_that_no_test_can_say_is_refused(page):
    async def look(client):
        job = await client.value("audit", server="tiny", what="grade")
        told = await client.job(job["number"])
        cases = [e["case"] for e in told["events"] if e["event"] == "case-finished"]
        case = next(c for c in cases if c["findings"] and not c["findings"][0]["savable"])
        place = {"job": job["number"], "case": case["id"], "index": 0}
        assert (await client.error("draft", finding=place))["code"] == "ui-no-test"

    page(look)
