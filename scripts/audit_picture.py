"""Draws docs/audit.svg, the picture in the README, from the output of a real audit."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "docs" / "audit.svg"
SERVER = ("mcptest", "mock", "--break", "TOOL-002")
SHOWN = " ".join(("mcptest", "audit", "--", *SERVER))
COLUMNS = 102
FINDINGS = 2
LINE, CHARACTER, MARGIN = 19, 8.43, 18
BACKGROUND, PLAIN = "#1e2127", "#c8ccd4"
_FINDING = re.compile(r"(error|warning)\[")
STYLES = (
    (re.compile(r"\$ "), 'fill="#ffffff" font-weight="bold"'),
    (re.compile(r"error\["), 'fill="#ff7b72" font-weight="bold"'),
    (re.compile(r"warning\["), 'fill="#e5c07b" font-weight="bold"'),
    (re.compile(r"grade .*: \d+ passed, .*failed"), 'fill="#ff7b72" font-weight="bold"'),
    (re.compile(r"grade "), 'fill="#ffffff" font-weight="bold"'),
    (re.compile(r"  = "), 'fill="#7fd1b9"'),
)


def main() -> int:
    """Audit a server that accepts calls of unknown tools, and draw what is printed."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["mcptest", "audit", "--", *SERVER],
        cwd=ROOT,
        env={**os.environ, "PATH": path, "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    if not done.stdout:
        print(done.stderr, file=sys.stderr)
        return 1
    PICTURE.write_text(drawn(done.stdout), encoding="utf-8")
    print(f"wrote {PICTURE.relative_to(ROOT)}")
    return 0


def drawn(output: str) -> str:
    """A terminal with the command and its output."""
    lines = [f"$ {SHOWN}", "", *map(_cut, _shortened(output))]
    width = round(COLUMNS * CHARACTER) + 2 * MARGIN
    height = len(lines) * LINE + 2 * MARGIN
    rows = "\n".join(_row(number, line) for number, line in enumerate(lines) if line)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'aria-label="Output of mcptest audit">\n'
        f'<rect width="{width}" height="{height}" rx="8" fill="{BACKGROUND}"/>\n'
        f'<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,monospace" font-size="14" '
        f'fill="{PLAIN}">\n{rows}\n</g>\n</svg>\n'
    )


def _shortened(output: str) -> Iterator[str]:
    """The summary, the first findings and the last line: what fits into a README."""
    paragraphs = output.strip("\n").split("\n\n")
    starts = [number for number, text in enumerate(paragraphs) if _FINDING.match(text)]
    shown = starts[FINDINGS] if len(starts) > FINDINGS else len(paragraphs)
    for paragraph in paragraphs[:shown]:
        yield from (*paragraph.splitlines(), "")
    if paragraphs[shown:]:
        yield from ("…", "", paragraphs[-1].splitlines()[-1])


def _cut(line: str) -> str:
    return line if len(line) <= COLUMNS else line[: COLUMNS - 1] + "…"


def _row(number: int, line: str) -> str:
    style = next((style for start, style in STYLES if start.match(line)), "")
    y = MARGIN + (number + 0.75) * LINE
    length = f'textLength="{len(line) * CHARACTER:.1f}" lengthAdjust="spacingAndGlyphs"'
    # Browsers collapse plain spaces, and no longer honor xml:space.
    text = escape(line, quote=False).replace(" ", "\N{NO-BREAK SPACE}")
    return f'<text x="{MARGIN}" y="{y:.1f}" {length} {style}>{text}</text>'


if __name__ == "__main__":
    sys.exit(main())
