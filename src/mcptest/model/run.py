"""A whole run as one value: the content of the ``mcptest.run/v1`` document."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Final

from mcptest.model.json import Json
from mcptest.model.outcome import CaseResult, Summary
from mcptest.model.record import record
from mcptest.model.spec_version import Era
from mcptest.model.start import Start

if TYPE_CHECKING:  # most runs grade nothing
    from mcptest.model.grade import Compliance
    from mcptest.model.rule_info import RuleInfo


UNNAMED: Final = "default"  # a server that the user gave no name


@record
class SdkFacts:
    """The SDK that a server seems to be built on.

    ``sure`` is ``certain`` where the SDK left its own mark, else ``likely``.
    """

    id: str  # the SDK and its major version, for example "fastmcp-4"
    name: str
    language: str  # a key of the fixes
    sure: str
    because: str


@record
class ServerFacts:
    """What is known of one server after talking to it."""

    name: str
    transport: str
    era: Era | None = None
    protocol_version: str | None = None
    speaks: tuple[str, ...] = ()
    info: Mapping[str, Json] | None = None
    tools: int | None = None  # how many it lists, where they were listed
    sdk: SdkFacts | None = None  # None where nothing shows it


@record
class CallRecord:
    """One decision about a call whose arguments we made up."""

    server: str
    tool: str
    tool_class: str
    decision: str
    feature: str
    called: bool = False  # whether the call was made


@record
class Run:
    """Everything a report needs, and nothing else."""

    mcptest: str
    command: str
    started: str
    duration_ms: float
    seed: int | None
    exit_code: int
    servers: tuple[ServerFacts, ...] = ()
    summary: Summary = field(default_factory=Summary)
    cases: tuple[CaseResult, ...] = ()
    compliance: Compliance | None = None
    calls: tuple[CallRecord, ...] = ()
    notes: tuple[str, ...] = ()
    interrupted: bool = False
    starts: tuple[Start, ...] = ()  # of the servers' processes, in their order
    rules: tuple[RuleInfo, ...] = ()  # for the reports that declare them; not in the document
    source: str | None = None  # a file to show for findings without one; not in the document
    earlier: Run | None = None  # for the reports that compare; not in the document
