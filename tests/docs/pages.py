"""Read the documentation: its fenced blocks and its links."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
_FENCE = re.compile(r"^```(?P<info>[^\n`]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[[^\]\n]*\]\((?P<to>[^)\s]+)\)")


@dataclass(frozen=True)
class Fence:
    """A fenced block: its language, the words after it, its text."""

    page: Path
    line: int
    language: str
    words: tuple[str, ...]
    text: str

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"

    def word(self, key: str, default: str = "") -> str:
        found = [word.partition("=")[2] for word in self.words if word.startswith(f"{key}=")]
        return found[0] if found else default


def pages() -> list[Path]:
    named = [ROOT / name for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md")]
    return [*named, *sorted(DOCS.rglob("*.md"))]


def fences(page: Path) -> Iterator[Fence]:
    text = page.read_text(encoding="utf-8")
    for found in _FENCE.finditer(text):
        words = found["info"].split() or [""]
        line = text.count("\n", 0, found.start()) + 1
        yield Fence(page, line, words[0], tuple(words[1:]), found["text"])


def links(page: Path) -> Iterator[str]:
    text = _FENCE.sub("", page.read_text(encoding="utf-8"))
    yield from (found["to"] for found in _LINK.finditer(text))


def anchors(page: Path) -> set[str]:
    """The names that headings can be linked by."""
    text = _FENCE.sub("", page.read_text(encoding="utf-8"))
    heads = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).strip().replace(" ", "-") for head in heads}
