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
    return [node.text or "" for node in ET.fromstring(svg).iter(SVG)]


def test_the_findings_of_the_picture_have_the_titles_of_today():
    shown = "\n".join(lines(audit_picture.PICTURE.read_text(encoding="utf-8")))
    every = re.findall(r"^(?:error|warning)\[([A-Z]+-\d+)\] (.+)$", shown, re.MULTILINE)
    found = [(rule, title) for rule, title in every if " in total)" not in title]
    assert found
    for rule, title in found:
        assert explanation(rule)[0] == f"{rule}: {title}"


def test_the_readme_shows_it():
    assert "docs/audit.svg" in (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "text", ["<a & b>\n", "x" * 300 + "\n", "  = " + "word " * 60 + "\n\nend\n"]
)
def test_any_output_can_be_drawn(text):
    drawn = lines(audit_picture.drawn(text))
    assert drawn[0] == f"$ {audit_picture.SHOWN}"
    assert max(map(len, drawn)) <= audit_picture.COLUMNS
    assert "".join(drawn[1:]).replace(" ", "") == re.sub(r"\s", "", text)
