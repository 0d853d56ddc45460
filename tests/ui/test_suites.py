"""Suites and runs from the page: save a call as a test, edit, run, and the reports."""

import sys

import pytest
from tests.ui.asking_server import asking
from tests.ui.conftest import TINY, memory, stdio

from mcptest.suite.yaml.source import parse_source

HEAD = f"# mine\nserver: {{command: [{sys.executable!r}, {TINY[1]!r}]}}\n"
GOOD = HEAD + "tools:\n  - name: echoes  # keep this\n    tool: echo\n    args: {text: hi}\n"
BAD = GOOD + "    expect:\n      - {target: text, matcher: {exact: ho}}\n"


async def echoed(client, **arguments):
    await client.value("connect", server="tiny")
    return await client.call("tiny", name="echo", arguments=arguments or {"text": "hello"})


def test_a_call_becomes_a_test_that_passes(page, tmp_path):
    async def look(client):
        call = await echoed(client)
        draft = await client.value("draft", call=call["number"])
        assert (draft["path"], draft["name"]) == ("mcptest.yml", "echo responds")
        assert draft["new_file"]
        assert draft["seen_twice"]
        assert "tool: echo" in draft["yaml"]
        assert not (tmp_path / "mcptest.yml").exists()
        saved = await client.value("draft", call=call["number"], write=True)
        assert saved["problems"] == []
        job = await client.value("run", path=saved["path"], filter=saved["name"])
        told = await client.job(job["number"])
        assert (told["state"], told["exit_code"]) == ("finished", 0), told
        report = await client.value("report", job=job["number"], format="junit")
        assert "<testcase" in report["text"]

    page(look)


def test_a_test_is_added_to_a_suite_and_its_comments_stay(page, tmp_path):
    suite = tmp_path / "tests" / "a.mcptest.yml"
    suite.parent.mkdir()
    suite.write_text(GOOD)

    async def look(client):
        call = await echoed(client)
        path = "tests/a.mcptest.yml"
        chosen = {"name": "second", "chosen": [0]}
        await client.value("draft", call=call["number"], path=path, write=True, **chosen)
        text = suite.read_text()
        assert text.startswith(GOOD)
        tests = parse_source(text).plain()["tools"]
        assert [one["name"] for one in tests] == ["echoes", "second"]
        assert len(tests[1]["expect"]) == 1
        again = await client.value("draft", call=call["number"], path=path, name="second")
        assert again["name"] == "second"
        free = await client.value("draft", call=call["number"], path=path)
        assert free["name"] == "echo responds"

    page(look)


def test_a_name_that_is_taken_is_not_proposed(page, tmp_path):
    (tmp_path / "mcptest.yml").write_text(GOOD.replace("echoes", "echo responds"))

    async def look(client):
        call = await echoed(client)
        draft = await client.value("draft", call=call["number"])
        assert draft["name"] == "echo responds (2)"

    page(look)


def test_errors_resources_and_prompts_become_tests_too(page):
    async def look(client):
        await client.value("connect", server="asking")
        await client.value("connect", server="tiny")
        failed = await client.call("tiny", name="fail", arguments={})
        draft = await client.value("draft", call=failed["number"])
        assert draft["assertions"] == [{"target": "result.isError", "matcher": {"exact": True}}]
        unknown = await client.call("tiny", name="nothing", arguments={})
        draft = await client.value("draft", call=unknown["number"])
        assert draft["assertions"] == [{"target": "error.code", "matcher": {"exact": -32602}}]
        resource = await client.call("asking", method="resources/read", uri="test://one")
        # a server in memory cannot be written into a new suite: the page says so and goes on
        error = await client.error("draft", call=resource["number"])
        assert error["code"] == "ui-server-in-memory"
        ping = await client.call("tiny", method="ping")
        assert (await client.error("draft", call=ping["number"]))["code"] == "ui-no-test"

    page(look)


def test_a_resource_and_a_prompt_are_added_to_a_suite(page, tmp_path):
    (tmp_path / "mcptest.yml").write_text(GOOD)

    async def look(client):
        await client.value("connect", server="asking")
        resource = await client.call("asking", method="resources/read", uri="test://one")
        draft = await client.value("draft", call=resource["number"], write=True)
        assert draft["seen_twice"]
        assert draft["yaml"].startswith("resources:\n")
        prompt = await client.call("asking", method="prompts/get", name="greet")
        draft = await client.value("draft", call=prompt["number"], write=True)
        assert draft["yaml"].startswith("prompts:\n")
        assert draft["problems"] == []
        tree = parse_source((tmp_path / "mcptest.yml").read_text()).plain()
        assert tree["resources"][0]["uri"] == "test://one"

    page(look, memory("asking", asking))


def test_what_changes_from_call_to_call_is_not_pinned(page):
    async def look(client):
        await client.value("connect", server="tiny")
        call = await client.call("tiny", name="count", arguments={})
        draft = await client.value("draft", call=call["number"])
        assert draft["seen_twice"]
        assert {"target": "result.content[0].text", "matcher": {"exact": "1"}} not in (
            draft["assertions"]
        )

    page(look)


def test_a_mutating_tool_is_not_called_a_second_time(page, tmp_path):
    (tmp_path / "mcptest.yml").write_text(GOOD)

    async def look(client):
        await client.value("connect", server="asking")
        call = await client.call("asking", name="create_item", arguments={})
        draft = await client.value("draft", call=call["number"])
        assert not draft["seen_twice"]
        sent = [f for f in client.hub.frames.newest(99) if f.method == "tools/call"]
        assert [frame.direction for frame in sent] == ["sent", "received"]

    page(look)


def test_a_suite_with_several_servers_says_which_one_is_called(page, tmp_path):
    servers = f"servers: {{tiny: {{command: [{sys.executable!r}, {TINY[1]!r}]}}, b: {{url: 'http://127.0.0.1:9/mcp'}}}}\n"
    (tmp_path / "mcptest.yml").write_text(servers)

    async def look(client):
        call = await echoed(client)
        draft = await client.value("draft", call=call["number"])
        assert "server: tiny" in draft["yaml"]

    page(look)


def test_a_block_in_brackets_is_left_alone(page, tmp_path):
    (tmp_path / "mcptest.yml").write_text(HEAD + "tools: [{name: a, tool: echo}]\n")

    async def look(client):
        call = await echoed(client)
        assert (await client.error("draft", call=call["number"]))["code"] == "ui-suite-flow"

    page(look)


def test_secrets_are_not_written_into_a_test(page):
    async def look(client):
        call = await echoed(client, text="hush-hush-value")
        draft = await client.value("draft", call=call["number"])
        assert "hush" not in draft["yaml"]

    page(look, stdio("tiny", *TINY, secrets=("hush-hush-value",)))


def test_suites_are_found_checked_and_written(page, tmp_path):
    (tmp_path / "one.mcptest.yml").write_text(GOOD)
    (tmp_path / "two.mcptest.yml").write_text(HEAD + "tols: []\n")

    async def look(client):
        one, two = (await client.value("suites"))["suites"]
        assert [test["name"] for test in one["tests"]] == ["echoes"]
        assert two["problems"][0]["line"] == 3
        read = await client.value("suite", path="one.mcptest.yml")
        assert read["text"] == GOOD
        checked = await client.value("validate", path="one.mcptest.yml", text=GOOD + "x: 1\n")
        assert checked["problems"][0]["code"] == "suite-unknown-key"
        wrong = {"path": "one.mcptest.yml", "text": BAD, "mark": "0"}
        assert (await client.error("write", **wrong))["code"] == "ui-file-changed"
        await client.value("write", **{**wrong, "mark": read["mark"]})
        assert (tmp_path / "one.mcptest.yml").read_text() == BAD

    page(look)


def test_a_folder_without_suites_is_not_an_error(page):
    async def look(client):
        assert (await client.value("suites")) == {"suites": []}

    page(look)


@pytest.mark.parametrize(
    ("action", "request_", "code"),
    [
        ("suite", {"path": "../x.mcptest.yml"}, "agent-path-outside"),
        ("suite", {"path": "/etc/passwd"}, "agent-path-outside"),
        ("suite", {"path": "no.mcptest.yml"}, "ui-file"),
        ("validate", {"path": "../x.yml", "text": ""}, "agent-path-outside"),
        ("write", {"path": "notes.txt", "text": "", "mark": ""}, "ui-suite-name"),
        ("write", {"path": "../a.mcptest.yml", "text": "", "mark": ""}, "agent-path-outside"),
        ("run", {"path": "../.."}, "agent-path-outside"),
        ("job", {"job": 5}, "ui-unknown"),
        ("report", {"job": 5, "format": "html"}, "ui-unknown"),
        ("report", {"job": 5, "format": "exe"}, "ui-bad-request"),
        ("draft", {"call": 5}, "ui-unknown"),
    ],
)
def test_nothing_outside_of_the_folder_is_read_or_written(page, action, request_, code):
    async def look(client):
        told = await client.do(action, **request_)
        found = told.get("error") or told["value"]["problems"][0]
        assert found["code"] == code

    page(look)


def test_a_failed_run_tells_its_findings_and_can_be_stopped(page, tmp_path):
    (tmp_path / "a.mcptest.yml").write_text(BAD)
    hang = HEAD + "tools:\n  - {name: hangs, tool: hang}\n"
    (tmp_path / "b.mcptest.yml").write_text(hang)

    async def look(client):
        first = await client.value("run", path="a.mcptest.yml")
        second = await client.value("run", path="b.mcptest.yml")
        assert (await client.error("run"))["code"] == "ui-busy"
        assert (await client.error("report", job=second["number"], format="html"))["code"] == (
            "ui-no-report"
        )
        told = await client.job(first["number"])
        assert told["exit_code"] == 1
        [case] = [e["case"] for e in told["events"] if e["event"] == "case-finished"]
        assert case["findings"][0]["actual"] == "hi"
        await client.value("stop", job=second["number"])
        assert (await client.job(second["number"]))["state"] == "stopped"

    page(look)


def test_a_run_that_cannot_start_says_why(page, tmp_path):
    (tmp_path / "a.mcptest.yml").write_text("server: 5\n")

    async def look(client):
        job = await client.value("run")
        told = await client.job(job["number"])
        assert told["state"] == "failed"
        assert "error[" in told["problem"]

    page(look)


def test_a_server_is_graded_with_the_options_that_name_it(page):
    async def look(client):
        job = await client.value("audit", server="tiny", what="grade")
        told = await client.job(job["number"])
        finished = told["events"][-1]
        assert finished["event"] == "run-finished"
        assert finished["run"]["compliance"]["grade"]
        assert told["title"] == "grade of tiny"

    page(look)
