"""Canary files and a listener on loopback, made for one scan and gone after it."""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import Iterable
from pathlib import Path
from shutil import rmtree
from tempfile import gettempdir
from types import TracebackType
from typing import Final, Self

from mcptest.security.attack.trial import Canary, Trial

_LEAST: Final = 100_000
_PLACES: Final = ("/var/tmp", "/dev/shm")  # noqa: S108 - our own files, which nobody else can read
_LONGEST: Final = 8 * 1024
_ANSWER: Final = b"HTTP/1.1 204 No Content\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class Canaries:
    """``given`` are folders that the server may read anyway: no canary lies below them."""

    def __init__(self, given: Iterable[str] = ()) -> None:
        self._given = tuple(Path(os.path.realpath(folder)) for folder in given)
        self._folders: list[Path] = []
        self._server: asyncio.Server | None = None
        self._heard: set[str] = set()
        self.port = 0

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._listen, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        for place in self._places():
            folder = place / f"mcptest-canary-{secrets.token_hex(8)}"
            folder.mkdir(mode=0o700)
            self._folders.append(folder)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for folder in self._folders:
            rmtree(folder, ignore_errors=True)
        if self._server is not None:
            self._server.close()

    def trial(self) -> Trial:
        """The canary of the other folder comes first each time: a proof twice is one of both."""
        span = 9 * _LEAST
        a, b = _LEAST + secrets.randbelow(span), _LEAST + secrets.randbelow(span)
        self._folders = self._folders[1:] + self._folders[:1]
        canaries = tuple(self._canary(folder) for folder in self._folders)
        nonce = secrets.token_hex(12)
        return Trial(a, b, canaries, nonce, self.port, self._heard.__contains__)

    def _canary(self, folder: Path) -> Canary:
        path, token = folder / f"{secrets.token_hex(6)}.txt", secrets.token_hex(16)
        path.touch(mode=0o600)
        path.write_text(f"mcptest canary {token}\n", encoding="utf-8")
        return Canary(str(path), token)

    def _places(self) -> list[Path]:
        """Two trees that lie in no folder of the server, so that no root can hold both."""
        found: list[Path] = []
        for place in (gettempdir(), *_PLACES, str(Path.home())):
            real = Path(os.path.realpath(place))
            fresh = real not in found and real.is_dir() and os.access(real, os.W_OK)
            if fresh and not any(real == one or one in real.parents for one in self._given):
                found.append(real)
        return found[:2]

    async def _listen(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Remember the path of a request, and answer with nothing."""
        try:
            async with asyncio.timeout(2):
                head = await reader.readuntil(b"\r\n")
            words = head[:_LONGEST].decode("latin-1").split(" ")
            self._heard |= {part for word in words for part in word.split("/")}
            writer.write(_ANSWER)
            await writer.drain()
        except (TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, OSError):
            pass
        finally:
            writer.close()
