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


def typescript_driver(folder):
    if not (REAL / "node").exists() or shutil.which("node") is None:
        pytest.skip("the TypeScript SDK is not installed; run make test-real")
    (folder / "node_modules").symlink_to(REAL / "node" / "node_modules")
    return ["node", str(shutil.copy(CLIENTS / "typescript_sdk.mjs", folder))]


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


def test_the_inspector(capsys):
    programs = REAL / "clients" / "node_modules" / ".bin"
    if not programs.exists():
        pytest.skip("the Inspector is not installed; run make test-real")
    path = os.pathsep.join([str(programs), os.environ["PATH"]])
    client = [str(programs / "node"), str(CLIENTS / "inspector_cli.mjs")]
    scenarios = ("plain", "ping", "unknown-notification")
    assert found(client, capsys, "--env", f"PATH={path}", scenarios=scenarios) == {"CLIENT-090"}


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


def test_fastmcp_signs_in_with_a_browser_of_its_own(capsys):
    client = python_driver("fastmcp", "fastmcp_client.py")
    assert found(client, capsys, scenarios=SIGNING_IN) == NO_PKCE


def test_the_typescript_sdk_signs_in(tmp_path, capsys):
    scenarios = (*SIGNING_IN, "authorization-other-issuer")
    unchecked = {"CLIENT-141"}  # the issuer in the metadata is not compared
    client = typescript_driver(tmp_path)
    assert found(client, capsys, scenarios=scenarios) == NO_PKCE | unchecked
