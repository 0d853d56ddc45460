"""A transport is one file and one row: suites, flags, Python, grades and doctor all take it."""

import asyncio
import json
import queue
import threading

import pytest
from tests.extending.tcp_lines import TCP, TcpTarget

import mcptest
from mcptest.cli.main import run
from mcptest.compliance.corpus.healthy import HEALTHY
from mcptest.mock.manifest.load import load_definition
from mcptest.mock.memory import memory_target
from mcptest.plan import load_suite, suite_schema
from mcptest.scaffold.server_block import server_block
from mcptest.suite.transports import TRANSPORTS

SUITE = """
server: { tcp: "ADDRESS" }
tools:
  - name: adds
    tool: echo
    args: { text: hello }
"""


class LinePipe:
    """A connection as the mock wants it."""

    def __init__(self, reader, writer):
        self._reader, self._writer = reader, writer

    async def receive(self):
        return (await self._reader.readline()) or None

    async def send(self, message):
        self._writer.write(message.rstrip(b"\n") + b"\n")


@pytest.fixture(autouse=True)
def row():
    TRANSPORTS.append(TCP)
    yield
    TRANSPORTS.remove(TCP)


@pytest.fixture(scope="module")
def address():
    """A mock behind a TCP port, in a thread of its own."""
    found = queue.Queue()
    thread = threading.Thread(target=asyncio.run, args=(_listen(found),))
    thread.start()
    port, end = found.get(timeout=20)
    yield f"tcp://127.0.0.1:{port}"
    end()
    thread.join(20)


async def _listen(found):
    serve = memory_target(load_definition(HEALTHY)).serve
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()

    async def accept(reader, writer):
        try:
            await serve(LinePipe(reader, writer))
        finally:
            writer.close()

    server = await asyncio.start_server(accept, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    found.put((port, lambda: loop.call_soon_threadsafe(ended.set)))
    await ended.wait()
    server.close()


@pytest.fixture
def document(capsys):
    def call(*words):
        code = run([str(word) for word in (*words, "--format", "json")])
        return code, json.loads(capsys.readouterr().out)

    return call


def test_a_suite_names_it_by_its_own_key(address, document, tmp_path):
    suite = tmp_path / "suite.yml"
    suite.write_text(SUITE.replace("ADDRESS", address), "utf-8")
    code, found = document("run", suite)
    assert (code, found["summary"]["passed"]) == (0, 1)
    assert found["servers"][0]["transport"] == "tcp-lines"


def test_it_is_graded_by_address(address, document):
    code, found = document("compliance", "run", "--url", address)
    assert code == 0
    assert found["compliance"]["grade"] == "A+"
    reasons = {case["id"].rpartition("::")[2]: case.get("skip") for case in found["cases"]}
    assert reasons["STDIO-001"]["reason"] == "other-transport"


def test_the_doctor_knows_a_way_to_it(address, document):
    code, found = document("doctor", "--url", address)
    assert code == 0
    assert found["cases"][0]["id"].endswith("::connect")


def test_nobody_listening_is_told(document):
    code, found = document("doctor", "--url", "tcp://127.0.0.1:1")
    assert code == 3
    assert found["cases"][0]["findings"][0]["id"] == "connect-refused"


def test_python_takes_the_address_and_the_target(address):
    for server in (address, TcpTarget(address)):
        with mcptest.Client(server) as client:
            assert client.tools()


def test_scaffold_writes_what_a_suite_reads(address):
    assert server_block(TcpTarget(address)) == {"tcp": address}


def test_the_schema_of_a_suite_has_its_key():
    servers = suite_schema()["properties"]["server"]["properties"]
    assert "tcp" in servers
    assert "tcp-lines" in servers["transport"]["enum"]


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        ('{ tcp: "tcp://h:1", env: { A: b } }', "suite-bad-value"),
        ('{ tcp: "tcp://h:1", transport: stdio }', "suite-bad-value"),
        ('{ tcp: "tcp://h:1", command: srv }', "suite-missing-key"),
    ],
)
def test_what_belongs_to_other_transports_is_refused(entry, code, tmp_path):
    suite = tmp_path / "suite.yml"
    suite.write_text(f"server: {entry}\n", "utf-8")
    found = load_suite(suite, env={})
    assert [problem.code for problem in found.problems] == [code]


def test_flags_of_other_transports_are_refused(address, capsys):
    assert run(["tools", "--url", address, "--header", "A: b"]) == 2
    assert run(["tools", "--url", address, "--env", "A=b"]) == 2
    assert capsys.readouterr().err.count("server-flag-transport") == 2
