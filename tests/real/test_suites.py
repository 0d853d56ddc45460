"""Suites of ours, green on servers that nobody here wrote."""

import json
import os
from pathlib import Path

import pytest
from tests.real.conftest import SDK_SERVER, free_port, listening, node_server, python_of

from mcptest.cli.main import run
from mcptest.model.spec_version import SpecVersion

pytestmark = pytest.mark.real

SUITES = Path(__file__).with_name("suites")


def run_suite(tmp_path, server, body):
    """The run document of a suite made of a server and a body."""
    suite = tmp_path / "real.mcptest.yml"
    text = (SUITES / body).read_text(encoding="utf-8")
    suite.write_text(f"server: {json.dumps(server)}\n{text}", encoding="utf-8")
    report = tmp_path / "run.json"
    code = run(["run", str(suite), "--report", f"json={report}"])
    document = json.loads(report.read_text(encoding="utf-8"))
    failed = [case for case in document["cases"] if case["status"] != "passed"]
    assert (code, failed) == (0, [])
    return document


def test_everything_over_stdio(tmp_path):
    command = ["node", node_server("server-everything"), "stdio"]
    document = run_suite(tmp_path, {"command": command}, "everything.yml")

    assert document["servers"][0]["transport"] == "stdio"


def test_everything_over_streamable_http(tmp_path):
    port = free_port()
    command = ["node", node_server("server-everything"), "streamableHttp"]
    with listening(command, port, env={**os.environ, "PORT": str(port)}):
        url = f"http://127.0.0.1:{port}/mcp"
        document = run_suite(tmp_path, {"url": url}, "everything.yml")

    assert document["servers"][0]["transport"] == "streamable-http"


def test_everything_over_http_and_sse(tmp_path):
    port = free_port()
    command = ["node", node_server("server-everything"), "sse"]
    with listening(command, port, env={**os.environ, "PORT": str(port)}):
        document = run_suite(tmp_path, {"url": f"http://127.0.0.1:{port}/sse"}, "everything.yml")

    assert document["servers"][0]["transport"] == "sse"


def test_time_over_stdio(tmp_path):
    command = [str(Path(python_of("servers")).with_name("mcp-server-time"))]
    run_suite(tmp_path, {"command": command}, "time.yml")


@pytest.mark.parametrize("version", [v for v in SpecVersion if v is not SpecVersion.DRAFT])
def test_the_sdk_2_in_both_eras(tmp_path, version):
    server = {
        "command": [python_of("py2"), str(SDK_SERVER)],
        "protocol_version": version.wire,
    }
    document = run_suite(tmp_path, server, "sdk.yml")

    assert document["servers"][0]["protocol_version"] == version.wire
    assert document["servers"][0]["era"] == version.era.value


def test_the_sdk_1(tmp_path):
    run_suite(tmp_path, {"command": [python_of("py1"), str(SDK_SERVER)]}, "sdk.yml")
