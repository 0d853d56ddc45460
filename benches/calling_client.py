"""A client that calls as fast as it can: ``calling_client.py COUNT COMMAND…`` or ``… HOST:PORT``.

The file COUNT gets a byte for each response. Every fiftieth call is a large one.
"""

import contextlib
import http.client
import json
import os
import subprocess
import sys


def call(number):
    arguments = {"text": "x" * (50_000 if number % 50 == 9 else 20)}
    params = {"name": "echo", "arguments": arguments}
    message = {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}
    return json.dumps(message).encode()


def over_stdio(command, came):
    server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    number = 0
    while True:
        server.stdin.write(call(number) + b"\n")
        server.stdin.flush()
        if not server.stdout.readline().endswith(b"\n"):
            return
        came()
        number += 1


def over_http(place, came):
    number = 0
    connection = http.client.HTTPConnection(place, timeout=20)
    kind = {"Content-Type": "application/json"}
    while True:
        connection.request("POST", "/mcp", call(number), kind)
        response = connection.getresponse()
        response.read()
        if response.status != 200:
            return
        came()
        number += 1


if __name__ == "__main__":
    counter = os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    way = over_stdio if len(sys.argv) > 3 else over_http
    target = sys.argv[2:] if len(sys.argv) > 3 else sys.argv[2]
    with contextlib.suppress(OSError, http.client.HTTPException):
        way(target, lambda: os.write(counter, b"."))
