"""Servers that nobody here wrote, graded at every revision that they speak.

What is right fails no must. Where a server does fail one, the sentence of the specification that
it breaks stands here beside it.
"""

import json

import pytest
from tests.real.servers import HTTP, STDIO, served

from mcptest.cli.main import run

pytestmark = pytest.mark.real

# "Servers MUST validate the Origin header on all incoming connections to prevent DNS rebinding
# attacks." (basic/transports, security warning; the same words in every revision)
FOREIGN_ORIGIN, FOREIGN_ORIGIN_BY_SSE = {"SHL-016"}, {"SSE-005"}
# "The server MAY terminate the session at any time, after which it MUST respond to requests
# containing that session ID with HTTP 404 Not Found." (session management) It gives 400.
ENDED_SESSION = {"SHL-027"}
# "The server MUST NOT replay messages that would have been delivered on a different stream."
# (resumability and redelivery) Its event store replays every later event.
REPLAY = {"SHL-012"}

# Up to 2025-03-26 the content of a CallToolResult is text, an image, (from 2025-03-26 on) audio or
# an embedded resource; it sends resource_link whatever revision was agreed on.
LATER_CONTENT = {"TOOL-117"}

TRUE_FINDINGS = {
    "everything": FOREIGN_ORIGIN | ENDED_SESSION | REPLAY | LATER_CONTENT,
    "everything by HTTP+SSE": FOREIGN_ORIGIN_BY_SSE | LATER_CONTENT,
    "FastMCP": FOREIGN_ORIGIN,
}


def graded(tmp_path, *server):
    """The exit code, the rules that failed, and the cases that we could not finish."""
    report = tmp_path / "run.json"
    said = ["compliance", "run", "--all-revisions", "--report", f"json={report}"]
    code = run([*said, *server])
    cases = json.loads(report.read_text(encoding="utf-8"))["cases"]
    assert len(cases) > 100
    failed = {case["id"].rpartition("::")[2] for case in cases if case["status"] == "failed"}
    return code, failed, [case["id"] for case in cases if case["status"] == "errored"]


@pytest.mark.parametrize("name", STDIO)
def test_a_server_that_is_right_fails_no_must_over_stdio(name, tmp_path):
    known = LATER_CONTENT if name == "everything" else set()
    assert graded(tmp_path, "--", *STDIO[name]()) == (1 if known else 0, known, [])


@pytest.mark.parametrize("name", HTTP)
def test_only_what_the_specification_forbids_fails_over_http(name, tmp_path):
    known = TRUE_FINDINGS.get(name, set())
    with served(name) as url:
        assert graded(tmp_path, "--url", url) == (1 if known else 0, known, [])
