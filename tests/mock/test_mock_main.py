"""``python -m mcptest.mock`` and the face that the command line uses."""

import json
from pathlib import Path

import pytest

from mcptest.mock import __main__ as module
from mcptest.mock import serve as serving
from mcptest.mock import stdio
from mcptest.mock.http import listen as mock_http
from mcptest.mock.serve import ListenAddress, ServeOptions, serve
from mcptest.model.spec_version import SpecVersion

RECORDS = Path(__file__).parents[2] / "examples" / "mocks" / "records.yml"


@pytest.fixture
def served(monkeypatch):
    found = []
    monkeypatch.setattr(stdio, "serve_stdio", lambda server: found.append((server, None)))
    monkeypatch.setattr(
        mock_http, "serve_http", lambda server, host, port: found.append((server, (host, port)))
    )
    return found


def test_stdio_is_served_unless_an_address_is_given(served):
    serve(RECORDS, ServeOptions())
    serve(RECORDS, ServeOptions(http=ListenAddress(port=80)))
    assert [where for _, where in served] == [None, ("127.0.0.1", 80)]


def test_the_arguments_reach_the_server(served, tmp_path):
    overrides = tmp_path / "overrides.json"
    overrides.write_text(json.dumps([{"on": "ping", "result": {"x": 1}}]))
    arguments = ["--spec-version", "2025-06-18", "--overrides", str(overrides), "--fault", "hang"]
    assert module.main([str(RECORDS), *arguments, "--http", "[::1]:0"]) == 0
    [(server, where)] = served
    assert where == ("::1", 0)
    assert server.handshakes == (SpecVersion.V2025_06_18,)
    [out] = server.handle({"jsonrpc": "2.0", "id": 1, "method": "ping"})
    assert out.message["result"] == {"x": 1}


def test_a_mistake_is_an_exit_code(served, capsys):
    assert module.main([str(RECORDS), "--fault", "zzz"]) == 2
    assert "mock-unknown-fault" in capsys.readouterr().err
    assert served == []


def test_every_problem_of_a_file_is_told(served, capsys, tmp_path):
    file = tmp_path / "mock.yml"
    file.write_text("mock_server: {nam: x, tools: [{}]}")
    assert module.main([str(file)]) == 2
    said = capsys.readouterr().err
    assert "mock-unknown-key" in said
    assert "mock-missing-key" in said


def test_an_interrupt_is_130(monkeypatch):
    def interrupted(path, options):
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "serve", interrupted)
    assert module.main([str(RECORDS)]) == 130


def test_the_default_address_is_loopback():
    assert serving.ListenAddress() == ListenAddress("127.0.0.1", 0)
