"""The command lines that talk to a server, to be interrupted, and the files that they write."""

import json
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import yaml

ROOT = Path(__file__).resolve().parent.parent
STUBBORN = ROOT / "tests" / "servers" / "stubborn.py"
CATALOG = {"tools": [{"name": "echo", "inputSchema": {"type": "object"}}]}
COMMANDS = (
    "run",
    "snapshots",
    "compliance",
    "probe",
    "fuzz",
    "audit",
    "scaffold",
    "propose",
    "tools",
    "call",
    "doctor",
    "schema-lint",
    "diff",
    "mock",
)


def suite(server: list[str]) -> str:
    tests = [{"name": name, "tool": "echo"} for name in ("one", "two", "three")]
    return json.dumps({"server": {"command": server, "timeout": "3s"}, "tools": tests}, indent=1)


def snapshot_suite(server: list[str]) -> str:
    shot = {"target": "text", "matcher": {"snapshot": True}}
    tests = [{"name": name, "tool": "echo", "expect": [shot]} for name in ("one", "two", "three")]
    return json.dumps({"server": {"command": server, "timeout": "3s"}, "tools": tests}, indent=1)


def command_line(name: str, mode: str, tag: str, folder: Path) -> list[str]:
    """The arguments of one command, after its files were laid out."""
    server = [sys.executable, str(STUBBORN), mode, tag]
    target = ["--timeout=3s", "--", *server]
    reports = [
        f"--report={kind}={folder / f'report.{kind}'}" for kind in ("json", "junit", "ndjson")
    ]
    file = folder / "one.mcptest.yml"
    file.write_text(snapshot_suite(server) if name == "snapshots" else suite(server))
    catalog = folder / "catalog.json"
    catalog.write_text(json.dumps(CATALOG))
    return {
        "run": ["run", str(file), *reports],
        "snapshots": ["run", str(file), "--update-snapshots", "--allow-update-in-ci", *reports],
        "compliance": ["compliance", "run", *reports, *target],
        "probe": ["probe", *reports, *target],
        "fuzz": ["fuzz", "--cases=20", f"--seeds={folder / 'seeds.json'}", *reports, *target],
        "audit": ["audit", *reports, *target],
        "scaffold": ["scaffold", "-o", str(folder / "made.mcptest.yml"), *target],
        "propose": ["propose", str(file), "--write"],
        "tools": ["tools", "--save", str(folder / "tools.json"), *target],
        "call": ["call", "echo", *target],
        "doctor": ["doctor", *target],
        "schema-lint": ["schema-lint", *target],
        "diff": ["diff", str(catalog), *target],
        "mock": ["mock", "--tools-from", str(catalog), "--http", "0"],
    }[name]


def broken_files(folder: Path, *, killed: bool) -> list[str]:
    """What a reader would not take; a draft may lie about only where nobody could clear it."""
    broken = []
    for path in folder.rglob("*"):
        if path.is_dir() or (draft := path.name.startswith(".") and path.name.endswith(".tmp")):
            broken += [f"left {path.name}"] if path.is_file() and not killed and draft else []
            continue
        try:
            _read(path, path.read_text(encoding="utf-8"), cut=killed)
        except (ValueError, ET.ParseError, yaml.YAMLError) as error:
            broken.append(f"{path.name}: {error}")
    return broken


def _read(path: Path, text: str, *, cut: bool) -> None:
    if path.name.endswith("ndjson"):
        whole = text.split("\n")[:-1] if cut else text.splitlines()
        [json.loads(line) for line in whole]
    elif path.name.endswith("json"):
        json.loads(text)
    elif path.name.endswith("junit"):
        ET.fromstring(text)
    elif path.name.endswith(".yml"):
        assert yaml.safe_load(text)
