"""The servers of this group by name: how each is started, or a skip where it is not installed."""

import json
import os
import shutil
import subprocess
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.real.conftest import REAL, free_port, listening

HERE = Path(__file__).parent


def python_of(environment: str) -> str:
    """The interpreter of one of the environments, or a skip."""
    python = REAL / environment / "bin" / "python"
    if not python.exists():
        pytest.skip(f"{environment} is not installed; run make test-real")
    return str(python)


def script_of(name: str) -> str:
    """The program of one of the Python servers, or a skip."""
    return str(Path(python_of("servers")).with_name(name))


def node_server(name: str) -> str:
    """The entry file of one of the TypeScript servers, or a skip."""
    entry = REAL / "node/node_modules/@modelcontextprotocol" / name / "dist/index.js"
    if not entry.exists() or shutil.which("node") is None:
        pytest.skip(f"{name} is not installed; run make test-real")
    return str(entry)


def typescript(generation: str, *more: str) -> list[str]:
    """Our small server on the TypeScript SDK, or a skip."""
    if not (REAL / "node").exists() or shutil.which("node") is None:
        pytest.skip("the TypeScript SDK is not installed; run make test-real")
    return ["node", str(HERE / "sdk_server.cjs"), str(REAL / "node"), generation, *more]


def python_sdk(environment: str, *more: str) -> list[str]:
    return [python_of(environment), str(HERE / "sdk_server.py"), *more]


def fastmcp(*more: str) -> list[str]:
    return [python_of("fastmcp"), str(HERE / "fastmcp_server.py"), *more]


def on_go_sdk(folder: Path) -> list[str]:
    """A server in Go with a cluster that does not respond, or a skip."""
    program = REAL / "go/node_modules/.bin/kubernetes-mcp-server"
    if not program.exists() or shutil.which("node") is None:
        pytest.skip("the server on the Go SDK is not installed; run make test-real")
    cluster = {"name": "none", "cluster": {"server": "http://127.0.0.1:9"}}
    user = {"name": "nobody", "user": {"token": "none"}}
    context = {"name": "none", "context": {"cluster": "none", "user": "nobody"}}
    config = {"kind": "Config", "apiVersion": "v1", "current-context": "none"}
    config |= {"clusters": [cluster], "users": [user], "contexts": [context]}
    file = folder / "kube.json"
    file.write_text(json.dumps(config), encoding="utf-8")
    return [str(program), "--read-only", "--kubeconfig", str(file)]


STDIO = {
    "mcp 1.x": lambda: python_sdk("py1"),
    "mcp 2.x": lambda: python_sdk("py2"),
    "FastMCP": fastmcp,
    "TypeScript 1.x": lambda: typescript("1"),
    "TypeScript 2.x": lambda: typescript("2"),
    "time": lambda: [script_of("mcp-server-time")],
    "git": lambda: [script_of("mcp-server-git")],
    "fetch": lambda: [script_of("mcp-server-fetch")],
    "everything": lambda: ["node", node_server("server-everything"), "stdio"],
    "filesystem": lambda: ["node", node_server("server-filesystem"), "."],
    "memory": lambda: ["node", node_server("server-memory")],
}

# name: the path of the endpoint, and the command for a port
HTTP = {
    "mcp 1.x": ("mcp", lambda port: python_sdk("py1", "streamable-http", port)),
    "mcp 1.x by HTTP+SSE": ("sse", lambda port: python_sdk("py1", "sse", port)),
    "mcp 2.x": ("mcp", lambda port: python_sdk("py2", "streamable-http", port)),
    "mcp 2.x by HTTP+SSE": ("sse", lambda port: python_sdk("py2", "sse", port)),
    "FastMCP": ("mcp", fastmcp),
    "TypeScript 1.x": ("mcp", lambda port: typescript("1", port)),
    "TypeScript 2.x": ("mcp", lambda port: typescript("2", port)),
    "everything": ("mcp", lambda _: ["node", node_server("server-everything"), "streamableHttp"]),
    "everything by HTTP+SSE": ("sse", lambda _: ["node", node_server("server-everything"), "sse"]),
}


@contextmanager
def served(name: str):
    """The address of one of the HTTP servers while it runs."""
    path, command = HTTP[name]
    port = str(free_port())
    with listening(command(port), int(port), env={**os.environ, "PORT": port}):
        yield f"http://127.0.0.1:{port}/{path}"


def new_repository(folder: Path) -> Path:
    """A git repository with one commit, for the server that wants one."""
    who = ["-c", "user.name=n", "-c", "user.email=n@example.com"]
    for words in (["init", "-q"], [*who, "commit", "-q", "--allow-empty", "-m", "first"]):
        subprocess.run(["git", *words], cwd=folder, check=True)
    return folder
