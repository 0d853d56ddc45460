"""Recognize a file of this machine in a resource's contents, as text or bytes."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Iterator
from typing import Final

from mcptest.model.json import Json, JsonObject
from mcptest.schema.pointer import follow_pointer

# The line of the superuser in /etc/passwd, wherever it stands in the file.
_SUPERUSER: Final = re.compile(r"^root:[^:\n]*:0:", re.MULTILINE)


def leaks(reply: Json, at: str) -> Iterator[JsonObject]:
    """One problem for each of the contents that is the password file."""
    contents = follow_pointer(reply, "/result/contents")
    for content in contents if isinstance(contents, list) else ():
        if isinstance(content, dict) and any(map(_SUPERUSER.search, _texts(content))):
            yield {
                "at": at,
                "problem": f"resources/read of {at} returned the contents of /etc/passwd",
            }


def _texts(content: JsonObject) -> Iterator[str]:
    text, blob = content.get("text"), content.get("blob")
    if isinstance(text, str):
        yield text
    if isinstance(blob, str):
        try:
            yield b64decode(blob).decode("utf-8", "replace")
        except ValueError:
            return
