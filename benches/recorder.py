"""Stand between a client and a server, and keep every line of both: ``recorder.py FOLDER COMMAND``.

Each process leaves one file of its own: ``>`` before what the client said, ``<`` before the answer.
"""

import os
import subprocess
import sys
import threading
from pathlib import Path


def copy(source, sink, mark: bytes, record, lock: threading.Lock) -> None:
    for line in source:
        with lock:
            record.write(mark + line.rstrip(b"\n") + b"\n")
        sink.write(line)
        sink.flush()
    sink.close()


def main(folder: str, command: list[str]) -> int:
    lock = threading.Lock()
    with Path(folder, f"{os.getpid()}.log").open("wb", buffering=0) as record:
        server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        ways = (
            (sys.stdin.buffer, server.stdin, b">"),
            (server.stdout, sys.stdout.buffer, b"<"),
        )
        threads = [
            threading.Thread(target=copy, args=(*way, record, lock), daemon=True) for way in ways
        ]
        for thread in threads:
            thread.start()
        threads[1].join()
        return server.wait()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
