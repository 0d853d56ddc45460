"""A server behind authorization, asked without a token: no grade, the next step, exit 3."""

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

import mcptest

CHALLENGE = 'Bearer resource_metadata="http://127.0.0.1/meta"'
STATUS = {"http-unauthorized": 401, "http-forbidden": 403}
COMMANDS = (
    ["compliance", "run"],
    ["compliance", "run", "--all-revisions"],
    ["compliance", "run", "--strict", "--spec-version", "v2025-11-25"],
    ["audit", "--fail-under", "A"],
    ["audit", "--only", "lint"],
    ["probe"],
    ["fuzz"],
    ["tools"],
)
TOOL = {"name": "get_x", "inputSchema": {"type": "object", "additionalProperties": False}}


def result_of(message):
    match message["method"]:
        case "initialize":
            version = message["params"]["protocolVersion"]
            info = {"name": "guarded", "version": "1"}
            capabilities = {"tools": {}}
            return {
                "protocolVersion": version,
                "capabilities": capabilities,
                "serverInfo": info,
            }
        case "tools/list":
            return {"tools": [TOOL]}
    return None


@contextmanager
def guarded(status, *, only=None, challenge=CHALLENGE):
    """Answers with the status: everything, or the one method alone."""

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_words):
            pass

        def say(self, code, body=b"", **headers):
            self.send_response(code)
            for name, value in {**headers, "Content-Length": str(len(body))}.items():
                self.send_header(name.replace("_", "-"), value)
            self.end_headers()
            self.wfile.write(body)

        def do_POST(self):
            raw = self.rfile.read(int(self.headers["Content-Length"]))
            message = json.loads(raw)
            if only is None or message.get("method") == only:
                return self.say(status, WWW_Authenticate=challenge)
            if "id" not in message:
                return self.say(202)
            result = result_of(message)
            end = {"error": {"code": -32601, "message": "no"}} if result is None else None
            reply = {"jsonrpc": "2.0", "id": message["id"]} | (end or {"result": result})
            return self.say(200, json.dumps(reply).encode(), Content_Type="application/json")

        def do_GET(self):
            self.say(status if only is None else 405)

        do_DELETE = do_GET  # noqa: N815  (as http.server spells it)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/mcp"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.mark.parametrize("code", STATUS)
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_the_first_line_has_the_status_and_the_next_step(cli, tmp_path, monkeypatch, command, code):
    monkeypatch.chdir(tmp_path)
    with guarded(STATUS[code]) as url:
        said = cli(*command, "--url", url)
    first = said.err.splitlines()[0]
    assert (said.code, said.out) == (3, "")
    assert first.startswith(f"error[{code}]")
    assert f"HTTP {STATUS[code]}" in first
    assert "--bearer-env" in first
    assert "--header" in first


@pytest.mark.parametrize("command", [["compliance", "run"], ["audit"]], ids=" ".join)
def test_the_reports_have_no_grade(cli, tmp_path, command):
    document, badge = tmp_path / "run.json", tmp_path / "badge.svg"
    with guarded(401) as url:
        said = cli(*command, f"--report=json={document}", f"--report=badge={badge}", "--url", url)
    run = json.loads(document.read_text())
    assert (said.code, run["exit_code"]) == (3, 3)
    assert (run["compliance"]["grade"], run["compliance"]["score"]) == (None, None)
    assert said.out.startswith("no grade: the server requires authorization (HTTP 401): pass")
    assert "no grade" in badge.read_text()


def test_a_suite_ends_with_the_same_code_and_says_it_first(cli, suite):
    with guarded(401) as url:
        path = suite("tools: [{name: one, tool: get_x}]\n", server=f"server: {{url: {url}}}\n")
        said = cli("run", path)
    assert said.code == 3
    assert said.err.startswith("note: the server requires authorization (HTTP 401)")


def test_a_fleet_has_no_grade_and_says_why(cli, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with guarded(401) as url:
        fleet = {"fleet": "x", "servers": {"one": {"url": url}}, "gates": {"min_grade": "A"}}
        (tmp_path / "fleet.yml").write_text(json.dumps(fleet))
        said = cli("fleet", "run", "--out", "r")
    (row,) = json.loads((tmp_path / "r" / "fleet.json").read_text())["servers"]
    assert (said.code, row["status"], row["grade"]) == (3, "unreachable", None)
    assert "HTTP 401" in row["reason"]


def test_a_rate_limit_that_is_used_up_gives_no_grade(cli):
    with guarded(429, challenge="") as url:
        said = cli("audit", "--url", url)
    assert said.code == 3
    assert "HTTP 429" in said.err


def test_from_python_it_is_an_error_of_its_own():
    with guarded(401) as url, pytest.raises(mcptest.TargetDeniedError, match="--bearer-env"):
        mcptest.grade(mcptest.HttpTarget(url))


@pytest.mark.parametrize(
    ("status", "challenge", "said"),
    [
        (401, 'Bearer error="invalid_token", error_description="token expired"', "token expired"),
        (403, 'Bearer error="insufficient_scope", scope="files:write"', '"files:write"'),
        (403, "Bearer", "refused access with these credentials"),
    ],
)
def test_credentials_that_do_not_do_are_told_from_none(cli, status, challenge, said):
    with guarded(status, challenge=challenge) as url:
        told = cli("audit", "--url", url, "--header", "Authorization: Bearer not-the-right-token")
    assert told.code == 3
    assert said in told.err.splitlines()[0]


def test_a_server_that_opens_sessions_and_guards_its_calls_is_judged(cli):
    with guarded(401, only="tools/call") as url:
        said = cli("probe", "--format", "json", "--url", url)
    (case,) = json.loads(said.out)["cases"]
    (finding,) = case["findings"]
    assert (said.code, finding["id"]) == (1, "PROBE-DENIED")
    assert "401" in finding["message"]
    assert "--bearer-env" in finding["help"]
