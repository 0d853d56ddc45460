"""``mcptest send``: exact bytes out, everything that comes back on the screen."""

import io
import json
import sys
from types import SimpleNamespace

PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}'


def test_a_request_is_sent_as_typed_and_its_response_shown(cli, tiny):
    odd = PING.replace(":", " : ")
    said = cli("send", odd, *tiny)
    sent, received = said.out.splitlines()
    assert (said.code, sent) == (0, f"> {odd}")
    assert json.loads(received.removeprefix("< "))["id"] == 1


def test_an_error_response_is_an_answer_too(cli, tiny):
    said = cli("send", '{"jsonrpc":"2.0","id":"x","method":"nobody"}', *tiny)
    assert said.code == 0
    assert "-32601" in said.out


def test_text_that_is_not_json_goes_out_as_well(cli, tiny):
    said = cli("send", "{broken", "--wait", "0.2s", *tiny)
    assert (said.code, said.out.splitlines()[0]) == (0, "> {broken")


def test_a_request_without_a_response_is_one(cli, tiny):
    said = cli(
        "send",
        '{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"crash","arguments":{}}}',
        *tiny,
    )
    assert said.code == 1
    assert "note: the server exited with code" in said.out


def test_without_a_session_nothing_precedes_the_bytes(cli, tmp_path):
    server = tmp_path / "server.py"
    server.write_text("import sys\nprint('{\"first\": %r}' % sys.stdin.readline()[:9], flush=True)")
    said = cli("send", PING, "--no-session", "--timeout", "20s", "--", sys.executable, server)
    assert "'{\"jsonrpc'" in said.out


def test_a_dash_reads_standard_input(cli, tiny, monkeypatch):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(PING.encode())))
    assert cli("send", "-", *tiny).out.startswith(f"> {PING}\n< ")


def test_nothing_to_send_is_two(cli, tiny):
    said = cli("send", " ", *tiny)
    assert said.code == 2
    assert "send-empty" in said.err


def test_a_secret_that_comes_back_is_masked(cli, tiny):
    secret = "hunter22hunter"
    call = {"name": "environment", "arguments": {"text": "API_KEY"}}
    message = json.dumps({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call})
    said = cli("send", message, "--env", f"API_KEY={secret}", *tiny)
    assert secret not in said.out
    assert "[redacted]" in said.out
