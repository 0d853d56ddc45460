"""A stdio server that opens no session, each time in the way that its argument names."""

import json
import sys

ERROR = {"code": -32603, "message": "boom"}
NO_METHOD = {"code": -32601, "message": "method not found"}
VERSIONS = {"unknown-revision": "2099-01-01", "old-revision": "2024-11-05"}


def answer(mode, message):
    method = message["method"]
    if mode == "stateless-broken":
        return {"error": ERROR if method == "server/discover" else NO_METHOD}
    if mode == "error":
        return {"error": ERROR}
    if mode == "empty-result":
        return {"result": {}}
    if method == "initialize":
        info = {"name": "unopened", "version": "1"}
        version = VERSIONS[mode]
        return {"result": {"protocolVersion": version, "capabilities": {}, "serverInfo": info}}
    return {"error": NO_METHOD} if method != "ping" else {"result": {}}


def say(line):
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main(mode):
    if mode == "dies":
        sys.exit("the key is missing")
    for line in sys.stdin:
        message = json.loads(line)
        if mode == "mute" or "id" not in message:
            continue
        if mode == "garbage":
            say("listening on port 8080")
            continue
        envelope = {"jsonrpc": "2.0", "id": message["id"]}
        say(json.dumps(envelope | answer(mode, message)))


if __name__ == "__main__":
    main(sys.argv[1])
