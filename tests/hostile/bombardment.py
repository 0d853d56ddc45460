"""Requests that no browser or client would send, by the thousand; by hand: PORT COUNT [SEED]."""

import asyncio
import random
import sys

ENDS = 0.8  # the rest waits for an answer, or until its patience is over
PING = b'{"jsonrpc":"2.0","id":1,"method":"ping"}'


def request(port, *, body=PING, host=None, verb=b"POST", path=b"/mcp", more=b""):
    named = b"127.0.0.1:%d" % port if host is None else host
    return (
        b"%s %s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\n"
        b"Accept: application/json, text/event-stream\r\nContent-Length: %d\r\n%s\r\n%s"
    ) % (verb, path, named, len(body), more, body)


def fuzzed(rng, port):
    """A good request with some bytes overwritten, cut out, doubled or put in."""
    data = bytearray(request(port, verb=rng.choice([b"POST", b"GET", b"DELETE", b"PUT", b"\xff"])))
    for _ in range(rng.randrange(1, 9)):
        at = rng.randrange(len(data))
        end = min(len(data), at + rng.randrange(1, 30))
        what = rng.randrange(6)
        if what == 0:
            data[at:end] = rng.randbytes(rng.randrange(1, 20))
        elif what == 1:
            del data[at:end]
        elif what == 2:
            data[at:at] = data[at:end] * rng.randrange(1, 40)
        elif what == 3:
            data[at:at] = rng.choice(
                [b"\r\n", b"\0", b"Transfer-Encoding: chunked\r\n", b"[" * 2000]
            )
        elif what == 4:
            data[at:at] = rng.choice([b"Expect: 100-continue\r\n", b"Host: evil\r\n", b"\xff" * 40])
        else:
            del data[at:]
        if not data:
            break
    return bytes(data)


async def bombard(port, count, seed=0, *, at_once=8):
    """Send them; how many were answered at all, and the statuses."""
    rng = random.Random(seed)
    statuses = {}

    async def worker(numbers):
        for _ in numbers:
            status = await send(port, fuzzed(rng, port), to_the_end=rng.random() < ENDS)
            statuses[status] = statuses.get(status, 0) + 1

    share = [range(count // at_once)] * at_once
    await asyncio.gather(*map(worker, share))
    return statuses


async def send(port, data, *, patience=0.2, to_the_end=False):
    """The status of the first answer; empty where the connection ended without one.

    ``to_the_end`` says at once that nothing more will come, so that half a request is not awaited.
    """
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(data)
        if to_the_end:
            writer.write_eof()
        async with asyncio.timeout(patience):
            return (await reader.read(4096))[9:12].decode("latin-1")
    except (TimeoutError, ConnectionError):
        return "none"
    finally:
        writer.transport.abort()


if __name__ == "__main__":
    sys.stdout.write(f"{asyncio.run(bombard(*map(int, sys.argv[1:])))}\n")
