"""The shape of ``fleet.yml``: server entries with extra keys, gates and limits."""

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
from mcptest.model.stage_names import STAGE_ROOMS
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
    Invalid,
    Key,
    ListOf,
    MapOf,
    Object,
    OneOf,
    Raw,
    Revision,
    Scope,
    Text,
)
from mcptest.suite.shapes.single import as_text
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
    "tags": Key(_TAGS, doc="Tags to select servers and gates by."),
    "suite": Key(Text(label="a path"), doc="Suite to run as well, relative to this file."),
    "spec_version": Key(Revision(), doc="Revision to grade against; the newest by default."),
    "owner": Key(Text(), doc="Owner of the server, shown in reports."),
    "stage": Key(Text(), doc="Lifecycle stage of the server, shown in reports."),
    "limit": Key(Duration(), doc="Timeout for everything that is done with this server."),
}
_GATE_KEYS: Final[dict[str, Key]] = {
    "min_grade": Key(OneOf(*GRADES), doc="Fail if the grade is below this."),
    "no_regression": Key(
        Flag(),
        doc=(
            "Fail if the grade or score fell, or a new failure appeared, since the "
            "server last passed."
        ),
    ),
}


def _check(members: Mapping[str, Any], node: Node, problems: list[Problem]) -> None:
    check_server(members, node, problems)
    pin, grade = members.get("protocol_version"), members.get("spec_version")
    if pin is not None and grade is not None and pin is not grade:
        written = node.get("spec_version")
        assert written is not None
        message = (
            f"conflicting revisions: {grade.value} for the grade and {pin.value} for the "
            "session; set only one"
        )
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
    doc="A server of the fleet.",
)
IMPORT: Final = Object(
    "import",
    {
        "file": Key(Text(label="a path"), required=True, doc="Path of the client config."),
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
            doc="Gates for servers with a tag; they take precedence over the general ones.",
        ),
    },
    GateForm,
    doc=(
        "Requirements for every server. Without gates, any failed rule, probe or "
        "test fails the server."
    ),
)
LIMITS: Final = Object(
    "set of limits",
    {
        "timeout": Key(Duration(), doc="Timeout for one server.", default="5m"),
        "total": Key(Duration(), doc="Timeout for the whole run."),
    },
    FleetLimits,
    doc="Timeouts.",
)
_SHOWN_STAGES: Final = tuple(
    {room: name for name, room in STAGE_ROOMS.items()}.get(one, one) for one in STAGES
)


class _Stage(OneOf):
    """A stage by its name in reports; the name in documents works as well."""

    def read(self, node: Node, problems: list[Problem], scope: Scope) -> str | Invalid:
        if (text := as_text(node)) in STAGE_ROOMS.values():
            return str(text)
        word = super().read(node, problems, scope)
        return word if isinstance(word, Invalid) else STAGE_ROOMS.get(word, word)

    def json_schema(self) -> JsonObject:
        return {"enum": [*self.words, *STAGE_ROOMS.values()]}


AUDIT: Final = Object(
    "audit",
    {
        "stages": Key(
            ListOf(_Stage(*_SHOWN_STAGES)),
            doc="Stages to run in every audit.",
            default=list(_SHOWN_STAGES),
        ),
        "seed": Key(Integer(minimum=0), doc="Random seed for generated arguments.", default=1),
    },
    AuditForm,
    doc="Settings for the audits.",
)
TOP: Final[Object[dict[str, Any]]] = Object(
    "fleet",
    {
        "fleet": Key(Text(), doc="Name of the fleet; the folder name by default."),
        "servers": Key(
            Raw(MapOf(FLEET_SERVER).json_schema), doc="The servers of the fleet, by name."
        ),
        "imports": Key(
            Raw(IMPORTS.json_schema),
            doc=(
                "MCP client configs to import servers from (mcpServers, servers), relative "
                "to this file."
            ),
        ),
        "variables": Key(
            Raw({"type": "object"}),
            doc="Values for ${name}: a literal, or {from_env: VAR, default: …}.",
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
        "description": "A list of MCP servers, and the requirements they must meet.",
    }
