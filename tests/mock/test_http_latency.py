"""What a listener does with small writes."""

import asyncio
import socket

from mcptest.mock.http.listen import listen


def test_a_response_is_sent_at_once():
    """With Nagle's algorithm on, the body waits 40 ms for the head to be acknowledged."""

    async def look():
        found = asyncio.get_running_loop().create_future()

        async def served(_reader, writer):
            sock = writer.get_extra_info("socket")
            found.set_result(sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        listener = listen("127.0.0.1", 0)
        async with await asyncio.start_server(served, sock=listener) as server:
            address = server.sockets[0].getsockname()
            _, writer = await asyncio.open_connection(*address)
            assert await asyncio.wait_for(found, 10) != 0
            writer.close()

    asyncio.run(look())
