"""Peers for the wire: scripted processes that must leave nothing behind, and memory servers."""

from __future__ import annotations

import asyncio
import json
import ssl
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.tagged import new_tag, tagged

from mcptest.wire.limits import Limits
from mcptest.wire.target import MemoryTarget, StdioTarget

PEER = str(Path(__file__).parents[1] / "servers" / "stdio_peer.py")


@pytest.fixture
def peer():
    """``peer("crash")`` is a target in that mode; afterwards no process of it may be left."""
    tag = new_tag()

    def make(mode: str, **more) -> StdioTarget:
        return StdioTarget((sys.executable, "-S", "-E", PEER, mode, tag), **more)

    yield make
    assert tagged(tag) == []


@pytest.fixture
def quick() -> Limits:
    """Limits for tests that must run into one of them."""
    return Limits(timeout=0.4, grace=0.3, message=1024 * 1024)


@pytest.fixture
def serving():
    """``serving(reply)``: a memory server that sends what ``reply(message)`` returns."""

    def make(reply: Callable[[dict], list]) -> MemoryTarget:
        async def serve(pipe) -> None:
            while (raw := await pipe.receive()) is not None:
                for out in reply(json.loads(raw)):
                    await pipe.send(out if isinstance(out, bytes) else json.dumps(out).encode())

        return MemoryTarget(serve)

    return make


@pytest.fixture
def run():
    """Run a coroutine in a loop of its own, never longer than a test may take."""

    def runner(coroutine):
        async def bounded():
            async with asyncio.timeout(20):
                return await coroutine

        return asyncio.run(bounded())

    return runner


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory):
    """The context of a server for 127.0.0.1, and the file with its certificate."""
    folder = tmp_path_factory.mktemp("tls")
    key, cert = folder / "key.pem", folder / "cert.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    command += ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"]
    try:
        made = [*command, "-keyout", str(key), "-out", str(cert)]
        subprocess.run(made, check=True, capture_output=True, timeout=20)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("openssl is not here to make a certificate")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(cert, key)
    return context, str(cert)
