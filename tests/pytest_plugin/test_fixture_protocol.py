"""The fixture fails a test whose server breaks the protocol, whatever the test looks at."""

import sys
from pathlib import Path

import pytest
from tests.pytest_plugin.conftest import INI
from tests.servers import unlawful


@pytest.fixture
def broken(pytester):
    """A project whose server has a fault; gives a function that writes its tests."""

    def write(fault, text, ini=""):
        command = [sys.executable, "-S", "-E", str(Path(unlawful.__file__)), fault]
        pytester.makeini(INI + ini)
        pytester.makeconftest(
            f"import pytest\n@pytest.fixture\ndef mcp_server():\n    return {command!r}\n"
        )
        pytester.makepyfile(text)

    return write


CALL = """
def test_it(mcp):
    assert not mcp.call("a").is_error
"""


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("no-content", "error?message-shape?: the result of tools/call*content*"),
        ("log-line", "error?message-envelope?: stdout contains a JSON object*"),
        ("exits", "error?server-exited?: the server exited with code 7*"),
    ],
)
def test_a_violation_is_an_error_of_the_teardown(broken, run, fault, said):
    broken(fault, CALL)
    result = run("--strict-markers", "-W", "error")
    result.assert_outcomes(passed=1, errors=1)
    result.stdout.fnmatch_lines(
        [
            "*ERROR at teardown of test_it*",
            "error?protocol-violations?: 1 protocol violation by the server",
            said,
            "*mcptest_check_protocol = false*",
        ]
    )
    result.stdout.no_fnmatch_line("*sync_client.py*")


@pytest.mark.parametrize("mark", ["asyncio", "anyio"])
def test_a_coroutine_test_fails_likewise(broken, run, mark):
    broken(
        "no-content",
        f"""
        import pytest
        @pytest.fixture
        def anyio_backend():
            return "asyncio"
        @pytest.mark.{mark}
        async def test_it(mcp):
            await mcp.call("a")
        @pytest.mark.{mark}
        async def test_own_failure(mcp):
            assert (await mcp.call("a")).is_error
        """,
    )
    result = run()
    result.assert_outcomes(passed=1, failed=1, errors=2)
    result.stdout.fnmatch_lines(["*ERROR at teardown of test_it*", "*assert False*"])


def test_a_correct_server_passes(broken, run):
    broken("legal", CALL)
    run("-W", "error").assert_outcomes(passed=1)


def test_the_configuration_turns_the_check_off(broken, run):
    broken("no-content", CALL, ini="mcptest_check_protocol = false\n")
    run().assert_outcomes(passed=1)


def test_a_mark_turns_the_check_off_for_one_test(broken, run):
    broken(
        "no-content",
        """
        import pytest
        @pytest.mark.mcp_server(check_protocol=False)
        def test_it(mcp):
            mcp.call("a")
            assert [finding.id for finding in mcp.problems] == ["message-shape"]
        def test_other(mcp):
            mcp.call("a")
        """,
    )
    run("--strict-markers").assert_outcomes(passed=2, errors=1)


def test_a_remark_of_a_suite_s_server_is_a_warning_and_not_an_error(pytester, run):
    server = pytester.makepyfile(
        server=f"""
        import json, sys
        sys.path.insert(0, {str(Path(__file__).parents[2])!r})
        from tests.servers.unlawful import messages
        NOTE = {{"jsonrpc": "2.0", "method": "notifications/resources/updated",
                "params": {{"uri": "not a uri"}}}}
        for line in sys.stdin:
            request = json.loads(line)
            sent = messages(request, "none")
            if request["method"] == "tools/call":
                sent = [NOTE, *sent]
            for message in sent:
                print(json.dumps(message), flush=True)
        """
    )
    pytester.makeini(INI)
    (pytester.path / "mcptest.yml").write_text(
        f"server: {{command: [{sys.executable}, {server}]}}\ntools: [{{name: calls, tool: a}}]\n",
        encoding="utf-8",
    )
    result = run("-W", "default")
    result.assert_outcomes(passed=1, warnings=1)
    result.stdout.fnmatch_lines(["*warning?message-shape?*"])
