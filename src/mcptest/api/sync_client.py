"""The synchronous client: one session with one server."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping
from types import TracebackType
from typing import Any, Self, TypeVar

from mcptest.api.answer import Answer
from mcptest.api.client import AsyncClient
from mcptest.api.loop import blocking
from mcptest.api.server import ServerLike
from mcptest.errors import McptestError
from mcptest.match.matcher import SnapshotStore
from mcptest.model.finding import Finding
from mcptest.model.json import Json, JsonObject
from mcptest.model.tool import ToolDescriptor
from mcptest.wire.transcript import Transcript

__tracebackhide__ = True  # pytest then shows the line of the caller

T = TypeVar("T")


class Client:
    """The same as AsyncClient, every call of which waits for its answer.

    It has an event loop of its own in the caller's thread, which runs during calls only.
    """

    def __init__(
        self,
        server: ServerLike,
        *,
        timeout: float | None = None,
        spec_version: str | None = None,
        name: str = "",
        snapshots: SnapshotStore | None = None,
        check_protocol: bool = True,
    ) -> None:
        self._inner = AsyncClient(
            server,
            timeout=timeout,
            spec_version=spec_version,
            name=name,
            snapshots=snapshots,
            check_protocol=check_protocol,
        )
        self.secrets = self._inner.secrets
        self._runner: asyncio.Runner | None = None

    def __enter__(self) -> Self:
        try:
            self._run(self._inner.__aenter__())
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._end(self._inner.__aexit__(kind, error, trace))

    def call(self, tool: str, arguments: Mapping[str, Any] | None = None, /, **more: Any) -> Answer:
        """Call a tool: ``mcp.call("add", a=1, b=2)``.

        Raises: TargetError when the server cannot be reached, NoAnswerError when it dies or hangs.
        """
        return self._run(self._inner.call(tool, arguments, **more))

    def read(self, uri: str) -> Answer:
        """Read a resource."""
        return self._run(self._inner.read(uri))

    def prompt(
        self, name: str, arguments: Mapping[str, str] | None = None, /, **more: str
    ) -> Answer:
        """Get a prompt."""
        return self._run(self._inner.prompt(name, arguments, **more))

    def request(self, method: str, params: JsonObject | None = None) -> Answer:
        """Send any request."""
        return self._run(self._inner.request(method, params))

    def tools(self) -> tuple[ToolDescriptor, ...]:
        """Every tool that the server offers, all pages of the list."""
        return self._run(self._inner.tools())

    def resources(self) -> list[Json]:
        """Every resource, as served."""
        return self._run(self._inner.resources())

    def prompts(self) -> list[Json]:
        """Every prompt, as served."""
        return self._run(self._inner.prompts())

    def close(self) -> None:
        """End the conversation; a server that we started is ended as well.

        Raises: ProtocolViolationError when the server broke the protocol.
        """
        self._end(self._inner.close())

    def _end(self, ending: Coroutine[Any, Any, None]) -> None:
        if self._runner is None:
            ending.close()
            return
        try:
            self._run(ending)
        finally:
            self._runner.close()
            self._runner = None

    @property
    def transcript(self) -> Transcript:
        """Everything that was said so far, both ways."""
        return self._inner.transcript

    @property
    def problems(self) -> tuple[Finding, ...]:
        """Every protocol violation of the server since it was opened, each different one once."""
        return self._inner.problems

    @property
    def info(self) -> Mapping[str, Json]:
        """What the server calls itself."""
        return self._inner.info

    @property
    def capabilities(self) -> Mapping[str, Json]:
        """What the server says that it can do."""
        return self._inner.capabilities

    @property
    def protocol_version(self) -> str:
        """The revision that is spoken."""
        return self._inner.protocol_version

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        if self._runner is None:
            self._runner = asyncio.Runner(loop_factory=asyncio.new_event_loop)
        try:
            return blocking(self._runner, work)
        except McptestError as error:
            raise error.with_traceback(None) from None  # the caller's line is what matters
