"""The words of ``{is: WORD}``: those for any value, and those for one place of a message.

absent, present, text, number, fraction, truth, object, list     any value
known, unknown      a tool, prompt, resource, cursor, log level, version, method, session, Origin,
                    Host, the request that a cancellation names, the name of a connection's first
                    client
numeral             an id that is a text of digits
ended               a session that its client ended
lookalike           a foreign Origin that starts like one of this machine
listed, templated, climbing, outside, no-uri                     a uri
valid, incomplete, excess, mistyped                              arguments
other, recased, shouted, padded, encoded, undecodable            a header that repeats the body
missing, spare, undeclared, respelt, encoded, unpadded,          ``mcp-param``, which stands for
half-marked                                                      every ``Mcp-Param-…`` of the tool
foreign                                                          a _meta with a key that the
                                                                 protocol does not define
large, not-json, not-utf8                                        the whole message
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, TypeAlias

from mcptest.mock.envelope import NOT_UTF8
from mcptest.mock.meaning import arguments, header, offered
from mcptest.mock.meaning.scene import Scene
from mcptest.mock.rpc import PARSE_ERROR
from mcptest.mock.stateless import INFO_KEY, LEVEL_KEY, VERSION_KEY
from mcptest.model.json import MISSING, MaybeJson

LARGE: Final = 512 * 1024  # bytes that a pipe or a line buffer does not hold
Judge: TypeAlias = Callable[[MaybeJson, Scene], bool]


def _is_number(value: MaybeJson) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


ANYWHERE: Final[dict[str, Callable[[MaybeJson], bool]]] = {
    "absent": lambda value: value is MISSING,
    "present": lambda value: value is not MISSING,
    "text": lambda value: isinstance(value, str),
    "number": _is_number,
    "fraction": lambda value: isinstance(value, float) and not value.is_integer(),
    "truth": lambda value: isinstance(value, bool),
    "object": lambda value: isinstance(value, dict),
    "list": lambda value: isinstance(value, list),
}


def _either(knows: Judge) -> dict[str, Judge]:
    return {
        "known": knows,
        "unknown": lambda value, scene: value is not MISSING and not knows(value, scene),
    }


def _repeating(name: str) -> dict[str, Judge]:
    return {
        "other": partial(header.differs, name),
        "recased": partial(header.differs_in_case, name),
        "shouted": partial(header.is_shouted, name),
        "padded": partial(header.is_padded, name),
        "encoded": partial(header.is_encoded, name),
        "undecodable": partial(header.is_undecodable, name),
    }


def _is_large(_value: MaybeJson, scene: Scene) -> bool:
    return scene.incoming.size >= LARGE


def _is_no_utf8(_value: MaybeJson, scene: Scene) -> bool:
    refusal = scene.incoming.refusal
    return refusal is not None and refusal.message == NOT_UTF8


def _is_no_json(value: MaybeJson, scene: Scene) -> bool:
    refusal = scene.incoming.refusal
    unread = refusal is not None and refusal.code == PARSE_ERROR
    return unread and not _is_no_utf8(value, scene)


PLACES: Final[dict[tuple[str, ...], dict[str, Judge]]] = {
    ("message",): {"large": _is_large, "not-json": _is_no_json, "not-utf8": _is_no_utf8},
    ("id",): {"numeral": lambda value, _: isinstance(value, str) and value.isdecimal()},
    ("method",): _either(offered.knows_method),
    ("params", "name"): _either(offered.knows_name),
    ("params", "uri"): {
        "known": offered.knows_uri,
        "unknown": offered.has_no_uri,
        "listed": offered.is_listed,
        "templated": offered.is_templated,
        "climbing": offered.is_climbing,
        "outside": offered.is_outside,
        "no-uri": offered.is_no_uri,
    },
    ("params", "ref", "name"): _either(offered.knows_prompt),
    ("params", "ref", "uri"): _either(offered.knows_reference),
    ("params", "ref", "type"): _either(offered.knows_reference_type),
    ("params", "_meta"): {"foreign": offered.has_foreign_key},
    ("params", "cursor"): _either(offered.knows_cursor),
    ("params", "level"): _either(offered.knows_level),
    ("params", "_meta", LEVEL_KEY): _either(offered.knows_level),
    ("params", "protocolVersion"): _either(offered.knows_version),
    ("params", "_meta", VERSION_KEY): _either(offered.knows_version),
    ("params", "_meta", INFO_KEY, "name"): _either(offered.knows_client),
    ("params", "requestId"): _either(offered.knows_request),
    ("params", "arguments"): {
        "valid": arguments.are_valid,
        "incomplete": arguments.lack_one,
        "excess": arguments.have_one_more,
        "mistyped": arguments.have_a_wrong_one,
    },
    ("http", "header", "mcp-session-id"): {
        **_either(offered.knows_session),
        "ended": offered.is_ended_session,
    },
    ("http", "header", "origin"): {
        **_either(offered.knows_origin),
        "lookalike": offered.is_lookalike_origin,
    },
    ("http", "header", "host"): _either(offered.knows_host),
    ("http", "header", "mcp-protocol-version"): {
        **_either(offered.knows_version),
        **_repeating("mcp-protocol-version"),
    },
    ("http", "header", "mcp-method"): _repeating("mcp-method"),
    ("http", "header", "mcp-name"): _repeating("mcp-name"),
    ("http", "header", "mcp-param"): {
        "other": header.param_differs,
        "undecodable": header.param_is_undecodable,
        "missing": header.param_is_missing,
        "spare": header.param_is_not_needed,
        "undeclared": header.param_is_undeclared,
        "respelt": header.param_is_respelt,
        "encoded": header.param_is_encoded,
        "unpadded": header.param_is_unpadded,
        "half-marked": header.param_is_half_marked,
    },
}


def holds(word: str, value: MaybeJson, place: tuple[str, ...], scene: Scene) -> bool:
    """Whether the word is right about what stands at the place."""
    if word in ANYWHERE:
        return ANYWHERE[word](value)
    return PLACES[place][word](value, scene)
