"""The least that a client can do: start a server, shake hands, call a tool, end it.

``bare_client.py CALLS COMMAND...`` prints the seconds that one call took.
"""

import asyncio
import subprocess
import sys
import time

try:
    import orjson
except ImportError:  # the ratio is then against the standard library
    import json

    loads, dumps = json.loads, lambda value: json.dumps(value, separators=(",", ":")).encode()
else:
    loads, dumps = orjson.loads, orjson.dumps


async def main(calls: int, command: list[str]) -> float:
    process = await asyncio.create_subprocess_exec(
        *command, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    stdin, stdout = process.stdin, process.stdout
    assert stdin is not None
    assert stdout is not None

    def say(method: str, params: dict, **more: object) -> None:
        message = {"jsonrpc": "2.0", **more, "method": method, "params": params}
        stdin.write(dumps(message) + b"\n")

    async def ask(number: int, method: str, params: dict) -> dict:
        say(method, params, id=number)
        return loads(await stdout.readline())["result"]

    info = {"name": "bare", "version": "1"}
    version = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": info}
    await ask(1, "initialize", version)
    say("notifications/initialized", {})
    begun = time.perf_counter()
    for number in range(2, calls + 2):
        params = {"name": "echo", "arguments": {"text": "hello"}}
        result = await ask(number, "tools/call", params)
        assert result["content"][0]["text"] == "hello"
    took = time.perf_counter() - begun
    stdin.close()
    await process.wait()
    return took / calls


if __name__ == "__main__":
    print(asyncio.run(main(int(sys.argv[1]), sys.argv[2:])))
