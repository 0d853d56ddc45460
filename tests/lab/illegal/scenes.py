"""The right servers in memory: the healthy mock, and what each rule's proof shows as right."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache

from tests.compliance.peer import corpora
from tests.lab.change import Change
from tests.lab.illegal.members import Samples, member_changes
from tests.lab.stages import Scene

from mcptest.model.spec_version import SpecVersion


def scenes(version: SpecVersion) -> Iterator[Scene]:
    """The plain one first; then every distinct passing half of a proof that needs no transport."""
    yield Scene("healthy", version)
    known = {json.dumps([[], {}])}
    for rule in corpora()[version]:
        if rule.proof.transport is None:
            about = json.dumps([list(rule.proof.passing), dict(rule.proof.hints)], sort_keys=True)
            if about not in known:
                known.add(about)
                yield Scene(rule.id, version, rule.proof.passing, rule.proof.hints)


@cache
def member_work(version: SpecVersion, most: int | None = None) -> list[tuple[Scene, Change]]:
    """Every illegal change of a member, on the first scene that says such a message."""
    known = {}
    for number, scene in enumerate(scenes(version)):
        if most is not None and number >= most:
            break
        samples = Samples(version)
        scene.grade(samples.middle())
        for key, place in samples.places().items():
            if key not in known or (place.required and not known[key][1].required):
                known[key] = (scene, place, samples.seen[key[0]])
    return [
        (scene, change)
        for (kind, _), (scene, place, messages) in known.items()
        for change in member_changes(kind, place, messages, version)
    ]
