"""How users name a server of one transport: in a suite, on a command line, in Python."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from mcptest.model.json import JsonObject
from mcptest.model.record import record
from mcptest.model.redaction import Redactor
from mcptest.model.secret_names import names_a_secret
from mcptest.suite.shape import CrossCheck, Key

if TYPE_CHECKING:
    from mcptest.suite.transports.written import WrittenServer
    from mcptest.wire.target import Target

_VARIABLE = re.compile(r"[^A-Z0-9_]+")


@record
class Disclosure:
    """What may be written down of a target: secrets become the names of variables."""

    bearer_env: str | None = None
    secrets: Collection[str] = ()

    def hides(self, name: str, value: str) -> bool:
        return value in self.secrets or names_a_secret(name) or Redactor().text(value) != value

    @staticmethod
    def variable(name: str) -> str:
        """A name for the variable that holds a secret."""
        return _VARIABLE.sub("_", name.upper()).strip("_")

    @staticmethod
    def plain(text: str) -> str:
        """A text that the loader reads back as it is."""
        return text.replace("${", "$${")


@record(kw_only=True)
class TransportEntry:
    """One row of the table of transports.

    A server entry with ``key`` selects it, and ``keys`` are those it alone understands, ``key``
    among them. ``pins`` are its values of ``transport:``. ``read`` makes the target of an entry,
    ``write`` the entry of a target, None for a target of another transport. Where one address says
    it all, ``--url`` and Python select it by the ``schemes``, and ``at`` makes the target.
    """

    key: str
    label: str  # "a command"
    keys: Mapping[str, Key]
    pins: tuple[str, ...]
    read: Callable[[WrittenServer], Target]
    write: Callable[[Target, Disclosure], JsonObject | None]
    check: CrossCheck | None = None
    schemes: tuple[str, ...] = ()
    at: Callable[[str], Target] | None = None


def scheme_of(text: str) -> str:
    """The scheme of an address; nothing where there is none."""
    try:
        return urlsplit(text).scheme.lower() if "://" in text else ""
    except ValueError:
        return ""
