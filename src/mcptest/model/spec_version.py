"""The revisions of the Model Context Protocol, in order."""

from __future__ import annotations

from enum import StrEnum

_NEAR = 0.8  # how alike a revision and a slip of it are


class Era(StrEnum):
    """How a revision begins a conversation."""

    HANDSHAKE = "handshake"
    STATELESS = "stateless"


class UnknownSpecVersionError(ValueError):
    """A pin that names no revision; carries the nearest one that exists."""

    def __init__(self, text: str) -> None:
        from difflib import get_close_matches

        super().__init__(f"unknown compliance spec_version: {text}")
        names = {version.plain: version.value for version in SpecVersion}
        near = get_close_matches(text.removeprefix("v"), names, n=1, cutoff=_NEAR)
        self.suggestion: str | None = names[near[0]] if near else None
        self.known = list(names.values())


class SpecVersion(StrEnum):
    """A revision by the name of its folder."""

    V2024_11_05 = "v2024-11-05"
    V2025_03_26 = "v2025-03-26"
    V2025_06_18 = "v2025-06-18"
    V2025_11_25 = "v2025-11-25"
    V2026_07_28 = "v2026-07-28"
    DRAFT = "draft"

    @property
    def wire(self) -> str:
        """The name a message carries; the draft goes by the revision it extends."""
        return "2026-07-28" if self is SpecVersion.DRAFT else self.value[1:]

    @property
    def plain(self) -> str:
        """For people, who know a revision by its date."""
        return self.value.removeprefix("v")

    @property
    def era(self) -> Era:
        return Era.STATELESS if self >= SpecVersion.V2026_07_28 else Era.HANDSHAKE

    @property
    def _place(self) -> int:
        return _ORDER.index(self.value)

    def __lt__(self, other: str) -> bool:
        return self._place < SpecVersion(other)._place

    def __le__(self, other: str) -> bool:
        return self._place <= SpecVersion(other)._place

    def __gt__(self, other: str) -> bool:
        return self._place > SpecVersion(other)._place

    def __ge__(self, other: str) -> bool:
        return self._place >= SpecVersion(other)._place

    @classmethod
    def parse(cls, text: str) -> SpecVersion:
        """Read ``v2025-06-18``, ``2025-06-18`` or ``draft``.

        Raises: UnknownSpecVersionError.
        """
        for version in cls:
            if text in {version.value, version.value.removeprefix("v")}:
                return version
        raise UnknownSpecVersionError(text)

    @classmethod
    def from_wire(cls, text: str) -> SpecVersion | None:
        """The dated revision a message names, or None when nobody knows it."""
        return next((v for v in cls if v is not cls.DRAFT and v.wire == text), None)


def span_text(first: SpecVersion, last: SpecVersion) -> str:
    """``2025-06-18 to 2025-11-25``, ``2025-11-25`` or ``2025-06-18 and later``."""
    if last is _NEWEST and first is not last:
        return f"{first.plain} and later"
    return first.plain if first is last else f"{first.plain} to {last.plain}"


_NEWEST = SpecVersion.DRAFT
_ORDER = [version.value for version in SpecVersion]
HANDSHAKE_VERSIONS = tuple(v for v in SpecVersion if v.era is Era.HANDSHAKE)
NEWEST_HANDSHAKE = HANDSHAKE_VERSIONS[-1]
NEWEST_STATELESS = SpecVersion.V2026_07_28
