"""Processes that are known by a word in their command line: who of them is left."""

from __future__ import annotations

import contextlib
import time
from uuid import uuid4

import psutil


def new_tag() -> str:
    """A word that is in no other command line."""
    return f"tag-{uuid4().hex}"


def tagged(tag: str) -> list[int]:
    """Who carries the tag and lives."""
    found = []
    for process in psutil.process_iter(["cmdline", "status"]):
        alive = process.info["status"] not in {psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD}
        if alive and tag in (process.info["cmdline"] or ()):
            found.append(process.pid)
    return found


def left_behind(tag: str, within: float = 0.0) -> list[int]:
    """Who still carries the tag when so many seconds are over, or nobody as soon as nobody does."""
    deadline = time.monotonic() + within
    while (found := tagged(tag)) and time.monotonic() < deadline:
        time.sleep(0.05)
    return found


def end(pids: list[int]) -> None:
    for pid in pids:
        with contextlib.suppress(psutil.NoSuchProcess):
            psutil.Process(pid).kill()
