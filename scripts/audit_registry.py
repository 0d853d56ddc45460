"""Audit servers of the package registries, and write what came out as a Markdown table.

``audit_registry.py [-o FILE] [--keep FOLDER] [NAME…]``. Each package gets an environment of its own
below .real/registry/; none needs an account. What a tool does happens in a scratch folder.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from install_real_servers import ROOT, install_node, install_python, once

FOLDER = ROOT / "registry"
LIMIT = 600


class Server(NamedTuple):
    """``command`` is told the folder of its environment and a scratch folder."""

    package: str
    install: Callable[[Path, list[str]], None]
    command: Callable[[Path, Path], list[str]]


def python(package: str, *arguments: str) -> Server:
    name = package.partition("==")[0]
    return Server(
        package,
        install_python,
        lambda env, scratch: [str(env / "bin" / name), *_filled(arguments, scratch)],
    )


def node(package: str, *arguments: str, program: str | None = None) -> Server:
    name = program or package.rpartition("@")[0].rpartition("/")[2]
    return Server(
        package,
        install_node,
        lambda env, scratch: [str(env / "node_modules/.bin" / name), *_filled(arguments, scratch)],
    )


def _filled(arguments: tuple[str, ...], scratch: Path) -> list[str]:
    return [argument.replace("SCRATCH", str(scratch)) for argument in arguments]


SERVERS = [
    node("@modelcontextprotocol/server-everything@2026.8.31", program="mcp-server-everything"),
    node(
        "@modelcontextprotocol/server-filesystem@2026.8.31",
        "SCRATCH",
        program="mcp-server-filesystem",
    ),
    node("@modelcontextprotocol/server-memory@2026.8.31", program="mcp-server-memory"),
    node(
        "@modelcontextprotocol/server-sequential-thinking@2026.8.31",
        program="mcp-server-sequential-thinking",
    ),
    node("@modelcontextprotocol/server-pdf@2.0.4", "--stdio", program="mcp-pdf-server"),
    node("@upstash/context7-mcp@4.1.1"),
    node("@cyanheads/git-mcp-server@2.15.3"),
    node("@tokenizin/mcp-npx-fetch@1.0.0"),
    node("@antv/mcp-server-chart@0.9.10"),
    node("mcp-hello-world@1.1.2"),
    python("mcp-server-time==2026.10.19"),
    python("mcp-server-git==2026.10.19"),
    python("mcp-server-fetch==2026.10.24"),
    python("mcp-server-sqlite==2025.4.25", "--db-path", "SCRATCH/test.db"),
    python("mcp-server-calculator==0.2.1"),
    python("mcp-simple-timeserver==3.3.2"),
    python("duckduckgo-mcp-server==0.7.0"),
    python("wikipedia-mcp==2.0.1"),
    python("excel-mcp-server==2.2.2", "stdio"),
    # in other languages, or on another framework
    python("mcp-grafana==2.1.1"),  # Go
    node("@azure/mcp@2.0.5", "server", "start", program="azmcp"),  # C#
    node("@negokaz/excel-mcp-server@0.12.0"),  # Go, on another SDK
    node("@notionhq/notion-mcp-server@2.5.2"),
    node("@mobilenext/mobile-mcp@1.0.4", program="mcp-server-mobile"),
    node("nx-mcp@0.25.0"),
    node("next-devtools-mcp@0.4.0"),
    python("awslabs.aws-documentation-mcp-server==1.2.3"),
]


def main() -> None:
    """Install, audit, tell."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("-o", "--output", type=Path)
    asked.add_argument("--keep", type=Path, help="folder for the run documents")
    asked.add_argument("names", nargs="*")
    said = asked.parse_args()
    for folder in (FOLDER, said.keep):
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
    chosen = [s for s in SERVERS if not said.names or any(n in s.package for n in said.names)]
    rows = [*_head()]
    for server in chosen:
        rows.append(_row(server, said.keep))
        print(rows[-1], flush=True)
    if said.output:
        said.output.write_text("\n".join(rows) + "\n", encoding="utf-8")


def _head() -> Iterator[str]:
    yield "| Server | Revision | Grade | Failed | Warned | Lint | Calls | Time | What failed |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"


def _row(server: Server, keep: Path | None) -> str:
    name = server.package.lstrip("@").replace("/", "+").partition("@")[0].partition("=")[0]
    once(f"registry/{name}", [server.package], server.install)
    with tempfile.TemporaryDirectory() as scratch:
        report = (keep or Path(scratch)) / f"{name}.json"
        report.unlink(missing_ok=True)
        began = time.monotonic()
        ended = _audit(server.command(FOLDER / name, Path(scratch)), report, scratch)
        took = time.monotonic() - began
        if not report.exists():
            return f"| {server.package} | | | | | | | {took:.0f} s | {ended} |"
        document = json.loads(report.read_text(encoding="utf-8"))
    return f"| {server.package} | {_facts(document)} | {took:.0f} s | {_failed(document)} |"


def _audit(command: list[str], report: Path, scratch: str) -> str:
    """What went wrong, in a word; the report is what counts."""
    words = ["audit", "--report", f"json={report}", "--cwd", scratch, "--", *command]
    try:
        ended = subprocess.run(
            [sys.executable, "-m", "mcptest", *words],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env={**os.environ, "HOME": scratch},
            check=False,
            timeout=LIMIT,
        )
    except subprocess.TimeoutExpired:
        return f"no end within {LIMIT} s"
    return (
        ended.stderr.decode(errors="replace").strip().splitlines()[-1:][0] if ended.stderr else ""
    )


def _facts(document: dict[str, Any]) -> str:
    graded = document["compliance"] or {}
    lanes = Counter((case["lane"], case["status"]) for case in document["cases"])
    findings = [f["severity"] for c in _lane(document, "schema-lint") for f in c["findings"]]
    calls = sum(call["called"] for call in document["calls"])
    lint = f"{findings.count('error')} errors, {findings.count('warning')} warnings"
    failed = sum(count for (_, status), count in lanes.items() if status == "failed")
    grade = f"{graded.get('grade')} ({graded.get('score'):g})"
    warned = lanes["compliance", "warned"]
    return f"{graded.get('spec_version')} | {grade} | {failed} | {warned} | {lint} | {calls}"


def _lane(document: dict[str, Any], lane: str) -> list[dict[str, Any]]:
    return [case for case in document["cases"] if case["lane"] == lane]


def _failed(document: dict[str, Any]) -> str:
    told = []
    for case in document["cases"]:
        if case["status"] in {"failed", "errored"}:
            grave = [f["id"] for f in case["findings"] if f["severity"] == "error"]
            ids = ", ".join(dict.fromkeys(grave))
            told.append(ids if case["lane"] == "compliance" else f"{case['name']}: {ids}")
    return "; ".join(told) or "none"


if __name__ == "__main__":
    main()
