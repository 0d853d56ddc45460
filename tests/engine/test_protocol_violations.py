"""What a run says of messages that break the protocol, over every transport."""

import asyncio
import json
import sys
from collections import Counter
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from tests.engine.bench import case
from tests.servers import unlawful
from tests.servers.http_peer import SSE_TYPE, Peer, chunk, event, head, text, whole

from mcptest.engine.case import Observation
from mcptest.engine.execute import RunPace
from mcptest.engine.run import RunPlan, run
from mcptest.engine.server import Server
from mcptest.engine.stepwise import Stepwise
from mcptest.errors import ExitCode
from mcptest.model.finding import Severity
from mcptest.model.outcome import Status
from mcptest.model.spec_version import SpecVersion
from mcptest.wire.codec import encode
from mcptest.wire.limits import Limits
from mcptest.wire.target import HttpTarget, MemoryTarget, StdioTarget

SERVER = str(Path(unlawful.__file__))
TRANSPORTS = ("memory", "stdio", "http", "sse")
WIRE = "compliance::default::wire"


@asynccontextmanager
async def serving(transport, fault):
    if transport == "memory":
        yield MemoryTarget(lambda pipe: in_memory(pipe, fault))
    elif transport == "stdio":
        yield StdioTarget((sys.executable, "-S", "-E", SERVER, fault))
    else:
        handle = streamable(fault) if transport == "http" else legacy(fault)
        async with Peer(handle) as peer:
            yield HttpTarget(peer.url, transport="sse" if transport == "sse" else None)


async def in_memory(pipe, fault):
    while (raw := await pipe.receive()) is not None:
        request = json.loads(raw)
        for message in unlawful.messages(request, fault):
            await pipe.send(encode(message))
        if fault == "exits" and request["method"] == "tools/call":
            raise OSError("the disk is full")


def streamable(fault):
    async def handle(request, wire):
        sent = unlawful.messages(request.message, fault) if request.verb == "POST" else []
        if request.verb != "POST":
            await wire.write(whole(b"", 405))
        elif "id" not in request.message:
            await wire.write(whole(b"", 202, content_type=""))
        elif len(sent) == 1:
            spoilt = fault == "status-500" and request.message["method"] == "tools/call"
            await wire.write(whole(text(sent[0]), 500 if spoilt else 200))
        elif sent:
            await wire.events(*map(event, sent))
        else:
            await wire.forever()

    return handle


def legacy(fault):
    streams = []

    async def handle(request, wire):
        if request.verb == "GET":
            streams.append(asyncio.Queue())
            await wire.write(head(content_type=SSE_TYPE, Transfer_Encoding="chunked"))
            await wire.write(chunk(b"event: endpoint\ndata: /messages\n\n"))
            while data := await streams[-1].get():
                await wire.write(chunk(data))
            return
        await wire.write(whole(b"Accepted", 202, content_type="text/plain"))
        for message in unlawful.messages(request.message, fault):
            streams[-1].put_nowait(event(message))

    return handle


def call(*, lists=False, then=None):
    async def observe(context):
        await context.request("tools/call", {"name": "a", "arguments": {}})
        if lists:
            await context.tools()
        if then is not None:
            await then(context)
        return Observation()

    return observe


def judged(transport, fault, *observations, **more):
    """The run of one case for every observation."""

    async def story():
        async with asyncio.timeout(40), serving(transport, fault) as target:
            limits = Limits(timeout=more.pop("timeout", 20.0), grace=0.5)
            server = Server(name="default", target=target, limits=limits, **more)
            cases = [case(str(n), each) for n, each in enumerate(observations or (call(),))]
            plan = RunPlan(
                command="run", cases=cases, servers={"default": server}, pace=RunPace(jobs=1)
            )
            return await run(plan, lambda _event: None)

    return asyncio.run(story())


def told(finished):
    """Where each finding is told: ``("0", "message-shape")``."""
    return [(one.name, f.id) for one in finished.cases for f in one.findings]


@pytest.mark.parametrize("transport", TRANSPORTS)
@pytest.mark.parametrize("fault", ["none", "legal"])
def test_a_correct_server_is_not_blamed(transport, fault):
    finished = judged(transport, fault, call(lists=True), call())
    assert told(finished) == []
    assert finished.exit_code == ExitCode.OK


@pytest.mark.parametrize("transport", TRANSPORTS)
@pytest.mark.parametrize("fault", [*unlawful.CALLS, "error-text"])
def test_a_response_of_the_wrong_shape_fails_the_test_that_asked(transport, fault):
    finished = judged(transport, fault, call(), call(lists=True))
    assert [one.status for one in finished.cases] == [Status.FAILED, Status.FAILED]
    assert told(finished) == [("0", "message-shape"), ("1", "message-shape")]
    assert finished.exit_code == ExitCode.FAILED


def test_a_result_with_an_http_error_status_is_told():
    finished = judged("http", "status-500")
    [(_, code)] = told(finished)
    assert code == "result-refused"
    assert finished.exit_code == ExitCode.FAILED


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_a_json_log_line_is_not_a_message(transport):
    finished = judged(transport, "log-line", call(), call())
    ids = Counter(code for _, code in told(finished))
    assert set(ids) == {"message-envelope"}
    if transport == "http":  # the stream of a request says which test it belongs to
        assert [name for name, _ in told(finished)] == ["0", "1"]
    else:
        assert finished.cases[-1].id == WIRE
        assert ids.total() == 1
        assert finished.cases[-1].notes == ("5 more like these",)
    assert finished.exit_code == ExitCode.FAILED


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_a_notification_of_the_wrong_shape_is_found(transport):
    finished = judged(transport, "bad-note")
    assert {code for _, code in told(finished)} == {"message-shape"}
    assert finished.exit_code == ExitCode.FAILED


@pytest.mark.parametrize("transport", TRANSPORTS)
@pytest.mark.parametrize(
    ("fault", "code"), [("no-info", "message-shape"), ("no-jsonrpc", "message-envelope")]
)
def test_the_opening_is_held_to_the_protocol(transport, fault, code):
    finished = judged(transport, fault)
    assert finished.cases[-1].id == WIRE
    assert [found for _, found in told(finished)] == [code]
    assert finished.exit_code == ExitCode.FAILED


@pytest.mark.parametrize("transport", ["memory", "stdio", "sse"])
def test_what_comes_before_the_opening_is_held_to_the_protocol(transport):
    finished = judged(transport, "early-log")
    assert finished.cases[-1].id == WIRE
    assert [code for _, code in told(finished)] == ["message-envelope"]


@pytest.mark.parametrize("transport", TRANSPORTS)
@pytest.mark.parametrize(
    ("fault", "code"),
    [
        ("list-hangs", "list-failed"),
        ("list-error", "list-failed"),
        ("list-garbage", "message-shape"),
    ],
)
def test_a_list_that_fails_is_told_once(transport, fault, code):
    hangs = 3.0 if transport == "stdio" else 0.5  # a process has to start within it
    timeout = hangs if fault == "list-hangs" else 20.0
    finished = judged(transport, fault, *[call(lists=True)] * 2, timeout=timeout)
    assert [one.status for one in finished.cases[:2]] == [Status.PASSED, Status.PASSED]
    assert finished.cases[-1].id == WIRE
    assert [found for _, found in told(finished)] == [code]
    assert finished.exit_code == ExitCode.FAILED


def test_a_server_that_ends_at_a_list_is_told_with_its_last_words():
    finished = judged("stdio", "list-exits", call(lists=True))
    assert told(finished) == [(finished.cases[-1].name, "list-failed")]
    finding = finished.cases[-1].findings[0]
    assert "7" in finding.message
    assert "the disk is full" in finding.help


async def until_it_is_gone(context):
    session = await context.session()
    async with asyncio.timeout(20):
        while session.alive():  # noqa: ASYNC110 - the end of a process is told to the link alone
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("transport", ["memory", "stdio"])
def test_a_server_that_ends_between_calls_is_told_with_its_last_words(transport):
    finished = judged(transport, "exits", *[call(then=until_it_is_gone)] * 2)
    assert [one.status for one in finished.cases[:2]] == [Status.PASSED, Status.PASSED]
    assert told(finished) == [(finished.cases[-1].name, "server-exited")]
    finding = finished.cases[-1].findings[0]
    assert "the disk is full" in finding.help
    assert transport == "memory" or "7" in finding.message
    assert finished.cases[-1].notes == ("1 more like these",)
    assert finished.exit_code == ExitCode.FAILED


@pytest.mark.parametrize("transport", ["memory", "stdio"])
def test_an_end_that_a_reply_tells_is_not_told_again(transport):
    async def ask_again(context):
        session = await context.session()
        await until_it_is_gone(context)
        await session.request("ping")

    assert told(judged(transport, "exits", call(then=ask_again))) == []


@pytest.mark.parametrize("transport", ["memory", "stdio"])
def test_a_server_that_we_end_did_not_exit_by_itself(transport):
    async def retire(context):
        context.retire_session()

    finished = judged(transport, "none", call(then=retire), call())
    assert told(finished) == []


def test_a_malformed_response_fails_a_skip_and_every_attempt():
    from mcptest.model.outcome import Skip, SkipReason

    async def skipping(context):
        await context.request("tools/call", {"name": "a"})
        return Observation(skip=Skip(SkipReason.NOT_APPLICABLE, "nothing to see"))

    finished = judged("memory", "no-content", skipping)
    assert finished.cases[0].status is Status.FAILED
    assert finished.cases[0].skip is None

    async def retried():
        async with serving("memory", "no-content") as target:
            server = Server(name="default", target=target)
            plan = RunPlan(
                command="run",
                cases=[case("x", call(), retry=2)],
                servers={"default": server},
            )
            return await run(plan, lambda _event: None)

    [result] = asyncio.run(retried()).cases
    assert (result.status, result.attempts) == (Status.FAILED, 3)


def test_the_negotiated_revision_decides_and_not_the_newest():
    found = judged("memory", "resource-link").cases[0].findings[0]
    assert "2025-03-26" in found.message
    assert found.severity is Severity.ERROR
    assert found.pointer == "/result/content/0/type"


def test_one_case_at_a_time_is_held_to_the_same():
    async def story():
        async with serving("memory", "bad-note") as target:
            server = Server(name="default", target=target, version=SpecVersion("v2025-06-18"))
            cases = [case("x", call())]
            steps = Stepwise(RunPlan(command="run", cases=cases, servers={"default": server}))
            result = await steps.run(cases[0])
            await steps.close()
            return result, steps.stray(), steps.stray()

    result, first, second = asyncio.run(story())
    assert result.status is Status.PASSED
    assert {finding.id for finding in first[0].findings} == {"message-shape"}
    assert second == []


def test_a_server_that_ends_right_after_its_last_answer_is_told():
    finished = judged("stdio", "exits", call())
    assert finished.cases[0].status is Status.PASSED
    assert told(finished) == [(finished.cases[-1].name, "server-exited")]
