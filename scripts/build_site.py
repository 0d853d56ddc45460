"""Build the site of docs/ into site/: strict about links, and asking for nothing outside itself."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[1]
SITE = ROOT / "site"
_FENCE = re.compile(r"^(`{3,})([a-z]+)[ \t][^\n`]*$", re.MULTILINE)
_LINK = re.compile(r"\[([^\]\n]+)\]\(([^)\s]+)\)")
_REQUEST = re.compile(
    r"""<(?:script|img|iframe|source|video|audio|embed)\b[^>]*?\bsrc=["']?(?:https?:)?//[^"'\s>]+"""
    r"""|<link\b(?![^>]*rel=["']?canonical)[^>]*?\bhref=["']?(?:https?:)?//[^"'\s>]+"""
    r"""|@import\s+(?:url\()?["']?(?:https?:)?//[^"')\s]+|url\(["']?(?:https?:)?//[^"')\s]+"""
)


def main() -> int:
    """Build, look at what was built, and only then put it in its place."""
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        config = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
        config["nav"] = menu((ROOT / "docs" / "index.md").read_text(encoding="utf-8"))
        (work / "mkdocs.yml").write_text(yaml.safe_dump(config), encoding="utf-8")
        prepare(ROOT / "docs", work / "docs")
        command = [sys.executable, "-m", "zensical", "build", "--strict"]
        built = subprocess.run(command, cwd=work, check=False)
        if built.returncode:
            return built.returncode
        if found := sorted(requests_outside(work / "site")):
            print("the pages ask for things outside the site:", *found, sep="\n", file=sys.stderr)
            return 1
        shutil.rmtree(SITE, ignore_errors=True)
        shutil.move(work / "site", SITE)
    pages = sum(1 for _ in SITE.rglob("*.html"))
    print(f"{pages} pages in site/; read them with: python -m http.server -d site")
    return 0


def menu(index: str) -> list[Any]:
    """The pages that the index links to, in its order, those of a folder under its name."""
    sections: dict[str, list[str]] = {}
    for page in dict.fromkeys(link.partition("#")[0] for _, link in _LINK.findall(index)):
        folder = page.partition("/")[0].capitalize() if "/" in page else page
        sections.setdefault(folder, []).append(page)
    entries = [name if found == [name] else {name: found} for name, found in sections.items()]
    return [{"Home": "index.md"}, *entries]


def prepare(source: Path, target: Path) -> None:
    """Copy the pages as a site wants them; one that the menu leaves out leads back to its list."""
    shutil.copytree(source, target)
    listed = {
        page.parent: page.read_text(encoding="utf-8").splitlines()[0].lstrip("# ")
        for page in target.rglob("index.md")
        if page.parent != target
    }
    for page in target.rglob("*.md"):
        text = page.read_text(encoding="utf-8")
        text = plain(text, page, target)
        if page.name != "index.md" and page.parent in listed:
            text = text.replace("\n", f"\n\n[{listed[page.parent]}](index.md)\n", 1)
        page.write_text(text, encoding="utf-8")


def plain(text: str, page: Path, root: Path) -> str:
    """Fences without the words that only tests read; no links to files beside docs/."""

    def keep(link: re.Match[str]) -> str:
        path = link[2].partition("#")[0]
        foreign = re.match(r"[a-z]+:", path) is not None
        inside = (page.parent / path).resolve().is_relative_to(root.resolve())
        return link[0] if foreign or inside else link[1]

    return _LINK.sub(keep, _FENCE.sub(r"\1\2", text))


def requests_outside(site: Path) -> Iterator[str]:
    """What a browser would fetch from elsewhere when it opens a page."""
    for path in site.rglob("*"):
        if path.suffix in {".html", ".css"}:
            for match in _REQUEST.finditer(path.read_text(encoding="utf-8")):
                yield f"{path.relative_to(site)}: {match[0]}"


if __name__ == "__main__":
    sys.exit(main())
