"""Commands that a page shows are run as they stand there, and print what the page says."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.docs.pages import DOCS, ROOT, Fence, fences, pages

HAND_WRITTEN = [page for page in pages() if DOCS / "reference" not in page.parents]


def is_run(fence: Fence) -> bool:
    return fence.language == "console" and "run" in fence.words


WITH_COMMANDS = [page for page in HAND_WRITTEN if any(map(is_run, fences(page)))]


@pytest.mark.timeout(120)  # a page has many commands, each a start, on a machine that may be busy
@pytest.mark.parametrize("page", WITH_COMMANDS, ids=lambda page: page.stem)
def test_the_commands_of_a_page_do_what_it_says(page, tmp_path):
    shutil.copytree(ROOT / "examples", tmp_path, dirs_exist_ok=True)
    for fence in fences(page):
        if fence.word("file"):
            (tmp_path / fence.word("file")).write_text(fence.text, encoding="utf-8")
        if is_run(fence):
            _hold(fence, tmp_path)


def _hold(fence: Fence, folder: Path) -> None:
    assert fence.text.startswith("$ "), fence
    said, code = "", 0
    for line in fence.text.splitlines():
        if line.startswith("$ "):
            out, code = _run(line[2:], folder)
            said += out
        elif line.strip():
            assert _plain(line) in _plain(said), f"{fence} shows {line!r}; it was:\n{said}"
    assert code == int(fence.word("exit", "0")), f"{fence} ended with {code}:\n{said}"


def _run(line: str, folder: Path) -> tuple[str, int]:
    words = shlex.split(line)
    assert words[0] == "mcptest", line
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    env = {key: value for key, value in os.environ.items() if key != "CI"} | {"PATH": path}
    done = subprocess.run(
        [sys.executable, "-m", *words],
        cwd=folder,
        env=env,
        capture_output=True,
        text=True,
        timeout=25,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    return done.stdout + done.stderr, done.returncode


def _plain(text: str) -> str:
    """Without times, which differ from run to run."""
    return re.sub(r"\b[0-9]+(\.[0-9]+)? m?s\b", "N ms", text)
