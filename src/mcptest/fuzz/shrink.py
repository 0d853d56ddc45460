"""Shrink a value step by step, the largest step first."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator

from mcptest.model.json import Json, JsonObject
from mcptest.wire.codec import encode

_FEW = 8
_SHORT = 24


async def shrink(
    found: JsonObject,
    base: JsonObject,
    still: Callable[[JsonObject], Awaitable[bool | None]],
    *,
    reruns: int,
) -> JsonObject:
    """The smallest input within ``reruns`` that ``still`` says shows the same fault.

    ``still`` answers None when no further call may be made.
    """
    best, tried = found, {encode(found)}
    progress = True
    while progress:
        progress = False
        for candidate in _candidates(best, base):
            key = encode(candidate)
            if key in tried or _cost(candidate) >= _cost(best):
                continue
            if reruns == 0:
                return best
            reruns -= 1
            tried.add(key)
            shown = await still(candidate)
            if shown is None:
                return best
            if shown:
                best, progress = candidate, True
                break
    return best


def _cost(value: Json) -> tuple[int, int, str]:
    """Fewer characters, then fewer odd ones, then the order of the text."""
    raw = encode(value)
    odd = sum(not (48 <= byte < 58 or 97 <= byte < 123) for byte in raw)  # noqa: PLR2004
    return len(raw), odd, raw.decode("utf-8", "replace")


def _candidates(value: JsonObject, base: JsonObject) -> Iterator[JsonObject]:
    """Alone, in the base, without one member, and with one member simpler."""
    yield {}
    for name, member in value.items():
        yield {name: member}
    for name, member in value.items():
        if name not in base or base[name] != member:
            yield {**base, name: member}
    for name in value:
        yield {key: member for key, member in value.items() if key != name}
    for name, member in value.items():
        for simpler_one in simpler(member):
            yield {**value, name: simpler_one}
        for shorter in _text(name) if name not in base else ():
            yield {shorter if key == name else key: item for key, item in value.items()}
    for name, member in base.items():
        if name in value and value[name] != member:
            yield {**value, name: member}


def simpler(value: Json) -> Iterator[Json]:
    """Simpler values of the same type."""
    match value:
        case bool() | None:
            return
        case int():
            yield from _whole(value)
        case float():
            yield from (0, int(value) if abs(value) < 2**53 else 0, round(value, 1), value / 2)
        case str():
            yield from _text(value)
        case list():
            yield from _list(value)
        case dict():
            yield from _members(value)


def _whole(number: int) -> Iterator[int]:
    """Zero, then closer and closer to the number itself, so that a threshold is found fast."""
    yield 0
    yield from (sign for sign in (1, -1) if number * sign > 1)
    step = abs(number) // 2
    sign = 1 if number > 0 else -1
    while step:
        yield number - sign * step
        step //= 2


def _text(text: str) -> Iterator[str]:
    yield ""
    yield from list(dict.fromkeys(text))[:_FEW]
    step = len(text) // 2
    while step:
        yield text[: len(text) - step]
        yield text[step:]
        step //= 2
    if len(text) <= _SHORT:
        for place in range(len(text)):
            yield text[:place] + text[place + 1 :]
            if text[place] != "a":
                yield f"{text[:place]}a{text[place + 1 :]}"


def _list(items: list[Json]) -> Iterator[Json]:
    yield []
    for item in items[:_FEW]:
        yield [item]
    step = len(items) // 2
    while step:
        yield items[: len(items) - step]
        step //= 2
    yield [next(simpler(item), item) for item in items]
    for place, item in enumerate(items[:_FEW]):
        for simpler_one in simpler(item):
            yield [*items[:place], simpler_one, *items[place + 1 :]]


def _members(members: JsonObject) -> Iterator[Json]:
    yield {}
    for name in members:
        yield {key: item for key, item in members.items() if key != name}
    for name, item in members.items():
        for simpler_one in simpler(item):
            yield {**members, name: simpler_one}
