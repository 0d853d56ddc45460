"""Values that mcptest passed to a server, so that repeating them is not a leak."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from urllib.parse import unquote, urlsplit

from mcptest.model.json import Json
from mcptest.model.leak import Given
from mcptest.model.leak_patterns import CODE_FILE
from mcptest.model.secret_names import can_be_masked, holds_a_secret
from mcptest.model.texts import texts_in
from mcptest.model.tool import ToolDescriptor
from mcptest.wire.client_side import ClientSide
from mcptest.wire.target import Target


def given_to(target: Target, tool: ToolDescriptor, client: ClientSide) -> Given:
    """The tool's own description, the folders of the command line and the roots, the secrets."""
    return Given(
        text=texts_in(tool.raw),
        folders=tuple(dict.fromkeys([*given_folders(target), *_roots(client)])),
        secrets=tuple(_secrets(target)),
    )


def given_folders(target: Target) -> Iterator[str]:
    """Where it was started, and every absolute path that it was started with, but for programs."""
    if target.folder is not None:
        yield target.folder
    for word in target.arguments:
        path = word.partition("=")[2] if word.startswith("-") and "=" in word else word
        folder = path.rstrip("/\\")
        if folder and PurePath(path).is_absolute() and not CODE_FILE.search(path):
            yield folder


def _roots(client: ClientSide) -> Iterator[str]:
    answer: object = client.answers.get("roots/list")
    roots: Json = answer.get("roots") if isinstance(answer, dict) else None
    for root in roots if isinstance(roots, list) else []:
        uri = root.get("uri") if isinstance(root, dict) else None
        if isinstance(uri, str) and uri.startswith("file:"):
            yield unquote(urlsplit(uri).path).rstrip("/")


def _secrets(target: Target) -> Iterator[str]:
    for name, value in target.settings.items():
        bare = value.split()[-1] if value.split() else ""
        if holds_a_secret(name, bare) and can_be_masked(bare):
            yield bare
