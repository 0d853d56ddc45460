"""Compare a header of 2026-07-28 that repeats the body with the body."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.mock.http.headers import (
    NAMED,
    PREFIX,
    SUFFIX,
    argument_at,
    decoded,
    equals,
    is_coded,
    mirrored,
)
from mcptest.mock.meaning.scene import Scene
from mcptest.mock.rpc import RpcError
from mcptest.mock.stateless import VERSION_KEY, meta_of
from mcptest.model.json import Json, MaybeJson
from mcptest.model.record import record


@record
class _Pair:
    """A header of the tool that is called, beside the argument that it repeats."""

    header: str | None
    value: Json


def differs(name: str, value: MaybeJson, scene: Scene) -> bool:
    """It is there and readable, and says another thing than the body, beyond its case."""
    said, body = _readable(value), _repeated(name, scene)
    told = said is not None and isinstance(body, str)
    return told and said != body and not differs_in_case(name, value, scene)


def differs_in_case(name: str, value: MaybeJson, scene: Scene) -> bool:
    body = _repeated(name, scene)
    told = isinstance(value, str) and isinstance(body, str)
    return told and value != body and str(value).lower() == str(body).lower()


def is_shouted(name: str, _value: MaybeJson, scene: Scene) -> bool:
    return scene.http is not None and name in scene.http.shouted


def is_padded(name: str, _value: MaybeJson, scene: Scene) -> bool:
    return scene.http is not None and name in scene.http.padded


def is_encoded(_name: str, value: MaybeJson, _scene: Scene) -> bool:
    return isinstance(value, str) and is_coded(value) and _readable(value) is not None


def is_undecodable(_name: str, value: MaybeJson, _scene: Scene) -> bool:
    return isinstance(value, str) and _readable(value) is None


def param_differs(_value: MaybeJson, scene: Scene) -> bool:
    return any(
        said is not None and pair.value is not None and not equals(said, pair.value)
        for pair in _pairs(scene)
        for said in [_readable(pair.header)]
    )


def param_is_missing(_value: MaybeJson, scene: Scene) -> bool:
    return any(pair.header is None and pair.value is not None for pair in _pairs(scene))


def param_is_not_needed(_value: MaybeJson, scene: Scene) -> bool:
    """The tool has such headers, and neither they nor their arguments are given."""
    pairs = list(_pairs(scene))
    return bool(pairs) and all(pair.header is None and pair.value is None for pair in pairs)


def param_is_undecodable(_value: MaybeJson, scene: Scene) -> bool:
    return any(pair.header is not None and _readable(pair.header) is None for pair in _pairs(scene))


def param_is_encoded(_value: MaybeJson, scene: Scene) -> bool:
    return any(is_encoded("mcp-param", pair.header, scene) for pair in _pairs(scene))


def param_is_unpadded(_value: MaybeJson, scene: Scene) -> bool:
    """It is written as base64, but its length is not that of base64."""
    texts = [pair.header for pair in _pairs(scene)]
    return any(text is not None and is_coded(text) and _is_short(text) for text in texts)


def param_is_half_marked(_value: MaybeJson, scene: Scene) -> bool:
    """It begins as base64 does, and does not end so."""
    texts = [pair.header for pair in _pairs(scene)]
    return any(
        text is not None and text.startswith(PREFIX) and not is_coded(text) for text in texts
    )


def _is_short(text: str) -> bool:
    return len(text[len(PREFIX) : -len(SUFFIX)]) % 4 != 0


def param_is_respelt(_value: MaybeJson, scene: Scene) -> bool:
    """It names the same number by other characters."""
    return any(
        said is not None
        and isinstance(pair.value, int | float)
        and equals(said, pair.value)
        and said != str(pair.value)
        for pair in _pairs(scene)
        for said in [_readable(pair.header)]
    )


def param_is_undeclared(_value: MaybeJson, scene: Scene) -> bool:
    """No tool of the server has such a header."""
    if scene.http is None or scene.offer is None:
        return False
    declared = {
        f"mcp-param-{name.lower()}"
        for tool in scene.offer.features.definition.tools or ()
        for name, _ in mirrored(tool.entry.get("inputSchema"), ())
    }
    return any(
        name.startswith("mcp-param-") and name not in declared for name in scene.http.headers
    )


def _pairs(scene: Scene) -> Iterator[_Pair]:
    params = scene.incoming.params
    tool = None if scene.offer is None else scene.offer.features.tools.find(params.get("name"))
    if tool is None or scene.http is None or scene.incoming.method != "tools/call":
        return
    for name, path in mirrored(tool.entry.get("inputSchema"), ()):
        given = scene.http.headers.get(f"mcp-param-{name.lower()}")
        yield _Pair(given, argument_at(params.get("arguments"), path))


def _repeated(name: str, scene: Scene) -> MaybeJson:
    """What the body says in the place of the header."""
    incoming = scene.incoming
    if name == "mcp-method":
        return incoming.method
    if name == "mcp-protocol-version":
        return meta_of(incoming.params).get(VERSION_KEY)
    return incoming.params.get(NAMED.get(incoming.method, ""))


def _readable(value: MaybeJson) -> str | None:
    if not isinstance(value, str):
        return None
    try:
        return decoded({"it": value}, "it")
    except RpcError:
        return None
