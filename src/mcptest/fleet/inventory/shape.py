"""The form of ``fleet.yml``: the server form of a suite with a few more keys, gates and limits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Final

from mcptest.audit.plan import STAGES
from mcptest.errors import Problem
from mcptest.model.grade import GRADES
from mcptest.model.json import JsonObject
from mcptest.model.record import record
from mcptest.model.spec_version import SpecVersion
from mcptest.suite.server_shape import (
    ServerForm,
    check_server,
    server_keys,
    split_members,
)
from mcptest.suite.shape import (
    Duration,
    Either,
    Flag,
    Integer,
    Key,
    ListOf,
    MapOf,
    Object,
    OneOf,
    Raw,
    Revision,
    Text,
)
from mcptest.suite.yaml.node import Node

SCHEMA_ID: Final = "urn:mcptest:schema:fleet:v1"
DEFAULT_LIMIT: Final = 300.0


@record(kw_only=True)
class FleetForm(ServerForm):
    """A server of a fleet as it is written."""

    tags: tuple[str, ...] = ()
    suite: str | None = None
    spec_version: SpecVersion | None = None
    owner: str | None = None
    stage: str | None = None
    limit: float | None = None


@record(kw_only=True)
class Gates:
    """What the audit of a server must reach; None where nothing was said."""

    min_grade: str | None = None
    no_regression: bool | None = None

    @property
    def any(self) -> bool:
        return self.min_grade is not None or bool(self.no_regression)


@record(kw_only=True)
class GateForm(Gates):
    """Gates for every server, and others for the servers with a tag."""

    tags: Mapping[str, Gates] = field(default_factory=dict)


@record(kw_only=True)
class FleetLimits:
    """Seconds: for all that is done with one server, and for the whole run."""

    timeout: float = DEFAULT_LIMIT
    total: float | None = None


@record(kw_only=True)
class AuditForm:
    """Which stages an audit has, and the seed of what is made up."""

    stages: tuple[str, ...] = STAGES
    seed: int = 1


@record(kw_only=True)
class Import:
    """A host's file with servers, and what its servers have in common."""

    file: str
    tags: tuple[str, ...] = ()
    owner: str | None = None
    stage: str | None = None


_TAGS = ListOf(Text(label="a tag"))
_MORE_KEYS: Final[dict[str, Key]] = {
    "tags": Key(_TAGS, doc="Words to choose servers and gates by."),
    "suite": Key(Text(label="a path"), doc="A suite to run too, relative to this file."),
    "spec_version": Key(Revision(), doc="The revision to be judged at; left out, the newest."),
    "owner": Key(Text(), doc="Who answers for it; for the report."),
    "stage": Key(Text(), doc="How far along it is; for the report."),
    "limit": Key(Duration(), doc="The most that everything with this server may take."),
}
_GATE_KEYS: Final[dict[str, Key]] = {
    "min_grade": Key(OneOf(*GRADES), doc="The worst grade that passes."),
    "no_regression": Key(
        Flag(), doc="Nothing may be worse than when it last passed: grade, score, or a new failure."
    ),
}


def _check(members: Mapping[str, Any], node: Node, problems: list[Problem]) -> None:
    check_server(members, node, problems)
    pin, grade = members.get("protocol_version"), members.get("spec_version")
    if pin is not None and grade is not None and pin is not grade:
        written = node.get("spec_version")
        assert written is not None
        message = f"it is judged at {grade.value} and spoken to in {pin.value}; say one of them"
        problems.append(Problem("suite-bad-value", message, written.where))


def _form(**members: Any) -> FleetForm:
    """To be judged at a revision is to be spoken to in it."""
    pin = members.get("spec_version") or members.get("protocol_version")
    return FleetForm(**split_members({**members, "protocol_version": pin}))


FLEET_SERVER: Final[Object[FleetForm]] = Object(
    "server",
    lambda: {**server_keys(), **_MORE_KEYS},
    _form,
    place=True,
    check=_check,
    doc="One server of the fleet.",
)
IMPORT: Final = Object(
    "import",
    {
        "file": Key(Text(label="a path"), required=True, doc="The host's file."),
        **{key: _MORE_KEYS[key] for key in ("tags", "owner", "stage")},
    },
    Import,
)
IMPORTS: Final = ListOf(Either(Text(label="a path"), IMPORT))
GATES: Final = Object(
    "set of gates",
    {
        **_GATE_KEYS,
        "tags": Key(
            MapOf(Object("set of gates for a tag", _GATE_KEYS, Gates)),
            doc="Gates for the servers with a tag; they come before the ones above.",
        ),
    },
    GateForm,
    doc="What every server must reach; without any, no failed rule, probe or test.",
)
LIMITS: Final = Object(
    "set of limits",
    {
        "timeout": Key(Duration(), doc="The most that one server may take.", default="5m"),
        "total": Key(Duration(), doc="The most that the whole run may take."),
    },
    FleetLimits,
    doc="How long things may take.",
)
AUDIT: Final = Object(
    "audit",
    {
        "stages": Key(
            ListOf(OneOf(*STAGES)), doc="The stages of every audit.", default=list(STAGES)
        ),
        "seed": Key(Integer(minimum=0), doc="Of what is made up.", default=1),
    },
    AuditForm,
    doc="What an audit does here.",
)
TOP: Final[Object[dict[str, Any]]] = Object(
    "fleet",
    {
        "fleet": Key(Text(), doc="The name of the fleet; left out, the name of its folder."),
        "servers": Key(
            Raw(MapOf(FLEET_SERVER).json_schema), doc="The servers of the fleet, by name."
        ),
        "imports": Key(
            Raw(IMPORTS.json_schema),
            doc="Files in which hosts list servers (mcpServers, servers), relative to this one.",
        ),
        "variables": Key(
            Raw({"type": "object"}),
            doc="Values for ${name}: literal, or {from_env: VAR, default: …}.",
        ),
        "gates": Key(GATES, doc=GATES.doc),
        "limits": Key(LIMITS, doc=LIMITS.doc),
        "audit": Key(AUDIT, doc=AUDIT.doc),
    },
)


def fleet_schema() -> JsonObject:
    """The JSON Schema of a fleet file, from the shapes that read it."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": SCHEMA_ID,
        **TOP.json_schema(),
        "title": "mcptest fleet",
        "description": "An inventory of MCP servers, and what they must reach.",
    }
