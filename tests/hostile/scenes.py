"""Hostile servers set up for a command line: a program, an address, or nothing that would start."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.servers.hostile.registry import HTTP, modes

ROOT = Path(__file__).parents[2]
PROGRAM = Path(__file__).parents[1] / "servers" / "hostile" / "stdio.py"
LAUNCH = ("missing-command", "not-executable", "bad-interpreter")
TLS = ("tls-self-signed", "tls-wrong-name", "tls-plain", "tls-redirect-downgrade")
NOWHERE = ("nothing-listens", "accepts-nothing")


class Scene(NamedTuple):
    """How a command line and a suite name the server."""

    arguments: tuple[str, ...]
    server: dict
    environment: dict[str, str]


@cache
def stdio_modes() -> tuple[str, ...]:
    listed = subprocess.run(
        [sys.executable, "-S", "-E", str(PROGRAM), "--list"], capture_output=True, check=True
    )
    return tuple(listed.stdout.decode().split())


@cache
def http_modes() -> tuple[str, ...]:
    return tuple(sorted(modes(HTTP)))


def every_mode() -> list[str]:
    """``stdio/NAME``, ``http/NAME``, ``tls/NAME``, ``launch/NAME`` and ``nowhere/NAME``."""
    families = {
        "launch": LAUNCH,
        "stdio": stdio_modes(),
        "nowhere": NOWHERE,
        "http": http_modes(),
        "tls": TLS,
    }
    return [f"{family}/{name}" for family, names in families.items() for name in names]


@contextmanager
def scene(mode: str, tag: str, folder: Path) -> Iterator[Scene]:
    family, name = mode.split("/")
    if family == "stdio":
        yield command(sys.executable, "-S", "-E", str(PROGRAM), name, tag)
    elif family == "launch":
        yield command(unstartable(name, folder), tag)
    elif family == "nowhere":
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            if name == "accepts-nothing":
                taken.listen(0)
            yield address(f"http://127.0.0.1:{taken.getsockname()[1]}/mcp")
    else:
        with serving(name, tls=family == "tls", folder=folder) as server:
            yield server


def command(*words: str) -> Scene:
    return Scene(("--", *words), {"command": list(words), "env": {"HOSTILE_API_KEY": KEY}}, {})


KEY = "hunter2-hunter2-hunter2"


def address(url: str, ca_file: str | None = None) -> Scene:
    """Its authority stands on the command line, and in the environment for a suite."""
    trust = ("--ca-file", ca_file) if ca_file else ()
    return Scene(
        ("--url", url, *trust), {"url": url}, {"SSL_CERT_FILE": ca_file} if ca_file else {}
    )


def unstartable(name: str, folder: Path) -> str:
    file = folder / name
    if name == "not-executable":
        file.write_text("#!/bin/sh\n")
    if name == "bad-interpreter":
        file.write_text("#!/there/is/no/such/interpreter\n")
        file.chmod(0o755)
    return "there-is-no-such-program" if name == "missing-command" else str(file)


@contextmanager
def serving(name: str, *, tls: bool, folder: Path) -> Iterator[Scene]:
    """An HTTP server in a process of its own, since some of them use up a whole processor."""
    mode = {"tls-redirect-downgrade": "redirect-downgrade"}.get(name, "fine") if tls else name
    words = [sys.executable, "-m", "tests.servers.hostile", "--http", "--mode", mode]
    trust = certificate(folder) if tls else ()
    words += ["--tls", *map(str, trust)] if tls else []
    with subprocess.Popen(words, stdout=subprocess.PIPE, cwd=ROOT) as process:
        try:
            assert process.stdout is not None
            url = process.stdout.readline().decode().strip()
            assert url
            if name == "tls-plain":
                url = url.replace("https:", "http:")
            if name == "tls-wrong-name":
                url = url.replace("127.0.0.1", "localhost")
            vouched = tls and name not in {"tls-self-signed", "tls-plain"}
            yield address(url, str(trust[0]) if vouched else None)
        finally:
            process.kill()


def certificate(folder: Path) -> tuple[Path, Path]:
    """One that is made now, for 127.0.0.1 alone, and its key."""
    key, made = folder / "key.pem", folder / "certificate.pem"
    words = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    words += ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"]
    words += ["-keyout", str(key), "-out", str(made)]
    subprocess.run(words, capture_output=True, check=True)
    return made, key
