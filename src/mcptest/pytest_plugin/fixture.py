"""The client of the ``mcp`` fixture: opened at its first call, closed in the test's loop."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Iterator
from functools import wraps
from typing import Any

import pytest

from mcptest.api.client import AsyncClient
from mcptest.api.server import secrets_of
from mcptest.api.sync_client import Client
from mcptest.errors import McptestError, ProtocolViolationError, UsageError
from mcptest.model.escape import one_line
from mcptest.model.redaction import Redactor
from mcptest.pytest_plugin.problem import problem_text
from mcptest.pytest_plugin.snapshots import store_beside
from mcptest.wire.transcript import TranscriptEntry

OPT_OUT = (
    "to accept such a server, set mcptest_check_protocol = false in the configuration, or mark "
    "the test with @pytest.mark.mcp_server(check_protocol=False)"
)
_SHOWN = 20
_SIGNS = {"sent": "-->", "received": "<--", "stderr": "err", "note": " = "}


def configured_server(request: pytest.FixtureRequest) -> object:
    """What ``mcptest_server`` in the configuration says."""
    found: object = request.config.getini("mcptest_server")
    if not found:
        raise pytest.fail.Exception(
            "error[server-choice]: no server is set for the mcp fixture\n  = override "
            "the mcp_server fixture in conftest.py, mark the test with\n    "
            "@pytest.mark.mcp_server(...), or set mcptest_server in the configuration",
            pytrace=False,
        )
    return found


def client_for(request: pytest.FixtureRequest) -> Iterator[Client | AsyncClient]:
    """A coroutine test awaits its client, any other waits for it."""
    marker = request.node.get_closest_marker("mcp_server")
    said: tuple[Any, ...] = marker.args if marker and marker.args else ()
    server = said[0] if said else request.getfixturevalue("mcp_server")
    options: dict[str, Any] = {
        "check_protocol": request.config.getini("mcptest_check_protocol"),
        **(marker.kwargs if marker else {}),
        "name": request.node.nodeid.partition("::")[2],
        "snapshots": store_beside(request.node.path, request.config, secrets_of(server)),
    }
    try:
        if inspect.iscoroutinefunction(request.function):
            yield from _awaited(request.node, AsyncClient(server, **options))
        else:
            client = Client(server, **options)
            yield client
            client.close()
    except ProtocolViolationError as error:
        text = f"error[{error.code}]: {error.message}\n  = {OPT_OUT}"
        raise pytest.fail.Exception(text, pytrace=False) from None
    except McptestError as error:
        trouble = pytest.fail.Exception(problem_text(error), pytrace=False)
        raise trouble from None


def _awaited(item: Any, client: AsyncClient) -> Iterator[AsyncClient]:
    original = item.obj
    broken: list[ProtocolViolationError] = []
    item.obj = _closing(original, client, broken.append)
    try:
        yield client
    finally:
        item.obj = original
    if broken:
        raise broken[0]


def _closing(
    test: Callable[..., Awaitable[None]],
    client: AsyncClient,
    tell: Callable[[ProtocolViolationError], None],
) -> Any:
    """The test, and then the end of its server in the same loop.

    A protocol violation is for the teardown: it must not hide what the test itself found.
    """

    @wraps(test)
    async def closing(*args: Any, **kwargs: Any) -> None:
        __tracebackhide__ = True
        try:
            await test(*args, **kwargs)
        finally:
            try:
                await client.close()
            except ProtocolViolationError as error:
                tell(error)

    return closing


def add_transcript(report: Any, item: Any) -> None:
    """Show what was said beside a failure."""
    client = item.funcargs["mcp"]
    if not isinstance(client, Client | AsyncClient):
        return  # somebody has a fixture of this name
    try:
        entries = client.transcript.entries
    except UsageError:
        return
    lines = [f"… {len(entries) - _SHOWN} earlier messages"] if len(entries) > _SHOWN else []
    lines += map(_line, entries[-_SHOWN:])
    text = Redactor(client.secrets).text("\n".join(lines))
    report.sections.append(("mcptest: messages", text))


def _line(entry: TranscriptEntry) -> str:
    said = entry.raw.decode("utf-8", "backslashreplace")
    return f"{_SIGNS[entry.direction]} {one_line(said, limit=400)}"
