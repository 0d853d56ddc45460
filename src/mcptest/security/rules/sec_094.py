"""A server that is started with more rights than it needs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePath
from typing import Final

from mcptest.model.finding import Signal
from mcptest.security.evidence import SecurityHit
from mcptest.security.launch import LaunchFacts
from mcptest.security.rule import LaunchProof, LaunchRule

_SOCKET: Final = "docker.sock"
_ROOT: Final = re.compile(r"(?:^|=|source=)/(?::|,|$)")


def _check(launch: LaunchFacts) -> Iterator[SecurityHit]:
    words = launch.command
    if not words:
        return
    if PurePath(words[0]).name in {"sudo", "doas"}:
        yield _hit("runs as another user with all rights", words[0])
    if "run" not in words or not any(PurePath(w).name in {"docker", "podman"} for w in words):
        return
    for index, word in enumerate(words):
        before = words[index - 1] if index else ""
        if word == "--privileged":
            yield _hit("runs in a privileged container", word)
        elif word in {"--net=host", "--network=host"} or (
            word == "host" and before in {"--net", "--network"}
        ):
            yield _hit("shares the network of the machine", word, score=3.9)
        elif (
            before in {"-v", "--volume", "--mount"}
            or word.startswith(("-v=", "--volume=", "--mount="))
        ) and _ROOT.search(word):
            yield _hit("mounts the whole file system", word)
        elif _SOCKET in word and "docker" not in launch.name.lower():
            yield _hit("mounts the Docker socket", word)


def _hit(what: str, word: str, *, score: float | None = None) -> SecurityHit:
    return SecurityHit(
        message=f"the server {what} ({word})",
        pointer="/args",
        score=score,
        kind=what,
        signals=(Signal(what, 2.0, word),),
        remedy=f"Start the server without {word}.",
        text=word,
    )


RULE = LaunchRule(
    id="SEC-094",
    family="launch",
    title="The server is started with more permissions than it needs",
    score=6.0,
    cwe=250,
    what="Looks for sudo, privileged containers, mounts of the whole file system or the Docker socket, and host networking.",
    why="A flaw in the server then reaches the whole machine.",
    fix="Start it with only the permissions that it needs.",
    not_this="The Docker socket for a server whose name contains docker.",
    check=_check,
    proof=LaunchProof(
        passing={"command": "docker", "args": ["run", "-i", "--rm", "acme/notes:1.4.2"]},
        failing={"command": "docker", "args": ["run", "-i", "--privileged", "acme/notes:1.4.2"]},
    ),
)
