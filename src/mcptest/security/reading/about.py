"""What a text belongs to, and what it may try to make a model do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum

from mcptest.model.record import record


class OrderKind(StrEnum):
    """What a text tries to make a model do."""

    ORDER = "order"
    CROSS_TOOL = "cross-tool"
    EXFILTRATION = "exfiltration"
    CONCEALMENT = "concealment"
    PREFERENCE = "preference"
    COLLECTION = "collection"


@record
class About:
    """What the text belongs to: which tools there are, which arguments, what the tool is about."""

    names: frozenset[str] = frozenset()
    arguments: Mapping[str, frozenset[str]] = field(default_factory=dict)
    words: frozenset[str] = frozenset()
