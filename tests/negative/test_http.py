"""The probes over Streamable HTTP, where sessions and statuses are part of the answer."""

from contextlib import contextmanager
from threading import Thread

import pytest
from tests.negative.negative_kit import VERSION, definition, failed_probes, kinds, probe_target

from mcptest.mock.http.asgi import Application
from mcptest.mock.http.endpoint import HttpMock
from mcptest.mock.http.guard import Guard
from mcptest.mock.http.listen import listen, uvicorn_server
from mcptest.mock.overrides.read import parse_overrides
from mcptest.mock.server import MockServer
from mcptest.model.spec_version import SpecVersion
from mcptest.negative.sample import SAMPLE
from mcptest.negative.table import ALL, find_probe
from mcptest.wire.target import HttpTarget


@contextmanager
def served(tmp_path, overrides=(), version=VERSION):
    parsed = parse_overrides(list(overrides))
    mock = MockServer(definition(tmp_path, SAMPLE), version=version, overrides=parsed)
    listener = listen("127.0.0.1", 0)
    port = listener.getsockname()[1]
    application = Application(HttpMock(mock, Guard("127.0.0.1", port)), lambda _status: None)
    server = uvicorn_server(application)
    thread = Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    try:
        yield HttpTarget(f"http://127.0.0.1:{port}/mcp")
    finally:
        server.should_exit = server.force_exit = True
        thread.join(timeout=10)
        listener.close()


@pytest.mark.parametrize("version", [VERSION, SpecVersion.V2026_07_28])
def test_every_probe_that_applies_passes_over_http(tmp_path, version):
    with served(tmp_path, version=version) as target:
        _, result = probe_target(target, [ALL], version=version)
    assert (result.status, failed_probes(result)) == ("passed", [])
    expected = 22 if version is VERSION else 19
    assert result.targets["negative_path.checks_run"] == expected


def test_a_server_that_serves_a_foreign_session_fails_the_probe(tmp_path):
    probe = find_probe("foreign_session")
    with served(tmp_path, probe.proof.failing) as target:
        _, result = probe_target(target, [probe.id])
    assert kinds(result) == {"foreign_session": "accepted silently"}
