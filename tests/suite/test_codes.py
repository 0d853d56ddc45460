import re
from pathlib import Path

import mcptest
from mcptest.suite.codes import CODES


def written_codes():
    for room in ("suite", "match"):
        for file in (Path(mcptest.__file__).parent / room).rglob("*.py"):
            text = file.read_text()
            if file.name == "codes.py":
                continue
            yield from re.findall(r'"((?:suite|target)-[a-z-]*[a-z])"', text)
            yield from re.findall(r'"(no-suite)"', text)
            yield from (f"suite-{code}" for code in re.findall(r'\{kind\}-([a-z-]+)"', text))
            yield from (
                f"suite-{code}"
                for code in re.findall(r'_(?:note|stop|refusal)\(\s*"([a-z-]+)"', text)
            )


def test_every_code_has_a_page_and_every_page_a_code():
    assert set(written_codes()) == set(CODES)


def test_pages_are_whole_sentences():
    for page in CODES.values():
        assert page.means.endswith(".")
        assert page.fix.endswith(".")
