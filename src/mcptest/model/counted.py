"""A number with its noun: ``1 tool``, ``2 tools``."""

from __future__ import annotations


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """``plural`` is for nouns that do not just take an s."""
    return f"{number:,} {noun if number == 1 else plural or f'{noun}s'}"
