"""Every layer between a user and a working server, broken one at a time."""

import asyncio
import sys
from pathlib import Path

import pytest
from tests.servers.http_peer import MODES, Peer, whole

from mcptest.doctor.diagnose import diagnose
from mcptest.doctor.layers import broken_layer
from mcptest.doctor.other_paths import guesses
from mcptest.engine.server import Server
from mcptest.errors import TargetError
from mcptest.model.outcome import Status
from mcptest.wire.http.layers import HTTP
from mcptest.wire.limits import Limits
from mcptest.wire.process.layers import STDIO
from mcptest.wire.target import HttpTarget, StdioTarget

SERVERS = Path(__file__).parents[1] / "servers"
LIMITS = Limits(timeout=20.0, grace=0.3)
HASTY = Limits(timeout=1.0, grace=0.3)  # for what never answers, and for peers in our own loop


def peer(mode):
    return StdioTarget((sys.executable, "-S", "-E", str(SERVERS / "stdio_peer.py"), mode, "doctor"))


def look(target, limits=LIMITS):
    return asyncio.run(diagnose(Server("it", target, limits=limits)))


def steps(found):
    return {case.id.rpartition("::")[2]: case for case in found.cases}


def broken(found):
    """The layer that does not hold, and the code that says why."""
    failed = [case for case in found.cases if case.status is Status.FAILED]
    assert len(failed) == 1
    return failed[0].id.rpartition("::")[2], failed[0].findings[0]


def test_every_layer_of_a_healthy_server_holds():
    found = look(peer("healthy"))
    assert {case.status for case in found.cases} == {Status.PASSED}
    assert found.facts.speaks == ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
    assert steps(found)["revisions"].name.endswith("2025-11-25 (handshake era)")


@pytest.mark.parametrize(
    ("mode", "layer", "code"),
    [
        ("exit-at-start", "alive", "handshake-crashed"),
        ("exit-banner", "alive", "handshake-crashed"),
        ("deaf", "answer", "handshake-timeout"),
        ("init-null", "protocol", "handshake-malformed"),
        ("init-error", "handshake", "handshake-refused"),
    ],
)
def test_a_process_that_goes_wrong_is_placed(mode, layer, code):
    found = look(peer(mode), HASTY if mode == "deaf" else LIMITS)
    place, finding = broken(found)
    assert (place, finding.id, found.facts) == (layer, code, None)
    assert finding.help
    after = [case.status for case in found.cases][[it.id for it in STDIO].index(layer) + 1 :]
    assert set(after) <= {Status.SKIPPED}


def test_the_last_words_of_a_process_are_told():
    _, finding = broken(look(peer("exit-at-start")))
    assert "exited with code 3" in finding.message
    assert "no config" in finding.message


def test_a_command_that_is_not_there_is_the_first_layer():
    place, finding = broken(look(StdioTarget(("no-such-program-anywhere",))))
    assert (place, finding.id) == ("command", "launch-not-found")


def test_a_file_that_cannot_be_executed_is_found_and_not_started(tmp_path):
    script = tmp_path / "server.sh"
    script.write_text("echo hello\n")
    found = look(StdioTarget((str(script),)))
    assert broken(found)[0] == "start"
    assert steps(found)["command"].status is Status.PASSED


def test_a_banner_is_shown_as_it_was_said():
    found = look(peer("banner"))
    place, finding = broken(found)
    assert place == "clean"
    assert "Server running on stdio" in finding.message
    assert found.facts is not None


def test_garbage_is_no_protocol():
    code = "import sys; [print('hello', flush=True) for _ in sys.stdin]"
    found = look(StdioTarget((sys.executable, "-S", "-E", "-c", code)), HASTY)
    assert broken(found)[0] in {"answer", "protocol"}


def test_a_process_that_outlives_its_input_is_a_warning():
    found = look(peer("ignores-eof"))
    case = steps(found)["ending"]
    assert (case.status, case.findings[0].id) == (Status.WARNED, "doctor-lingers")


def test_a_list_that_fails_is_told():
    lines = (SERVERS / "tiny.py").read_text().replace('return {"result": {"tools": TOOLS}}', "pass")
    found = look(StdioTarget((sys.executable, "-S", "-E", "-c", _refusing(lines))))
    case = steps(found)["tools"]
    assert case.status is Status.FAILED
    assert case.findings[0].help


def _refusing(lines):
    return lines.replace("pass\n", 'return {"error": {"code": -32603, "message": "no"}}\n', 1)


def over_http(mode, path="/mcp"):
    async def go():
        async with Peer(mode) as there:
            target = HttpTarget(f"http://127.0.0.1:{there.port}{path}")
            return await diagnose(Server("it", target, limits=HASTY))

    return asyncio.run(go())


def test_every_layer_of_a_healthy_address_holds():
    found = over_http("healthy")
    assert {case.status for case in found.cases} == {Status.PASSED}
    expected = [layer.id for layer in HTTP if layer.id != "tls"]  # the address is not encrypted
    assert [case.id.rpartition("::")[2] for case in found.cases][: len(expected)] == expected


def test_an_address_where_nothing_listens_is_named():
    place, finding = broken(look(HttpTarget("http://127.0.0.1:9/mcp")))
    assert (place, finding.id) == ("connect", "connect-refused")


def test_an_address_that_cannot_be_used_is_the_first_layer():
    assert broken(look(HttpTarget("ftp://127.0.0.1/mcp")))[0] == "address"


@pytest.mark.parametrize(
    ("mode", "layer", "code", "said"),
    [
        ("unauthorized", "credentials", "http-unauthorized", "resource_metadata"),
        ("redirect", "path", "http-redirect", "169.254.169.254"),
        ("html-200", "transport", "http-html", "text/html"),
    ],
)
def test_an_address_that_answers_otherwise_is_placed(mode, layer, code, said):
    found = over_http(mode)
    place, finding = broken(found)
    assert (place, finding.id, found.facts) == (layer, code, None)
    assert said in finding.message
    assert "secret" not in finding.message


@pytest.mark.parametrize(("mode", "there"), [("healthy", "/mcp"), ("legacy", "/sse")])
def test_a_wrong_path_is_answered_with_the_right_one(mode, there):
    async def only_there(request, wire):
        if request.path == there or request.path.startswith("/messages"):
            await MODES[mode](request, wire)
        else:
            await wire.write(whole(b"", 404))

    place, finding = broken(over_http(only_there, "/wrong"))
    assert (place, finding.id) == ("path", "http-not-found")
    assert f"{there}; use that URL" in finding.help


def test_a_wrong_path_without_a_right_one_keeps_its_hint():
    async def nowhere(request, wire):
        await wire.write(whole(b"", 404))

    assert "/sse" in broken(over_http(nowhere, "/wrong"))[1].help


def test_guesses_stay_on_the_host_and_leave_the_given_path_out():
    found = guesses("https://a.example:8443/mcp?x=1")
    assert "https://a.example:8443/sse" in found
    assert "https://a.example:8443/mcp" not in found


def test_a_server_of_the_old_transport_alone_is_a_warning():
    case = steps(over_http("legacy", "/sse"))["transport"]
    assert (case.status, case.findings[0].id) == (Status.WARNED, "doctor-sse-only")


def test_an_error_that_no_layer_knows_belongs_to_the_last():
    assert broken_layer(STDIO, TargetError("something-new", "x")) is STDIO[-1]


def test_a_server_that_cannot_be_opened_twice_is_still_described(tmp_path):
    mark = tmp_path / "mark"
    code = (
        f"import pathlib, sys; mark = pathlib.Path({str(mark)!r})\n"
        "if mark.exists(): sys.exit(5)\n"
        "mark.write_text('x')\n" + (SERVERS / "tiny.py").read_text()
    )
    found = look(StdioTarget((sys.executable, "-S", "-E", "-c", code)))
    assert steps(found)["revisions"].status is Status.SKIPPED
    assert found.facts.protocol_version == "2025-11-25"
