"""Draws docs/audit.svg, the picture in the README, from the output of a real audit."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from html import escape
from pathlib import Path

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "docs" / "audit.svg"
SERVER = ("mcptest", "mock", "--tools-from", "examples/mocks/records.yml", "--break", "TOOL-002")
SHOWN = " ".join(("mcptest", "audit", "--", *SERVER))
COLUMNS = 96
LINE, CHARACTER, MARGIN = 19, 8.43, 18
BACKGROUND, PLAIN = "#1e2127", "#c8ccd4"
STYLES = (
    (re.compile(r"\$ "), 'fill="#ffffff" font-weight="bold"'),
    (re.compile(r"(error|critical)\["), 'fill="#ff7b72" font-weight="bold"'),
    (re.compile(r"warning\["), 'fill="#e5c07b" font-weight="bold"'),
    (re.compile(r"grade "), 'fill="#ffffff" font-weight="bold"'),
    (re.compile(r"  = "), 'fill="#7fd1b9"'),
    (re.compile(r"\d+ passed, .*failed"), 'fill="#ff7b72"'),
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
    lines = [f"$ {SHOWN}", "", *wrapped(output)]
    width = round(COLUMNS * CHARACTER) + 2 * MARGIN
    height = len(lines) * LINE + 2 * MARGIN
    rows = "\n".join(_row(number, line) for number, line in enumerate(lines) if line)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'aria-label="Output of mcptest audit">\n'
        f'<rect width="{width}" height="{height}" rx="8" fill="{BACKGROUND}"/>\n'
        f'<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,monospace" font-size="14" '
        f'fill="{PLAIN}" xml:space="preserve">\n{rows}\n</g>\n</svg>\n'
    )


def wrapped(output: str) -> Iterator[str]:
    """The lines of the output, those that are too wide folded below their own indentation."""
    for line in output.rstrip("\n").splitlines():
        indent = " " * (len(line) - len(line.lstrip()) + 2)
        yield from textwrap.wrap(
            line,
            COLUMNS,
            subsequent_indent=indent,
            drop_whitespace=True,
            replace_whitespace=False,
            break_on_hyphens=False,
        ) or [""]


def _row(number: int, line: str) -> str:
    style = next((style for start, style in STYLES if start.match(line)), "")
    y = MARGIN + (number + 0.75) * LINE
    length = f'textLength="{len(line) * CHARACTER:.1f}" lengthAdjust="spacingAndGlyphs"'
    return f'<text x="{MARGIN}" y="{y:.1f}" {length} {style}>{escape(line, quote=False)}</text>'


if __name__ == "__main__":
    sys.exit(main())
