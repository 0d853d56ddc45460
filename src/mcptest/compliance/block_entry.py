"""One entry of a ``compliance:`` block: a rule by its id, or a named request with expectations."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any as Anything

from mcptest.compliance.cases import rule_case
from mcptest.compliance.corpus.version_corpus import BUILTIN, load_builtin
from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.reply_root import reply_root
from mcptest.engine.case import Case, Observation
from mcptest.engine.context import Context
from mcptest.errors import Problem
from mcptest.match.bind import bind
from mcptest.match.expectation import Expectation
from mcptest.match.path import Path
from mcptest.model.json import MaybeJson
from mcptest.model.location import Location
from mcptest.model.outcome import Lane, Skip, SkipReason, declared_skip
from mcptest.model.record import record
from mcptest.suite.entry import EXPECT
from mcptest.suite.expect import Expect
from mcptest.suite.scope import complain, did_you_mean
from mcptest.suite.shape import Key, ListOf, Object, ServerName, Text
from mcptest.suite.yaml.node import Node

_LEADING_ID = re.compile(r"([A-Z]{2,8}-[0-9]{3})\b")


@record(kw_only=True)
class ComplianceEntry:
    """As written; ``check`` is the method to send."""

    name: str
    where: Location
    server: str | None = None
    check: str | None = None
    expect: Expect | None = None
    tags: tuple[str, ...] = ()
    skip: str | None = None

    @property
    def rule_id(self) -> str | None:
        found = _LEADING_ID.match(self.name)
        return found[1] if found else None

    @property
    def asserts(self) -> bool:
        """Whether it says more than that the rule must hold."""
        return bool(self.check or self.expect) or self.skip is not None


def _says_what(members: Mapping[str, Anything], node: Node, problems: list[Problem]) -> None:
    named = _LEADING_ID.match(str(members.get("name", "")))
    if "check" in members:
        return
    if named and named[1] not in known_ids():
        message = f"no revision has a rule {named[1]}"
        hint = did_you_mean(named[1], known_ids())
        complain(problems, "suite-unknown-rule", message, node.get("name") or node, hint=hint)
    if not named:
        message = "this entry names no rule and sends no request"
        hint = "begin the name with a rule id such as PROTO-001, or add check: tools/list"
        complain(problems, "suite-no-check", message, node, hint=hint)


def known_ids() -> set[str]:
    """Every rule of every revision, from the names of the files."""
    return {path.stem for path in BUILTIN.glob("*/*-*.yaml")}


ENTRY: Object[ComplianceEntry] = Object(
    "compliance test",
    {
        "name": Key(
            Text(),
            required=True,
            doc="Name of the entry. If it begins with a rule id, that rule runs.",
        ),
        "server": Key(ServerName(), doc="Server to use; optional if the suite has only one."),
        "check": Key(Text(), doc="A request to send, such as initialize, ping or tools/list."),
        "expect": Key(
            EXPECT, doc="Assertions on the response. If a rule runs, it must pass as well."
        ),
        "tags": Key(ListOf(Text()), doc="Tags for --tag and --skip-tag."),
        "skip": Key(Text(), doc="Skip this entry; the reason is reported."),
    },
    ComplianceEntry,
    place=True,
    check=_says_what,
)


def entry_case(entry: ComplianceEntry, exam: Examination, *, server: str) -> Case:
    """The case that an entry stands for."""
    skip = declared_skip(entry.skip)
    if entry.check is None and entry.rule_id is not None:
        return _rule(entry, exam, server=server, skip=skip)

    async def observe(ctx: Context) -> Observation:
        session = await exam.session(ctx)
        method = str(entry.check)
        opening = method in {"initialize", "server/discover"}
        reply = session.opening if opening else await session.request(method)
        return Observation(roots=reply_root(reply), exchange=reply.exchange)

    return Case(
        id=f"compliance::{server}::{entry.name}",
        name=entry.name,
        lane=Lane.COMPLIANCE,
        server=server,
        observe=observe,
        expect=(entry.expect or Expect()).expectations(_MUST_SUCCEED),
        where=entry.where,
        tags=entry.tags,
        skip=skip,
    )


_MUST_SUCCEED = (
    Expectation(Path.parse("error"), bind({"absent": True})),
    Expectation(Path.parse("result"), bind({"present": True})),
)


def _rule(entry: ComplianceEntry, exam: Examination, *, server: str, skip: Skip | None) -> Case:
    """The rule's own case under the entry's name; its revision is known once a session is open.

    What the entry expects must hold beside what the rule demands.
    """
    rule_id = str(entry.rule_id)

    async def observe(ctx: Context) -> Observation:
        session = await exam.session(ctx)
        rule = load_builtin(session.version).rules.get(rule_id)
        if rule is None:
            text = f"{rule_id} is not a rule of {session.version.value}"
            return Observation(skip=Skip(SkipReason.NOT_IN_REVISION, text))
        seen = await rule_case(rule, exam, server=server).observe(ctx)
        return replace(seen, roots={**seen.roots, **last_reply(seen.roots)})

    return Case(
        id=f"compliance::{server}::{entry.name}",
        name=entry.name,
        lane=Lane.COMPLIANCE,
        server=server,
        observe=observe,
        expect=entry.expect.expectations() if entry.expect else (),
        where=entry.where,
        tags=entry.tags,
        skip=skip,
        starts_process=True,
    )


def last_reply(roots: Mapping[str, MaybeJson]) -> Mapping[str, MaybeJson]:
    """The members of the last reply that a rule looked at, which ``expect:`` speaks of."""
    replies = [root for root in roots.values() if isinstance(root, dict) and root.keys() >= _REPLY]
    return replies[-1] if replies else {}


_REPLY = {"form", "method", "duration_ms"}
