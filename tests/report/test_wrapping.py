"""A report is wrapped to the terminal under its own indentation; what people copy stays whole."""

import pytest

from mcptest.report.wrapping import wrap_lines

WORDS = "word " * 30


@pytest.mark.parametrize(
    ("start", "indent"),
    [
        ("  = ", 4),
        ("    43 rules  ", 14),
        ("     1 tool   ", 14),
        ("  lint         ", 15),
        ("  valid calls  ", 15),
        ("warn  ", 6),
        ("note: ", 6),
        ("warning[SCH-004] ", 2),
        ("  expected ", 4),
    ],
)
def test_the_rest_of_a_line_stands_below_its_text(start, indent):
    first, *rest = wrap_lines(f"{start}{WORDS}".rstrip(), 80).split("\n")
    assert first.startswith(start)
    assert rest
    assert all(line.startswith(" " * indent + "word") for line in rest)
    assert max(map(len, [first, *rest])) <= 80


@pytest.mark.parametrize(
    "line",
    [
        f"  reproduce: mcptest send {WORDS}",
        f"  request:  {WORDS}",
        f"    response: {WORDS}",
        f"   4 | {WORDS}",
        f"    = see https://{'x' * 90}",
        f"      {WORDS}",
        "short",
        "",
    ],
)
def test_what_is_copied_or_fits_stays_whole(line):
    assert wrap_lines(line, 80) == line


def test_paint_takes_no_room():
    title = f"\x1b[1m{WORDS.rstrip()}\x1b[0m"
    lines = wrap_lines(title, 80).split("\n")
    assert lines[0].startswith("\x1b[1m")
    assert lines[-1].endswith("\x1b[0m")
    assert len(lines[0]) - len("\x1b[1m") <= 80
    part = f"\x1b[32mpass \x1b[0m {WORDS.rstrip()}"
    assert wrap_lines(part, 80).split("\n")[1].startswith("      word")


def test_a_terminal_that_is_too_narrow_is_taken_for_a_wider_one():
    assert max(map(len, wrap_lines(WORDS, 5).split("\n"))) > 50
