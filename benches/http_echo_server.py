"""A bare HTTP server that answers every request at once: ``http_echo_server.py PORT``."""

import asyncio
import json
import sys

from echo_server import RESULT

_HEAD = b"HTTP/1.1 %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"


def answer(body: bytes) -> bytes:
    message = json.loads(body)
    if "id" not in message:
        return _HEAD % (b"202 Accepted", 0)
    if message["method"] == "tools/call":
        text = message["params"]["arguments"]["text"]
        result = {"content": [{"type": "text", "text": text}], "isError": False}
    else:
        result = RESULT
    reply = {"jsonrpc": "2.0", "id": message["id"], "result": result}
    raw = json.dumps(reply, separators=(",", ":")).encode()
    return _HEAD % (b"200 OK", len(raw)) + raw


class Echo(asyncio.Protocol):
    """One connection; requests carry a Content-Length, and come one after the other."""

    def __init__(self) -> None:
        self._held = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._held += data
        while (end := self._held.find(b"\r\n\r\n")) >= 0:
            head = self._held[:end].lower()
            if not head.startswith(b"post"):
                self._held = self._held[end + 4 :]
                self._transport.write(_HEAD % (b"405 Method Not Allowed", 0))
                continue
            size = int(head.partition(b"content-length:")[2].split(b"\r\n")[0])
            if len(self._held) < end + 4 + size:
                return
            body = self._held[end + 4 : end + 4 + size]
            self._held = self._held[end + 4 + size :]
            self._transport.write(answer(body))


async def main(port: int) -> None:
    server = await asyncio.get_running_loop().create_server(Echo, "127.0.0.1", port)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
