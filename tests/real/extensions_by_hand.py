"""Skills and tasks of 2026-07-28 on the official Python SDK 2.x, written from the specification.

``extensions_by_hand.py FOLDER-OF-SKILLS [PORT]``; stdio where no port is named. The SDK carries
the messages; the methods of both extensions are ours, and share no code with mcptest.
"""

import asyncio
import hashlib
import sys
import uuid
from datetime import UTC, datetime
from pathlib import Path

import mcp_types as types
from mcp.server import MCPServer
from mcp.server.extension import Extension, MethodBinding, ResourceBinding
from mcp.server.mcpserver.resources import TextResource
from mcp.shared.exceptions import MCPError
from pydantic import ConfigDict

SKILLS, TASKS = "io.modelcontextprotocol/skills", "io.modelcontextprotocol/tasks"
STATELESS = frozenset({"2026-07-28"})
CACHE = {"ttlMs": 0, "cacheScope": "private"}
folder, *port = sys.argv[1:]


class AnyParams(types.RequestParams):
    """Every other member is kept as it came."""

    model_config = ConfigDict(extra="allow")


def invalid(text):
    return MCPError(-32602, text)


class Skills(Extension):
    """Every folder below the root is a skill."""

    identifier = SKILLS

    def __init__(self, root):
        self.files = {
            f"skill://{file.relative_to(root).as_posix()}": file
            for file in sorted(root.rglob("*"))
            if file.is_file()
        }

    def settings(self):
        return {"directoryRead": True}

    def resources(self):
        for uri, file in self.files.items():
            more = {"name": file.name}
            if file.name == "SKILL.md":
                front = self.front(file)
                more = {"name": front["name"], "description": front["description"]}
            text = file.read_text(encoding="utf-8")
            kept = TextResource(uri=uri, text=text, mime_type="text/markdown", **more)
            yield ResourceBinding(kept)

    def methods(self):
        for name, handler in (
            ("skills/list", self.all),
            ("skills/get", self.one),
            ("resources/directory/read", self.directory),
        ):
            yield MethodBinding(name, AnyParams, handler, STATELESS)

    def front(self, file):
        lines = file.read_text(encoding="utf-8").split("---")[1].strip().splitlines()
        return dict(line.split(": ", 1) for line in lines)

    def entry(self, uri):
        base = uri.removesuffix("SKILL.md")
        parts = [
            {
                "uri": name,
                "digest": "sha256:" + hashlib.sha256(file.read_bytes()).hexdigest(),
                "size": file.stat().st_size,
            }
            for name, file in self.files.items()
            if name.startswith(base)
        ]
        return {"uri": uri, "frontmatter": self.front(self.files[uri]), "resources": parts}

    async def all(self, ctx, params):
        if getattr(params, "cursor", None) is not None:
            raise invalid("unknown cursor")
        found = [self.entry(uri) for uri in self.files if uri.endswith("/SKILL.md")]
        return {"resultType": "complete", "skills": found, **CACHE}

    async def one(self, ctx, params):
        uri = getattr(params, "uri", None)
        if uri not in self.files or not uri.endswith("/SKILL.md"):
            raise invalid("unknown skill")
        return {"resultType": "complete", "skill": self.entry(uri), **CACHE}

    async def directory(self, ctx, params):
        uri = str(getattr(params, "uri", "")).rstrip("/")
        below = [name for name in self.files if name.startswith(f"{uri}/")]
        if not below:
            raise invalid("not a directory")
        children = {name.removeprefix(f"{uri}/").split("/")[0]: name for name in below}
        found = [self.child(f"{uri}/{name}", name) for name in children]
        return {"resultType": "complete", "resources": found, **CACHE}

    def child(self, uri, name):
        kind = "text/markdown" if uri in self.files else "inode/directory"
        return {"uri": uri, "name": name, "mimeType": kind}


class Tasks(Extension):
    """Some tools run as tasks if the client declares the extension."""

    identifier = TASKS

    def __init__(self):
        self.tasks = {}

    def methods(self):
        for name, handler in (
            ("tasks/get", self.get),
            ("tasks/update", self.update),
            ("tasks/cancel", self.cancel),
        ):
            yield MethodBinding(name, AnyParams, handler, STATELESS)

    def declared(self, ctx):
        meta = ctx.meta or {}
        client = meta.get("io.modelcontextprotocol/clientCapabilities") or {}
        return TASKS in (client.get("extensions") or {})

    def require(self, ctx):
        if not self.declared(ctx):
            needed = {"requiredCapabilities": {"extensions": {TASKS: {}}}}
            raise MCPError(-32021, "the tasks extension is needed", needed)

    async def intercept_tool_call(self, params, ctx, call_next):
        if params.name not in ("work", "work_only_as_task", "fail", "ask"):
            return await call_next(ctx)
        if not self.declared(ctx):
            if params.name in ("work_only_as_task", "ask"):
                self.require(ctx)
            return await call_next(ctx)
        made = {"taskId": str(uuid.uuid4()), "status": "working", "ttlMs": 60000}
        made |= {"createdAt": now(), "lastUpdatedAt": now(), "pollIntervalMs": 50}
        self.tasks[made["taskId"]] = made
        first = dict(made)
        if params.name == "ask":
            made |= {"status": "input_required", "inputRequests": {"zone": QUESTION}}
        else:
            text = "the disk is full" if params.name == "fail" else "done"
            self.end(made, text, failed=params.name == "fail")
        return {"resultType": "task", **first}

    def end(self, task, text, *, failed=False):
        task.pop("inputRequests", None)
        result = {"content": [{"type": "text", "text": text}], "isError": failed}
        task |= {"status": "completed", "result": result, "lastUpdatedAt": now()}

    def known(self, ctx, params):
        self.require(ctx)
        task_id = getattr(params, "taskId", None)
        self.check_name(ctx, task_id)
        if task_id not in self.tasks:
            raise invalid("unknown task")
        return self.tasks[task_id]

    def check_name(self, ctx, task_id):
        headers = getattr(ctx.request, "headers", None) or {}
        if headers.get("mcp-name", task_id) != task_id:
            raise MCPError(-32020, "Mcp-Name differs from the task")

    async def get(self, ctx, params):
        return {"resultType": "complete", **self.known(ctx, params)}

    async def update(self, ctx, params):
        task = self.known(ctx, params)
        if "zone" in (getattr(params, "inputResponses", None) or {}):
            self.end(task, "thanks")
        return {"resultType": "complete"}

    async def cancel(self, ctx, params):
        task = self.known(ctx, params)
        if task["status"] in ("working", "input_required"):
            task.pop("inputRequests", None)
            task |= {"status": "cancelled", "lastUpdatedAt": now()}
        return {"resultType": "complete"}


def now():
    return datetime.now(UTC).isoformat().replace("+00:00", "Z")


FORM = {"type": "object", "properties": {"zone": {"type": "string"}}}
QUESTION = {
    "method": "elicitation/create",
    "params": {"mode": "form", "message": "Which zone?", "requestedSchema": FORM},
}
tasks = Tasks()
server = MCPServer("by-hand", extensions=[Skills(Path(folder)), tasks])
READ_ONLY = types.ToolAnnotations(read_only_hint=True)


async def refuse_task_news(ctx, call_next):
    """A subscription to tasks needs the extension too."""
    wanted = (ctx.params or {}).get("notifications") or {}
    if ctx.method == "subscriptions/listen" and "taskIds" in wanted:
        tasks.require(ctx)
    return await call_next(ctx)


server.middleware.append(refuse_task_news)


@server.tool(annotations=READ_ONLY)
async def work() -> str:
    """Work for a moment."""
    await asyncio.sleep(0)
    return "done"


@server.tool(annotations=READ_ONLY)
def work_only_as_task() -> str:
    """Work, but never while the client waits."""
    return "done"


@server.tool(annotations=READ_ONLY)
def fail() -> str:
    """Fail, as tools may."""
    raise ValueError("the disk is full")


@server.tool(annotations=READ_ONLY)
def ask() -> str:
    """Ask for a time zone while the task runs."""
    return "thanks"


@server.tool(annotations=READ_ONLY)
def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


if __name__ == "__main__":
    if port:
        server.run("streamable-http", host="127.0.0.1", port=int(port[0]))
    else:
        server.run("stdio")
