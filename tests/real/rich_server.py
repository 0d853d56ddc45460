"""A server on the official Python SDK 2.x that uses what the small one does not.

``rich_server.py [PORT]``; stdio where no port is named. User interfaces, questions to the client,
sampling with tools, progress, and tools that change the tool list or end all subscriptions.
"""

import sys
from typing import Annotated

from mcp.server import MCPServer
from mcp.server.apps import Apps, ResourceCsp
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.resolve import Elicit, Resolve, Sample
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler
from mcp_types import (
    CreateMessageResultWithTools,
    SamplingMessage,
    SubscriptionsListenRequestParams,
    TextContent,
    Tool,
    ToolAnnotations,
    ToolResultContent,
    ToolUseContent,
)
from pydantic import BaseModel

READ_ONLY = ToolAnnotations(read_only_hint=True)
CLOCK = Tool(
    name="clock",
    description="Tells the time.",
    input_schema={"type": "object", "properties": {}},
    annotations=READ_ONLY,
)
PAGE = (
    "<!doctype html><html><head><script src='https://cdn.example.com/clock.js'></script></head>"
    "<body>noon</body></html>"
)
apps = Apps()


@apps.tool(resource_uri="ui://clock/face.html", description="Shows a clock.", annotations=READ_ONLY)
def show_clock() -> str:
    return "noon"


apps.add_html_resource(
    "ui://clock/face.html", PAGE, csp=ResourceCsp(resource_domains=["https://cdn.example.com"])
)
bus = InMemorySubscriptionBus()
server = MCPServer("rich", extensions=[apps], subscriptions=bus)
streams = ListenHandler(bus)
server._lowlevel_server.add_request_handler(
    "subscriptions/listen", SubscriptionsListenRequestParams, streams
)


class Zone(BaseModel):
    """What the form asks for."""

    zone: str


def ask_zone() -> Elicit[Zone]:
    return Elicit("Which zone?", Zone)


@server.tool(annotations=READ_ONLY)
def time_in(answer: Annotated[Zone, Resolve(ask_zone)]) -> str:
    """Tell the time in a zone that the user names."""
    return f"noon in {answer.zone}"


def said(role: str, *blocks: object) -> SamplingMessage:
    return SamplingMessage(role=role, content=list(blocks))


QUESTION = said("user", TextContent(type="text", text="What time is it?"))


def ask_model() -> Sample:
    return Sample([QUESTION], max_tokens=50, tools=[CLOCK])


def tell_model(first: Annotated[CreateMessageResultWithTools, Resolve(ask_model)]) -> Sample:
    """Answer every tool use, as the model asked; without one, ask it to go on."""
    content = first.content if isinstance(first.content, list) else [first.content]
    noon = [TextContent(type="text", text="noon")]
    results = [
        ToolResultContent(type="tool_result", tool_use_id=block.id, content=noon)
        for block in content
        if isinstance(block, ToolUseContent)
    ]
    later = results or [TextContent(type="text", text="Go on.")]
    return Sample(
        [QUESTION, said("assistant", *content), said("user", *later)], max_tokens=50, tools=[CLOCK]
    )


@server.tool(annotations=READ_ONLY)
def model_time(last: Annotated[CreateMessageResultWithTools, Resolve(tell_model)]) -> str:
    """Ask the client's model for the time, which may use a clock."""
    return last.model


@server.tool(annotations=READ_ONLY)
async def count(ctx: Context) -> str:
    """Count to three."""
    for number in (1, 2, 3):
        await ctx.report_progress(number, 3)
    return "three"


@server.tool()
async def change_tools(ctx: Context) -> str:
    """Tell subscribers that the tool list has changed."""
    await ctx.notify_tools_changed()
    return "changed"


@server.tool()
def end_subscriptions() -> str:
    """End every open subscription."""
    streams.close()
    return "ended"


if __name__ == "__main__":
    if len(sys.argv) > 1:
        server.run("streamable-http", host="127.0.0.1", port=int(sys.argv[1]))
    else:
        server.run("stdio")
