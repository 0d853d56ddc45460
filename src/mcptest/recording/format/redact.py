"""Mask secrets in frames by name and pattern, and remember them for later frames."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from mcptest.model.json import Json, JsonObject
from mcptest.model.redaction import MASK, Redactor
from mcptest.model.secret_names import can_be_masked, holds_a_secret, names_a_secret
from mcptest.reading import parse_json
from mcptest.suite.secrets import bare_secret, password_of

# Headers whose whole value is a credential; the names that end in a secret's name are found anyway.
_SECRET_HEADERS = frozenset({"authorization", "proxy-authorization", "cookie", "set-cookie"})


def secret_values(environment: Mapping[str, str], names: Iterable[str] = ()) -> list[str]:
    """What the environment holds that must not be written: by its name, or because it is named."""
    wanted = set(names)
    return [
        value
        for name, value in environment.items()
        if value and (name in wanted or holds_a_secret(name, value))
    ]


def secrets_in_command(command: Sequence[str]) -> Iterator[str]:
    """``--token VALUE``, ``--api-key=VALUE``, ``TOKEN=VALUE`` and passwords inside addresses."""
    previous = ""
    for word in command:
        name, equals, value = word.partition("=")
        if equals and holds_a_secret(name.lstrip("-"), value):
            yield value
        elif previous.startswith("-") and holds_a_secret(previous.lstrip("-"), word):
            yield word
        if (password := password_of(word)) is not None:
            yield password
        previous = word


class FrameRedactor:
    """A value that was masked once by its name is masked wherever it turns up afterwards."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        self._secrets: set[str] = set()
        self._redactor = Redactor()
        self.learn(secrets)

    def learn(self, secrets: Iterable[str]) -> None:
        bare = {bare_secret(secret) for secret in secrets}
        fresh = {secret for secret in bare if can_be_masked(secret)} - self._secrets
        if fresh:
            self._secrets |= fresh
            self._redactor = Redactor(self._secrets)

    def message(self, raw: bytes) -> Json:
        """What a JSON text says.

        Raises: JsonTextError.
        """
        value = parse_json(raw)
        return value if self._redactor.leaves(raw.decode()) else self.json(value)

    def json(self, value: Json) -> Json:
        self.learn(_named(value))
        return self._redactor.json(value)

    def text(self, text: str) -> str:
        return self._redactor.text(text)

    def command(self, command: Sequence[str]) -> list[Json]:
        self.learn(secrets_in_command(command))
        return [self._redactor.text(word) for word in command]

    def headers(self, pairs: Iterable[tuple[str, str]]) -> JsonObject:
        """By name in lower case; a header that came twice is a list."""
        found: JsonObject = {}
        for name, value in pairs:
            key = name.lower()
            shown = self._header(key, value)
            known = found.get(key)
            if known is None:
                found[key] = shown
            else:
                found[key] = [*(known if isinstance(known, list) else [known]), shown]
        return found

    def _header(self, name: str, value: str) -> str:
        if name not in _SECRET_HEADERS and not names_a_secret(name):
            return self.text(value)
        self.learn([value, *_cookies(name, value)])
        return MASK


def _cookies(name: str, value: str) -> Iterator[str]:
    if "cookie" in name:
        for part in value.split(";"):
            yield part.partition("=")[2].strip()


def _named(value: Json) -> Iterator[str]:
    """The texts in a message whose key says that they are secrets."""
    if isinstance(value, list):
        for item in value:
            yield from _named(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            if isinstance(item, str):
                if holds_a_secret(key, item):
                    yield item
            else:
                yield from _named(item)
