"""Every illegal change of a member, generated from the shapes and from what right servers say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.lab.change import Change, Middle
from tests.lab.illegal.operations import ABSENT, LAST_ALONE, OTHERWISE, Operation
from tests.lab.illegal.places import Kind, Place, is_legal, kind_of, places
from tests.lab.paths import changed

from mcptest.model.spec_version import SpecVersion


@dataclass
class Samples:
    """The messages of a server, gathered while it is graded."""

    version: SpecVersion
    seen: dict[Kind, list[Any]] = field(default_factory=dict)

    def middle(self) -> Middle:
        return Middle(say=self._say)

    def _say(self, message: Any, asked: Any) -> Iterator[Any]:
        kind = kind_of(message, asked, self.version)
        if kind is not None and is_legal(message, kind, self.version):
            known = self.seen.setdefault(kind, [])
            if len(known) < MOST_SAMPLES and message not in known:
                known.append(message)
        yield message

    def places(self) -> dict[tuple[Kind, tuple[str, ...]], Place]:
        """Each member once; required wherever one sample requires it."""
        found: dict[tuple[Kind, tuple[str, ...]], Place] = {}
        for kind, messages in self.seen.items():
            for message in messages:
                for place in places(message, kind, self.version):
                    old = found.get((kind, place.path))
                    if old is None or (place.required and not old.required):
                        found[kind, place.path] = place
        return found


MOST_SAMPLES = 12
# Another text as method makes another message, which may be said.
STILL_A_METHOD = ("retype to text", "encode as text", "other case")


def member_changes(
    kind: Kind, place: Place, samples: list[Any], version: SpecVersion
) -> Iterator[Change]:
    """Every operation on this place that makes at least one of the samples illegal."""
    operations = {**(ABSENT if place.required else {}), **OTHERWISE}
    for name, act in operations.items():
        if place.path == ("method",) and name in STILL_A_METHOD:
            continue
        for last in (False, True) if "*" in place.path and name in LAST_ALONE else (False,):
            if any(breaks(act, place, message, kind, version, last=last) for message in samples):
                yield _change(name, act, kind, place, version, last=last)


def breaks(
    act: Operation, place: Place, message: Any, kind: Kind, version: SpecVersion, *, last: bool
) -> bool:
    return not is_legal(changed(message, place.path, act, last=last), kind, version)


def _words(kind: Kind, place: Place, operation: str) -> tuple[str, ...]:
    """What a finding may call the fault by: the member, or what holds it."""
    named = [part for part in place.path if part not in ("*", "result", "params", "error")]
    words = [place.path[-1], *named[-2:]]
    if place.path == ("method",):
        words += ["message", "result and error"]  # without a method it looks like an answer
    if operation == "swap with a neighbour":
        words += ["jsonrpc", "shape"]
    return (*words, kind.name.removesuffix(":result"))


def _change(
    name: str, act: Operation, kind: Kind, place: Place, version: SpecVersion, *, last: bool
) -> Change:
    def make() -> Middle:
        middle = Middle()

        def say(message: Any, asked: Any) -> Iterator[Any]:
            if kind_of(message, asked, version) != kind:
                yield message
                return
            broken = changed(message, place.path, act, last=last)
            middle.made += not is_legal(broken, kind, version)
            yield broken

        middle.say = say
        return middle

    where = "/".join(place.path)
    scope = " (last item)" if last else ""
    needed = "required" if place.required else "optional"
    return Change(
        name=f"{kind.shape} {where}: {name}{scope}",
        why=f"the shape of {kind.name} has {where} as a {needed} member of another kind",
        make=make,
        since=version,
        until=version,
        about=_words(kind, place, name),
        required=place.required,
    )
