"""The code of every fix for Python and TypeScript, run: the finding is gone."""

import json
import shutil

import pytest
from tests.real.conftest import REAL, free_port, listening
from tests.real.servers import HERE, python_of

from mcptest.cli.main import run
from mcptest.sdk.fixes import fixes

pytestmark = pytest.mark.real

SDKS = {  # what runs a server, and the languages whose code it can run
    "FastMCP": ("fastmcp", ("fastmcp",)),
    "mcp 1.x": ("py1", ("python", "python-1")),
    "mcp 2.x": ("py2", ("python", "python-2")),
    "TypeScript 1.x": ("1", ("typescript", "typescript-1")),
    "TypeScript 2.x": ("2", ("typescript", "typescript-2")),
}
LINTS = ("SCH-", "DESC-", "HOST-", "ANN-", "META-", "NAME-")
BY_HTTP = {"SHL-012", "SHL-016", "SHL-019", "SHL-032", "SEC-062", "SHL-027", "SHL-225"}
HANDSHAKE = {
    "RES-003",
    "RES-111",
}  # what the newer revision does not ask for, or the SDK does right
UPGRADES = {("HOST-005", "typescript-1"), ("HOST-006", "typescript-1")}  # tell to use version 2
WRONG = {
    "python": '''
@mcp.tool()
def search_notes(query: str, filter: dict) -> str:
    """Notes."""
    return find(query)
''',
    "typescript": """
server.registerTool("search_notes", {
  description: "Notes.",
  inputSchema: z.looseObject({ query: z.string() }),
}, async ({ query }) => ({ content: [{ type: "text", text: find(query) }] }));
""",
}


def command(sdk, file, *port):
    environment, _ = SDKS[sdk]
    if not environment.isdigit():
        return [python_of(environment), str(HERE / "fix_server.py"), str(file), *port]
    if not (REAL / "node").exists() or shutil.which("node") is None:
        pytest.skip("the TypeScript SDK is not installed; run make test-real")
    node = ["node", str(HERE / "fix_server.cjs"), str(REAL / "node"), environment]
    return [*node, str(file), *port]


def written(tmp_path, code):
    file = tmp_path / "fix.txt"
    file.write_text(code, encoding="utf-8")
    return file


def cases(tmp_path, words, server):
    report = tmp_path / "run.json"
    run([*words, "--report", f"json={report}", *server])
    return json.loads(report.read_text(encoding="utf-8"))["cases"]


def ids(found):
    return {finding["id"] for case in found for finding in case["findings"]}


STDIO_FIXES = [
    (sdk, name, language)
    for name, codes in fixes().items()
    for sdk, (_, languages) in SDKS.items()
    for language in languages
    if language in codes and name not in BY_HTTP and (name, language) not in UPGRADES
]
HTTP_FIXES = [
    (sdk, name, language)
    for name in sorted(BY_HTTP)
    for sdk, (_, languages) in SDKS.items()
    for language in languages
    if language in fixes()[name]
]


@pytest.mark.parametrize(("sdk", "name", "language"), STDIO_FIXES)
def test_the_code_of_a_fix_removes_the_finding(sdk, name, language, tmp_path):
    server = ["--", *command(sdk, written(tmp_path, fixes()[name][language]))]
    if name.startswith(LINTS):
        found = cases(tmp_path, ["schema-lint", "--select", name], server)
        assert {case["lane"] for case in found} == {"schema-lint"}
    elif name.startswith("SEC-"):
        found = cases(tmp_path, ["security", "--select", name], server)
    elif name.startswith("FAULT-"):
        found = cases(tmp_path, ["fuzz", "--seed", "1"], server)
    elif name.startswith("PROBE-"):
        found = cases(tmp_path, ["probe"], server)
        assert {case["status"] for case in found} == {"passed"}
    else:
        pin = ["--spec-version", "2025-11-25"] if name in HANDSHAKE else []
        found = cases(tmp_path, ["compliance", "run", *pin], server)
        assert [case["status"] for case in found if case["id"].endswith(name)] == ["passed"]
    assert found
    assert name not in ids(found)


@pytest.mark.parametrize(("sdk", "name", "language"), HTTP_FIXES)
def test_the_code_of_a_fix_removes_the_finding_over_http(sdk, name, language, tmp_path):
    port = str(free_port())
    words = ["security", "--select", name] if name == "SEC-062" else ["compliance", "run"]
    file = written(tmp_path, fixes()[name][language])
    with listening(command(sdk, file, port), int(port)):
        pin = ["--spec-version", "2025-11-25", "--url", f"http://127.0.0.1:{port}/mcp"]
        found = cases(tmp_path, words, pin)
    assert {case["status"] for case in found if case["id"].endswith(name)} <= {"passed"}
    assert found
    assert name not in ids(found)


@pytest.mark.parametrize("sdk", SDKS)
def test_without_a_fix_the_findings_are_there(sdk, tmp_path):
    language = SDKS[sdk][1][0].replace("fastmcp", "python")
    server = ["--", *command(sdk, written(tmp_path, WRONG[language]))]
    found = ids(cases(tmp_path, ["schema-lint"], server))
    assert found >= {"SCH-002", "SCH-004", "DESC-001", "DESC-005", "ANN-008"}
