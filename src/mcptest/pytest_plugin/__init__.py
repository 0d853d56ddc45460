"""The pytest plugin: collect suites, and provide the ``mcp`` fixture.

pytest imports this in every run of everybody who has mcptest installed, so that nothing else of
mcptest is imported before a suite or the fixture is used.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from mcptest.api.client import AsyncClient
    from mcptest.api.sync_client import Client

_ENDINGS = ("mcptest.yml", "mcptest.yaml")
NOTES = pytest.StashKey[list[str]]()  # for the end of what pytest prints


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("mcptest").addoption(
        "--mcptest-update-snapshots",
        action="store_true",
        help="overwrite stored snapshots with the actual values (not when CI is set)",
    )
    parser.addini("mcptest_server", "server for the mcp fixture: a command or a URL")
    parser.addini(
        "mcptest_check_protocol",
        "fail tests that use the mcp fixture if the server violates the protocol (default: true)",
        type="bool",
        default=True,
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers",
        "mcp_server(server, *, timeout=None, spec_version=None, "
        "check_protocol=True): server for the mcp fixture",
    )
    if config.getoption("mcptest_update_snapshots"):
        from mcptest.pytest_plugin.snapshots import refuse_in_ci

        refuse_in_ci()


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if not file_path.name.endswith(_ENDINGS):
        return None
    from mcptest.pytest_plugin.collect import suite_file

    return suite_file(file_path, parent)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, Any]:
    report = yield
    if report.failed and "mcp" in getattr(item, "funcargs", ()):
        from mcptest.pytest_plugin.fixture import add_transcript

        add_transcript(report, item)
    return report


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    for note in config.stash.get(NOTES, []):
        terminalreporter.write_line(f"mcptest: {note}")


@pytest.fixture
def mcp_server(request: pytest.FixtureRequest) -> object:
    """The server that ``mcp`` talks to; override it in a conftest.py to say which."""
    from mcptest.pytest_plugin.fixture import configured_server

    return configured_server(request)


@pytest.fixture
def mcp(request: pytest.FixtureRequest) -> Iterator[Client | AsyncClient]:
    """A client of the server: an AsyncClient in a coroutine test, a Client in any other."""
    from mcptest.pytest_plugin.fixture import client_for

    yield from client_for(request)
