"""Evaluate the condition of an override for a message."""

from __future__ import annotations

from typing import TypeAlias

from mcptest.mock.meaning.scene import Scene
from mcptest.mock.meaning.words import holds
from mcptest.mock.stateless import CAPABILITIES_KEY, meta_of
from mcptest.model.json import MISSING, Json, JsonObject, MaybeJson, same_json

Place: TypeAlias = tuple[str, ...]


def condition_holds(when: JsonObject, scene: Scene) -> bool:
    """Every member that is asked for is as it is asked for."""
    facts = _facts(scene)
    if "http" in when and scene.http is None:
        return False
    return all(
        _fits(wanted, facts.get(key, MISSING), (key,), scene) for key, wanted in when.items()
    )


def _facts(scene: Scene) -> dict[str, MaybeJson]:
    """The members of the message, and beside them what only a server knows."""
    message = scene.incoming.message
    members: dict[str, MaybeJson] = dict(message) if isinstance(message, dict) else {}
    return members | {
        "message": message,
        "reply": scene.healthy,
        "http": MISSING if scene.http is None else scene.http.facts(),
        "session": scene.standing.facts(),
        "client": _capabilities(scene),
    }


def _capabilities(scene: Scene) -> JsonObject:
    """What the client declared: with the request, else when the session was opened."""
    own = meta_of(scene.incoming.params).get(CAPABILITIES_KEY)
    return own if isinstance(own, dict) else scene.standing.capabilities


def _fits(wanted: Json, actual: MaybeJson, place: Place, scene: Scene) -> bool:
    if isinstance(wanted, dict):
        if wanted.keys() == {"is"}:
            return all(holds(word, actual, place, scene) for word in words_of(wanted["is"]))
        if wanted.keys() == {"not"}:
            return actual is not MISSING and not any(
                _fits(one, actual, place, scene) for one in ruled_out(wanted["not"])
            )
        return _members_fit(wanted, actual, place, scene)
    if isinstance(wanted, list):
        return (
            isinstance(actual, list)
            and len(actual) == len(wanted)
            and all(_fits(*pair, place, scene) for pair in zip(wanted, actual, strict=True))
        )
    if wanted is None and place[:2] == ("http", "header"):
        return actual is MISSING
    return same_json(wanted, actual)


def _members_fit(wanted: JsonObject, actual: MaybeJson, place: Place, scene: Scene) -> bool:
    """An object that is not there lacks every member, which may be what is asked for."""
    if not isinstance(actual, dict) and (actual is not MISSING or not wanted):
        return False
    members = actual if isinstance(actual, dict) else {}
    return all(
        _fits(value, members.get(key, MISSING), (*place, key), scene)
        for key, value in wanted.items()
    )


def ruled_out(asked: Json) -> list[Json]:
    """One value, or a list of them of which none may be there."""
    return asked if isinstance(asked, list) else [asked]


def words_of(asked: Json) -> list[str]:
    """One word, or a list of them that must all hold."""
    words = asked if isinstance(asked, list) else [asked]
    return [word for word in words if isinstance(word, str)]
