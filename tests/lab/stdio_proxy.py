"""A process between a client and a server on standard input and output, with changes by name."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from threading import Lock, Thread
from typing import Any

from tests.lab.change import Answer, Middle, Pause
from tests.lab.interpose import Conversation

from mcptest.model.spec_version import SpecVersion


def main(arguments: list[Any]) -> None:
    from tests.lab.legal import find
    from tests.lab.legal.together import Together

    names, version, *command = arguments
    changes = [find(name, SpecVersion(version)) for name in names]
    os._exit(_Proxy(Together(changes).middle, command).run())


class _Proxy:
    def __init__(self, middle: Middle, command: list[str]) -> None:
        self._middle = middle
        self._conversation = Conversation(middle)
        self._server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._writing = Lock()

    def run(self) -> int:
        signal.signal(signal.SIGTERM, lambda *_: self._server.terminate())
        sys.stderr.buffer.write(self._middle.stderr)
        sys.stderr.flush()
        Thread(target=self._hear, daemon=True).start()
        for line in self._server.stdout:
            for out in self._conversation.said(line.rstrip(b"\r\n")):
                self._say(out)
        status = self._server.wait()
        return status if status >= 0 else 128 - status

    def _hear(self) -> None:
        for line in sys.stdin.buffer:
            heard = self._conversation.hear(line.rstrip(b"\r\n"))
            if isinstance(heard, Answer):
                self._say(self._middle.spell(heard.message))
            elif heard is not None:
                self._server.stdin.write(heard + b"\n")
                self._server.stdin.flush()
        self._server.stdin.close()

    def _say(self, out: bytes | Pause) -> None:
        with self._writing:
            if isinstance(out, Pause):
                time.sleep(out.seconds)
                return
            for part in self._middle.line(out):
                if isinstance(part, Pause):
                    time.sleep(part.seconds)
                else:
                    sys.stdout.buffer.write(part)
                    sys.stdout.flush()
