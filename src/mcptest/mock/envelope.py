"""Parse one incoming message, and report what is wrong with its envelope."""

from __future__ import annotations

import json
import re
from dataclasses import field, replace
from enum import StrEnum
from typing import Final, TypeGuard

from mcptest.mock.rpc import INVALID_PARAMS, INVALID_REQUEST, PARSE_ERROR, RpcError
from mcptest.model.json import MISSING, Json, JsonObject, MaybeJson
from mcptest.model.record import record
from mcptest.strict_json import strict_decoder

MOST_DEPTH: Final = 128
NOT_UTF8: Final = "the message is not UTF-8"
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]')
_ID = re.compile(r'\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+)\s*[,}]')
_DECODER = strict_decoder(unique_keys=False)  # most servers do not look for duplicate keys
_SURROGATE = re.compile(rb"\\[uU][dD][89a-fA-F]")


class MessageKind(StrEnum):
    REQUEST = "request"
    NOTIFICATION = "notification"
    RESPONSE = "response"
    BATCH = "batch"
    MALFORMED = "malformed"
    NOTHING = "nothing"  # an HTTP request without a message


@record
class IncomingMessage:
    """One message; ``refusal`` is the error that its envelope already earned.

    ``size`` counts its bytes where it came as bytes.
    """

    kind: MessageKind
    message: MaybeJson = MISSING
    id: MaybeJson = MISSING
    method: str = ""
    params: JsonObject = field(default_factory=dict)
    refusal: RpcError | None = None
    size: int = 0


def read_message(raw: bytes) -> IncomingMessage:
    """Parse and classify; whatever comes, the answer is a value."""
    return replace(_read(raw), size=len(raw))


def _read(raw: bytes) -> IncomingMessage:
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        return _malformed(PARSE_ERROR, NOT_UTF8)
    if text.count("{") + text.count("[") > MOST_DEPTH:
        depth, request_id = _scan(text)
        if depth > MOST_DEPTH:
            words = f"the message is nested deeper than {MOST_DEPTH} levels"
            return _malformed(INVALID_REQUEST, words, request_id)
    try:
        message = _DECODER.decode(text)
    except ValueError as trouble:
        return _malformed(PARSE_ERROR, f"the message is not JSON: {trouble}")
    incoming = classify(message)
    if _SURROGATE.search(raw) and incoming.refusal is None and not _is_unicode(message):
        words = "the message contains an unpaired surrogate"
        return _refused(incoming, RpcError(INVALID_PARAMS, words))
    return incoming


def classify(message: Json) -> IncomingMessage:
    """What a parsed message is."""
    if isinstance(message, list):
        return IncomingMessage(MessageKind.BATCH, message)
    if not isinstance(message, dict):
        return _malformed(INVALID_REQUEST, "a message must be an object", message=message)
    request_id = message.get("id", MISSING)
    readable = request_id if _is_id(request_id) else MISSING
    if message.get("jsonrpc") != "2.0":
        words = 'a message must have "jsonrpc": "2.0"'
        return _malformed(INVALID_REQUEST, words, readable, message)
    method = message.get("method")
    if isinstance(method, str):
        return _call(message, method, request_id)
    if "method" not in message and ("result" in message) != ("error" in message):
        return IncomingMessage(MessageKind.RESPONSE, message, readable)
    words = "a message must have a method, or exactly one of result and error"
    return _malformed(INVALID_REQUEST, words, readable, message)


def _call(message: JsonObject, method: str, request_id: MaybeJson) -> IncomingMessage:
    params = message.get("params", {})
    usable = params if isinstance(params, dict) else {}
    if request_id is MISSING:
        return IncomingMessage(MessageKind.NOTIFICATION, message, method=method, params=usable)
    if not _is_id(request_id):
        bad_id = RpcError(INVALID_REQUEST, "the id of a request must be a string or an integer")
        return IncomingMessage(MessageKind.MALFORMED, message, method=method, refusal=bad_id)
    refusal = (
        None if isinstance(params, dict) else RpcError(INVALID_PARAMS, "params must be an object")
    )
    return IncomingMessage(MessageKind.REQUEST, message, request_id, method, usable, refusal)


def _is_id(value: MaybeJson) -> TypeGuard[str | int]:
    return isinstance(value, str | int) and not isinstance(value, bool)


def _malformed(
    code: int, words: str, request_id: MaybeJson = MISSING, message: MaybeJson = MISSING
) -> IncomingMessage:
    return IncomingMessage(
        MessageKind.MALFORMED, message, request_id, refusal=RpcError(code, words)
    )


def _refused(incoming: IncomingMessage, refusal: RpcError) -> IncomingMessage:
    """The same message without its content, which must not be looked at."""
    kind = MessageKind.MALFORMED if incoming.kind is MessageKind.BATCH else incoming.kind
    return IncomingMessage(kind, MISSING, incoming.id, incoming.method, refusal=refusal)


def _scan(text: str) -> tuple[int, MaybeJson]:
    """The depth of a text that may be too deep to parse, and the id at its first level."""
    depth = deepest = 0
    request_id: MaybeJson = MISSING
    for token in _TOKEN.finditer(text):
        if token[0] in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif token[0] in "]}":
            depth -= 1
        elif depth == 1 and token[0] == '"id"' and (found := _ID.match(text, token.end())):
            request_id = _number_or_text(found[1])
    return deepest, request_id


def _number_or_text(token: str) -> MaybeJson:
    try:
        value: str | int = json.loads(token)
    except ValueError:
        return MISSING
    return value


def _is_unicode(message: Json) -> bool:
    try:
        json.dumps(message, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True
