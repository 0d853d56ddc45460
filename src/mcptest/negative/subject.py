"""What the probes test: one tool, a valid call to it, and its server."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Final

from mcptest.engine.passed_values import given_to
from mcptest.model.json import MISSING, Json, JsonObject, Missing
from mcptest.model.leak import NOTHING, Given
from mcptest.model.spec_version import Era, SpecVersion
from mcptest.model.tool import ToolDescriptor
from mcptest.schema.synth import synthesize
from mcptest.schema.validate import validator
from mcptest.wire.session import Session
from mcptest.wire.target import Target

LISTS: Final = {
    "tools": "tools",
    "resources": "resources",
    "resources/templates": "resources",
    "prompts": "prompts",
}


@dataclass(frozen=True, slots=True)
class ProbeSubject:
    """``base`` holds arguments that the tool should take; ``paged`` says which lists have pages."""

    tool: ToolDescriptor
    base: JsonObject
    version: SpecVersion
    transport: str = "memory"
    capabilities: JsonObject = field(default_factory=dict)
    has_session_id: bool = False
    prompts: tuple[JsonObject, ...] = ()
    paged: Mapping[str, bool] = field(default_factory=dict)
    given: Given = NOTHING  # what the server was told before, which it may tell again

    @property
    def schema(self) -> Json:
        """The input schema; one that takes anything where the tool has none that can be used."""
        schema = self.tool.input_schema
        return True if isinstance(schema, Missing) else schema

    @property
    def era(self) -> Era:
        return self.version.era


class InvalidBaseError(ValueError):
    """The arguments that probes should break are broken already."""

    def __init__(self, args: JsonObject, problem: str) -> None:
        super().__init__(problem)
        self.given = args


def valid_base(
    tool: ToolDescriptor, args: JsonObject, folder: str | None = None
) -> tuple[JsonObject, str | None]:
    """The test's arguments, completed where the schema asks for more; and a remark on that.

    Raises: InvalidBaseError where they cannot be part of a valid call.
    """
    schema = tool.input_schema
    if isinstance(schema, Missing) or validator(schema).is_valid(args):
        return args, None
    made = synthesize(schema, folder=folder).value
    whole = {**(made if isinstance(made, dict) else {}), **args}
    if validator(schema).is_valid(whole):
        return whole, "args was completed from the input schema, which asks for more"
    raise InvalidBaseError(args, validator(schema).errors(whole)[0].message)


async def survey(
    session: Session,
    tool: ToolDescriptor,
    base: JsonObject,
    looks: Collection[str],
    *,
    target: Target,
) -> ProbeSubject:
    """Look at the server as far as the chosen probes need it."""
    prompts: tuple[JsonObject, ...] = ()
    paged: dict[str, bool] = {}
    if "prompts" in looks and "prompts" in session.capabilities:
        listing = await session.list_all("prompts")
        prompts = tuple(item for item in listing.items if isinstance(item, dict))
    if "pages" in looks:
        for kind, capability in LISTS.items():
            if capability in session.capabilities:
                paged[kind] = await _has_pages(session, kind)
    return ProbeSubject(
        tool=tool,
        base=base,
        version=session.version,
        transport=session.link.transport.name,
        capabilities=session.capabilities,
        has_session_id=getattr(session.link, "session_id", None) is not None,
        prompts=prompts,
        paged=paged,
        given=given_to(target, tool, session.client),
    )


async def _has_pages(session: Session, kind: str) -> bool:
    reply = await session.request(f"{kind}/list")
    page = reply.result if isinstance(reply.result, dict) else {}
    return page.get("nextCursor", MISSING) is not MISSING
