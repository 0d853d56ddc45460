"""The picture in the README shows what an audit prints today; ``make picture`` draws it again."""

from __future__ import annotations

import re
import sys
from xml.etree import ElementTree as ET

import pytest
from tests.docs.pages import ROOT

from mcptest.cli.explanations import explanation

sys.path.insert(0, str(ROOT / "scripts"))

import audit_picture

SVG = "{http://www.w3.org/2000/svg}text"


def lines(svg: str) -> list[str]:
    texts = [node.text or "" for node in ET.fromstring(svg).iter(SVG)]
    return [text.replace("\N{NO-BREAK SPACE}", " ") for text in texts]


def test_the_findings_of_the_picture_have_the_titles_of_today():
    shown = "\n".join(lines(audit_picture.PICTURE.read_text(encoding="utf-8")))
    found = re.findall(
        r"^(?:error|warning)\[([A-Z]+-\d+)\]: .+\n  rule: (.+)$", shown, re.MULTILINE
    )
    assert found
    for rule, title in found:
        assert explanation(rule)[0] == f"{rule}: {title}"


def test_the_readme_shows_it():
    assert "docs/audit.svg" in (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("text", ["<a & b>\n", "x" * 300 + "\n", "  = " + "word " * 60 + "\n"])
def test_any_output_can_be_drawn(text):
    drawn = lines(audit_picture.drawn(text))
    assert drawn[0] == f"$ {audit_picture.SHOWN}"
    (row,) = drawn[1:]
    assert len(row) <= audit_picture.COLUMNS
    assert text.startswith(row.removesuffix("…"))
    assert row.endswith("…") == (len(text.rstrip("\n")) > audit_picture.COLUMNS)


def test_the_picture_is_the_summary_two_findings_and_the_last_line():
    findings = "\n\n".join(f"error[A-00{number}]: title\n  = fix" for number in (1, 2, 3))
    drawn = lines(audit_picture.drawn(f"grade B\n\n  lint\n\n{findings}\n\nnote\nend\n"))
    shown = ["error[A-001]: title", "  = fix", "error[A-002]: title", "  = fix"]
    assert drawn[1:] == ["grade B", "  lint", *shown, "…", "end"]
