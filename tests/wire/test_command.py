"""Programs that run to their end, and what a server that ended at once seems to miss."""

import asyncio
import sys

import pytest

from mcptest.errors import TargetConnectError, TargetHandshakeError
from mcptest.wire import ready
from mcptest.wire.client_side import ClientSide
from mcptest.wire.limits import Limits
from mcptest.wire.process.command import run_command
from mcptest.wire.process.missing_variables import missing_variables
from mcptest.wire.session import open_session
from mcptest.wire.target import StdioTarget

WITHIN = 20.0


def python(text, **more):
    return StdioTarget((sys.executable, "-c", text), **more)


def test_the_exit_code_of_a_program_that_ends_at_once_is_known():
    async def body():
        many = (run_command(StdioTarget(("true",)), timeout=WITHIN) for _ in range(8))
        return await asyncio.gather(*many)

    assert {done.exit_code for done in asyncio.run(body())} == {0}


def test_output_and_status_are_kept():
    text = "import sys; print('out'); print('err', file=sys.stderr); sys.exit(3)"
    done = asyncio.run(run_command(python(text), timeout=WITHIN))
    assert (done.exit_code, done.stdout, done.stderr.strip()) == (3, "out\n", "err")
    assert not done.timed_out


def test_a_program_that_reads_stdin_sees_its_end():
    done = asyncio.run(run_command(python("print(input())"), timeout=WITHIN))
    assert done.exit_code == 1


def test_a_program_is_asked_until_it_succeeds(tmp_path, monkeypatch):
    monkeypatch.setattr(ready, "POLL", 0.0)
    log = tmp_path / "log"
    text = f"f=open({str(log)!r}, 'a+'); f.write('x'); f.seek(0); exit(len(f.read()) < 3)"
    asyncio.run(ready.wait_for_command(python(text), within=WITHIN))
    assert log.read_text() == "xxx"


def test_a_program_that_never_succeeds_is_given_up_with_its_last_words():
    text = "import sys; sys.exit('no database')"
    check = ready.CommandCheck(python(text), 0.01)
    with pytest.raises(TargetConnectError, match="no database") as caught:
        asyncio.run(
            ready.open_when_ready(
                python("pass"),
                ready=ready.Readiness(command=check),
                limits=Limits(),
                client=ClientSide(),
            )
        )
    assert caught.value.code == "not-ready"


@pytest.mark.parametrize(
    "words",
    [
        "KeyError: 'API_KEY'",
        "TypeError: process.env.API_KEY is undefined",
        'at process.env["API_KEY"]',
        "Error: API_KEY environment variable is required",
        "The environment variable `API_KEY` must be set",
        "Missing API_KEY",
        "please set API_KEY and restart",
        "value = os.environ['API_KEY']",
    ],
)
def test_what_a_server_complains_about_is_found(words):
    assert missing_variables(f"Traceback\n{words}\n", {"PATH": ""}) == ["API_KEY"]
    assert missing_variables(words, {"API_KEY": "x"}) == []


@pytest.mark.parametrize("words", ["KeyError: 'city'", "ValueError: BAD", "HTTP ERROR 500 JSON"])
def test_other_words_are_not_taken_for_variables(words):
    assert missing_variables(words, {}) == []


def test_a_server_that_dies_for_a_variable_says_which_and_what_it_got(monkeypatch):
    monkeypatch.delenv("MCP_TEST_TOKEN", raising=False)
    target = python("import os; os.environ['MCP_TEST_TOKEN']", env={"MODE": "x"})
    with pytest.raises(TargetHandshakeError) as caught:
        asyncio.run(open_session(target, limits=Limits(timeout=WITHIN), client=ClientSide()))
    assert caught.value.code == "handshake-crashed"
    assert "MODE, PATH" in caught.value.hint
    assert "set MCP_TEST_TOKEN, then use --env MCP_TEST_TOKEN" in caught.value.hint


def test_a_server_that_dies_for_another_reason_has_the_usual_hint():
    with pytest.raises(TargetHandshakeError) as caught:
        asyncio.run(
            open_session(python("exit(3)"), limits=Limits(timeout=WITHIN), client=ClientSide())
        )
    assert "Run the command yourself" in caught.value.hint
