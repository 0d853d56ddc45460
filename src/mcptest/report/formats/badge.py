"""A badge: a small SVG with the grade, or whether everything passed."""

from __future__ import annotations

from xml.sax.saxutils import escape

from mcptest.model.escape import one_line
from mcptest.model.run import Run
from mcptest.report.report import Report

LABEL = "mcptest"
_LONGEST = 40
_PAD = 7
# Advance widths in thousandths of the size, of a common sans-serif; close is good enough, since
# ``textLength`` makes the drawn text exactly as wide as was reckoned here.
_NARROW, _WIDE = frozenset("ijl.,:;'|!I()[] tfr-/"), frozenset("mwMWQOG@%+")
_COLOURS = {"A+": "#1a7348", "A": "#1a7348", "B": "#4a7a1e", "C": "#855400", "D": "#b04a10"}
GOOD, BAD, UNKNOWN = "#1a7348", "#b3261e", "#5b6470"


def render(run: Run) -> str:
    message, colour = _verdict(run)
    return draw(LABEL, message, colour)


def _verdict(run: Run) -> tuple[str, str]:
    graded = run.compliance
    if run.interrupted:
        return "interrupted", UNKNOWN
    if graded is not None and graded.grade is not None:
        score = "" if graded.score is None else f" {graded.score:g}"
        return f"{graded.grade}{score}", grade_colour(graded.grade)
    if graded is not None and graded.reason is not None:
        return "no grade", BAD
    judged = run.summary.total - run.summary.skipped
    if not judged:
        return "nothing ran", UNKNOWN
    bad = run.summary.failed + run.summary.errored
    if bad or run.exit_code:
        return (f"{bad} failing" if bad else "failing"), BAD
    return f"{judged} passing", GOOD


def grade_colour(grade: str) -> str:
    return _COLOURS.get(grade, BAD)


def draw(label: str, message: str, colour: str) -> str:
    """Both halves as wide as their text; the title says it for who cannot see."""
    label, message = one_line(label, limit=_LONGEST), one_line(message, limit=_LONGEST)
    left, right = text_width(label) + 2 * _PAD, text_width(message) + 2 * _PAD
    title = escape(f"{label}: {message}", {'"': "&quot;"})
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right:g}" height="20" '
        f'role="img" aria-label="{title}">\n'
        f"  <title>{title}</title>\n"
        f'  <path d="M{left:g} 0V20H4a4 4 0 0 1-4-4V4a4 4 0 0 1 4-4z" fill="#33383f"/>\n'
        f'  <path d="M{left:g} 0h{right - 4:g}a4 4 0 0 1 4 4v12a4 4 0 0 1-4 4h-{right - 4:g}z" '
        f'fill="{colour}"/>\n'
        '  <g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11">\n'
        f"{_text(label, _PAD)}{_text(message, left + _PAD)}"
        "  </g>\n"
        "</svg>\n"
    )


def _text(text: str, x: float) -> str:
    shape = f'x="{x:g}" y="14" textLength="{text_width(text):g}" lengthAdjust="spacingAndGlyphs"'
    return f"    <text {shape}>{escape(text)}</text>\n"


def text_width(text: str) -> float:
    """In pixels at size 11, to a tenth."""
    return round(sum(map(_advance, text)) * 11 / 1000, 1)


def _advance(char: str) -> int:
    if char in _NARROW:
        return 390
    if char in _WIDE:
        return 850
    if char.isupper() or not char.isascii():
        return 720
    return 620


REPORT = Report("badge", "A small SVG with the grade, or the verdict.", render, extension="svg")
