"""The site as `make site` builds it: strict about links, and asking for nothing outside itself."""

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
pytestmark = [
    pytest.mark.real,
    pytest.mark.timeout(300),
    pytest.mark.skipif(
        importlib.util.find_spec("zensical") is None, reason="the group docs is not installed"
    ),
]


def test_the_site_is_built_whole_and_can_be_searched():
    built = subprocess.run(
        [sys.executable, ROOT / "scripts" / "build_site.py"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stdout + built.stderr
    pages = {page.relative_to(ROOT / "site").as_posix() for page in (ROOT / "site").rglob("*.html")}
    assert {"index.html", "reference/rules/TOOL-002.html", "how-to/gate-ci.html"} <= pages
    index = json.loads((ROOT / "site" / "search.json").read_text(encoding="utf-8"))
    places = {item["location"].partition("#")[0] for item in index["items"]}
    assert places <= pages
    assert "reference/rules/TOOL-002.html" in places
