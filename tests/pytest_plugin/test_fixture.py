"""The fixture for tests in code: waited for, or awaited in the test's own loop."""

import pytest
from tests.pytest_plugin.conftest import COMMAND, INI


@pytest.fixture
def test_file(pytester):
    """A conftest that names the server, and a file of tests."""
    pytester.makeini(INI)
    pytester.makeconftest(
        f"import pytest\n@pytest.fixture\ndef mcp_server():\n    return {COMMAND!r}\n"
    )
    return pytester.makepyfile


def test_a_test_waits_for_its_answer(test_file, run):
    test_file(
        """
        def test_it(mcp):
            assert mcp.call("echo", text="hi").text == "hi"
            assert mcp.call("fail").is_error
            assert [tool.name for tool in mcp.tools()][0] == "echo"
        """
    )
    run().assert_outcomes(passed=1)


def test_every_test_has_a_server_of_its_own(test_file, run):
    test_file(
        """
        def test_a(mcp):
            assert mcp.call("count").text == "1"
        def test_b(mcp):
            assert mcp.call("count").text == "1"
        """
    )
    run().assert_outcomes(passed=2)


@pytest.mark.parametrize("mark", ["asyncio", "anyio"])
def test_a_coroutine_test_awaits_it(test_file, run, mark):
    test_file(
        f"""
        import asyncio, pytest
        @pytest.fixture
        def anyio_backend():
            return "asyncio"
        @pytest.mark.{mark}
        async def test_it(mcp):
            answers = await asyncio.gather(*(mcp.call("echo", text=word) for word in "abc"))
            assert [answer.text for answer in answers] == ["a", "b", "c"]
        """
    )
    run("-W", "error").assert_outcomes(passed=1)


def test_an_awaited_fixture_may_use_it_before_and_after(test_file, run):
    test_file(
        """
        import pytest, pytest_asyncio
        @pytest_asyncio.fixture
        async def warm(mcp):
            await mcp.call("echo", text="before")
            yield mcp
            await mcp.call("echo", text="after")
        @pytest.mark.asyncio
        async def test_it(warm):
            assert (await warm.call("count")).text == "2"
        """
    )
    run("-W", "error").assert_outcomes(passed=1)


def test_a_failure_shows_what_was_said(test_file, run):
    test_file(
        """
        def test_it(mcp):
            assert mcp.call("echo", text="hi").matches("text", {"contains": "ho"})
        """
    )
    result = run()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            'E*assert <text does not contain "ho": "hi">',
            "*mcptest: messages*",
            '--> *"method":"tools/call"*',
            '<-- *"text": "hi"*',
        ]
    )


def test_a_secret_is_not_shown_beside_a_failure(pytester, run):
    pytester.makeini(INI)
    target = f"mcptest.StdioTarget({tuple(COMMAND)!r}, {{'API_TOKEN': 'hush-hush-hush'}})"
    pytester.makepyfile(
        f"""
        import mcptest, pytest
        @pytest.mark.mcp_server({target})
        def test_it(mcp):
            assert mcp.call("environment", text="API_TOKEN").is_error
        """
    )
    result = run("--tb=no", "-rN")
    run().stdout.fnmatch_lines(["*mcptest: messages*", '<-- *"text": "?redacted?"*'])
    result.assert_outcomes(failed=1)


def test_a_long_conversation_is_cut(test_file, run):
    test_file(
        """
        def test_it(mcp):
            for number in range(20):
                mcp.call("echo", text=str(number))
            assert False
        """
    )
    run().stdout.fnmatch_lines(["*mcptest: messages*", "… * earlier messages"])


def test_a_dead_server_is_an_error_at_the_line_of_the_call(test_file, run):
    test_file(
        """
        def test_it(mcp):
            mcp.call("crash")
        """
    )
    result = run()
    result.stdout.fnmatch_lines(
        [
            ">       mcp.call(?crash?)",
            "E*NoAnswerError: tools/call: *",
            "E*cannot go on",
        ]
    )
    result.stdout.no_fnmatch_line("*sync_client.py*")


def test_a_mark_names_another_server_for_one_test(test_file, run):
    test_file(
        """
        import pytest
        @pytest.mark.mcp_server("no-such-command-anywhere", timeout=1)
        def test_it(mcp):
            mcp.call("echo")
        @pytest.mark.mcp_server(timeout=2)
        def test_hang(mcp):
            mcp.call("hang")
        """
    )
    result = run("--strict-markers")
    result.assert_outcomes(failed=2)
    result.stdout.fnmatch_lines(["E*TargetStartError*", "E*NoAnswerError*"])


def test_the_configuration_names_a_server(pytester, run):
    pytester.makeini(INI + f"mcptest_server = {' '.join(COMMAND)}\n")
    pytester.makepyfile("def test_it(mcp):\n    assert mcp.call('echo', text='a').text == 'a'\n")
    run().assert_outcomes(passed=1)


def test_no_server_is_an_error_that_says_what_to_do(pytester, run):
    pytester.makeini(INI)
    pytester.makepyfile("def test_it(mcp):\n    pass\n")
    result = run()
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["error?server-choice?*", "*override the mcp_server fixture*"])
    result.stdout.no_fnmatch_line("*fixture.py*")


def test_what_is_no_server_is_an_error_without_a_way(pytester, run):
    pytester.makeini(INI)
    pytester.makepyfile("import pytest\n@pytest.mark.mcp_server(3)\ndef test_it(mcp):\n    pass\n")
    result = run()
    result.stdout.fnmatch_lines(["error?server-object?*"])
    result.stdout.no_fnmatch_line("*During handling*")


def test_snapshots_lie_beside_the_test(test_file, run, pytester):
    test_file(
        """
        def test_it(mcp):
            assert mcp.call("echo", text="hi").matches("text", "snapshot")
        """
    )
    run().assert_outcomes(passed=1)
    [stored] = (pytester.path / "__snapshots__").rglob("*.json")
    assert stored.parent.name.startswith("test_snapshots_lie_beside_the_test")


def test_a_fixture_of_this_name_by_somebody_else_is_left_alone(pytester, run):
    pytester.makeini(INI)
    pytester.makepyfile(
        """
        import pytest
        @pytest.fixture
        def mcp():
            return "theirs"
        def test_it(mcp):
            assert mcp == "ours"
        """
    )
    result = run()
    result.assert_outcomes(failed=1)
    result.stdout.no_fnmatch_line("*what was said*")


def test_a_test_that_says_nothing_starts_nothing(test_file, run):
    test_file("def test_it(mcp):\n    assert False\n")
    result = run()
    result.assert_outcomes(failed=1)
    result.stdout.no_fnmatch_line("*what was said*")
