"""The drivers of examples/clients: each finding here was checked by hand against the text."""

import json
import os
import shutil
from pathlib import Path

import pytest
from tests.real.conftest import REAL
from tests.real.servers import python_of

from mcptest.cli.main import run

pytestmark = pytest.mark.real
CLIENTS = Path(__file__).parents[2] / "examples" / "clients"
SCENARIOS = ("plain", "ping", "undeclared", "unknown-notification", "session-lost", "sampling")
# Refused with another code than -32601; after a 404 no new session is opened.
PYTHON = {"CLIENT-043", "CLIENT-089"}


def python_driver(environment, name):
    return [python_of(environment), str(CLIENTS / name)]


def typescript_driver(folder, *, installed="node", name="typescript_sdk.mjs"):
    if not (REAL / installed).exists() or shutil.which("node") is None:
        pytest.skip("the TypeScript SDK is not installed; run make test-real")
    (folder / "node_modules").symlink_to(REAL / installed / "node_modules")
    return ["node", str(shutil.copy(CLIENTS / name, folder))]


def found(client, capsys, *options, version="2025-11-25", scenarios=SCENARIOS):
    chosen = [word for name in scenarios for word in ("--scenario", name)]
    pinned = ["--spec-version", version, "--timeout", "60s", "--format", "json"]
    over = ["--transport", "stdio", "--transport", "http"]
    run(["client", "run", *pinned, *over, *chosen, *options, "--", *client])
    document = json.loads(capsys.readouterr().out)
    assert document["compliance"]["grade"] is not None
    return {finding["id"] for case in document["cases"] for finding in case["findings"]}


@pytest.mark.parametrize("version", ["2025-03-26", "2025-06-18", "2025-11-25"])
def test_the_python_sdk(version, capsys):
    client = python_driver("py2", "python_sdk.py")
    assert found(client, capsys, version=version) == PYTHON


def test_the_python_sdk_without_sessions(capsys):
    client = python_driver("py2", "python_sdk.py")
    scenarios = ("plain", "input-required", "mirrored-parameters", "unsupported-version")
    assert found(client, capsys, version="2026-07-28", scenarios=scenarios) == set()


def test_fastmcp(capsys):
    assert found(python_driver("fastmcp", "fastmcp_client.py"), capsys) == PYTHON


@pytest.mark.parametrize("version", ["2025-03-26", "2025-06-18", "2025-11-25"])
def test_the_typescript_sdk(version, tmp_path, capsys):
    assert found(typescript_driver(tmp_path), capsys, version=version) == {"CLIENT-089"}


@pytest.mark.parametrize("version", ["2025-03-26", "2025-11-25"])
def test_the_second_typescript_sdk(version, tmp_path, capsys):
    client = typescript_driver(tmp_path, installed="clients", name="typescript_client.mjs")
    assert found(client, capsys, version=version) == {"CLIENT-089"}


def test_the_first_python_sdk(capsys):
    client = python_driver("py1", "python_sdk_1.py")
    assert found(client, capsys, version="2025-11-25") == PYTHON


@pytest.mark.parametrize("version", ["2024-11-05", "2026-07-28"])
def test_the_inspector_at_the_oldest_and_the_newest_revision(version, capsys):
    assert inspected(capsys, version) == set()


def test_the_inspector(capsys):
    assert inspected(capsys, "2025-11-25") == {"CLIENT-090"}


def inspected(capsys, version):
    programs = REAL / "clients" / "node_modules" / ".bin"
    if not programs.exists():
        pytest.skip("the Inspector is not installed; run make test-real")
    path = os.pathsep.join([str(programs), os.environ["PATH"]])
    client = [str(programs / "node"), str(CLIENTS / "inspector_cli.mjs")]
    scenarios = ("plain", "ping", "unknown-notification")
    return found(client, capsys, "--env", f"PATH={path}", version=version, scenarios=scenarios)


SIGNING_IN = (
    "authorization",
    "authorization-root-metadata",
    "authorization-openid-appended",
    "authorization-step-up",
    "authorization-no-pkce",
)
NO_PKCE = {
    "CLIENT-149"
}  # each signs in although the metadata does not list a code challenge method


def test_the_python_sdk_signs_in(capsys):
    client = python_driver("py2", "python_sdk.py")
    assert found(client, capsys, scenarios=SIGNING_IN) == NO_PKCE


def test_the_first_python_sdk_signs_in(capsys):
    client = python_driver("py1", "python_sdk_1.py")
    assert found(client, capsys, scenarios=SIGNING_IN) == NO_PKCE


def test_the_first_python_sdk_calls_a_tool_as_a_task(capsys):
    client = python_driver("py1", "python_sdk_1.py")
    assert found(client, capsys, scenarios=("tasks",)) == set()


def test_the_first_typescript_sdk_calls_a_tool_as_a_task(tmp_path, capsys):
    assert found(typescript_driver(tmp_path), capsys, scenarios=("tasks",)) == set()


def test_the_python_sdk_listens_for_changes(capsys):
    client = python_driver("py2", "python_sdk.py")
    assert found(client, capsys, version="2026-07-28", scenarios=("listening",)) == set()


@pytest.mark.parametrize("driver", [("py2", "python_sdk.py"), ("fastmcp", "fastmcp_client.py")])
def test_the_python_clients_speak_http_and_sse(driver, capsys):
    client = python_driver(*driver)
    assert found(client, capsys, version="2024-11-05", scenarios=("plain", "ping")) == set()


def test_fastmcp_signs_in_with_a_browser_of_its_own(capsys):
    client = python_driver("fastmcp", "fastmcp_client.py")
    assert found(client, capsys, scenarios=SIGNING_IN) == NO_PKCE


def test_the_typescript_sdk_signs_in(tmp_path, capsys):
    scenarios = (*SIGNING_IN, "authorization-other-issuer")
    unchecked = {"CLIENT-141"}  # the issuer in the metadata is not compared
    client = typescript_driver(tmp_path)
    assert found(client, capsys, scenarios=scenarios) == NO_PKCE | unchecked
