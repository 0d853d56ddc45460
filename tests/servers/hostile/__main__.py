"""By hand: ``python -m tests.servers.hostile --list`` or ``--mode NAME``, with ``--http`` or not."""

import argparse
import asyncio
import os
import ssl
import sys
from pathlib import Path

from tests.servers.hostile.registry import HTTP, modes
from tests.servers.http_peer import Peer

STDIO_PROGRAM = Path(__file__).with_name("stdio.py")


async def serve(name: str, port: int, trust: list[str] | None) -> None:
    async with Peer(modes(HTTP)[name], port=port, tls=context(trust)) as peer:
        sys.stdout.write(f"{peer.url}\n")
        sys.stdout.flush()
        await asyncio.Event().wait()


def context(trust: list[str] | None) -> ssl.SSLContext | None:
    if trust is None:
        return None
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.load_cert_chain(*trust)
    return made


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--list", action="store_true")
    asked.add_argument("--mode", default="fine")
    asked.add_argument("--http", action="store_true")
    asked.add_argument("--port", type=int, default=0)
    asked.add_argument("--tls", nargs=2, metavar=("CERTIFICATE", "KEY"))
    given = asked.parse_args()
    if given.list and given.http:
        sys.stdout.write("\n".join(sorted(modes(HTTP))) + "\n")
    elif given.http:
        asyncio.run(serve(given.mode, given.port, given.tls))
    else:
        last = ["--list"] if given.list else [given.mode, "by-hand"]
        os.execv(sys.executable, [sys.executable, "-S", "-E", str(STDIO_PROGRAM), *last])


if __name__ == "__main__":
    main()
