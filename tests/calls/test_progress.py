"""Progress and logs of a call, and answers to elicitations."""

import asyncio
import json

from tests.calls.bench import run_suite, verdicts
from tests.engine.bench import DONE, INIT

from mcptest.plan import load_suite
from mcptest.suite.elicitation import elicitation_answer
from mcptest.wire.codec import encode
from mcptest.wire.target import MemoryTarget


async def telling(pipe):
    """Tells its progress where a token asks for it, and a log message always."""
    while (raw := await pipe.receive()) is not None:
        message = json.loads(raw)
        if "id" not in message:
            continue
        result = INIT | {"capabilities": {"tools": {}, "logging": {}}}
        if message["method"] == "tools/call":
            result = DONE
            token = message["params"].get("_meta", {}).get("progressToken")
            for step in (1, 2) if token is not None else ():
                params = {"progressToken": token, "progress": step, "total": 2}
                await pipe.send(_note("notifications/progress", params))
            await pipe.send(_note("notifications/message", {"level": "info", "data": "working"}))
        await pipe.send(encode({"jsonrpc": "2.0", "id": message["id"], "result": result}))


def _note(method, params):
    return encode({"jsonrpc": "2.0", "method": method, "params": params})


def test_progress_and_logs_are_targets(tmp_path):
    text = """
        tools:
          - name: with
            tool: a
            progress: true
            expect:
              - {target: progress.count, matcher: {exact: 2}}
              - {target: "progress[1].progress", matcher: {exact: 2}}
              - {target: "logs[0].data", matcher: {exact: working}}
          - name: without
            tool: a
            expect: [{target: progress, matcher: {length: 0}}]
        """
    run = run_suite(tmp_path, text, target=MemoryTarget(telling))
    assert verdicts(run) == ["passed", "passed"]


SCHEMA = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
REQUEST = {"method": "elicitation/create", "params": {"requestedSchema": SCHEMA}}


def test_an_elicitation_is_answered_as_written():
    assert elicitation_answer("decline") == {"action": "decline"}
    assert elicitation_answer({"content": {"n": 1}}) == {"action": "accept", "content": {"n": 1}}
    assert elicitation_answer({"action": "cancel"}) == {"action": "cancel"}


def test_an_elicitation_is_answered_from_its_schema():
    answer = elicitation_answer({"content": "from-schema"})()
    made = answer(REQUEST)
    assert made["action"] == "accept"
    assert isinstance(made["content"]["n"], int)
    assert answer({})["content"] == {}


def test_each_session_has_its_rounds(tmp_path):
    path = tmp_path / "s.yml"
    path.write_text(
        "server: {command: x, client: {elicitation: [decline, {content: {n: 1}}]}}\ntools: []\n"
    )
    spec = load_suite(path, env={}).servers["default"]
    for _ in range(2):
        side = spec.client_side()
        given = [side.answer({"id": n, **REQUEST})["result"]["action"] for n in range(3)]
        assert given == ["decline", "accept", "accept"]
    assert asyncio.iscoroutinefunction(telling)
