"""Runs a command against a hostile server and says what came of it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree as ET

from tests.hostile.scenes import KEY, Scene, scene
from tests.tagged import new_tag, tagged

MEASURED = Path(__file__).with_name("measured.py")
COMMANDS = ("run", "compliance", "probe", "fuzz", "audit")
HANGING_STDIO = """
mute init-next-id babble endless-init half-line endless-a endless-stderr endless-lines
error-null-id asks-without-end log-without-end number-as-message plain-words call-hang stops-itself
hangs-on-wrong-type hangs-on-oversized utf16 closes-stdin garbage-without-id
"""
HANGING_HTTP = """
accept-only body-drip header-drip endless-body endless-chunks sse-silent sse-endless-comments
sse-endless-events sse-big-event call-hang
"""
FLOODING = {"stdio/endless-init", "stdio/endless-a"}  # they need a while until the bound is reached
USUAL = 0.8  # seconds that a run takes on a quiet machine when nothing is wrong
PATIENT = 20.0  # for modes that are not about waiting
HANGING = {  # modes that use up the whole limit of a request
    *(f"stdio/{name}" for name in HANGING_STDIO.split()),
    *(f"http/{name}" for name in HANGING_HTTP.split()),
    "nowhere/accepts-nothing",
}
LONGEST = 240.0
NEGATIVE = {  # modes that go wrong on input which a server must refuse
    f"stdio/{name}"
    for name in (
        "fine",
        "takes-unknown-tool",
        "takes-missing",
        "takes-wrong-type",
        "takes-extra",
        "dies-on-missing",
        "hangs-on-wrong-type",
        "hangs-on-oversized",
        "leaks-on-error",
    )
}
REPORTS = ("json", "junit", "sarif", "ndjson", "markdown", "tap")


class Pace(NamedTuple):
    """How long to wait: on a busy machine everything takes longer, also what is not wrong."""

    usual: float = USUAL

    def patience(self, mode: str) -> float:
        longer = min(8.0, max(1.0, self.usual / USUAL))
        return longer * (2.0 if mode in FLOODING else 1.0) if mode in HANGING else PATIENT


QUIET = Pace()


class Outcome(NamedTuple):
    mode: str
    command: str
    code: int
    seconds: float
    peak_mib: float
    left: int
    out: str
    err: str
    document: dict
    problems: tuple[str, ...]

    @property
    def findings(self) -> frozenset[str]:
        return frozenset(
            finding["id"]
            for case in self.document.get("cases", ())
            for finding in case["findings"]
            if finding["severity"] != "note"
        )


def drive(mode: str, command: str, pace: Pace = QUIET) -> Outcome:
    tag = new_tag()
    with tempfile.TemporaryDirectory() as name, scene(mode, tag, Path(name)) as server:
        folder = Path(name)
        argv = _arguments(command, mode, server, folder, pace.patience(mode))
        note = folder / "peak"
        begun = time.monotonic()
        code, out, err = _execute(
            [sys.executable, str(MEASURED), str(note), *argv], folder, server.environment
        )
        seconds = time.monotonic() - begun
        left = len(tagged(tag))
        peak = int(note.read_text()) / 1024 if note.exists() else 0.0
        document, problems = _read_reports(folder)
    problems += _in_output(out + err)
    return Outcome(mode, command, code, seconds, peak, left, out, err, document, tuple(problems))


def _execute(argv: list[str], folder: Path, environment: dict[str, str]) -> tuple[int, str, str]:
    with subprocess.Popen(
        argv,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2] / "src")} | environment,
    ) as process:
        try:
            out, err = process.communicate(timeout=LONGEST)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
            err += b"\nTraceback: it did not end"
    return process.returncode, out.decode("utf-8", "replace"), err.decode("utf-8", "replace")


def _arguments(command: str, mode: str, server: Scene, folder: Path, patience: float) -> list[str]:
    reports = [f"--report={name}={folder / f'report.{name}'}" for name in REPORTS]
    limit = [f"--timeout={patience:g}s"]
    if command == "run":
        suite = folder / "hostile.mcptest.yml"
        suite.write_text(json.dumps(suite_for(server, mode, patience), indent=1))
        return ["run", str(suite), *reports]
    words = {
        "compliance": ["compliance", "run"],
        "probe": ["probe"],
        "fuzz": ["fuzz", "--cases=6", "--time-budget=60s", f"--max-call-ms={patience * 1000:g}"],
        "audit": ["audit", "--max-calls=2000"],
    }[command]
    return [*words, *limit, *reports, *server.arguments]


def suite_for(server: Scene, mode: str, patience: float) -> dict:
    """Calls that a right server passes; where bad input is the subject, also some that it refuses."""
    hello = {"target": "text", "matcher": {"exact": "hello"}}
    three = {"target": "text", "matcher": {"contains": "3"}}
    refuses = {"name": "refuses", "tool": "add", "args": {"a": 1, "b": 2}, "negative_path": {}}
    if mode == "stdio/leaks-on-error":
        refuses["negative_path"] = {"checks": ["missing_required", "error_leak"]}
    return {
        "server": server.server | {"timeout": patience},
        "tools": [
            {"name": "one", "tool": "echo", "args": {"text": "hello"}, "expect": [hello]},
            {"name": "two", "tool": "add", "args": {"a": 1, "b": 2}, "expect": [three]},
            {"name": "three", "tool": "echo", "args": {"text": "hello"}, "serial": True},
            *([refuses] if mode in NEGATIVE else []),
        ],
        "resources": [{"name": "memo", "uri": "memo://one"}],
        "prompts": [{"name": "greeting", "prompt": "greet", "args": {"who": "you"}}],
    }


def _read_reports(folder: Path) -> tuple[dict, list[str]]:
    """The run document, and which report a strict reader would not take."""
    problems: list[str] = []
    document: dict = {}
    for name in REPORTS:
        file = folder / f"report.{name}"
        try:
            text = file.read_text(encoding="utf-8")
            if name == "junit":
                ET.fromstring(text)
            elif name == "ndjson":
                [json.loads(line, parse_constant=_refuse) for line in text.splitlines()]
            elif name in {"json", "sarif"}:
                parsed = json.loads(text, parse_constant=_refuse)
                document = parsed if name == "json" else document
        except (OSError, ValueError, ET.ParseError) as error:
            problems.append(f"{name}: {error}")
            continue
        if name in {"markdown", "tap"}:
            problems += [f"{name}: {problem}" for problem in _in_output(text)]
        if KEY in text:
            problems.append(f"{name}: holds the secret")
    strange = [path.name for path in folder.iterdir() if path.name.endswith(".tmp")]
    return document, problems + [f"left {name}" for name in strange]


def _refuse(text: str) -> None:
    raise ValueError(f"{text} is no JSON")


def _in_output(text: str) -> list[str]:
    problems = []
    raw = {ch for ch in text if (ch < " " and ch not in "\n\t") or "\x7f" <= ch <= "\x9f"}
    if raw:
        problems.append(f"raw control characters {sorted(raw)}")
    if "Traceback (most recent call last)" in text and "mcptest/" in text:
        problems.append("a traceback")
    if "it did not end" in text:
        problems.append("did not end")
    if any(line.startswith(("::", "##[", "##vso[")) for line in text.splitlines()):
        problems.append("a line that a CI system would obey")
    if KEY in text:
        problems.append("the secret on the screen")
    return problems
