"""Decide which HTTP bodies are messages: an error page is judged as HTTP, not as JSON-RPC."""

from __future__ import annotations

from mcptest.model.json import MaybeJson
from mcptest.wire.transcript import Transcript

_SHOWN = 2_000


def claims_jsonrpc(message: MaybeJson) -> bool:
    """The JSON names the envelope; an OAuth error or the page of a proxy does not."""
    if isinstance(message, list):
        return any(claims_jsonrpc(one) for one in message)
    return isinstance(message, dict) and "jsonrpc" in message


def keep_body(transcript: Transcript, body: bytes, message: MaybeJson, stream: str) -> None:
    """Record a body that need not be JSON-RPC: as a message only where it claims to be one."""
    if claims_jsonrpc(message):
        transcript.received(body, stream)
    elif body:
        shown = body[:_SHOWN].decode("utf-8", "backslashreplace")
        transcript.note(f"an HTTP body that is not JSON-RPC: {shown}")
