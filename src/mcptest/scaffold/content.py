"""Whether the blocks of an answer are what their types promise."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from mcptest.model.json import MISSING, Json, JsonObject, json_type


def content_problems(result: JsonObject) -> Iterator[tuple[str, str]]:
    """Pointer and words for everything wrong with ``content``."""
    content = result.get("content", MISSING)
    if not isinstance(content, list):
        yield "/content", f"content is {json_type(content)}, not a list of blocks"
        return
    for index, item in enumerate(content):
        for problem in _block_problems(item):
            yield f"/content/{index}", problem


def _block_problems(item: Json) -> Iterator[str]:
    if not isinstance(item, dict):
        yield f"a content block is {json_type(item)}, not an object"
        return
    kind = item.get("type")
    if not isinstance(kind, str):
        yield "a content block has no type"
        return
    check = _KINDS.get(kind)
    if check is None:
        yield f'"{kind[:40]}" is no type of content block'
    else:
        yield from check(item)


def _text(item: JsonObject) -> Iterator[str]:
    yield from _strings(item, "text")


def _media(item: JsonObject) -> Iterator[str]:
    yield from _strings(item, "data", "mimeType")
    data = item.get("data")
    if isinstance(data, str) and not _is_base64(data):
        yield "data is not base64"


def _link(item: JsonObject) -> Iterator[str]:
    yield from _strings(item, "uri", "name")


def _resource(item: JsonObject) -> Iterator[str]:
    resource = item.get("resource")
    if not isinstance(resource, dict):
        yield "a resource block has no resource object"
        return
    yield from _strings(resource, "uri")
    blob = resource.get("blob")
    if isinstance(blob, str) and not _is_base64(blob):
        yield "blob is not base64"
    if not isinstance(blob, str) and not isinstance(resource.get("text"), str):
        yield "the resource has neither text nor blob"


def _strings(item: JsonObject, *names: str) -> Iterator[str]:
    for name in names:
        if not isinstance(item.get(name), str):
            yield f"{name} is {json_type(item.get(name, MISSING))}, not a string"


def _is_base64(text: str) -> bool:
    try:
        base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return False
    return True


_KINDS: Final[Mapping[str, Callable[[JsonObject], Iterator[str]]]] = {
    "text": _text,
    "image": _media,
    "audio": _media,
    "resource_link": _link,
    "resource": _resource,
}
