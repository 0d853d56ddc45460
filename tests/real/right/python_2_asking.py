"""What the tools of ``python_2.py`` ask the client, as the resolvers of the SDK."""

from typing import Annotated

import mcp_types as types
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.resolve import Elicit, ListRoots, Resolve, Sample
from pydantic import BaseModel, Field

CLOCK = types.Tool(
    name="clock",
    input_schema={"type": "object", "properties": {}},
    annotations=types.ToolAnnotations(read_only_hint=True),
)


class Zone(BaseModel):
    """What the form asks for."""

    zone: str = Field(title="Zone", max_length=40)
    hours: int = Field(default=24, ge=12, le=24)
    summer: bool = False


def ask_zone() -> Elicit[Zone]:
    return Elicit("Which zone?", Zone)


def ask_roots() -> ListRoots:
    return ListRoots()


def said(role: str, *blocks: object) -> types.SamplingMessage:
    """One block stands alone: older revisions have no lists."""
    content = blocks[0] if len(blocks) == 1 else list(blocks)
    return types.SamplingMessage(role=role, content=content)


QUESTION = said("user", types.TextContent(text="What time is it?"))
Sampled = types.CreateMessageResultWithTools


def ask(ctx: Context, *messages: types.SamplingMessage) -> Sample:
    """With a clock for the model where the client can offer one."""
    sampling = getattr(ctx.client_capabilities, "sampling", None)
    more = {"tools": [CLOCK]} if sampling is not None and sampling.tools is not None else {}
    return Sample([QUESTION, *messages], max_tokens=50, **more)


def ask_model(ctx: Context) -> Sample:
    return ask(ctx)


def tell_model(ctx: Context, first: Annotated[Sampled, Resolve(ask_model)]) -> Sample:
    """Answer every tool use, as the model asked; without one, ask it to go on."""
    content = first.content if isinstance(first.content, list) else [first.content]
    noon = [types.TextContent(text="noon")]
    results = [
        types.ToolResultContent(tool_use_id=block.id, content=noon)
        for block in content
        if isinstance(block, types.ToolUseContent)
    ]
    later = results or [types.TextContent(text="Go on.")]
    return ask(ctx, said("assistant", *content), said("user", *later))
