"""Suites of ours, green on servers that nobody here wrote."""

import json
from pathlib import Path

import pytest
from tests.real.servers import STDIO, served

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
    document = run_suite(tmp_path, {"command": STDIO["everything"]()}, "everything.yml")

    assert document["servers"][0]["transport"] == "stdio"


def test_everything_over_streamable_http(tmp_path):
    with served("everything") as url:
        document = run_suite(tmp_path, {"url": url}, "everything.yml")

    assert document["servers"][0]["transport"] == "streamable-http"


def test_everything_over_http_and_sse(tmp_path):
    with served("everything by HTTP+SSE") as url:
        document = run_suite(tmp_path, {"url": url}, "everything.yml")

    assert document["servers"][0]["transport"] == "sse"


def test_time_over_stdio(tmp_path):
    run_suite(tmp_path, {"command": STDIO["time"]()}, "time.yml")


@pytest.mark.parametrize("version", [v for v in SpecVersion if v is not SpecVersion.DRAFT])
@pytest.mark.parametrize("name", ["mcp 2.x", "TypeScript 2.x"])
def test_an_sdk_of_both_eras_at_every_revision(tmp_path, name, version):
    server = {"command": STDIO[name](), "protocol_version": version.wire}
    document = run_suite(tmp_path, server, "sdk.yml")

    assert document["servers"][0]["protocol_version"] == version.wire
    assert document["servers"][0]["era"] == version.era.value


@pytest.mark.parametrize("name", ["mcp 1.x", "TypeScript 1.x", "FastMCP"])
def test_an_sdk_by_the_handshake(tmp_path, name):
    run_suite(tmp_path, {"command": STDIO[name]()}, "sdk.yml")
