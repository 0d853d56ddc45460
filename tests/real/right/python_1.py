"""A right server on the low-level ``Server`` of the official Python SDK 1.x, with all it offers.

``python_1.py [PORT]``; stdio where no port is named. Lists with pages, resource subscriptions,
tasks of 2025-11-25, both kinds of elicitation, and streams that can be resumed.
"""

import base64
import json
import sys
from contextlib import asynccontextmanager

import anyio
import jsonschema
import python_1_tools
from mcp import types
from mcp.server.lowlevel import NotificationOptions, Server
from mcp.server.lowlevel.helper_types import ReadResourceContents
from mcp.server.stdio import stdio_server
from mcp.server.streamable_http import EventMessage, EventStore
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from mcp.shared.exceptions import McpError
from python_1_tools import CATALOG, levels, text, watchers

# The end of a subscription belongs to a later revision.
TOOLS = [types.Tool(**one) for one in CATALOG["tools"] if one["name"] != "end_subscriptions"]
RESOURCES = [types.Resource(**one) for one in CATALOG["resources"]]
TEMPLATES = [types.ResourceTemplate(**one) for one in CATALOG["resourceTemplates"]]
PROMPTS = [types.Prompt(**one) for one in CATALOG["prompts"]]
WORK = {tool.name for tool in TOOLS if tool.execution is not None}


class Right(Server):
    """The SDK never declares subscriptions, even with both handlers."""

    def get_capabilities(self, notification_options, experimental_capabilities):
        changes = NotificationOptions(True, True, True)
        found = super().get_capabilities(changes, experimental_capabilities)
        found.resources.subscribe = True
        return found


server = Right(
    "right-python-1",
    version="1.0.0",
    instructions="Call a tool.",
    website_url="https://example.com/",
    icons=[types.Icon(**icon) for icon in CATALOG["icons"]],
)
server.experimental.enable_tasks()


def invalid(text, code=types.INVALID_PARAMS, data=None):
    return McpError(types.ErrorData(code=code, message=text, data=data))


def page(request, items, key, result):
    """Some entries at a time; the cursor is the index of the first."""
    cursor = request.params.cursor if request.params and request.params.cursor is not None else "0"
    if not cursor.isdecimal() or int(cursor) >= len(items):
        raise invalid("unknown cursor")
    end = int(cursor) + (9 if key == "tools" else 1)
    following = str(end) if end < len(items) else None
    return result(**{key: items[int(cursor) : end], "nextCursor": following})


@server.list_tools()
async def list_tools(request: types.ListToolsRequest) -> types.ListToolsResult:
    return page(request, TOOLS, "tools", types.ListToolsResult)


@server.list_resources()
async def list_resources(request: types.ListResourcesRequest) -> types.ListResourcesResult:
    return page(request, RESOURCES, "resources", types.ListResourcesResult)


@server.list_prompts()
async def list_prompts(request: types.ListPromptsRequest) -> types.ListPromptsResult:
    return page(request, PROMPTS, "prompts", types.ListPromptsResult)


@server.list_resource_templates()
async def list_templates():
    return TEMPLATES


async def call(request: types.CallToolRequest):
    """In place of the SDK's own, which turns every error into a tool error."""
    ctx, name = server.request_context, request.params.name
    arguments = request.params.arguments or {}
    tool = next((tool for tool in TOOLS if tool.name == name), None)
    if tool is None:
        raise invalid("unknown tool")
    ctx.experimental.validate_for_tool(tool)
    try:
        jsonschema.validate(arguments, tool.inputSchema)
        return types.ServerResult(await result_of(name, arguments, ctx))
    except (ValueError, jsonschema.ValidationError) as problem:
        failed = types.CallToolResult(content=[text(str(problem))], isError=True)
        return types.ServerResult(failed)


server.request_handlers[types.CallToolRequest] = call


async def result_of(name, arguments, ctx):
    if name == "forecast":
        found = {"city": arguments["city"], "degrees": 21.5}
        return types.CallToolResult(
            content=[text(json.dumps(found))],
            structuredContent=found,
            _meta={"example.com/source": "right"},
        )
    if name == "media":
        return types.CallToolResult(content=CATALOG["media"])
    if name in ("lookup", "show_clock"):
        return types.CallToolResult(content=[text(arguments.get("region", "noon"))])
    if name in WORK:
        return await work(ctx, name)
    return types.CallToolResult(content=[text(await getattr(python_1_tools, name)(ctx))])


async def work(ctx, name):
    async def steps(task):
        await anyio.sleep(1 if name == "work_slowly" else 0.1)
        if name == "fail_as_task":
            failed = types.CallToolResult(content=[text("the disk is full")], isError=True)
            await server.experimental.task_support.store.store_result(task.task_id, failed)
            await task.fail("the disk is full")
        return types.CallToolResult(content=[text("worked")])

    if ctx.experimental.is_task:
        return await ctx.experimental.run_task(steps)
    return types.CallToolResult(content=[text("worked")])


@server.read_resource()
async def read(uri):
    if (known := CATALOG["contents"].get(str(uri))) is not None:
        blob = base64.b64decode(known["blob"]) if "blob" in known else known["text"]
        return [ReadResourceContents(blob, known["mimeType"], known.get("_meta"))]
    place, _, name = str(uri).rpartition("/")
    if place not in ("note://by-name", "note://of-day") or not name.isalnum():
        raise invalid("unknown resource", -32002, {"uri": str(uri)})
    if name == "broken":
        raise invalid("the disk is full", types.INTERNAL_ERROR)
    return [ReadResourceContents(f"note {name}", "text/plain")]


@server.subscribe_resource()
async def subscribe(uri):
    watchers[id(server.request_context.session)].add(str(uri))


@server.unsubscribe_resource()
async def unsubscribe(uri):
    watchers[id(server.request_context.session)].discard(str(uri))


@server.get_prompt()
async def get_prompt(name, arguments):
    if name == "broken_prompt":
        raise invalid("the disk is full", types.INTERNAL_ERROR)
    if name == "describe":
        blocks = CATALOG["media"]
    elif name == "greet" and "name" in (arguments or {}):
        blocks = [text(f"Say hello to {arguments['name']}.")]
    else:
        raise invalid("unknown prompt, or no name")
    messages = [types.PromptMessage(role="user", content=block) for block in blocks]
    return types.GetPromptResult(description="A prompt.", messages=messages)


@server.completion()
async def complete(ref, argument, context):
    if isinstance(ref, types.PromptReference) and ref.name not in {one.name for one in PROMPTS}:
        raise invalid("unknown prompt")
    found = [name for name in ("alpha", "beta") if name.startswith(argument.value)]
    return types.Completion(values=found, total=len(found), hasMore=False)


@server.set_logging_level()
async def set_level(level):
    levels[id(server.request_context.session)] = level


class Events(EventStore):
    """Replays what followed an event on its own stream."""

    def __init__(self):
        self.kept = []

    async def store_event(self, stream_id, message):
        self.kept.append((stream_id, message))
        return str(len(self.kept) - 1)

    async def replay_events_after(self, last_event_id, send_callback):
        place = int(last_event_id)
        stream = self.kept[place][0]
        for number, (other, message) in enumerate(self.kept):
            if number > place and other == stream and message is not None:
                await send_callback(EventMessage(message, str(number)))
        return stream


def serve(port):
    import uvicorn
    from mcp.server.fastmcp.server import StreamableHTTPASGIApp
    from starlette.applications import Starlette
    from starlette.routing import Route

    here = [f"127.0.0.1:{port}", f"localhost:{port}"]
    guard = TransportSecuritySettings(
        allowed_hosts=here, allowed_origins=[f"http://{host}" for host in here]
    )
    manager = StreamableHTTPSessionManager(
        server, event_store=Events(), retry_interval=500, security_settings=guard
    )

    @asynccontextmanager
    async def lifespan(app):
        async with manager.run():
            yield

    app = Starlette(routes=[Route("/mcp", StreamableHTTPASGIApp(manager))], lifespan=lifespan)
    uvicorn.run(app, host="127.0.0.1", port=port, log_level="error")


async def talk_over_stdio():
    options = server.create_initialization_options()
    async with stdio_server() as (read_stream, write_stream):
        await server.run(read_stream, write_stream, options)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        serve(int(sys.argv[1]))
    else:
        anyio.run(talk_over_stdio)
