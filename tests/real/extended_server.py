"""A server on FastMCP with its extensions: skills, and tools that run as tasks of 2026-07-28.

``extended_server.py FOLDER-OF-SKILLS [PORT]``; stdio where no port is named.
"""

import sys

from fastmcp import Context, FastMCP
from fastmcp.exceptions import ToolError
from fastmcp.server.providers.skills import SkillsDirectoryProvider
from fastmcp.skills.extension import SkillsExtension
from fastmcp.utilities.tasks import TaskConfig
from fastmcp_tasks import TasksExtension
from mcp_types import ElicitRequest, ElicitRequestFormParams, InputRequiredResult

folder, *port = sys.argv[1:]
server = FastMCP("extended")
server.add_extension(TasksExtension())
skills = SkillsDirectoryProvider(folder, experimental_skills=True, supporting_files="resources")
server.add_provider(skills)
server.add_extension(SkillsExtension(providers=[skills]))
READ_ONLY = {"readOnlyHint": True}


@server.tool(task=True, annotations=READ_ONLY)
async def work() -> str:
    """Work for a moment."""
    return "done"


@server.tool(task=TaskConfig(mode="required"), annotations=READ_ONLY)
async def work_only_as_task() -> str:
    """Work, but never while the client waits."""
    return "done"


@server.tool(task=True, annotations=READ_ONLY)
async def fail() -> str:
    """Fail, as tools may."""
    raise ToolError("the disk is full")


@server.tool(task=TaskConfig(mode="required"), annotations=READ_ONLY)
async def ask(ctx: Context) -> str | InputRequiredResult:
    """Ask for a time zone while the task runs."""
    if ctx.input_responses:
        return "thanks"
    form = {"type": "object", "properties": {"zone": {"type": "string"}}}
    asked = ElicitRequestFormParams(message="Which zone?", requested_schema=form)
    return InputRequiredResult(input_requests={"zone": ElicitRequest(params=asked)})


@server.tool(annotations=READ_ONLY)
def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


if __name__ == "__main__":
    if port:
        at = {"host": "127.0.0.1", "port": int(port[0]), "host_origin_protection": True}
        server.run("http", show_banner=False, **at)
    else:
        server.run("stdio", show_banner=False)
