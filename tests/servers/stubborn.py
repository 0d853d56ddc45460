"""A stdio server that is hard to end: ``stubborn.py MODE TAG``, the tag being there to be found.

polite: ends with its input. hang: answers no call. deaf: heeds neither its input's end nor
SIGTERM. forks: leaves helpers behind, one of them in a session of its own. daemon: leaves one
behind that has no parent, session, pipes or environment any more, and is deaf itself.
"""

import json
import os
import signal
import subprocess
import sys
import time

MODES = ("polite", "hang", "deaf", "forks", "daemon")
INIT = {
    "protocolVersion": "2025-11-25",
    "capabilities": {"tools": {}},
    "serverInfo": {"name": "stubborn", "version": "1"},
}
HELPER = "import time; time.sleep(300)"


def daemonize(tag: str) -> None:
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.closerange(0, 64)
            os.execve(sys.executable, [sys.executable, "-S", "-c", HELPER, tag], {})
        os._exit(0)
    os.wait()


def answer(message: dict) -> dict:
    if message["method"] == "initialize":
        return INIT
    if message["method"] == "tools/list":
        return {"tools": [{"name": "echo", "inputSchema": {"type": "object"}}]}
    return {"content": [{"type": "text", "text": "hello"}]}


def main(mode: str, tag: str) -> None:
    if mode == "daemon":
        daemonize(tag)
    if mode in {"deaf", "daemon"}:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if mode == "forks":
        for apart in (False, True):
            subprocess.Popen([sys.executable, "-S", "-c", HELPER, tag], start_new_session=apart)
    for line in sys.stdin:
        message = json.loads(line)
        if "id" not in message or (mode == "hang" and message["method"] == "tools/call"):
            continue
        reply = {"jsonrpc": "2.0", "id": message["id"], "result": answer(message)}
        sys.stdout.write(json.dumps(reply) + "\n")
        sys.stdout.flush()
    if mode in {"deaf", "daemon"}:
        time.sleep(300)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
