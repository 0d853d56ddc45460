"""What a session showed: lists of tools, responses to calls, and HTTP."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from itertools import pairwise
from typing import Final

from mcptest.model.finding import Exchange
from mcptest.model.json import MISSING, JsonObject, MaybeJson
from mcptest.model.leak import NOTHING, Given
from mcptest.model.record import record

FOREIGN_ORIGIN: Final = "https://rebind.example"
FOREIGN_HOST: Final = "rebind.example"


@record
class SeenList:
    """The tools by name, as listed once; ``announced``: the server said that they changed."""

    label: str
    session: int
    tools: Mapping[str, JsonObject]
    announced: bool = False


@record
class SeenResponse:
    """One answer to a call with valid arguments."""

    tool: str
    arguments: JsonObject
    result: MaybeJson = MISSING
    error: MaybeJson = MISSING
    exchange: Exchange | None = None
    given: Given = NOTHING
    words: frozenset[str] = frozenset()  # of the tool's name
    carries_foreign_text: bool = False


@record
class SeenUnlisted:
    """A call of a tool that was reviewed and is not listed now, without any arguments.

    ``nobody`` is the response to a name that no tool ever had.
    """

    tool: str
    required: tuple[str, ...]
    response: SeenResponse
    nobody: SeenResponse


@record
class SeenMetadata:
    """What the documents about authorization on the server's own host say."""

    scopes: tuple[str, ...] = ()
    places: Mapping[str, str] = field(default_factory=dict)  # endpoints and issuers, by their name


@record
class SeenHttp:
    """What HTTP requests came to; a status is None where the request was not made."""

    loopback: bool
    authorized: bool  # whether requests carry credentials
    foreign_host_status: int | None = None
    simple_post_status: int | None = None
    cors_origin: str | None = None  # as told to a foreign origin that was served
    cors_credentials: bool = False
    session_ids: tuple[str, ...] = ()
    cache_control: str | None = None
    listens_everywhere: bool = False  # seen on this machine alone
    other_user_status: int | None = None  # of our session with another user's token
    metadata: SeenMetadata | None = None


@record(kw_only=True)
class SeenSession:
    """Everything that passive rules look at; what was not looked at is None or empty."""

    lists: tuple[SeenList, ...] = ()
    responses: tuple[SeenResponse, ...] = ()
    http: SeenHttp | None = None
    tool_names: frozenset[str] = field(default=frozenset())
    unlisted: tuple[SeenUnlisted, ...] = ()
    writers: tuple[str, ...] = ()  # tools that say that they change or destroy something

    def pairs(self, *, same_session: bool) -> Iterator[tuple[SeenList, SeenList]]:
        """Lists that should be equal: one after the other, in one session or in two."""
        for before, after in pairwise(self.lists):
            if (before.session == after.session) is same_session and not after.announced:
                yield before, after
