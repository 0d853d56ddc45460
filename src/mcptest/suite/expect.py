"""Read ``expect:`` into expectations for the judge."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from mcptest.errors import Problem
from mcptest.match.bind import BindError, bind, find_matcher
from mcptest.match.expectation import Expectation
from mcptest.match.matcher import Check, MatchContext, Mismatch
from mcptest.match.path import Path, PathError
from mcptest.model.json import Json, JsonObject, MaybeJson
from mcptest.model.location import Location
from mcptest.model.record import record
from mcptest.suite.scope import INVALID, Invalid, Scope, complain, did_you_mean
from mcptest.suite.shape import Key, ListOf, Number, Object, Raw, Shape, Text
from mcptest.suite.substitute import substitute
from mcptest.suite.yaml.node import Node, pack, unpack

NO_MEMBERS: Mapping[str, Collection[str]] = {}
_TWO = 2
MATCHER_SCHEMA: JsonObject = {"$ref": "#/$defs/matcher"}
_CODES = {"regex": "suite-bad-pattern", "schema": "suite-bad-schema"}


@record
class Expect:
    """What a test expects; ``assertions`` is None where the defaults of its block hold."""

    assertions: tuple[Expectation, ...] | None = None
    max_duration_ms: float | None = None
    where: Location | None = None

    def expectations(self, default: tuple[Expectation, ...] = ()) -> tuple[Expectation, ...]:
        """Everything to judge: what was written or ``default``, then the time limit."""
        held = default if self.assertions is None else self.assertions
        if self.max_duration_ms is None:
            return held
        limit = bind({"range": {"max": self.max_duration_ms}})
        return (*held, Expectation(Path.parse("duration_ms"), limit, where=self.where))

    def resolve(self, values: Mapping[str, Json]) -> Expect:
        """The same with captured values filled in.

        Raises: UnsetVariableError.
        """
        if self.assertions is None:
            return self
        return replace(self, assertions=tuple(_filled(one, values) for one in self.assertions))


class ExpectShape(Shape[Expect]):
    """A list of assertions, or an object with ``assertions`` and ``max_duration_ms``.

    ``roots`` are the names a target may start with; None checks nothing. ``members`` are those
    that a root can have, where they are known. With ``deferred``,
    ``${name}`` waits for a step to capture it: call ``Expect.resolve`` before judging.
    """

    label = "a list of assertions (expect)"

    def __init__(
        self,
        roots: Collection[str] | None = None,
        *,
        members: Mapping[str, Collection[str]] = NO_MEMBERS,
        deferred: bool = False,
    ) -> None:
        assertions = ListOf(_Assertion(roots, members, deferred=deferred))
        self._list = assertions
        self._object = Object(
            "expect",
            {
                "assertions": Key(assertions, doc="Assertions that must pass."),
                "max_duration_ms": Key(
                    Number(minimum=0), doc="Maximum duration of the call, in milliseconds."
                ),
            },
            Expect,
            place=True,
        )

    def read(self, node: Node, problems: list[Problem], scope: Scope) -> Expect | Invalid:
        if node.get("target") or node.get("matcher"):
            message = "expect must be a list of assertions; got a single one"
            hint = "put `- ` before it and indent the rest"
            return complain(problems, "suite-wrong-type", message, node, hint=hint)
        if isinstance(node.value, dict):
            return self._object.read(node, problems, scope)
        read = self._list.read(node, problems, scope)
        return INVALID if isinstance(read, Invalid) else Expect(read)

    def fits(self, node: Node) -> bool:
        return isinstance(node.value, list | dict)

    def json_schema(self) -> JsonObject:
        return {"$ref": "#/$defs/expect"}

    def definition(self) -> JsonObject:
        """What ``#/$defs/expect`` holds."""
        return {"anyOf": [self._list.json_schema(), self._object.json_schema()]}


class _Assertion(Shape[Expectation]):
    """One ``{target, matcher, message?}``."""

    label = "an assertion"

    def __init__(
        self,
        roots: Collection[str] | None,
        members: Mapping[str, Collection[str]],
        *,
        deferred: bool,
    ) -> None:
        self._roots = roots
        self._members = members
        self._deferred = deferred
        self._object: Object[dict[str, Any]] = Object(
            "assertion",
            {
                "target": Key(
                    Raw({"type": "string"}), required=True, doc="Part of the response to check."
                ),
                "matcher": Key(
                    Raw(MATCHER_SCHEMA), required=True, doc="Matcher that the value must satisfy."
                ),
                "message": Key(Text(), doc="Text to show if the assertion fails."),
            },
        )

    def read(self, node: Node, problems: list[Problem], scope: Scope) -> Expectation | Invalid:
        parts = self._object.read(node, problems, scope)
        if isinstance(parts, Invalid):
            return INVALID
        path = self._target(parts["target"], problems)
        deferred = self._deferred or bool(scope.captured)
        check = self._matcher(parts["matcher"], problems, deferred=deferred)
        if isinstance(path, Invalid) or isinstance(check, Invalid):
            return INVALID
        return Expectation(path, check, parts.get("message"), node.where)

    def _target(self, node: Node, problems: list[Problem]) -> Path | Invalid:
        if not isinstance(node.value, str):
            return Text(label="a target such as result.content[0].text").refuse(node, problems)
        try:
            path = Path.parse(node.value)
        except PathError as error:
            problems.append(Problem("suite-bad-target", str(error), _inside(node, error.column)))
            return INVALID
        root = path.root
        if self._roots is None or root is None:
            return path
        if root in self._roots:
            return self._member(path, node, problems) if root in self._members else path
        message = f'unknown target "{root}" here'
        hint = did_you_mean(root, self._roots)
        return complain(problems, "suite-bad-target", message, node, hint=hint)

    def _member(self, path: Path, node: Node, problems: list[Problem]) -> Path | Invalid:
        known = self._members[str(path.root)]
        if len(path.steps) < _TWO or path.steps[1] in known:
            return path
        message = f'"{path.root}" has no target "{path.steps[1]}"'
        hint = did_you_mean(str(path.steps[1]), known)
        return complain(problems, "suite-bad-target", message, node, hint=hint)

    def _matcher(self, node: Node, problems: list[Problem], *, deferred: bool) -> Check | Invalid:
        spec = node.plain()
        try:
            return _open_check(spec) if deferred and _refers(spec) else bind(spec)
        except BindError as error:
            return _explain(error, node, problems)

    def fits(self, node: Node) -> bool:
        return isinstance(node.value, dict)

    def json_schema(self) -> JsonObject:
        return self._object.json_schema()


def _refers(spec: Json) -> bool:
    if isinstance(spec, str):
        return "${" in spec
    inner = spec if isinstance(spec, list) else spec.values() if isinstance(spec, dict) else ()
    return any(map(_refers, inner))


def _open_check(spec: Json) -> Check:
    """A check that waits for captured values; its name is checked already."""
    if not isinstance(spec, dict) or len(spec) != 1:
        return bind(spec)
    ((name, argument),) = spec.items()
    find_matcher(name)

    def compare(_value: MaybeJson, _context: MatchContext) -> Mismatch:
        return Mismatch("was not checked: a captured value is missing")

    return Check(name, argument, compare)


def _filled(one: Expectation, values: Mapping[str, Json]) -> Expectation:
    target = str(substitute(one.target.text, values))
    path = one.target if target == one.target.text else Path.parse(target)
    check = one.check
    if _refers(check.wants):
        check = _bound_late({check.matcher: substitute(check.wants, values)})
    message = None if one.message is None else str(substitute(one.message, values))
    return replace(one, target=path, check=check, message=message)


def _bound_late(spec: JsonObject) -> Check:
    """What a server gave cannot be the user's mistake: an argument that does not fit fails."""
    try:
        return bind(spec)
    except BindError as error:
        mismatch = Mismatch(f"was not checked: a captured value cannot be used ({error.message})")
        ((name, argument),) = spec.items()
        return Check(name, argument, lambda _value, _context: mismatch)


def _explain(error: BindError, node: Node, problems: list[Problem]) -> Invalid:
    place, keys = node, [part for part in error.pointer.split("/") if part]
    for part in keys:
        inner = place.value
        place = inner[int(part)] if isinstance(inner, list) else place.get(part) or place
    last = keys[-1] if keys else ""
    code = "suite-unknown-matcher" if error.unknown else _CODES.get(last, "suite-bad-value")
    where = place.key_where if error.unknown else place.where
    problems.append(Problem(code, error.message, where, error.hint))
    return INVALID


def _inside(node: Node, column: int) -> Location:
    """A place inside a text that stands on one line."""
    quote = 0 if node.text is not None else 1
    place = unpack(node.span)
    return node.source.locate(pack(place.line, place.column + quote + column - 1))


EXPECT = ExpectShape()
