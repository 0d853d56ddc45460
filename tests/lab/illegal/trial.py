"""Try one illegal change in memory."""

from __future__ import annotations

from tests.lab.change import Change, Middle
from tests.lab.judging import Outcome, Verdicts, judge_illegal
from tests.lab.legal.trial import Ground
from tests.lab.stages import Scene

_BEFORE: dict[int, Verdicts] = {}


def before(scene: Scene) -> Verdicts:
    """The verdicts on the server as it is, looked at once."""
    if id(scene) not in _BEFORE:
        _BEFORE[id(scene)] = scene.grade(Middle())
    return _BEFORE[id(scene)]


def try_illegal(scene: Scene, change: Change) -> Outcome:
    middle = change.make()
    after = scene.grade(middle)
    return _outcome(change, scene.name, scene, middle.made, before(scene), after)


def try_illegal_on(ground: Ground, change: Change, before: Verdicts) -> Outcome:
    """The same behind an address."""
    after, made = ground.grade(change)
    return _outcome(change, ground.server, ground, made, before, after)


def _outcome(
    change: Change,
    server: str,
    place: Scene | Ground,
    made: int,
    before: Verdicts,
    after: Verdicts,
) -> Outcome:
    good, how, rules = judge_illegal(change, before, after) if made else (True, "unreached", {})
    return Outcome(
        change=change.name,
        server=server,
        revision=place.version.value,
        transport="memory" if isinstance(place, Scene) else place.transport,
        good=good,
        how=how,
        why=change.why,
        rules=rules,
        required=change.required,
    )
