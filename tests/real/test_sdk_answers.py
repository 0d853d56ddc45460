"""The table of what SDKs do, against the smallest right server on each of them.

A row that is no longer true fails, and so does a violation of such a server without a row: it is
either the SDK's, or something that our small server should do better.
"""

import json
import subprocess
from pathlib import Path

import pytest
from tests.real.conftest import REAL
from tests.real.servers import HTTP, STDIO, on_go_sdk, python_of, served
from tests.real.test_fixes import command, written

from mcptest.cli.main import run
from mcptest.sdk.profiles import profiles

pytestmark = pytest.mark.real

SMALL = {
    "mcp 1.x": "python-1",
    "mcp 2.x": "python-2",
    "FastMCP": "fastmcp-4",
    "TypeScript 1.x": "typescript-1",
    "TypeScript 2.x": "typescript-2",
}
BY_SSE = {f"{name} by HTTP+SSE": sdk for name, sdk in SMALL.items() if "mcp" in name.split()}
# Not the SDK's alone, so these have no row.
AUTHORS = {
    ("FastMCP", "SHL-016"),  # host_origin_protection rejects a foreign Origin,
    ("FastMCP", "SHL-032"),  # and a foreign Host
    ("TypeScript 1.x", "RPC-017"),  # server-everything, on the same SDK, rejects batches
    ("TypeScript 2.x", "RPC-026"),  # from the Origin check that our small server chose
    ("mcp 2.x", "RPC-026"),  # when the server ends while a subscription is open
}


def document(tmp_path, *server):
    report = tmp_path / "run.json"
    run(["compliance", "run", "--all-revisions", "--report", f"json={report}", *server])
    return json.loads(report.read_text(encoding="utf-8"))


def check(name, found):
    """Every row holds wherever its rule was decided, and every violation has a row."""
    [sdk] = {server["sdk"]["id"] for server in found["servers"]}
    assert sdk == {**SMALL, "Go": "go-1"}[name.removesuffix(" by HTTP+SSE")]
    at = {server["name"]: server for server in found["servers"]}
    untrue, unknown = [], []
    for case in found["cases"]:
        rule, server = case["id"].rpartition("::")[2], at[case["server"]]
        place = {"transport": server["transport"], "revision": server["protocol_version"]}
        rows = [row for row in profiles()[sdk].answers if row.holds(rule, **place)]
        if rows and case["status"] == "passed":
            untrue.append((rule, place))
        if case["status"] in {"failed", "warned"}:
            marked = all(finding.get("sdk") for finding in case["findings"])
            assert marked is bool(rows)
            unknown += [] if rows or (name, rule) in AUTHORS else [(rule, place)]
    assert not untrue
    assert not unknown


@pytest.mark.parametrize("name", SMALL)
def test_every_row_holds_over_stdio(name, tmp_path):
    check(name, document(tmp_path, "--", *STDIO[name]()))


def test_every_row_of_the_go_sdk_holds_on_a_server_by_others(tmp_path):
    """Its newest revision alone, since the SDK shows itself in no other."""
    report = tmp_path / "run.json"
    run(["compliance", "run", "--report", f"json={report}", "--", *on_go_sdk(tmp_path)])
    check("Go", json.loads(report.read_text(encoding="utf-8")))


@pytest.mark.parametrize("name", [*SMALL, *(name for name in BY_SSE if name in HTTP)])
def test_every_row_holds_over_http(name, tmp_path):
    with served(name) as url:
        check(name, document(tmp_path, "--url", url))


READ_ONLY = {
    "python": '''
@mcp.tool(annotations={"readOnlyHint": True})
def get_sum(a: int, b: int) -> int:
    """Get the sum of two numbers."""
    return a + b
''',
    "typescript": """
server.registerTool("get_sum", {
  description: "Get the sum of two numbers.",
  inputSchema: z.object({ a: z.number(), b: z.number() }),
  annotations: { readOnlyHint: true },
}, async ({ a, b }) => ({ content: [{ type: "text", text: String(a + b) }] }));
""",
}


@pytest.mark.parametrize("name", SMALL)
def test_invalid_arguments_are_rejected_by_the_sdk(name, tmp_path):
    """The rule ends with 2025-06-18, and needs a tool that may be called with anything."""
    language = "typescript" if name.startswith("Type") else "python"
    file = written(tmp_path, READ_ONLY[language])
    pin = ["--spec-version", "2025-06-18", "--report", f"json={tmp_path / 'run.json'}"]
    run(["compliance", "run", *pin, "--", *command(name, file)])
    cases = json.loads((tmp_path / "run.json").read_text(encoding="utf-8"))["cases"]
    [case] = [one for one in cases if one["id"].endswith("TOOL-126")]
    assert case["status"] == "warned"
    assert all(finding["sdk"] for finding in case["findings"])


def test_the_tested_versions_are_the_installed_ones():
    for environment, package, sdk in (
        ("py1", "mcp", "python-1"),
        ("py2", "mcp", "python-2"),
        ("fastmcp", "fastmcp", "fastmcp-4"),
    ):
        asked = f"import importlib.metadata as m; print(m.version({package!r}))"
        said = subprocess.run(
            [python_of(environment), "-c", asked], capture_output=True, text=True, check=True
        )
        assert said.stdout.strip() == profiles()[sdk].tested
    for sdk in ("typescript-1", "typescript-2"):
        file = Path(REAL, "node/node_modules", profiles()[sdk].package, "package.json")
        assert json.loads(file.read_text("utf-8"))["version"] == profiles()[sdk].tested
