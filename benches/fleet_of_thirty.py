"""Thirty servers in one command: published ones, small ones on the SDKs, mocks, three hostile ones.

``fleet_of_thirty.py DIR`` writes DIR/fleet.yml, starts what is behind an address, and runs the
fleet with a whole audit for each. It needs what ``make test-real`` installs.
"""

import json
import shutil
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
BROKEN = ["TOOL-001", "TOOL-005", "RES-001", "PROMPT-001", "SCHEMA-005", "PROTO-001", "PROTO-002"]
STUBBORN = [sys.executable, str(ROOT / "tests" / "servers" / "stubborn.py")]


def main() -> int:
    from tests.real.servers import STDIO, new_repository, served

    folder = Path(sys.argv[1]).absolute()
    folder.mkdir(parents=True, exist_ok=True)
    here = folder / "files"
    here.mkdir(exist_ok=True)
    new_repository(here)
    servers = {
        slug(name): {"command": command(), "tags": ["real"], "cwd": "files"}
        for name, command in STDIO.items()
    }
    servers |= mocks()
    servers |= {
        "garbage": {"command": [*mock("records"), "--fault", "garbage"], "tags": ["hostile"]},
        "mute": {
            "command": [*mock("records"), "--fault", "hang"],
            "tags": ["hostile"],
            "timeout": 5,
        },
        "deaf": {"command": [*STUBBORN, "deaf", "fleet"], "tags": ["hostile"]},
    }
    with ExitStack() as stack:
        for name in ("mcp 2.x", "FastMCP", "everything", "TypeScript 2.x"):
            url = stack.enter_context(served(name))
            servers[f"{slug(name)}-http"] = {"url": url, "tags": ["real", "http"]}
        (folder / "fleet.yml").write_text(json.dumps({"fleet": "thirty", "servers": servers}))
        print(f"{len(servers)} servers", flush=True)
        words = ["fleet", "run", "fleet.yml", "--jobs", "2", "--timeout", "10m", *sys.argv[2:]]
        return subprocess.run(
            [sys.executable, "-m", "mcptest", *words], cwd=folder, check=False
        ).returncode


def slug(name: str) -> str:
    return name.lower().replace(" ", "-")


def mock(name: str) -> list[str]:
    file = ROOT / "examples" / "mocks" / f"{name}.yml"
    return [sys.executable, "-m", "mcptest", "mock", "--tools-from", str(file)]


def mocks() -> dict[str, dict]:
    found = {name: {"command": mock(name), "tags": ["mock"]} for name in ("records", "hello")}
    for version in ("v2025-06-18", "v2025-11-25", "v2026-07-28"):
        words = [*mock("records"), "--spec-version", version]
        found[f"records-{version}"] = {"command": words, "tags": ["mock"]}
    for rule in BROKEN:
        words = [*mock("records"), "--break", rule]
        found[f"breaks-{rule.lower()}"] = {"command": words, "tags": ["mock", "broken"]}
    return found


if __name__ == "__main__":
    assert shutil.which("node"), "node is needed"
    sys.exit(main())
